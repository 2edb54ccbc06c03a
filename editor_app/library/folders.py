"""A folder opened as a library: the folders of its prompts and defaults, and the kind of each file."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from editor_app.library.files.reading import FileError, quoted, read_file, shown
from editor_app.library.kinds import STANDARD_KINDS, Kind, kind_by_name, kind_by_text
from editor_app.library.paths import (
    CONFIG_NAME,
    DEFAULTS_FOLDER,
    TEMPLATE_NAME,
    built_in_name,
    built_in_text,
    existing_folder,
    is_file,
    is_folder,
    is_home_or_root,
    real_path,
)
from editor_app.library.settings.config import LibraryConfig
from editor_app.text import Diagnostic, Sentence, Severity, Span, decode
from editor_app.variables.catalog import TEMPLATE_CATALOG, Catalog
from editor_app.variables.declarations import VARIABLES_NAME, read_variables

if TYPE_CHECKING:  # not needed before a library's file is read
    from editor_app.variables.access import FileAccess

MOST_CONFIG_BYTES = 1024 * 1024


class Origin(StrEnum):
    """Which of a library's two folders a file belongs to: the user's own, or the defaults."""

    USER = "user"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Library:
    """A folder of prompts.

    `bounds` is the repository it lies in, links resolved, or the folder itself: the folders that its files
    name must lie in there. `user_dir` holds the user's prompts, `default_dir` the defaults they shadow
    (None where there are none), `workspace` is where variables look. Without `is_trusted`, which who opens it
    has to find out, nothing outside of `root` is read. `allowed_files` are paths without links that its links
    may lead to.
    """

    root: Path
    config: LibraryConfig
    user_dir: Path
    default_dir: Path | None
    workspace: Path
    bounds: Path
    is_trusted: bool = False
    allowed_files: frozenset[Path] = frozenset()

    @property
    def access(self) -> FileAccess:
        """Where the paths of its files, and those that they name, may lead."""
        from editor_app.variables.access import FileAccess

        return FileAccess(self.workspace, self.root, self.is_trusted, self.allowed_files)

    def is_default(self, path: Path) -> bool:
        """Whether a file is a default, which is copied and not changed; the built-in texts are."""
        in_folder = self.default_dir is not None and path.is_relative_to(self.default_dir)
        return in_folder or built_in_name(path) is not None

    def origin_of(self, path: Path) -> Origin:
        """Return whether a file is the user's or a default; one outside of the library is the user's."""
        return Origin.DEFAULT if self.is_default(path) else Origin.USER

    @property
    def prompt_dirs(self) -> tuple[Path, ...]:
        """The folders in which prompts are looked for by name, the user's first."""
        return (self.user_dir,) if self.default_dir is None else (self.user_dir, self.default_dir)

    def name_in_dirs(self, path: Path) -> str | None:
        """Return a path relative to that of `prompt_dirs` in which it lies; None outside of both."""
        for folder in reversed(self.prompt_dirs):  # the defaults mostly lie below the user's
            if path.is_relative_to(folder):
                return path.relative_to(folder).as_posix()
        return None

    def own_path(self, path: Path) -> Path:
        """Return the path of the user's copy of a default, existing or not; any other path unchanged."""
        built_in = built_in_name(path)
        if built_in is not None:
            return self.own_text(built_in)
        if self.default_dir is None or not self.is_default(path):
            return path
        return self.user_dir / path.relative_to(self.default_dir)

    def default_path(self, path: Path) -> Path | None:
        """Return the path of the default of a user's file, existing or not; None where there can be none."""
        for name in STANDARD_KINDS:
            if path == self.own_text(name):
                return self.default_text(name)
        if self.default_dir is None or not path.is_relative_to(self.user_dir):
            return None
        return self.default_dir / path.relative_to(self.user_dir)

    @property
    def default_prefix(self) -> str | None:
        """The prefix of the defaults' paths relative to the root; None where no defaults lie below it."""
        folder = relative_to(self, self.default_dir) if self.default_dir is not None else None
        if folder is None:
            return None
        return "" if folder == "." else f"{folder}/"

    def own_text(self, name: str) -> Path:
        """Return the path of the user's template or instructions of that name, whether it exists or not."""
        return self.user_dir / name

    def has_own_text(self, name: str) -> bool:
        """Whether anything, readable or not, is at the path of the user's text of that name."""
        return os.path.lexists(self.own_text(name))

    def text_in_effect(self, name: str) -> Path:
        """Return the user's template or instructions, if anything is there, else those used instead."""
        return self.own_text(name) if self.has_own_text(name) else self.default_text(name)

    def default_text(self, name: str) -> Path:
        """Return the template or instructions used where the user has none: a default one, or the built-in.

        Only the template may be a default of the library: instructions are in a library's root alone.
        """
        if self.default_dir is not None and name == TEMPLATE_NAME and is_file(self.default_dir / name):
            return self.default_dir / name
        return built_in_text(name)


