"""Finding a prompt by its name: the user's file, else the default; and the registry that keeps prompts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import NamedTuple, overload

from editor_app.clock import Clock, utc_now
from editor_app.library.files.reading import FileContent, FileError, FileMark, mark_at, read_file
from editor_app.library.folders import Library, Origin
from editor_app.prompts.checking.checking import check_prompt, to_prompt
from editor_app.prompts.entities import (
    PromptError,
    PromptErrorType,
    PromptSource,
    SystemPrompt,
    error_count,
    error_from,
)
from editor_app.prompts.names import PROMPT_SUFFIX, has_prompt_file, is_name, prompt_names, prompt_path
from editor_app.text import LineIndex, Sentence, Severity, decode, meant, nearest
from editor_app.text.argument_types import require_bytes
from editor_app.variables.access import FileAccess


def read_prompt(
    data: bytes,
    path: str | PurePath,
    *,
    origin: Origin = Origin.USER,
    is_fallback: bool = False,
    loaded_at: datetime | None = None,
) -> tuple[SystemPrompt | None, tuple[PromptError, ...]]:
    """Read a prompt file; the prompt is None where one of its errors makes it unusable.

    `path` names the file, and is not opened; `loaded_at` is now unless it is given.
    The errors are in file order. Text in place of bytes raises TypeError.
    """
    require_bytes(data, "read_prompt")
    file_path = str(path)
    not_utf8 = encoding_error(data, file_path)
    if not_utf8 is not None:
        return None, (not_utf8,)
    source = decode(data).text
    check = check_prompt(source, file_path)
    errors = [diagnostic for diagnostic in check.diagnostics if diagnostic.severity is Severity.ERROR]
    if errors:
        lines = LineIndex(source)
        return None, tuple(error_from(diagnostic, file_path, lines) for diagnostic in errors)
    found_at = PromptSource(origin, file_path, is_fallback)
    return to_prompt(check, found_at, loaded_at or utc_now()), ()


def encoding_error(data: bytes, file_path: str) -> PromptError | None:
    """Return what is wrong with a prompt file's encoding, None for UTF-8."""
    decoded = decode(data)
    if decoded.format.encoding != "utf-8":
        offset, fact = (
            0,
            Sentence(
                "prompts.encoding-is",
                encoding=decoded.format.encoding.upper().removesuffix("-LE").removesuffix("-BE"),
            ),
        )
    elif decoded.bad_byte is not None:
        offset, fact = (
            decoded.bad_byte,
            Sentence("prompts.byte-is", number=decoded.bad_byte + 1, byte=f"{data[decoded.bad_byte]:02x}"),
        )
    else:
        return None
    before = decode(data[:offset]).text
    line = before.count("\n") + 1
    return PromptError(
        PromptErrorType.ENCODING_ERROR,
        Sentence("prompts.not-utf-8-on-line", fact=fact, line=line)
        if offset
        else Sentence("prompts.not-utf-8", fact=fact),
        file_path,
        line=line,
        column=len(before) - (before.rfind("\n") + 1) + 1,
        suggestions=[Sentence("prompts.save-as-utf-8")],
    )


class Status(StrEnum):
    """Where a prompt comes from, as its badge says; a fallback is a default used for an invalid user file."""

    USER = "user"
    DEFAULT = "default"
    FALLBACK = "fallback"


@dataclass(frozen=True, slots=True)
class CandidateFile:
    """A file that was looked for: whether it exists, its prompt if it is valid, and its errors."""

    origin: Origin
    path: Path
    exists: bool
    prompt: SystemPrompt | None = None
    errors: tuple[PromptError, ...] = ()


@dataclass(frozen=True, slots=True)
class LoadedPrompt:
    """A prompt, its status, every file that was tried, in order, and warnings."""

    prompt: SystemPrompt
    status: Status
    tried: tuple[CandidateFile, ...]
    warnings: tuple[str, ...] = ()


def default_used(path: Path, library: Library) -> Path | None:
    """Return the default that callers get because the user's prompt at a path is not valid, else None."""
    if path.suffix != PROMPT_SUFFIX or not path.is_relative_to(library.user_dir):
        return None
    name = path.relative_to(library.user_dir).with_suffix("").as_posix()
    try:
        loaded = load_prompt(name, library.user_dir, library.default_dir, access=library.access)
    except PromptError:
        return None
    return Path(loaded.prompt.source.file_path) if loaded.status is Status.FALLBACK else None


