"""`foreword history`: the kept versions of a file; one of them, or it as the file's text now."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.paths import STANDARD_INPUT, is_path, no_such_path, path_of_word, show_path
from editor_app.cli.sources import access_to, library_of, open_current_library
from editor_app.cli.streams import Streams, report_change
from editor_app.clock import local_time, utc_now
from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.operations import restore_deleted
from editor_app.library.files.reading import NotAllowed, allowed_end, quoted, read_file, shown
from editor_app.library.files.saving import save_file
from editor_app.library.files.unsaved_marks import writing_allowed
from editor_app.library.folders import Library
from editor_app.library.history.history import (
    FileHistory,
    deleted_files,
    history_of,
    read_version,
    size_in_words,
)
from editor_app.library.history.version_lists import Version, VersionReason
from editor_app.library.kinds import STANDARD_KINDS
from editor_app.library.paths import config_dir, is_folder, state_dir
from editor_app.library.settings.settings import read_settings, use_history_settings
from editor_app.prompts.names import is_name, prompt_path
from editor_app.text import Sentence, meant, nearest, some_of
from editor_app.variables.access import FileAccess
from editor_app.wire.documents import history_document, version_document
from editor_app.wire.problems import to_json

_MOST_NAMED = 5


def run(arguments: Arguments, streams: Streams) -> int:
    """List the versions, print one exactly, or restore one."""
    streams.warn(use_history_settings(state_dir(), *read_settings(config_dir())))
    history = _find(arguments.words[0], arguments, streams)
    if arguments.show is not None:
        version = _version(arguments.show, history)
        _access(history.path, library_of(history.path, arguments), arguments)
        data = read_version(state_dir(), version)
        streams.write(to_json(version_document(arguments.show, version, data)) if arguments.json else data)
    elif arguments.restore is not None:
        _restore(arguments.restore, history, arguments, streams)
    else:
        streams.show(lambda: history_document(history), _rows(history))
        streams.warn(history.sentences)
    return 0


def _find(word: str, arguments: Arguments, streams: Streams) -> FileHistory:
    """Return the history of a file by its path, there or not, else of a prompt or the template by name."""
    if word == STANDARD_INPUT:
        raise Failure("usage", Sentence("cli.input-without-history"))
    path = path_of_word(word)
    if is_folder(path):
        deleted = [show_path(version.path) for version in deleted_files(state_dir(), path)]
        names = some_of([quoted(name) for name in deleted], _MOST_NAMED)
        has = Sentence("cli.history-has-deleted", names=names) if deleted else ""
        is_folder_here = Sentence("cli.history-of-files", name=quoted(word))
        raise Failure("file", is_folder_here, has, path=path, suggestions=deleted)
    history = history_of(state_dir(), path)
    if is_path(word) or _has_something(history):
        return history
    library = open_current_library(arguments, streams)
    return _find_by_name(word, library) or _no_history(word, path)


def _find_by_name(name: str, library: Library) -> FileHistory | None:
    """Return the history of the user's file of that name, else of the default; None if there is neither."""
    if name in STANDARD_KINDS:
        paths = [library.own_text(name), library.default_text(name)]
    else:
        paths = [prompt_path(folder, name) for folder in library.prompt_dirs] if is_name(name) else []
    for path in paths:
        history = history_of(state_dir(), path)
        if os.path.lexists(path) or _has_something(history):
            return history
    return None


def _has_something(history: FileHistory) -> bool:
    return bool(history.versions or history.sentences)


def _restore(number: int, history: FileHistory, arguments: Arguments, streams: Streams) -> None:
    """Make a version the file's text; the text before goes to local history."""
    version, path = _version(number, history), history.path
    library = library_of(path, arguments)
    if library is not None and library.is_default(path):
        sentence = Sentence("cli.default-not-restored", name=quoted(path.name))
        raise Failure("file", sentence, Sentence("cli.show-instead"), path=path)
    access = _access(path, library, arguments)
    with writing_allowed(state_dir(), path) as unknown:
        change = _put_back(path, number, version, access)
    streams.warn(unknown)
    report_change(change, streams)


def _put_back(path: Path, number: int, version: Version, access: FileAccess | None) -> FileChange:
    """Make a version the file's text; `access` says where the paths of its library may lead."""
    if not os.path.lexists(path):
        return restore_deleted(path, version, state_dir=state_dir())
    data, now = read_version(state_dir(), version), read_file(path, access=access)
    name = quoted(path.name)
    if data == now.data:
        return FileChange(Sentence("cli.has-version-already", name=name, number=number), (), state_dir())
    saved = save_file(
        path,
        data,
        expected=now.stamp,
        state_dir=state_dir(),
        now=utc_now(),
        why=VersionReason.RESTORED,
        access=access,
    )
    hashes = {version.hash for version in history_of(state_dir(), path).versions}
    before = Sentence("cli.before-in-history") if now.stamp.hash in hashes else ""
    restored = Sentence("cli.version-restored", name=name, number=number, time=_time(version), before=before)
    return FileChange(restored, (), state_dir(), saved.warnings)


def _access(path: Path, library: Library | None, arguments: Arguments) -> FileAccess | None:
    """Return where the paths of a library may lead; raises NotAllowed if `path` leads elsewhere."""
    access = access_to(path, library, arguments)
    try:
        if access is not None:
            allowed_end(path, access)
    except NotAllowed as error:
        sentence = Sentence("cli.version-not-reached", name=quoted(path.name), reason=error.reason)
        raise NotAllowed(sentence, path, error.refusal) from None
    return access


def _version(number: int, history: FileHistory) -> Version:
    count = len(history.versions)
    if 1 <= number <= count:
        return history.versions[number - 1]
    name = quoted(history.path.name)
    if not count:
        none = Sentence("cli.no-versions", name=name)
        raise Failure("not-found", none, *history.sentences, path=history.path)
    sentence = Sentence("cli.no-version", number=number, name=name, count=count)
    raise Failure("not-found", sentence, path=history.path)


def _rows(history: FileHistory) -> Iterator[str]:
    width = len(str(len(history.versions)))
    for number, version in enumerate(history.versions, 1):
        size, why = size_in_words(version.size), version.why.in_words
        if version.path.name != history.path.name:
            why = Sentence("cli.version-as", why=why, name=quoted(version.path.name))
        yield f"{number:>{width}}  {_time(version)}  {size:>8}  {why}"
    yield history.in_words


def _time(version: Version) -> str:
    """Return when a version was kept, in this machine's zone."""
    time = local_time(version.kept_at)
    return "????-??-?? ??:??:??" if time is None else f"{time:%Y-%m-%d %H:%M:%S}"


def _no_history(word: str, path: Path) -> FileHistory:
    """Raise that there is neither a file nor a version, with the deleted file that was probably meant."""
    deleted = {version.path.name: version.path for version in deleted_files(state_dir(), path.parent)}
    near = [show_path(deleted[name]) for name in nearest(path.name, sorted(deleted))]
    if not near:
        near = list(no_such_path(word).suggestions)
    none = Sentence("cli.no-file-no-version", name=quoted(word))
    raise Failure("not-found", none, meant([shown(name) for name in near]), path=path, suggestions=near)
