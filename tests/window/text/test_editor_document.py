"""The document: whatever Qt does to its text, ours is exactly that, and undo brings back every byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from property_runs import examples
from PySide6.QtGui import QTextCursor

from editor_app.text import Edit, Newlines, Span, TextFormat, apply_edits, decode, encode
from editor_app.window.text.document import document as document_module
from editor_app.window.text.document.document import EditorDocument, select
from editor_app.window.text.document.newline_styles import line_edits

pytestmark = pytest.mark.usefixtures("qapp")

WORDS = st.sampled_from(
    (
        *("a", "b ", "\n", "\n\n", "é", "\u00a0", "\u2028", "\u2029", "\x00", "\ufdd0", "\t", "0123456789\n"),
        *("😀", "👩\u200d👩\u200d👧", "e\u0301", "\ufffc", "\ufeff", "{{x}}", "\uf8ef", "\U000e0041"),
    )
)
TEXTS = st.lists(WORDS, max_size=12).map("".join)


class Follower:
    """A listener that knows the text only from the edits it is told."""

    def __init__(self, document: EditorDocument) -> None:
        self.document = document
        self.text = document.text
        self.edits: list[Edit] = []
        document.edited.connect(self.follow)

    def follow(self, edit: Edit) -> None:
        self.edits.append(edit)
        self.text = apply_edits(self.text, [edit])
        assert self.text == self.document.text


def raw(document: EditorDocument) -> str:
    """What Qt's document holds, read back whole."""
    cursor = QTextCursor(document.text_document)
    cursor.select(QTextCursor.SelectionType.Document)
    return document.bridge.exact(cursor.selectedText())[0]


def selecting(document: EditorDocument, start: int, end: int) -> QTextCursor:
    cursor = QTextCursor(document.text_document)
    select(cursor, document.bridge, Span(start, end))
    return cursor


def check(document: EditorDocument, follower: Follower, expected: str) -> None:
    assert document.text == expected
    assert follower.text == expected
    assert raw(document) == expected
    length = document.text_document.characterCount() - 1
    assert document.bridge.position(len(expected)) == length
    for offset in range(len(expected) + 1):
        assert document.bridge.offset(document.bridge.position(offset)) == offset


PARTS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4), TEXTS), max_size=4)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("type"), st.integers(0, 40), st.integers(0, 3), TEXTS),
        st.tuples(st.just("delete"), st.integers(0, 40), st.integers(0, 9)),
        st.tuples(st.just("backspace"), st.integers(0, 40)),
        st.tuples(
            st.just("edits"), st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4), TEXTS), max_size=4)
        ),
        st.tuples(st.just("block"), st.integers(0, 20), st.integers(0, 20), TEXTS),
        st.tuples(st.just("undo")),
        st.tuples(st.just("redo")),
        st.tuples(st.just("replace"), TEXTS),
    ),
    max_size=12,
)


def perform(document: EditorDocument, step: tuple) -> str:
    """Do one step through Qt and return what the text must be then, or the text itself for undo and redo."""
    text = document.text
    match step:
        case ("type", at, length, inserted):
            start = min(at, len(text))
            end = min(start + length, len(text))
            selecting(document, start, end).insertText(document.bridge.shown(inserted))
            return text[:start] + inserted + text[end:]
        case ("delete", at, length):
            start = min(at, len(text))
            end = min(start + length, len(text))
            selecting(document, start, end).removeSelectedText()
            return text[:start] + text[end:]
        case ("backspace", at):
            offset = min(at, len(text))
            selecting(document, offset, offset).deletePreviousChar()
            return document.text  # how much goes is Qt's choice; the follower and the raw text are the check
        case ("edits", parts):
            edits, place = [], 0
            for gap, length, inserted in parts:
                start = min(place + gap, len(text))
                place = min(start + length, len(text))
                edits.append(Edit(Span(start, place), inserted))
            document.apply_edits(edits)
            return apply_edits(text, edits)
        case ("block", first, second, inserted):
            cursor = QTextCursor(document.text_document)
            low, high = sorted((min(first, len(text)), min(second, len(text))))
            cursor.beginEditBlock()
            for offset in (high, low):
                cursor.setPosition(document.bridge.position(offset))
                cursor.insertText(document.bridge.shown(inserted))
            cursor.endEditBlock()
            return text[:low] + inserted + text[low:high] + inserted + text[high:]
        case ("replace", new):
            document.replace_text(new)
            return new
        case ("undo",):
            document.text_document.undo()
        case ("redo",):
            document.text_document.redo()
    return document.text


