"""Which keys the places of text know: plain typing, and through the actions what stands in their table."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from message_texts import HEAD
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QPlainTextEdit

from editor_app.analysis.analysis import analyse
from editor_app.library.kinds import Kind
from editor_app.window.building import all_menus
from editor_app.window.kinds.system_message.content_link import ContentLink
from editor_app.window.kit.actions import Actions, Menu
from editor_app.window.kit.focus.focused_edits import edit_focused
from editor_app.window.kit.focus.text_keys import TextKey, meaning_of
from editor_app.window.kit.form.growing_text import ValueField
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import EditorDocument

Key, Modifier = Qt.Key, Qt.KeyboardModifier
NONE, SHIFT, CTRL, ALT, META = (
    Modifier.NoModifier,
    Modifier.ShiftModifier,
    Modifier.ControlModifier,
    Modifier.AltModifier,
    Modifier.MetaModifier,
)
TEXT = "one two three\nfour five six\nseven"
MESSAGE = (
    HEAD
    + """\
  - id: one
    type: behavior
    content: |-
      one two three
      four five six
      seven
"""
)
PLAIN = {Key.Key_Backspace, Key.Key_Delete, Key.Key_Return, Key.Key_Enter, Key.Key_Tab, Key.Key_Backtab}
NOT_KEYS = {0x01FFFFFF, 0xB5}
"""No key at all, and one whose name PySide says is an old one."""
SOFT_HYPHEN = "\u00ad"
HELD = [one | two | three for one, two, three in itertools.product((NONE, CTRL), (NONE, ALT), (NONE, SHIFT))]
OF_FIELDS = {"cut", "copy", "paste", "delete_word_before", "delete_word_after", "select_all", "undo", "redo"}
ACTIONS = tuple(action for menu in all_menus() for action in menu.actions())
TABLE = {QKeySequence(keys).toString(): spec.id for spec in ACTIONS for keys in spec.all_keys}
IN_TABLE = {QKeySequence(keys)[0].key() for spec in ACTIONS for keys in spec.all_keys}


def every_key():
    """Yield each key of Qt's with what may be held, and the texts that platforms give with it.

    Keys that are on all keyboards or in the table come with all of Ctrl, Alt and Shift, the others
    by themselves and with some of these in turn.
    """
    for number, key in enumerate(key for key in Qt.Key if key.value not in NOT_KEYS):
        is_usual = key.value <= 0x7E or Key.Key_Escape <= key <= Key.Key_F12 or key in IN_TABLE
        for modifiers in HELD if is_usual else (NONE, HELD[1 + number % 7]):
            for text in texts_of(key, modifiers):
                yield key, modifiers, text


def texts_of(key, modifiers):
    """Return nothing, and what the key types by itself; with Ctrl and Alt that would be typed with AltGr."""
    if not 0x20 <= key.value <= 0xFF:
        return {Key.Key_Return: ["\r"], Key.Key_Backspace: ["\b"], Key.Key_Delete: ["\x7f"]}.get(key, [""])
    character = chr(key.value) if modifiers & SHIFT else chr(key.value).lower()
    if modifiers & CTRL:
        control = chr(ord(character) & 0x1F) if character.isalpha() else character
        return [""] if modifiers & ALT or character == SOFT_HYPHEN else ["", control]
    return ["", character]


def named(key, modifiers):
    return QKeySequence(modifiers.value | key.value).toString()


def is_plain_typing(key, modifiers, text):
    return not modifiers & (CTRL | ALT) and (key in PLAIN or text > "\x1f")


def send(widget, key, modifiers=NONE, text=""):
    QTest.sendKeyEvent(QTest.KeyAction.Press, widget, key, text, modifiers)


class Place:
    """A place to write in, in a window with all actions, none of which does anything."""

    def __init__(self, qtbot, widget, text, table=ACTIONS):
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.widget, self.text, self.start = widget, text, TEXT
        self.window.setCentralWidget(widget)
        self.actions = Actions([Menu("&All", table)], self.window)
        self.actions.set_holding({spec.when for spec in table})
        self.done = []
        for spec in table:
            action = self.actions.action(spec.id)
            action.triggered.connect(lambda _checked=False, name=spec.id: self.done.append(name))
            self.window.addAction(action)
        self.window.resize(600, 300)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        widget.setFocus()
        qtbot.waitUntil(widget.hasFocus)

    def begin(self):
        """Put the text from the start there again, and the cursor into it."""
        if isinstance(self.widget, QLineEdit):
            self.widget.setText(TEXT)
            self.start = self.widget.text()
        elif self.text() != TEXT:
            cursor = self.widget.textCursor()
            cursor.select(cursor.SelectionType.Document)
            cursor.insertText(TEXT)
        self.put_cursor(5)

    def put_cursor(self, position):
        if isinstance(self.widget, QLineEdit):
            self.widget.setCursorPosition(position)
            return
        cursor = self.widget.textCursor()
        if cursor.position() != position or cursor.hasSelection():  # most keys leave it where it is
            cursor.setPosition(position)
            self.widget.setTextCursor(cursor)

    def walk(self):
        """Return which keys changed the text and were no plain typing, and how often each action was done."""
        changing, done = set(), Counter()
        self.begin()
        before = self.text()
        for key, modifiers, text in every_key():
            self.put_cursor(5)
            self.done.clear()
            send(self.widget, key, modifiers, text)
            done.update((named(key, modifiers), action) for action in self.done)
            now = self.text()
            if now != before and (self.done or not is_plain_typing(key, modifiers, text)):
                changing.add(named(key, modifiers))
            if len(now) < len(TEXT):
                self.begin()
                now = self.text()
            before = now
        return changing, done


def new_editor(theme, text=TEXT):
    document = EditorDocument(text)
    editor = CodeEditor(document)
    document.setParent(editor)
    return editor


def new_content_editor(theme):
    file = EditorDocument(MESSAGE)

    def look():
        return analyse(file.text, Kind.SYSTEM_MESSAGE, "m.yaml", revision=file.revision)

    link = ContentLink(file, look)
    link.show_block((0,))
    editor = CodeEditor(link.document)
    for owned in (file, link):
        owned.setParent(editor)
    return editor


@pytest.fixture
def place(request, qtbot, theme):
    QGuiApplication.clipboard().setText("pasted")
    match request.param:
        case "source":
            editor = new_editor(theme)
            made = Place(qtbot, editor, lambda: editor.contents.text)
        case "content":
            editor = new_content_editor(theme)
            made = Place(qtbot, editor, lambda: editor.contents.text)
        case "value":
            field = ValueField(None)
            made = Place(qtbot, field, lambda: field.value or "")
        case "line":
            line = QLineEdit()
            made = Place(qtbot, line, line.text)
        case _:
            bare = QPlainTextEdit()
            made = Place(qtbot, bare, bare.toPlainText, ())
    made.begin()
    return made


def placed(*names):
    return pytest.mark.parametrize("place", names, indirect=True)


@placed("source", "content")
def test_no_key_changes_text_that_is_neither_typing_nor_in_the_table(place):
    changing, done = place.walk()
    assert changing == set()
    done = [(name.replace("Backtab", "Tab"), action) for name, action in done]  # what Tab is with Shift
    assert {name for name, _ in done} == set(TABLE)
    assert {action for _, action in done} == set(TABLE.values())
    assert all(TABLE[name] == action for name, action in done)


@placed("value")
def test_a_field_of_several_lines_keeps_only_its_own_history_besides(place):
    changing, done = place.walk()
    history = {name for name in changing if TABLE.get(name) in {"undo", "redo", None}}
    assert changing == history, "what changes the text there takes it back, or makes it again"
    assert {"Ctrl+K", "Ctrl+D", "Ctrl+Backspace", "Ctrl+Del", "Shift+Ins"}.isdisjoint(changing)
    assert {action for _, action in done} >= set(TABLE.values()) - {"undo", "redo"}


@placed("bare")
def test_qt_itself_brings_more(place):
    """The control: a bare text field changes its text on keys that no menu names."""
    changing, _ = place.walk()
    brought = {"DeleteStartOfWord", "DeleteEndOfWord", "DeleteEndOfLine", "DeleteCompleteLine", "Paste"}
    expected = {
        keys.toString()
        for name in brought
        for keys in QKeySequence.keyBindings(getattr(QKeySequence.StandardKey, name))
    }
    assert {"Ctrl+Backspace", "Shift+Ins"} <= expected <= changing
    assert "Alt+K" in changing, "a letter is typed although Alt is held"


@placed("line")
def test_a_field_of_one_line_takes_no_key_of_an_action_but_those_that_edit(place):
    _, done = place.walk()
    assert {action for _, action in done} >= set(TABLE.values()) - OF_FIELDS


@placed("source")
def test_a_read_only_text_stays_whatever_key_is_pressed(place):
    place.widget.contents.set_read_only_because("It is a default.")
    for key, modifiers, text in every_key():
        send(place.widget, key, modifiers, text)
        assert place.text() == TEXT, named(key, modifiers)


# What types ------------------------------------------------------------------------------------------------


def key_event(key, text="", modifiers=NONE):
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, text)


TYPED = [
    (Key.Key_A, "a", NONE, "any"),
    (Key.Key_A, "A", SHIFT, "any"),
    (Key.Key_5, "5", Modifier.KeypadModifier, "any"),
    (Key.Key_unknown, "😀", NONE, "any"),
    (Key.Key_Space, "\u00a0", NONE, "any"),
    (Key.Key_Space, "\u200c", CTRL | SHIFT, "windows"),
    (Key.Key_At, "@", CTRL | ALT, "windows"),
    (Key.Key_E, "€", CTRL | ALT, "offscreen"),
    (Key.Key_BraceLeft, "{", CTRL | ALT | SHIFT, "windows"),
    (Key.Key_L, "@", ALT, "cocoa"),
    (Key.Key_At, "@", Modifier.GroupSwitchModifier, "xcb"),
]
NOT_TYPED = [
    (Key.Key_K, "\x0b", CTRL, "xcb"),
    (Key.Key_K, "", CTRL, "windows"),
    (Key.Key_D, "\x04", CTRL, "xcb"),
    (Key.Key_U, "\x15", CTRL, "xcb"),
    (Key.Key_K, "k", ALT, "xcb"),
    (Key.Key_1, "1", CTRL | ALT, "xcb"),
    (Key.Key_1, "1", CTRL, "xcb"),
    (Key.Key_K, "k", META, "xcb"),
    (Key.Key_E, "\x05", CTRL, "xcb"),
    (Key.Key_Escape, "\x1b", NONE, "any"),
    (Key.Key_F5, "", NONE, "any"),
    (Key.Key_Insert, "", SHIFT, "any"),
    (Key.Key_Delete, "\x7f", SHIFT, "any"),
    (Key.Key_Backspace, "\b", CTRL, "any"),
    (Key.Key_Return, "\r", CTRL, "any"),
    (Key.Key_Tab, "\t", CTRL, "any"),
    (Key.Key_Dead_Circumflex, "", NONE, "any"),
]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("key", "text", "modifiers", "platform"), TYPED)
def test_what_a_keyboard_types_is_text(key, text, modifiers, platform):
    assert meaning_of(key_event(key, text, modifiers), platform) is TextKey.TEXT


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("key", "text", "modifiers", "platform"), NOT_TYPED)
def test_what_only_commands_is_none(key, text, modifiers, platform):
    assert meaning_of(key_event(key, text, modifiers), platform) is TextKey.OTHER


@placed("source", "content", "value")
def test_characters_of_the_third_level_are_typed(place):
    place.begin()
    send(place.widget, Key.Key_At, CTRL | ALT, "@")
    send(place.widget, Key.Key_E, CTRL | ALT, "€")
    assert place.text() == TEXT[:5] + "@€" + TEXT[5:]


# What the actions do ---------------------------------------------------------------------------------------


@placed("source", "content", "value", "line")
@pytest.mark.parametrize(
    ("name", "expected"),
    [("delete_word_before", "one wo three"), ("delete_word_after", "one tthree")],
)
def test_a_word_is_deleted_where_the_focus_is(place, name, expected):
    place.begin()
    assert edit_focused(name)
    assert place.text() == expected + place.start[len("one two three") :]
    place.widget.undo()
    assert place.text() == place.start


@placed("source", "content", "value", "line")
@pytest.mark.parametrize("name", ["delete_word_before", "delete_word_after"])
def test_what_is_selected_goes_instead_of_a_word(place, name):
    place.begin()
    if isinstance(place.widget, QLineEdit):
        place.widget.setSelection(4, 4)
    else:
        cursor = place.widget.textCursor()
        cursor.setPosition(4)
        cursor.setPosition(8, cursor.MoveMode.KeepAnchor)
        place.widget.setTextCursor(cursor)
    assert edit_focused(name)
    assert place.text() == "one three" + place.start[len("one two three") :]


@placed("source", "line", "value")
def test_no_word_goes_from_what_is_read_only(place):
    place.begin()
    place.widget.setReadOnly(True)
    for name in ("delete_word_before", "delete_word_after", "cut", "paste"):
        edit_focused(name)
    assert place.text() == place.start


@pytest.mark.parametrize("backwards", [True, False])
def test_a_word_is_deleted_over_the_pieces_of_a_long_line(open_editor, backwards):
    text = "word " * 6_000
    editor = open_editor(text)
    cursor = editor.textCursor()
    cursor.setPosition(editor.document().findBlockByNumber(4).position())
    editor.setTextCursor(cursor)
    for _ in range(3):
        (editor.delete_word_before if backwards else editor.delete_word_after)()
    assert len(text) - len(editor.contents.text) in range(11, 17)
    assert "\n" not in editor.contents.text


@placed("source", "content")
def test_an_action_takes_a_composed_word_over_first(place):
    place.begin()
    widget = place.widget
    QApplication.sendEvent(widget, QInputMethodEvent("ni", []))
    seen = []
    place.actions.action("undo").triggered.connect(lambda: seen.append(widget.contents.has_held_changes))
    send(widget, Key.Key_Z, CTRL, "\x1a")
    assert seen == [False]
