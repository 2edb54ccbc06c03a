"""What a library holds: its prompts by name, and every other file once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from editor_app.library import Kind, Library, LibraryFile, list_files, owners_of
from editor_app.prompts import PROMPT_SUFFIX, LoadedPrompt, PromptError, load_prompt

INVALID = "invalid"  # the status of a prompt where neither the user's file nor a default can be used

_OWNED_KINDS = (Kind.CASES, Kind.SITUATIONS)


@dataclass(frozen=True, slots=True)
class NamedPrompt:
    """A prompt's name with the files it may come from, and what loading it gave, once it was loaded."""

    name: str
    user_path: Path | None
    default_path: Path | None
    loaded: LoadedPrompt | None = None
    error: PromptError | None = None

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
        """Where callers get it from: `user`, `default` or `fallback`, `invalid`; "" before it was loaded."""
        if self.loaded is not None:
            return self.loaded.status
        return INVALID if self.error is not None else ""


@dataclass(frozen=True, slots=True)
class LibraryIndex:
    """A library's files, each either one of a prompt's or one of the others; both are sorted.

    `owners` says of cases and situations which file they belong to; those of none are not in it.
    """

    files: tuple[LibraryFile, ...] = ()
    prompts: tuple[NamedPrompt, ...] = ()
    others: tuple[LibraryFile, ...] = ()
    owners: Mapping[Path, Path] = field(default_factory=lambda: MappingProxyType({}))


def index_library(library: Library) -> LibraryIndex:
    """List a library's files and say what they are."""
    return index_files(library, list_files(library))


def index_files(library: Library, files: Iterable[LibraryFile]) -> LibraryIndex:
    """Say what the listed files of a library are."""
    listed = tuple(files)
    user: dict[str, Path] = {}
    default: dict[str, Path] = {}
    others: list[LibraryFile] = []
    for file in listed:
        if file.kind is not Kind.PROMPT or not file.relative.endswith(PROMPT_SUFFIX):
            others.append(file)
            continue
        is_default = library.is_default(file.path)
        folder = library.config.defaults if is_default else ""
        name = file.relative.removeprefix(f"{folder}/").removesuffix(PROMPT_SUFFIX)
        (default if is_default else user)[name] = file.path
    names = sorted({*user, *default})
    prompts = tuple(NamedPrompt(name, user.get(name), default.get(name)) for name in names)
    return LibraryIndex(listed, prompts, tuple(others), dict(_owners(library, listed, prompts)))


def load_named(prompt: NamedPrompt, library: Library, loaded_at: datetime | None = None) -> NamedPrompt:
    """Return a prompt of the index with what its callers get now, or why they get nothing."""
    try:
        loaded = load_prompt(prompt.name, library.user_dir, library.default_dir, loaded_at=loaded_at)
    except PromptError as error:
        return replace(prompt, loaded=None, error=error)
    return replace(prompt, loaded=loaded, error=None)


def _owners(
    library: Library, files: tuple[LibraryFile, ...], prompts: tuple[NamedPrompt, ...]
) -> Iterator[tuple[Path, Path]]:
    """Yield each cases or situations file with the file it belongs to: the one beside it, or its default."""
    owned = [file for file in files if file.kind in _OWNED_KINDS]
    if not owned:
        return
    shown = {path: prompt.path for prompt in prompts for path in prompt.paths}
    paths = {file.path for file in files if file.kind not in _OWNED_KINDS}
    for file in owned:
        beside = owners_of(file.path)
        candidates = (*beside, *map(library.default_path, beside))
        owner = next((path for path in candidates if path in paths), None)
        if owner is not None:
            yield file.path, shown.get(owner, owner)
