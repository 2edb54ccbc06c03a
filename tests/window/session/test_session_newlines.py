"""What is saved after a recovery is what would have been saved without the crash, newlines included."""

from __future__ import annotations

import inspect
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from named_cases import in_case
from property_runs import examples
from session_journals import journal_paths

from editor_app.library.journal.journal_file import journal_folder
from editor_app.library.journal.taking import take_journals
from editor_app.text import Edit, Span, decode
from editor_app.window.session.plan import plan_of

NAME = "mixed.md"
Case = Generator[None, Any]
_NEWLINES = st.sampled_from(["\n", "\r\n", "\r"])
_FILES = st.lists(st.tuples(st.sampled_from(["", "a", "bc"]), _NEWLINES), max_size=8).map(
    lambda lines: "".join(f"{line}{newline}" for line, newline in lines).encode()
)
_PLACES = st.floats(0, 1)
_ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("replace"), _PLACES, _PLACES, st.sampled_from(["", "x", "\n", "y\n\nz"])),
        st.tuples(st.just("every"), st.sampled_from(["a", "\n", "b"]), st.sampled_from(["", "q", "\n\n"])),
        st.tuples(st.sampled_from(["undo", "redo", "undo", "join", "continue", "save"])),
        st.tuples(st.just("version"), _FILES),
    ),
    min_size=1,
    max_size=12,
)


def act(window, file, action: str, *given: object) -> None:
    document = file.document
    length = len(file.text)
    match action, given:
        case "replace", (one, other, text):
            start, end = sorted((round(one * length), round(other * length)))
            document.apply_edits([Edit(Span(start, end), text)])
        case "every", (searched, text):
            places = [at for at in range(length) if file.text.startswith(searched, at)]
            document.apply_edits([Edit(Span(at, at + 1), text) for at in places])
        case "undo", _:
            document.undo()
        case "redo", _:
            document.redo()
        case "join", _:
            document.apply_edits([Edit(Span(0, 0), "j\n")], joins=True)
        case "continue", _:
            document.apply_edits([Edit(Span(0, 0), "c\n")], continues=True)
        case "save", _:
            assert window.workbench.files.save(file)
        case "version", (data,):
            decoded = decode(data)
            document.replace_text(decoded.text, decoded.format.newlines)
    document.release()


def copy_of(journals: list[Path], library: Path, state: Path) -> Path:
    """Return a state folder with the journals as a kill would leave them now."""
    folder = journal_folder(state, library)
    folder.mkdir(parents=True, exist_ok=True)
    for path in journals:
        (folder / path.name).write_bytes(path.read_bytes())
    return state


@pytest.mark.parametrize("count", [8, pytest.param(30, marks=pytest.mark.long)])
def test_the_bytes_to_save_are_those_from_before_a_kill(opened, root, tmp_path, count):
    path = root / NAME
    path.write_bytes(b"")
    first, second = opened(), opened()
    [journal, _other] = journal_paths(tmp_path / "state")

    def killed(number: int):
        assert first.workbench.session.journaling.is_safe(60)
        state = copy_of([journal], root, tmp_path / f"killed-{number}")
        found, sentences = take_journals(state, root)
        assert sentences == ()
        try:
            return plan_of([one.content for one in found])
        finally:
            for one in found:
                one.remove()

    @given(_FILES, _ACTIONS)
    @examples(count)
    def check(data: bytes, actions: list[tuple[str]]) -> None:
        path.write_bytes(data)
        file = first.workbench.files.open(path)
        assert file is not None
        for action in actions:
            act(first, file, *action)
        plan = killed(0)
        restoring = second.workbench.session.restoring
        restoring.start(plan, ())
        restoring.restore_all()
        restored = second.workbench.files.open(path)
        assert restored is not None
        given, expected = restored.data(), file.data()
        first.workbench.files.close(file)
        second.workbench.files.close(restored)
        assert given == expected

    check()


def undo_after_a_recovery_brings_back_each_newline_and_typing_goes_on_as_before(path: Path) -> Case:
    path.write_bytes(b"one\r\ntwo\nthree\r\n\rfour\r\n")
    window = yield
    file = window.file
    file.document.apply_edits([Edit(Span(4, 8), "")])
    file.document.apply_edits([Edit(Span(0, len(file.text)), "")])
    file.document.text_document.undo()
    assert file.data() == b"one\r\nthree\r\n\rfour\r\n"
    window = yield
    assert window.file.data() == b"one\r\nthree\r\n\rfour\r\n"
    for _ in range(3):
        window.file.document.text_document.undo()
    assert window.file.data() == path.read_bytes()

    window.file.document.apply_edits([Edit(Span(0, len(window.file.text)), "")])
    window.trigger("save")
    assert path.read_bytes() == b""
    window.type("new")
    window = yield
    window.file.document.apply_edits([Edit(Span(3, 3), "\n")])
    assert window.file.data() == b"new\r\n"


def undo_after_a_reload_brings_back_the_newlines_of_the_file_before(path: Path) -> Case:
    path.write_bytes(b"one\r\ntwo\r\n")
    window = yield
    path.write_bytes(b"one\nthree\nfour\n")
    window.workbench.files.disk.look_now()
    assert (window.text, window.file.data()) == ("one\nthree\nfour\n", path.read_bytes())
    window.file.document.text_document.undo()
    assert window.file.is_modified
    assert window.file.data() == b"one\r\ntwo\r\n"
    window = yield
    assert window.file.data() == b"one\r\ntwo\r\n", "so the journal has them, too"
    window.trigger("save")
    assert path.read_bytes() == b"one\r\ntwo\r\n"

    path.write_bytes(b"zero one\ntwo\n")  # by one insertion
    window.workbench.files.disk.look_now()
    window.file.document.text_document.undo()
    window.file.document.text_document.redo()
    assert not window.file.is_modified
    assert window.file.data() == path.read_bytes(), "or it would be shown as saved"
    window.type("y")
    window = yield
    window.file.document.text_document.undo()
    assert (window.file.is_modified, window.file.data()) == (False, path.read_bytes())


def a_text_with_nul_that_was_saved_has_what_was_typed_after_it(path: Path) -> Case:
    path.write_text("hello\n")
    window = yield
    window.file.document.replace_text("he\0llo\n")
    window.trigger("save")
    assert path.read_bytes() == b"he\0llo\n"
    window.type("more ")
    text = window.text
    window = yield
    assert window.text == text
    window.trigger("undo")
    assert (window.text, window.file.is_modified) == ("he\0llo\n", False)


def test_what_is_done_in_three_windows_of_which_each_is_killed(opened, kill, root):
    cases = {}
    for case in (
        undo_after_a_recovery_brings_back_each_newline_and_typing_goes_on_as_before,
        undo_after_a_reload_brings_back_the_newlines_of_the_file_before,
        a_text_with_nul_that_was_saved_has_what_was_typed_after_it,
    ):
        path = root / f"{case.__name__}.txt"
        cases[path] = case(path)
        next(cases[path])
    for _ in range(3):
        window = opened(*cases)
        for path, case in cases.items():
            with in_case(path.stem), suppress(StopIteration):
                window.open(path)
                case.send(window)
        kill(window)
    assert not any(inspect.getgeneratorstate(case) == inspect.GEN_SUSPENDED for case in cases.values())