def open_library(root: Path | str, *, cwd: Path | None = None) -> tuple[Library, tuple[Diagnostic, ...]]:
    """Open a folder as a library, with the problems of its foreword.toml.

    `cwd` is the workspace if given. It is not trusted. Nothing is written. A folder that is not
    there raises FileError.
    """
    root = existing_folder(Path(root))
    config, problems = _config_of(root)
    default_dir = root / config.defaults
    has_defaults = is_folder(default_dir) and default_dir.resolve().is_relative_to(root.resolve())
    real = Path(os.path.realpath(root))
    bounds = repository_of(real) or real
    workspace, unusable = _workspace_of(root, config, cwd, bounds)
    library = Library(root, config, root, default_dir if has_defaults else None, workspace, bounds)
    return library, (*problems, *unusable)


def access_of(library: Library | None) -> FileAccess | None:
    """Return where the paths of a library's files may lead; None without one."""
    return None if library is None else library.access


def kind_of(library: Library | None, path: Path, head: bytes | None) -> Kind:
    """Return what kind of file a path is; `head` is the first part of its bytes, None if unknown.

    A relative path counts from the library's root. Outside a library the same
    table decides, by the folders that are there; the built-in texts are what they stand in for.
    """
    built_in = built_in_name(path)
    if built_in is not None:
        return STANDARD_KINDS[built_in]
    relative = relative_to(library, path)
    if library is not None and relative is not None:
        return kind_in_library(library, relative, head)
    folders = path.parent.parts
    return kind_by_name(folders, path.name) or kind_by_text(
        folders, path.name, head, beside_defaults=is_folder(path.parent / DEFAULTS_FOLDER)
    )


def kind_by_path(library: Library, relative: str) -> Kind | None:
    """Return the kind that a path from the library's root, with `/`, decides alone; None for no kind."""
    *folders, name = relative.split("/")
    return library.config.kind_of(relative) or kind_by_name(folders, name)


def kind_in_library(library: Library, relative: str, head: bytes | None) -> Kind:
    """Return the kind of a file by its path from the library's root, and the first part of its bytes."""
    kind = kind_by_path(library, relative)
    if kind is not None:
        return kind
    *folders, name = relative.split("/")
    has_defaults = library.default_dir is not None
    if has_defaults and relative.startswith(f"{library.config.defaults}/"):
        folders = [*folders, DEFAULTS_FOLDER]
    return kind_by_text(folders, name, head, beside_defaults=has_defaults and not folders)


def relative_to(library: Library | None, path: Path) -> str | None:
    """Return a path from the library's root, with `/` between the folders; None where it lies outside."""
    if library is None:
        return None
    if not path.is_absolute():
        return path.as_posix()
    try:
        return path.relative_to(library.root).as_posix()
    except ValueError:
        return None


