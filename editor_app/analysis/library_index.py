"""What a library holds: its prompts by name, its system-prompt template, and every other file once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from editor_app.library import (
    TEMPLATE_NAME,
    Kind,
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
    LoadedPrompt,
    PromptError,
    Status,
    has_prompt_name,
    load_prompt,
    prompt_files,
)

BUILT_IN = "built in"
"""The status of the system-prompt template in a library that has none."""

INVALID = "invalid"
"""The status of a prompt of which no file can be used, and of a template of the user's that can't be."""

_OWNED_KINDS = (Kind.CASES, Kind.SITUATIONS)


@dataclass(frozen=True, slots=True)
class NamedText:
    """A prompt by its name, or the template by its file's: the files it may come from, the user's first.

    `loaded` or `error` is what loading a prompt gave, once it was loaded; `problem` is why the user's
    template can't be used.
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
        """The file that stands for the name: the user's, else the default."""
        return self.paths[0]

    @property
    def status(self) -> str:
        """Where callers get it from: `user`, `default`, `built in` or `fallback`, or `invalid`.

        Of a prompt "" before it was loaded.
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
    """A library's files, each one of a prompt's, the template's or the others; both tuples are sorted.

    `template` is None before there is a library. `owners` says of cases and situations which file they
    belong to; those of none are not in it.
    """

    files: tuple[LibraryFile, ...] = ()
    prompts: tuple[NamedText, ...] = ()
    template: NamedText | None = None
    others: tuple[LibraryFile, ...] = ()
    owners: Mapping[Path, Path] = field(default_factory=lambda: MappingProxyType({}))


def index_library(library: Library) -> LibraryIndex:
    """List a library's files and say what they are."""
    return index_files(library, list_files(library))


def index_files(library: Library, files: Iterable[LibraryFile]) -> LibraryIndex:
    """Say what the listed files of a library are."""
    listed = tuple(files)
    user, default = prompt_files(library, listed)
    names = sorted({*user, *default})
    prompts = tuple(NamedText(name, user.get(name), default.get(name)) for name in names)
    template = _template(library, listed)
    others = tuple(file for file in listed if not (has_prompt_name(file) or file.path in template.paths))
    owners = dict(_owners(library, listed, (*prompts, template)))
    return LibraryIndex(listed, prompts, template, others, owners)


def load_named(prompt: NamedText, library: Library, loaded_at: datetime | None = None) -> NamedText:
    """Return a prompt of the index with what its callers get now, or why they get nothing."""
    try:
        loaded = load_prompt(prompt.name, library.user_dir, library.default_dir, loaded_at=loaded_at)
    except PromptError as error:
        return replace(prompt, loaded=None, error=error)
    return replace(prompt, loaded=loaded, error=None)


def _template(library: Library, files: tuple[LibraryFile, ...]) -> NamedText:
    """Return the system-prompt template: the user's where there is one, and what stands in for it."""
    if not library.has_own_template:
        return NamedText(TEMPLATE_NAME, None, library.default_template)
    problem = "" if is_file(library.own_template) else _problem_of_own(files)
    return NamedText(TEMPLATE_NAME, library.own_template, library.default_template, problem=problem)


def _problem_of_own(files: tuple[LibraryFile, ...]) -> str:
    listed = next((file.problem for file in files if file.relative == TEMPLATE_NAME), None)
    return listed or f"{quoted(TEMPLATE_NAME)} is not a file that can be opened."


def _owners(
    library: Library, files: tuple[LibraryFile, ...], named: tuple[NamedText, ...]
) -> Iterator[tuple[Path, Path]]:
    """Yield each cases or situations file with the file it belongs to: the one beside it, or its default."""
    owned = [file for file in files if file.kind in _OWNED_KINDS]
    if not owned:
        return
    shown = {path: one.path for one in named for path in one.paths}
    listed = {file.relative for file in files if file.kind not in _OWNED_KINDS}  # cheaper than their paths
    for file in owned:
        beside = owners_of(file.path)
        for path in (*beside, *map(library.default_path, beside)):
            if path is not None and (path in shown or relative_to(library, path) in listed):
                yield file.path, shown.get(path, path)
                break
