"""What is saved after a recovery is what would have been saved without the crash, newlines included."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from property_runs import examples
from session_journals import journal_paths

from editor_app.library import take_journals
from editor_app.library.journal.folders import journal_folder
from editor_app.text import Edit, Span, decode
from editor_app.window.session.plan import plan_of

NAME = "mixed.md"
_NEWLINES = st.sampled_from(["\n", "\r\n", "\r"])
_FILES = st.lists(st.tuples(st.sampled_from(["", "a", "bc"]), _NEWLINES), max_size=8).map(
    lambda lines: "".join(f"{line}{newline}" for line, newline in lines).encode()
)
_PLACES = st.floats(0, 1)
_ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("replace"), _PLACES, _PLACES, st.sampled_from(["", "x", "\n", "y\n\nz"])),
        st.tuples(st.just("every"), st.sampled_from(["a", "\n", "b"]), st.sampled_from(["", "q", "\n\n"])),
        st.tuples(st.sampled_from(["undo", "redo", "undo", "join", "save"])),
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
            document.text_document.undo()
        case "redo", _:
            document.text_document.redo()
        case "join", _:
            document.apply_edits([Edit(Span(0, 0), "j\n")], joins=True)
        case "save", _:
            assert window.workbench.files.save(file)
        case "version", (data,):
            decoded = decode(data)
            document.replace_text(decoded.text, decoded.format.newlines)


def copy_of(journals: list[Path], library: Path, state: Path) -> Path:
    """Return a state folder with the journals as a kill would leave them now."""
    folder = journal_folder(state, library)
    folder.mkdir(parents=True, exist_ok=True)
    for path in journals:
        (folder / path.name).write_bytes(path.read_bytes())
    return state


def test_the_bytes_to_save_are_those_from_before_a_kill(opened, root, tmp_path):
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
    @examples(15)
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


def test_undo_after_a_recovery_brings_back_each_newline_and_typing_goes_on_as_before(opened, kill, root):
    path = root / NAME
    path.write_bytes(b"one\r\ntwo\nthree\r\n\rfour\r\n")
    first = opened(NAME)
    file = first.file
    file.document.apply_edits([Edit(Span(4, 8), "")])
    file.document.apply_edits([Edit(Span(0, len(file.text)), "")])
    file.document.text_document.undo()
    assert file.data() == b"one\r\nthree\r\n\rfour\r\n"
    kill(first)
    second = opened()
    assert second.file.data() == b"one\r\nthree\r\n\rfour\r\n"
    for _ in range(3):
        second.file.document.text_document.undo()
    assert second.file.data() == path.read_bytes()

    second.file.document.apply_edits([Edit(Span(0, len(second.file.text)), "")])
    second.trigger("save")
    assert path.read_bytes() == b""
    second.type("new")
    kill(second)
    third = opened()
    third.file.document.apply_edits([Edit(Span(3, 3), "\n")])
    assert third.file.data() == b"new\r\n"


def test_undo_after_a_reload_brings_back_the_newlines_of_the_file_before(opened, kill, root):
    path = root / NAME
    path.write_bytes(b"one\r\ntwo\r\n")
    first = opened(NAME)
    path.write_bytes(b"one\nthree\nfour\n")
    first.workbench.files.check_disk()
    assert (first.text, first.file.data()) == ("one\nthree\nfour\n", path.read_bytes())
    first.file.document.text_document.undo()
    assert first.file.is_modified
    assert first.file.data() == b"one\r\ntwo\r\n"
    kill(first)
    second = opened()
    assert second.file.data() == b"one\r\ntwo\r\n", "so the journal has them, too"
    second.trigger("save")
    assert path.read_bytes() == b"one\r\ntwo\r\n"

    path.write_bytes(b"zero one\ntwo\n")  # by one insertion
    second.workbench.files.check_disk()
    second.file.document.text_document.undo()
    second.file.document.text_document.redo()
    assert not second.file.is_modified
    assert second.file.data() == path.read_bytes(), "or it would be shown as saved"
    second.type("y")
    kill(second)
    third = opened()
    third.file.document.text_document.undo()
    assert (third.file.is_modified, third.file.data()) == (False, path.read_bytes())