def load_prompt(
    name: str,
    user_dir: Path | str,
    default_dir: Path | str | None,
    *,
    loaded_at: datetime | None = None,
    access: FileAccess | None = None,
) -> LoadedPrompt:
    """Load the user's prompt, or the default if that is missing or invalid.

    `loaded_at` is now unless it is given. The paths in the result are absolute. A name such
    as `billing/refund` is of a file in a subfolder. `access` says where the paths of
    its library may lead.
    Raises PromptError (FILE_NOT_FOUND) where neither can be used; its causes are the errors of the files
    that are there, in the order tried.
    """
    moment = loaded_at or utc_now()

    def read(path: Path, origin: Origin) -> CandidateFile:
        content = read_content(path, origin, access)
        if isinstance(content, CandidateFile):
            return content
        return candidate_of(content.data, path, origin, moment)

    return choose(name, absolute(user_dir), absolute(default_dir), read, access=access)


@overload
def absolute(folder: Path | str) -> Path: ...
@overload
def absolute(folder: Path | str | None) -> Path | None: ...
def absolute(folder: Path | str | None) -> Path | None:
    """Return a folder's absolute path, without following links."""
    return None if folder is None else Path(os.path.abspath(folder))  # noqa: PTH100  Path.absolute keeps `..`


def read_content(path: Path, origin: Origin, access: FileAccess | None = None) -> FileContent | CandidateFile:
    """Return the content of a file a prompt may be in; a CandidateFile if it is missing or can't be read."""
    try:
        if not path.is_symlink() and not path.exists():
            return CandidateFile(origin, path, exists=False)
        return read_file(path, access=access)
    except FileError as error:
        unreadable = PromptError(PromptErrorType.FILE_NOT_FOUND, error.sentence, str(path))
        return CandidateFile(origin, path, exists=True, errors=(unreadable,))
    except OSError:  # a folder above may be unreadable
        return CandidateFile(origin, path, exists=False)


def candidate_of(data: bytes, path: Path, origin: Origin, loaded_at: datetime) -> CandidateFile:
    """Return the CandidateFile of a file's bytes; a prompt from the defaults is marked as a fallback."""
    is_default = origin is Origin.DEFAULT
    prompt, errors = read_prompt(data, path, origin=origin, is_fallback=is_default, loaded_at=loaded_at)
    return CandidateFile(origin, path, exists=True, prompt=prompt, errors=errors)


def choose(
    name: str,
    user_dir: Path,
    default_dir: Path | None,
    read: Callable[[Path, Origin], CandidateFile],
    *,
    access: FileAccess | None = None,
) -> LoadedPrompt:
    """Return the first valid prompt of the files it may be in; raises PromptError if none is.

    `access` says where the paths of the library may lead, in which names that are near are looked for.
    """
    tried: list[CandidateFile] = []
    for folder, origin in ((user_dir, Origin.USER), (default_dir, Origin.DEFAULT)):
        if folder is not None and is_name(name):
            candidate = read(prompt_path(folder, name), origin)
            tried.append(candidate)
            if candidate.prompt is not None:
                return _loaded(candidate.prompt, tuple(tried))
    raise _not_found(name, tuple(tried), user_dir, default_dir, access)


def _loaded(prompt: SystemPrompt, tried: tuple[CandidateFile, ...]) -> LoadedPrompt:
    file_in_use = tried[-1]
    if file_in_use.origin is Origin.USER:
        return LoadedPrompt(prompt, Status.USER, tried)
    passed_over = next((file for file in tried if file.exists and file is not file_in_use), None)
    if passed_over is None:
        return LoadedPrompt(prompt, Status.DEFAULT, tried)
    others = error_count(passed_over.errors) - 3
    errors = [_with_line(error) for error in passed_over.errors[:3]]
    path, version = os.fspath(passed_over.path), prompt.version
    warning = Sentence("prompts.default-used", path=path, version=version, errors=errors)
    if others > 0:
        warning = Sentence(
            "prompts.default-used-and-more", path=path, version=version, errors=errors, count=others
        )
    return LoadedPrompt(prompt, Status.FALLBACK, tried, (warning,))


def _with_line(error: PromptError) -> str:
    return (
        Sentence("prompts.on-line", line=error.line, message=error.message)
        if error.line is not None
        else error.message
    )