@given(TEXTS, STEPS)
@examples(60)
def test_random_edits_through_qt_are_the_engines_edits(text, steps):
    document = EditorDocument(text)
    follower = Follower(document)
    check(document, follower, text)
    for step in steps:
        expected = perform(document, step)
        check(document, follower, expected)
    after = document.text
    while document.text_document.isUndoAvailable():
        document.text_document.undo()
    check(document, follower, text)
    assert not document.is_modified
    while document.text_document.isRedoAvailable():
        document.text_document.redo()
    if not any(step == ("undo",) for step in steps):
        check(document, follower, after)


@given(st.lists(st.sampled_from(["a", "é😀", "\r\n", "\n", "\r", "b"]), max_size=25), STEPS)
def test_undo_brings_back_every_byte_of_mixed_newlines(parts, steps):
    decoded = decode("".join(parts).encode())
    document = EditorDocument(decoded.text, newlines=decoded.format.newlines)
    states = {0: encode(decoded.text, decoded.format)}
    for step in steps:
        perform(document, step)
        saved = encode(document.text, TextFormat(newlines=document.newlines))
        place = document.text_document.availableUndoSteps()
        if step[0] in {"undo", "redo"} and place in states:
            assert saved == states[place]
        states[place] = saved
    while document.text_document.isUndoAvailable():
        document.text_document.undo()
    assert encode(document.text, TextFormat(newlines=document.newlines)) == "".join(parts).encode()


def test_edits_far_apart_leave_the_newlines_between_them_alone():
    decoded = decode(b"one\r\ntwo\nthree\r\nfour\r\n")
    document = EditorDocument(decoded.text, newlines=decoded.format.newlines)
    cursor = QTextCursor(document.text_document)
    cursor.beginEditBlock()
    for position in (len(decoded.text) - 1, 0):
        cursor.setPosition(position)
        cursor.insertText("x")
    cursor.endEditBlock()
    assert encode(document.text, TextFormat(newlines=document.newlines)) == b"xone\r\ntwo\nthree\r\nfourx\r\n"


@given(TEXTS, TEXTS)
def test_line_edits_do_what_the_one_edit_does(before, inserted):
    whole = Edit(Span(0, len(before)), inserted)
    assert apply_edits(before, line_edits(before, whole)) == inserted


@given(
    st.lists(st.sampled_from(["a", "\r\n", "\n", "b"]), max_size=15),
    st.integers(0, 15),
    st.integers(0, 9),
    TEXTS,
)
def test_newlines_after_an_edit_are_the_engines(parts, at, length, inserted):
    decoded = decode("".join(parts).encode())
    document = EditorDocument(decoded.text, newlines=decoded.format.newlines)
    start = min(at, len(decoded.text))
    edit = Edit(Span(start, min(start + length, len(decoded.text))), inserted)
    document.apply_edits([edit])
    if edit.span.of(decoded.text) != inserted:
        assert document.newlines == decoded.format.newlines.after(edit)


def test_a_newline_typed_again_after_undo_is_a_new_one():
    decoded = decode(b"a\nb\r\nc\r\n")
    document = EditorDocument(decoded.text, newlines=decoded.format.newlines)
    saved = lambda: encode(document.text, TextFormat(newlines=document.newlines))  # noqa: E731
    document.apply_edits([Edit(Span(1, 2), "")])
    document.text_document.undo()
    assert saved() == b"a\nb\r\nc\r\n"
    document.text_document.redo()
    document.apply_edits([Edit(Span(1, 1), "\n")])
    assert saved() == b"a\r\nb\r\nc\r\n"
    document.text_document.undo()
    document.text_document.undo()
    assert saved() == b"a\nb\r\nc\r\n"


