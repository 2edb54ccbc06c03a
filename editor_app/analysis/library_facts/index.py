"""The index of a library: its prompts by name, its system-prompt template, and every other file once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from editor_app.library import (
    TEMPLATE_NAME,
    Library,
    LibraryFile,
    built_in_template,
    is_file,
    list_files,
    owners_of,
    quoted,
    relative_to,
)
from editor_app.prompts import (
    PROMPT_SUFFIX,
    LoadedPrompt,
    PromptError,
    Status,
    has_prompt_name,
    load_prompt,
    prompt_files,
)

BUILT_IN = "built in"
"""The status of the built-in system-prompt template, in a library that has none of its own."""

INVALID = "invalid"
"""The status of a prompt without a usable file, and of a user's template that can't be used."""

_A_STEP = 200  # files or prompts in one step

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class NamedText:
    """A prompt or the system-prompt template: its name, and the files it may be loaded from.

    `loaded` or `error` is the result of loading a prompt, None before; `problem` is why the user's template
    can't be used.
    """

    name: str
    user_path: Path | None
    default_path: Path | None
    loaded: LoadedPrompt | None = None
    error: PromptError | None = None
    problem: str = ""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files it may come from, the user's first."""
        return tuple(path for path in (self.user_path, self.default_path) if path is not None)

    @property
    def path(self) -> Path:
        """The file that has the name: the user's, else the default."""
        return self.paths[0]

    @property
    def status(self) -> str:
        """Which file callers get: `user`, `default`, `built in` or `fallback`, or `invalid` for none.

        For a prompt, "" before it was loaded.
        """
        if self.name == TEMPLATE_NAME:
            if self.user_path is not None:
                return INVALID if self.problem else Status.USER
            return BUILT_IN if self.default_path == built_in_template() else Status.DEFAULT
        if self.loaded is not None:
            return self.loaded.status
        return INVALID if self.error is not None else ""


@dataclass(frozen=True, slots=True)
class LibraryIndex:
    """A library's files; each belongs to a prompt, to the template, or is one of the sorted `others`.

    `template` is None before there is a library. `owners` maps cases and situations files to the files they
    belong to; those that belong to none are not in it.
    """

    files: tuple[LibraryFile, ...] = ()
    prompts: tuple[NamedText, ...] = ()
    template: NamedText | None = None
    others: tuple[LibraryFile, ...] = ()
    owners: Mapping[Path, Path] = field(default_factory=lambda: MappingProxyType({}))


def index_library(library: Library) -> LibraryIndex:
    """Return the index of a library, whose files are listed for it."""
    return index_files(library, list_files(library))


def index_files(library: Library, files: Iterable[LibraryFile]) -> LibraryIndex:
    """Return the index of a library's listed files."""
    return next(index for index in index_in_steps(library, files) if index is not None)


def index_in_steps(library: Library, files: Iterable[LibraryFile]) -> Iterator[LibraryIndex | None]:
    """Make the index in small steps, so that a window stays responsive: yields None, and the index at last.

    Paths are compared as text, which is quicker: there are many.
    """
    listed = tuple(files)
    user: dict[str, Path] = {}
    default: dict[str, Path] = {}
    others: list[LibraryFile] = []
    template = _template(library, listed)
    of_template = {relative_to(library, path) for path in template.paths}
    files_by_path = _FilesByPath(library)
    for part in _parts(listed):
        for known, found in zip((user, default), prompt_files(library, part), strict=True):
            known.update(found)
        others += (file for file in part if not (has_prompt_name(file) or file.relative in of_template))
        files_by_path.add_files(part)
        yield None
    prompts: list[NamedText] = []
    for names in _parts(sorted({*user, *default})):
        some = [NamedText(name, user.get(name), default.get(name)) for name in names]
        prompts += some
        files_by_path.add_prompts(some)
        yield None
    files_by_path.add_template(template)
    owners: dict[Path, Path] = {}
    for part in _parts(others):
        owners.update(_owners(part, files_by_path, template))
        yield None
    yield LibraryIndex(listed, tuple(prompts), template, tuple(others), owners)


def _parts(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    return (items[start : start + _A_STEP] for start in range(0, len(items), _A_STEP))


def load_named(prompt: NamedText, library: Library, loaded_at: datetime | None = None) -> NamedText:
    """Load a prompt of the index; return it with the loaded prompt or the error."""
    try:
        loaded = load_prompt(
            prompt.name, library.user_dir, library.default_dir, loaded_at=loaded_at, only_in=library.only_in
        )
    except PromptError as error:
        return replace(prompt, loaded=None, error=error)
    return replace(prompt, loaded=loaded, error=None)


def _template(library: Library, files: tuple[LibraryFile, ...]) -> NamedText:
    """Return the system-prompt template: the user's file, if there is one, and the default."""
    if not library.has_own_template:
        return NamedText(TEMPLATE_NAME, None, library.default_template)
    problem = "" if is_file(library.own_template) else _problem_of_own(files)
    return NamedText(TEMPLATE_NAME, library.own_template, library.default_template, problem=problem)


def _problem_of_own(files: tuple[LibraryFile, ...]) -> str:
    listed = next((file.problem for file in files if file.relative == TEMPLATE_NAME), None)
    return listed or f"{quoted(TEMPLATE_NAME)} is not a file that can be opened."


class _FilesByPath:
    """Path from the root, as text → the file there to which cases or situations may belong."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._prefix = library.default_prefix
        self._paths: dict[str, Path] = {}

    def add_files(self, files: Iterable[LibraryFile]) -> None:
        self._paths.update((file.relative, file.path) for file in files if not file.kind.belongs_to_another)

    def add_prompts(self, prompts: Iterable[NamedText]) -> None:
        """Map a default's path to the user's file that shadows it; the prompts' files were added before."""
        for prompt in prompts:
            if prompt.default_path is not None:
                self._paths[f"{self._prefix}{prompt.name}{PROMPT_SUFFIX}"] = prompt.path

    def add_template(self, template: NamedText) -> None:
        for path in template.paths:
            relative = relative_to(self._library, path)
            if relative is not None:
                self._paths[relative] = template.path

    def first_of(self, beside: tuple[str, ...]) -> Path | None:
        """Return the first of these files that exists, else the first of their defaults, else None."""
        defaults = () if self._prefix is None else tuple(self._prefix + name for name in beside)
        return next((self._paths[name] for name in (*beside, *defaults) if name in self._paths), None)


def _owners(
    files: Iterable[LibraryFile], files_by_path: _FilesByPath, template: NamedText
) -> Iterator[tuple[Path, Path]]:
    """Yield each cases or situations file with the file it belongs to: the one beside it, or its default."""
    for file in files:
        if not file.kind.belongs_to_another:
            continue
        beside = owners_of(file.relative)
        owner = files_by_path.first_of(beside)
        if owner is None and TEMPLATE_NAME in beside:  # the built-in template is outside of the library
            owner = template.path
        if owner is not None:
            yield file.path, owner