def _not_found(
    name: str,
    tried: tuple[CandidateFile, ...],
    user_dir: Path,
    default_dir: Path | None,
    access: FileAccess | None,
) -> PromptError:
    causes = tuple(error for file in tried for error in file.errors)
    folders = [f"{folder}/" for folder in (user_dir, default_dir) if folder is not None]
    near: list[str] = []
    if not causes:
        with suppress(OSError, FileError):
            names = prompt_names(user_dir, default_dir, access=access)
            near = nearest(name, (other for other in names if other != name))
    if causes:
        message = Sentence(
            "prompts.none-can-be-used", name=name, cause=_with_line(causes[0]), meant=meant(near)
        )
    elif tried:
        message = Sentence("prompts.not-found", name=name, folders=folders, meant=meant(near))
    else:
        message = Sentence("prompts.looked-nowhere", name=name, meant=meant(near))
    return PromptError(
        PromptErrorType.FILE_NOT_FOUND,
        message,
        str(tried[-1].path) if tried else "",
        suggestions=near or [suggestion for cause in causes for suggestion in cause.suggestions],
        causes=causes,
    )


# Two writes within one step of a file system's clock leave the same time; the coarsest steps two seconds.
_CLOCK_STEP_NS = 2_000_000_000


class _ReadFile(NamedTuple):
    mark: FileMark | None
    hash: str
    candidate: CandidateFile
    may_change_unseen: bool


class PromptRegistry:
    """The prompts of two folders, the same objects as long as their files stay the same."""

    def __init__(
        self, user_dir: Path | str, default_dir: Path | str | None, *, clock: Clock = utc_now
    ) -> None:
        """Take the folders; nothing is read before it is asked for.

        `clock` gives the loading time, and tells whether a file's times are old enough to be trusted.
        """
        self.user_prompts_dir = absolute(user_dir)
        self.default_prompts_dir = absolute(default_dir)
        self.initialized = False
        self._clock = clock
        self._prompts: dict[str, SystemPrompt] = {}
        self._loaded: dict[str, LoadedPrompt] = {}
        self._files: dict[Path, _ReadFile] = {}

    @property
    def prompts(self) -> Mapping[str, SystemPrompt]:
        """The prompts loaded so far, by name."""
        return MappingProxyType(self._prompts)

    def initialize(self) -> tuple[PromptError, ...]:
        """Load every prompt there is; return the errors of those that can't be used."""
        errors: list[PromptError] = []
        for name in self.names():
            try:
                self.load(name)
            except PromptError as error:
                errors.append(error)
        self.initialized = True
        return tuple(errors)

    def names(self) -> tuple[str, ...]:
        """Return the names of the prompts in both folders, sorted, valid or not, as they are now."""
        return prompt_names(self.user_prompts_dir, self.default_prompts_dir)

    def __contains__(self, name: object) -> bool:
        """Whether one of the folders has a file of that name now, usable or not; no folder is listed."""
        folders = (self.user_prompts_dir, self.default_prompts_dir)
        return isinstance(name, str) and any(
            has_prompt_file(folder, name) for folder in folders if folder is not None
        )

    def __bool__(self) -> bool:
        """Return True, even for an empty registry, so that it is not taken for None."""
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __len__(self) -> int:
        return len(self.names())

    def get(self, name: str) -> SystemPrompt:
        """Return a prompt as it is on disk now; raises PromptError (FILE_NOT_FOUND)."""
        return self.load(name).prompt

    def load(self, name: str) -> LoadedPrompt:
        """Return a prompt as it is on disk now, with how it was found; raises like `get`."""
        try:
            loaded = choose(name, self.user_prompts_dir, self.default_prompts_dir, self._read)
        except PromptError:
            self._prompts.pop(name, None)
            self._loaded.pop(name, None)
            raise
        known = self._loaded.get(name)
        if known is not None and all(a is b for a, b in zip(known.tried, loaded.tried, strict=False)):
            return known
        self._loaded[name] = loaded
        self._prompts[name] = loaded.prompt
        return loaded

    def _read(self, path: Path, origin: Origin) -> CandidateFile:
        before = self._files.get(path)
        mark = mark_at(path)
        if before is not None and before.mark == mark and not before.may_change_unseen:
            return before.candidate
        read_at = self._clock()
        content = read_content(path, origin)
        if isinstance(content, CandidateFile):
            hash_ = ""
            is_same = before is not None and not before.hash and before.candidate.exists == content.exists
            candidate = before.candidate if before is not None and is_same else content
        else:
            hash_ = content.stamp.hash
            is_same = before is not None and before.hash == hash_
            candidate = (
                before.candidate
                if before is not None and is_same
                else candidate_of(content.data, path, origin, read_at)
            )
        is_fresh = (
            mark is not None
            and int(read_at.timestamp() * 1_000_000_000) - max(mark.mtime_ns, mark.ctime_ns) < _CLOCK_STEP_NS
        )
        self._files[path] = _ReadFile(mark, hash_, candidate, is_fresh)
        return candidate