@pytest.mark.parametrize("before", [b"a\r\nb\r\n", b"a\nb\r\nc\r\n", b"a\rb"])
@pytest.mark.parametrize("came", [b"x\ny\nz\n", b"x\r\ny\n", b"x\ry\r\nz"])
def test_undo_of_a_text_that_came_brings_back_the_newlines_before_it(before, came):
    first, other = decode(before), decode(came)
    document = EditorDocument(first.text, newlines=first.format.newlines)
    saved = lambda: encode(document.text, TextFormat(newlines=document.newlines))  # noqa: E731
    undo, redo = document.text_document.undo, document.text_document.redo
    states = [saved()]
    document.apply_edits([Edit(Span(0, 0), "1\n")])
    states.append(saved())
    document.replace_text(other.text, other.format.newlines)
    states.append(saved())
    document.apply_edits([Edit(Span(0, 0), "2\n")])
    states.append(saved())
    assert (states[0], states[2]) == (before, came)
    for _ in range(2):
        for state in states[-2::-1]:
            undo()
            assert saved() == state
        for state in states[1:]:
            redo()
            assert saved() == state
    for _ in range(3):
        undo()
    document.apply_edits([Edit(Span(0, 0), "3\n")])  # as many steps as when the other came
    document.apply_edits([Edit(Span(0, 0), "4\n")])
    document.apply_edits([Edit(Span(0, 1), "")])
    document.replace_text(first.text, first.format.newlines)
    assert saved() == before
    undo()
    assert document.newlines.dominant == first.format.newlines.dominant


@pytest.mark.parametrize(
    ("before", "came"),
    [
        (b"one\r\ntwo\r\n", b"zero one\ntwo\n"),
        (b"one\r\ntwo\r\n", b"zero\none\ntwo\n"),
        (b"zero one\r\ntwo\r\n", b"one\ntwo\n"),
        (b"a\r\nb", b""),
        (b"a\nb\r\n", b"x\na\nb\n"),
        (b"a\nb\r\nc\r", b"c\n"),
        (b"a\r\nb\r\n", b"x\na\r\nb\n"),
    ],
)
def test_a_text_that_came_by_one_command_is_redone_with_its_newlines(before, came):
    first, other = decode(before), decode(came)
    document = EditorDocument(first.text, newlines=first.format.newlines)
    saved = lambda: encode(document.text, TextFormat(newlines=document.newlines))  # noqa: E731
    document.replace_text(other.text, other.format.newlines)
    document.mark_saved()
    for _ in range(2):
        assert (saved(), document.is_modified) == (came, False)
        document.replace_text(other.text, other.format.newlines)  # again, as when the file was only touched
        document.text_document.undo()
        assert (saved(), document.is_modified) == (before, True)
        document.text_document.redo()
    document.text_document.undo()
    document.apply_edits([Edit(Span(0, 0), "1\n")])
    document.apply_edits([Edit(Span(0, 1), "")])
    assert document.newlines.dominant == first.format.newlines.dominant


@pytest.mark.parametrize("is_saved", [False, True])
@pytest.mark.parametrize("came", [b"xa\nb\n", b"xa\nb\r\n"])
def test_newlines_that_came_alone_stay_whatever_is_undone(came, is_saved):
    first, other = decode(b"a\r\nb\r\n"), decode(came)
    document = EditorDocument(first.text, newlines=first.format.newlines)
    saved = lambda: encode(document.text, TextFormat(newlines=document.newlines))  # noqa: E731
    document.apply_edits([Edit(Span(0, 0), "x")])
    document.replace_text("later\n", Newlines("\r"))
    document.text_document.undo()
    document.replace_text(other.text, other.format.newlines)
    if is_saved:
        document.mark_saved()
    for _ in range(2):
        assert (saved(), document.is_modified) == (came, not is_saved)
        document.text_document.undo()
        assert (saved(), document.is_modified) == (came[1:], True)
        document.text_document.redo()
    document.text_document.redo()
    assert saved() in (b"later\n", b"later\r\n")


