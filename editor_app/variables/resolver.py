"""The values of the variables a template names, at one moment."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias

from editor_app.clock import Clock
from editor_app.text import Sentence
from editor_app.variables.catalog import LITERAL, Catalog, Cause, Note, entry_for, short_name, types_of
from editor_app.variables.files import FileReader, FileText, file_reader
from editor_app.variables.git import GitRunner, git_runner

MOST_THREADS = 32

_ASKED_OF_GIT = {
    "git:branch": ("rev-parse", "--abbrev-ref", "HEAD"),
    "git:status": ("status", "--short"),
}

_Value: TypeAlias = str | Note


@dataclass(frozen=True, slots=True)
class Context:
    """The facts of a conversation that variables can insert; None where one is not given."""

    cwd: Path | None = None
    model: str | None = None
    conversation_id: str | None = None


@dataclass(frozen=True, slots=True)
class Sources:
    """Where values come from; where the reader or the runner raises, the variable has no value.

    `is_remembered`: whether a file of that name, or git with these arguments, is answered without waiting.
    """

    clock: Clock
    read_file: FileReader
    run_git: GitRunner
    platform: str
    hostname: str
    is_remembered: Callable[[Path, str | tuple[str, ...]], bool] = lambda _folder, _asked: False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The values at one moment by `type:name`; each that is None has a note that says why."""

    values: Mapping[str, str | None]
    notes: Mapping[str, Note]
    context: Context
    taken_at: datetime


def resolve(names: Iterable[str], catalog: Catalog, context: Context, sources: Sources) -> Snapshot:
    """Return the values of `names`, each resolved once; files and git are read in parallel."""
    now = sources.clock()
    now = now.replace(tzinfo=UTC) if now.tzinfo is None else now.astimezone(UTC)
    resolved: dict[str, _Value] = {}
    waiting: dict[str, Callable[[], _Value]] = {}
    for name in dict.fromkeys(names):
        kind = name.partition(":")[0]
        if kind == LITERAL:
            continue
        if (kind == "file" or name in _ASKED_OF_GIT) and entry_for(name, catalog) is not None:
            resolved[name] = ""  # keeps the order of the names
            ask = partial(_ask, name, context, sources)
            question = _ASKED_OF_GIT.get(name, name.partition(":")[2])
            if context.cwd is not None and sources.is_remembered(context.cwd, question):
                resolved[name] = _value_or_failure(name, ask)
            else:
                waiting[name] = ask
        else:
            resolved[name] = _known(name, catalog, context, sources, now)
    resolved |= _in_parallel(waiting)
    values = {name: None if isinstance(value, Note) else value for name, value in resolved.items()}
    notes = {name: value for name, value in resolved.items() if isinstance(value, Note)}
    return Snapshot(values, notes, context, now)


def read_once(sources: Sources) -> Sources:
    """Return sources that read each file and ask git each question only once."""
    files: dict[tuple[Path, str], FileText | Note] = {}
    answers: dict[tuple[Path, tuple[str, ...]], str | Note] = {}

    def read_file(folder: Path, name: str) -> FileText | Note:
        if (folder, name) not in files:
            files[folder, name] = sources.read_file(folder, name)
        return files[folder, name]

    def run_git(folder: Path, arguments: tuple[str, ...]) -> str | Note:
        if (folder, arguments) not in answers:
            answers[folder, arguments] = sources.run_git(folder, arguments)
        return answers[folder, arguments]

    def is_remembered(folder: Path, question: str | tuple[str, ...]) -> bool:
        return (folder, question) in (files if isinstance(question, str) else answers)

    return replace(sources, read_file=read_file, run_git=run_git, is_remembered=is_remembered)


def real_sources(
    workspace: Path,
    *,
    clock: Clock,
    allowed_files: Collection[Path] = (),
    trusted: bool = True,
    library: Path | None = None,
    follows_links: bool = True,
) -> Sources:
    """Return the sources of this machine; a git that lies in the workspace or in `library` is not run.

    Where the workspace is not `trusted`, git is not run at all and no file outside `library` is read, without
    a library none. `allowed_files` are paths without links. Without `follows_links` the workspace has to be a
    folder whose links are resolved; what is read there is dropped if one of its parts became a link.
    """
    import socket
    import sys

    run_git = git_runner(workspace, *([library] if library else [])) if trusted else _git_is_not_trusted

    return Sources(
        clock=clock,
        read_file=file_reader(allowed_files, library=library, trusted=trusted, follows_links=follows_links),
        run_git=run_git if follows_links else partial(_ask_git_in_place, run_git),
        platform="linux" if sys.platform.startswith("linux") else sys.platform,
        hostname=socket.gethostname(),
    )