def _config_of(root: Path) -> tuple[LibraryConfig, tuple[Diagnostic, ...]]:
    from editor_app.variables.access import FileAccess

    path = root / CONFIG_NAME
    if not os.path.lexists(path):
        return LibraryConfig(), ()
    try:
        decoded = decode(read_file(path, MOST_CONFIG_BYTES, access=FileAccess(root, root)).data)
    except FileError as error:
        sentence = Sentence("library.not-used", sentence=error.sentence)
    else:
        if decoded.bad_byte is None:
            from editor_app.library.settings.config_reading import read_config

            return read_config(decoded.text)
        sentence = Sentence("library.config-not-utf-8", name=CONFIG_NAME, byte=decoded.bad_byte + 1)
    return LibraryConfig(), (Diagnostic("config-unreadable", Severity.ERROR, Span(0, 0), sentence),)


def _workspace_of(
    root: Path, config: LibraryConfig, cwd: Path | None, bounds: Path
) -> tuple[Path, tuple[Diagnostic, ...]]:
    if cwd is not None:
        return existing_folder(cwd), ()
    if config.workspace is None:
        return repository_of(root) or root, ()
    named = named_folder(root, config.workspace, bounds)
    if named is None:
        why, name = why_not_named(root, config.workspace, bounds), quoted(config.workspace)
        message = Sentence("library.workspace-outside", workspace=name, folder=shown(root), **why)
        return root, (Diagnostic("config-workspace-outside", Severity.ERROR, config.workspace_span, message),)
    if is_folder(named):
        return named, ()
    message = Sentence("library.workspace-missing", workspace=quoted(config.workspace), folder=shown(root))
    return root, (Diagnostic("config-no-workspace", Severity.WARNING, config.workspace_span, message),)


def named_folder(start: Path, name: str, *bounds: Path) -> Path | None:
    """Return the folder `name` relative to `start`, links followed; None outside of `bounds`.

    None, too, for one in there that is known to hold secrets. The file that names it may be anybody's, and
    the folder decides what is read into a text.
    """
    from editor_app.variables.secrets import is_secret_place

    real = _real(start, name)
    below = None if real is None else _below(real, bounds)
    return None if below is None or is_secret_place(below) else real


def why_not_named(start: Path, name: str, *bounds: Path) -> dict[str, str]:
    """Return what a sentence says of a folder that `named_folder` does not give, as its parameters."""
    real = _real(start, name)
    is_outside = real is None or _below(real, bounds) is None
    return {"why": "outside" if is_outside else "secrets", "outside": shown(bounds[-1])}


def _real(start: Path, name: str) -> Path | None:
    try:
        return real_path(start / Path(name).expanduser())
    except RuntimeError:  # `~name` of an unknown user
        return None


def _below(real: Path, bounds: tuple[Path, ...]) -> Path | None:
    """Return a folder relative to the first of `bounds` it lies in, None outside of them."""
    real_bounds = (Path(os.path.realpath(bound)) for bound in bounds)
    return next((real.relative_to(bound) for bound in real_bounds if real.is_relative_to(bound)), None)


def repository_of(folder: Path) -> Path | None:
    """Return the nearest folder, this one or one above, that has a `.git`; git is not called.

    The home folder and the root are the repository of nothing but themselves: an unpacked archive below a
    home that keeps its settings in git is not a part of it.
    """
    for candidate in (folder, *folder.parents):
        if candidate != folder and is_home_or_root(candidate):
            return None
        if os.path.lexists(candidate / ".git"):
            return candidate
    return None


def variables_of(library: Library, is_too_much: Callable[[str], bool] | None = None) -> Catalog:
    """Return the catalog of a library's templates; a text of its own that `is_too_much` is not read.

    Its `variables.yaml` is optional; what is wrong in it is reported where it is checked.
    """
    try:
        source = decode(read_file(library.root / VARIABLES_NAME, access=library.access).data).text
    except FileError:
        return TEMPLATE_CATALOG
    if is_too_much is not None and is_too_much(source):
        return TEMPLATE_CATALOG
    return TEMPLATE_CATALOG + read_variables(source)[0]