def test_files_of_one_newline_remember_nothing():
    document = EditorDocument("a\nb", newlines=Newlines("\r\n"))
    document.apply_edits([Edit(Span(0, 0), "\n")])
    assert document.newlines == Newlines("\r\n")
    assert not document._styles._seen or document._styles._styles is None


def test_edits_are_one_undo_step_and_one_announcement():
    document = EditorDocument("one two three")
    follower = Follower(document)
    document.apply_edits([Edit(Span(0, 3), "1"), Edit(Span(8, 13), "3"), Edit(Span(4, 7), "2")])
    assert document.text == "1 2 3"
    assert len(follower.edits) == 1
    assert document.revision == 1
    document.text_document.undo()
    assert document.text == "one two three"
    assert not document.text_document.isUndoAvailable()


def replaced_in_slices() -> EditorDocument:
    """A text with a step before, and one of three slices of which each has two edits."""
    document = EditorDocument("a a a a a a")
    document.apply_edits([Edit(Span(0, 0), "b ")])
    for at in (10, 6, 2):
        edits = [Edit(Span(at, at + 1), "xy"), Edit(Span(at + 2, at + 3), "xy")]
        document.apply_edits(edits, continues=at < 10)
    return document


def test_a_step_of_slices_is_undone_and_redone_in_slices(qtbot):
    document = replaced_in_slices()
    follower, stepped = Follower(document), list[bool]()
    document.stepped.connect(stepped.append)
    for act, after in ((document.undo, "b a a a a a a"), (document.redo, "b xy xy xy xy xy xy")) * 2:
        before, events = document.text, len(follower.edits)
        stepped.clear()
        act()
        assert len(follower.edits) == events + 1
        assert document.text not in {before, after}
        assert stepped == []
        qtbot.waitUntil(lambda: bool(stepped))
        check(document, follower, after)
        assert (stepped, len(follower.edits)) == ([act == document.undo], events + 3)
    document.undo()
    document.undo()
    check(document, follower, "a a a a a a")
    assert not document.text_document.isUndoAvailable()


@pytest.mark.parametrize("slices", [1, 2])
def test_what_is_written_while_slices_are_undone_keeps_the_others(qtbot, slices):
    document = replaced_in_slices()
    document.undo()
    for _ in range(slices - 1):
        document._steps.advance()
    half_undone = document.text
    QTextCursor(document.text_document).insertText("typed ")  # as an input method does, with no key before
    qtbot.waitUntil(lambda: not document._steps.is_busy)
    assert document.text == f"typed {half_undone}"
    seen = []
    for act in (document.undo, document.undo, document.redo, document.redo):
        act()
        document.release()
        seen.append(document.text)
    assert seen == [half_undone, "b a a a a a a", half_undone, f"typed {half_undone}"]


@pytest.mark.parametrize("end", ["compose", "lock", "key"])
def test_what_needs_the_whole_text_ends_a_step_that_is_undone_in_slices(end):
    document = replaced_in_slices()
    document.undo()
    if end == "compose":
        document.hold()
    elif end == "lock":
        document.set_read_only_because("It is locked.")
    else:
        document.release()
    assert document.text == "b a a a a a a"


def test_a_listener_may_ask_for_the_whole_text_while_a_step_is_undone(qtbot):
    document = replaced_in_slices()
    document.edited.connect(lambda _edit: document.release())
    document.stepped.connect(lambda _undoes: document.release())
    document.undo()
    qtbot.waitUntil(lambda: document.text == "b a a a a a a")


def test_an_edit_that_changes_nothing_is_no_edit():
    document = EditorDocument("same")
    follower = Follower(document)
    document.apply_edits([Edit(Span(0, 4), "same"), Edit(Span(1, 1), "")])
    document.replace_text("same")
    document.text_document.markContentsDirty(0, 4)
    cursor = selecting(document, 0, 4)
    cursor.insertText("same")
    assert follower.edits == []
    assert document.revision == 0


