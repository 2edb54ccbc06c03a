"""The journal and the store of trust, as operations: what a step acknowledges is what can be had back.

A text counts as recovered if any journal that was left has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from counting import TRUSTED, UNSAVED
from operations import FEW, Changes, Operation
from places import NOW, OLD, Scene
from tracing import Report

from editor_app.library.files.reading import FileError
from editor_app.library.journal import writing
from editor_app.library.journal.records import JournalDocument
from editor_app.library.journal.taking import take_journals
from editor_app.library.journal.writing import JournalWriter, open_journal
from editor_app.library.trust.trust import allow_file, distrust_workspace, trust_workspace
from editor_app.text import Edit, Span, TextFormat

_PATIENCE = 30.0
_BASE = OLD.decode()
_TYPED = "Typed without a pause, and longer than a line of it. "
_JOURNAL_PLACES = (
    *("with history", "first start on the disk", "other scripts"),
    *("state folder is a file", "read-only state folder"),
)
_SMALL = 1500  # bytes, above which a journal is written anew


def _document(number: int, path: Path | None, base: str) -> JournalDocument:
    name = "untitled" if path is None else path.name
    return JournalDocument(number, path, name, base, None, TextFormat())


def _open(scene: Scene) -> JournalWriter:
    return open_journal(
        scene.state, scene.library, now=NOW, clock=lambda: NOW, on_trouble=lambda _sentence: None
    )


def _flush(writer: JournalWriter) -> None:
    """Bring all to the disk; a fault that does not last may cost a second try, and no more."""
    if not writer.flush(_PATIENCE) and not writer.flush(_PATIENCE):
        raise FileError("The text is in memory only.", writer.path)


def _insert(writer: JournalWriter, number: int, at: int, text: str) -> None:
    writer.edited(number, [Edit(Span(at, at), text)])


def _edit(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    """Edit two documents, of which one is untitled; close one."""
    writer = _open(scene)
    writer.begin(_document(1, path, _BASE))
    for number in range(3):
        _insert(writer, 1, number, str(number))
        _flush(writer)
        report.done()
    writer.begin(_document(2, None, ""))
    _insert(writer, 2, 0, "a thought")
    _flush(writer)
    report.done()
    writer.session({"tabs": [1, 2]})
    writer.ended(1)
    _flush(writer)
    report.done()
    writer.close(is_clean=True)


def _edited(_scene: Scene, path: Path, _given: Any) -> tuple[Changes, ...]:
    name = f"{UNSAVED}{path.name}"
    typed = tuple({name: ("012"[:count] + _BASE).encode()} for count in (1, 2, 3))
    return (*typed, {f"{UNSAVED}untitled": b"a thought"}, {name: None})


def type_text(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    """Type without a pause and without waiting; what is recovered then is what came first."""
    writer = _open(scene)
    writer.begin(_document(1, path, ""))
    for at, character in enumerate(_TYPED):
        _insert(writer, 1, at, character)
        if at % 20 == 19:
            _flush(writer)
            report.done(steps=20)
    _flush(writer)
    report.done(steps=len(_TYPED) % 20)
    writer.close(is_clean=False)


def typed_texts(_scene: Scene, path: Path, _given: Any) -> tuple[Changes, ...]:
    name = f"{UNSAVED}{path.name}"
    return tuple({name: _TYPED[:count].encode()} for count in range(1, len(_TYPED) + 1))


@contextmanager
def _small_journals() -> Iterator[None]:
    was, writing.MOST_BYTES = writing.MOST_BYTES, _SMALL
    try:
        yield
    finally:
        writing.MOST_BYTES = was


def _grow(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    """Fill a journal until it is written anew, twice."""
    with _small_journals():
        writer = _open(scene)
        writer.begin(_document(1, path, _BASE))
        for number in range(8):
            _insert(writer, 1, 0, str(number))
            writer.session({"filling": "x" * 600, "number": number})
            _flush(writer)
            report.done()
        writer.close(is_clean=False)


def _grown(_scene: Scene, path: Path, _given: Any) -> tuple[Changes, ...]:
    texts = ("01234567"[:count][::-1] + _BASE for count in range(1, 9))
    return tuple({f"{UNSAVED}{path.name}": text.encode()} for text in texts)


def left_by_a_crash(scene: Scene, path: Path) -> None:
    writer = _open(scene)
    writer.begin(_document(1, path, _BASE))
    _insert(writer, 1, 0, "unsaved ")
    writer.begin(_document(2, None, ""))
    _insert(writer, 2, 0, "a thought")
    writer.close(is_clean=False)


def _recover(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    """Take over what a crash left, as a start does: into a new journal first, then the old one goes."""
    found, _ = take_journals(scene.state, scene.library)
    writer = _open(scene)
    for journal in found:
        for text in journal.content.texts:
            writer.begin(text.document)
            for step in text.steps:
                writer.edited(text.document.number, step)
    _flush(writer)
    for journal in found:
        journal.remove()
    if found:
        report.done()
        _insert(writer, 2, 0, "so ")
        _flush(writer)
        report.done()
    writer.close(is_clean=False)


def _recovered(_scene: Scene, _path: Path, _given: Any) -> tuple[Changes, ...]:
    return ({}, {f"{UNSAVED}untitled": b"so a thought"})


def _trust(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    trust_workspace(scene.state, scene.library, now=NOW)
    report.done()
    allow_file(scene.state, scene.library, path.parent / "notes.txt", now=NOW)
    report.done()
    distrust_workspace(scene.state, scene.library)
    report.done()


def _trusted(scene: Scene, path: Path, _given: Any) -> tuple[Changes, ...]:
    name = f"{TRUSTED}{scene.library}"
    return ({name: b""}, {name: str(path.parent / "notes.txt").encode()}, {name: None})


def _only_begun(base: str) -> Callable[[Scene, Path], Mapping[str, bytes]]:
    """Return what a journal has once a document was begun, before its first edit."""
    return lambda _scene, path: {f"{UNSAVED}{path.name}": base.encode(), f"{UNSAVED}untitled": b""}


JOURNAL_OPERATIONS = (
    Operation("journal: edit", _edit, _edited, places=_JOURNAL_PLACES, between=_only_begun(_BASE)),
    Operation(
        "journal: type", type_text, typed_texts, places=FEW, may_run_ahead=True, between=_only_begun("")
    ),
    Operation(
        "journal: written anew", _grow, _grown, places=FEW, may_run_ahead=True, between=_only_begun(_BASE)
    ),
    Operation("journal: recovery", _recover, _recovered, left_by_a_crash, FEW, may_run_ahead=True),
    Operation("trust", _trust, _trusted, places=FEW),
)