def _known(name: str, catalog: Catalog, context: Context, sources: Sources, now: datetime) -> _Value:
    values = {
        "prompt:cwd": context.cwd,
        "prompt:model": context.model,
        "prompt:conversation_id": context.conversation_id,
    }
    facts = {
        "system:time": now.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "system:date": now.date().isoformat(),
        "system:os": sources.platform,
        "system:hostname": sources.hostname,
    }
    entry = entry_for(name, catalog)
    if entry is None:
        kind, _, rest = name.partition(":")
        if kind in types_of(catalog):
            return Note(
                Cause.UNKNOWN_NAME, Sentence("variables.no-variable", kind=kind, name=short_name(rest))
            )
        return Note(Cause.UNKNOWN_TYPE, Sentence("variables.no-type", kind=short_name(kind)))
    if name in facts:
        return facts[name]
    value = values.get(name)
    if value is not None:
        return str(value)
    if entry.supplied_by:
        return Note(Cause.NOT_GIVEN, Sentence("variables.not-set-by", name=name, supplier=entry.supplied_by))
    return Note(Cause.NOT_GIVEN, Sentence("variables.not-set", name=name))


def _ask(name: str, context: Context, sources: Sources) -> _Value:
    """Ask git or read the file that a variable names."""
    kind, _, rest = name.partition(":")
    folder = context.cwd
    if folder is None:
        return Note(Cause.NOT_GIVEN, Sentence("variables.needs-folder", name=short_name(name)))
    if kind == "file":
        reading = sources.read_file(folder, rest)
        return reading.text if isinstance(reading, FileText) else reading
    output = sources.run_git(folder, _ASKED_OF_GIT[name])
    if isinstance(output, Note):
        return output
    return output.strip() if name == "git:branch" else output.rstrip()  # a status can begin with a space


def _in_parallel(waiting: Mapping[str, Callable[[], _Value]]) -> dict[str, _Value]:
    """Ask for all at the same time, at most MOST_THREADS of them; this thread asks, too.

    A pool would wait for each of its threads to start before it starts the next.
    """
    from _thread import start_new_thread
    from threading import Semaphore

    todo = deque(waiting.items())
    values: dict[str, _Value] = {}
    ended = Semaphore(0)

    def work() -> None:
        while True:
            try:
                name, ask = todo.popleft()
            except IndexError:
                return
            values[name] = _value_or_failure(name, ask)

    def work_in_thread() -> None:
        try:
            work()
        finally:
            ended.release()

    started = 0
    for _ in range(min(MOST_THREADS, len(waiting)) - 1):
        try:
            start_new_thread(work_in_thread, ())
        except RuntimeError:  # the system has no more threads: those that there are do the work
            break
        started += 1
    work()
    for _ in range(started):
        ended.acquire()
    return values


def _value_or_failure(name: str, ask: Callable[[], _Value]) -> _Value:
    try:
        return ask()
    except Exception as error:  # noqa: BLE001  a value that cannot be had does not exist, for whatever reason
        return Note(
            Cause.FAILED,
            Sentence(
                "variables.not-resolved", name=short_name(name), reason=str(error) or type(error).__name__
            ),
        )


def _ask_git_in_place(run_git: GitRunner, folder: Path, arguments: tuple[str, ...]) -> _Value:
    """Ask git in a folder whose links are resolved; its answer is dropped if it may be of another folder."""
    output = run_git(folder, arguments) if _is_in_place(folder) else None
    if output is not None and _is_in_place(folder):
        return output
    return Note(Cause.GIT_FAILED, Sentence("variables.git-moved", folder=os.fspath(folder)))


def _is_in_place(folder: Path) -> bool:
    return os.path.realpath(folder) == os.fspath(folder)


def _git_is_not_trusted(folder: Path, _arguments: tuple[str, ...]) -> Note:
    return Note(Cause.NOT_TRUSTED, Sentence("variables.git-needs-trust", folder=os.fspath(folder)))