def test_overlapping_edits_change_nothing():
    document = EditorDocument("abc")
    with pytest.raises(ValueError, match="overlaps"):
        document.apply_edits([Edit(Span(0, 2), "x"), Edit(Span(1, 3), "y")])
    assert document.text == "abc"
    assert not document.is_modified


def test_modified_follows_the_undo_position():
    document = EditorDocument("a")
    told: list[bool] = []
    document.modified_changed.connect(told.append)
    document.apply_edits([Edit(Span(1, 1), "b")])
    document.mark_saved()
    document.apply_edits([Edit(Span(2, 2), "c")])
    document.text_document.undo()
    assert document.text == "ab"
    assert not document.is_modified
    document.text_document.undo()
    assert document.is_modified
    document.text_document.redo()
    assert not document.is_modified
    assert told == [True, False, True, False, True, False]


def test_the_smallest_edit_replaces_a_text():
    document = EditorDocument("the same beginning, old, the same end")
    follower = Follower(document)
    document.replace_text("the same beginning, new,\r\n the same end", newlines=Newlines("\r\n"))
    assert document.text == "the same beginning, new,\n the same end"
    assert follower.edits[0].span.length < 5
    assert document.newlines.dominant == "\r\n"


def test_a_slot_of_edited_may_not_edit():
    document = EditorDocument("a")
    raised: list[Exception] = []

    def edit_back(_edit):
        try:
            document.apply_edits([Edit(Span(0, 0), "x")])
        except RuntimeError as error:
            raised.append(error)

    document.edited.connect(edit_back)
    document.apply_edits([Edit(Span(1, 1), "b")])
    assert len(raised) == 1
    assert document.text == "ab" == raw(document)


def test_qt_itself_would_lose_characters():
    """The control: the same characters put into a bare document come back changed."""
    from PySide6.QtGui import QTextDocument

    text = "a\u00a0b\u2028c\u2029d\ufdd0e"
    bare = QTextDocument()
    bare.setPlainText(text)
    assert bare.toPlainText() != text
    assert raw(EditorDocument(text)) == text


def test_a_long_line_can_be_edited_anywhere():
    text = "start\n" + "x" * 50_000 + "\nend"
    document = EditorDocument(text)
    follower = Follower(document)
    assert document.text_document.blockCount() > 20
    for at in (6, 1006, 1007, 30_000, 50_005, 50_006, len(text)):
        document.apply_edits([Edit(Span(at, at), "é")])
        text = text[:at] + "é" + text[at:]
        assert document.text == text == raw(document) == follower.text
    document.apply_edits([Edit(Span(900, 20_123), "short")])
    text = text[:900] + "short" + text[20_123:]
    assert document.text == text == raw(document)
    while document.text_document.isUndoAvailable():
        document.text_document.undo()
    assert document.text == "start\n" + "x" * 50_000 + "\nend" == follower.text


@given(st.lists(st.tuples(st.integers(0, 31_000), st.integers(0, 2_000), TEXTS), max_size=5), st.booleans())
@examples(20)
def test_soft_breaks_are_never_in_the_text(parts, wide):
    text = "a\n" + ("😀" if wide else "x") * 30_000 + "\nz"
    document = EditorDocument(text)
    follower = Follower(document)
    for at, length, inserted in parts:
        start = min(at, len(text))
        end = min(start + length, len(text))
        document.apply_edits([Edit(Span(start, end), inserted)])
        text = text[:start] + inserted + text[end:]
        assert document.text == text == follower.text == raw(document)
        assert document.bridge.position(len(text)) == document.text_document.characterCount() - 1
    while document.text_document.isUndoAvailable():
        document.text_document.undo()
    assert document.text == follower.text == "a\n" + ("😀" if wide else "x") * 30_000 + "\nz"


def test_deleting_only_the_break_in_a_long_line_changes_no_character():
    document = EditorDocument("x" * 30_000)
    follower = Follower(document)
    cursor = QTextCursor(document.text_document.findBlockByNumber(3))
    cursor.deletePreviousChar()
    assert follower.edits == []
    position = document.bridge.position(20_000)
    assert document.bridge.offset(position) == 20_000
    cursor.insertText("y")
    assert document.text.count("y") == 1
    assert len(document.text) == 30_001


def test_a_text_that_qt_cannot_tell_apart_opens_read_only():
    text = "".join(map(chr, range(0xE000, 0xF900))) + "\x00"
    document = EditorDocument(text)
    assert document.read_only_because is not None
    assert document.text == text
    document.replace_text("now fine")
    assert document.text == "now fine"
    assert document.read_only_because is None


def test_a_given_reason_forbids_editing():
    document = EditorDocument("x", read_only_because="Byte 7 is not UTF-8.")
    assert document.read_only_because == "Byte 7 is not UTF-8."
    document.set_read_only_because(None)
    assert document.read_only_because is None


def test_a_large_text_is_filled_in_slices(qtbot, monkeypatch):
    monkeypatch.setattr(document_module, "LONGEST_EDITABLE", 100_000)
    text = "line with 😀\n" * 10_000
    document = EditorDocument(text)
    assert document.text == text
    assert "120,000 characters" in (document.read_only_because or "")
    assert document.is_filling
    qtbot.waitUntil(lambda: not document.is_filling)
    assert raw(document) == text
    assert document.bridge.position(len(text)) == document.text_document.characterCount() - 1
    document.replace_text("small")
    assert document.text == "small" == raw(document)
    assert document.read_only_because is None


def test_a_rather_large_text_can_be_edited_once_it_is_there(qtbot, monkeypatch):
    monkeypatch.setattr(document_module, "MOST_AT_ONCE", 100_000)
    text = "\u2029 line with 😀\n" * 8_000
    document = EditorDocument(text)
    assert document.read_only_because is not None
    with qtbot.waitSignal(document.read_only_changed):
        pass
    assert document.read_only_because is None
    assert not document.is_modified
    assert not document.text_document.isUndoAvailable()
    follower = Follower(document)
    document.apply_edits([Edit(Span(len(text), len(text)), "end")])
    selecting(document, 3, 9).removeSelectedText()
    assert document.text == text[:3] + text[9:] + "end" == follower.text == raw(document)
    while document.text_document.isUndoAvailable():
        document.text_document.undo()
    assert document.text == text == raw(document)


@pytest.mark.parametrize(("lines", "fills"), [(5_000, False), (5_001, True)])
def test_many_lines_come_bit_by_bit(qtbot, lines, fills):
    text = "line\n" * lines
    document = EditorDocument(text)
    assert document.is_filling is fills
    qtbot.waitUntil(lambda: not document.is_filling)
    assert document.text == text == raw(document)
    assert document.read_only_because is None


def test_a_reload_while_filling_begins_anew(qtbot, monkeypatch):
    monkeypatch.setattr(document_module, "MOST_AT_ONCE", 1_000)
    document = EditorDocument("line\n" * 10_000)
    document.replace_text("other\n" * 9_000)
    qtbot.waitUntil(lambda: not document.is_filling)
    assert document.text == "other\n" * 9_000 == raw(document)
    assert document.read_only_because is None


def test_filling_can_be_stopped(monkeypatch):
    monkeypatch.setattr(document_module, "MOST_EDITABLE_LINES", 10)
    document = EditorDocument("\n" * 50)
    assert "51 lines" in (document.read_only_because or "")
    document.stop_filling()
    assert not document.is_filling
    assert "cancelled" in (document.read_only_because or "")
    assert document.text == "\n" * 50


def test_a_long_line_that_comes_bit_by_bit_gets_its_soft_breaks(qtbot, monkeypatch):
    monkeypatch.setattr(document_module, "MOST_AT_ONCE", 1_000)
    document = EditorDocument("{{#if a}}" * 6_000)
    qtbot.waitUntil(lambda: not document.is_filling)
    assert document.bridge.has_soft_breaks
