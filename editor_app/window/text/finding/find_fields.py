"""The fields of a search, in which Up and Down go through what was typed before."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent, QIcon, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from editor_app.finding.queries import Query
from editor_app.text import Sentence
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.focus.panel_keys import keep_key, native_keys
from editor_app.window.kit.focus.tab_order import focus_in_pair
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.layouts import row
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import PlainLabel

SWITCHES: Final = (
    ("match_case", "case-sensitive", Sentence("window-text.match-case"), "Alt+C"),
    ("whole_word", "whole-word", Sentence("window-text.whole-word"), "Alt+W"),
    ("is_regex", "regex", Sentence("window-text.regular-expression"), "Alt+R"),
)
REPLACE_ALL_KEYS: Final = ("Ctrl+Alt+Return", "Ctrl+Alt+Enter")
_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_OF_WINDOW: Final = frozenset({Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason})
_MOST_REMEMBERED: Final = 50
_LONGEST_TAKEN: Final = 200


@dataclass(slots=True)
class Searched:
    """What was looked for last, and what was typed before it, the latest last; all searches share it."""

    query: Query = field(default_factory=Query)
    patterns: list[str] = field(default_factory=list)
    replacements: list[str] = field(default_factory=list)

    def takes(self, words: str) -> bool:
        """Whether words that are selected are looked for: on one line, and not many."""
        return 0 < len(words) <= _LONGEST_TAKEN and "\n" not in words

    def for_words(self, words: str) -> Query:
        """Return what is looked for when some words are selected: these, unless they are many."""
        if not self.takes(words):
            return self.query
        return replace(self.query, pattern=re.escape(words) if self.query.is_regex else words)


def remember(words: str, history: list[str]) -> None:
    """Put words at the end of what was typed."""
    if words:
        history[:] = [*(other for other in history if other != words), words][-_MOST_REMEMBERED:]


class RememberingField(LineField):
    """A field in which Up and Down show what was typed before.

    `entered` tells of Enter, with True for Shift+Enter.
    """

    entered = Signal(bool)

    def __init__(self, name: str, icon: str, history: list[str], parent: QWidget | None = None) -> None:
        """Start empty; `history` is what was typed before, the latest last."""
        super().__init__(parent)
        self._history = history
        self._is_entered = False  # by the focus, and neither a key nor a click came since
        self.setAccessibleName(name)
        self.setPlaceholderText(name)
        self.setProperty("look", "search")
        with_icon(self.addAction(QIcon(), QLineEdit.ActionPosition.LeadingPosition), icon, "soft")

    def show_words(self, words: str) -> None:
        """Show words without a signal."""
        with QSignalBlocker(self):
            self.setText(words)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Note that the first click is still to come, unless it was only the window that was elsewhere."""
        self._is_entered = event.reason() not in _OF_WINDOW
        super().focusInEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose all words by the first click, so that typing replaces them; later ones place the caret."""
        super().mouseReleaseEvent(event)
        if self._is_entered and not self.hasSelectedText() and event.button() == Qt.MouseButton.LeftButton:
            self.selectAll()
        self._is_entered = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter, or go to what was typed before or after."""
        self._is_entered = False
        if event.key() in _ENTER:
            remember(self.text(), self._history)
            self.entered.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif not self.hasFocus():
            event.ignore()  # it was typed at a button inside
        elif event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self._go_back(1 if event.key() == Qt.Key.Key_Up else -1)
        else:
            super().keyPressEvent(event)

    def _go_back(self, steps: int) -> None:
        typed, words = self._history, self.text()
        place = (typed.index(words) if words in typed else len(typed)) - steps
        if 0 <= place < len(typed):
            self.setText(typed[place])


class PatternField(RememberingField):
    """The field for what is looked for, with a count and the switches in it."""

    query_changed = Signal(object)

    def __init__(self, name: str, searched: Searched, parent: QWidget | None = None) -> None:
        """Start with what was looked for last."""
        super().__init__(name, "search", searched.patterns, parent)
        self._searched = searched
        self._inside = QWidget(self)
        self.count = PlainLabel("", "small", self._inside)
        self.count.setObjectName("soft")
        self.switches: dict[str, QToolButton] = {}
        for key, icon, words, keys in SWITCHES:
            button = icon_button(
                icon,
                words,
                self._inside,
                self._tell,
                about=Sentence("window-text.with-keys", name=words, keys=native_keys(keys)),
            )
            button.setProperty("look", "toggle")
            button.setCheckable(True)
            self.switches[key] = button
            keep_key(self, keys, button.click)
        row(self._inside, self.count, 4, *self.switches.values(), spacing=2)
        self.show_query(searched.query)
        self.textChanged.connect(self._tell)

    def show_query(self, query: Query) -> None:
        """Show what is looked for, without a signal."""
        self._searched.query = query
        self.show_words(query.pattern)
        for key, button in self.switches.items():
            button.setChecked(getattr(query, key))

    def say_count(self, words: str) -> None:
        """Show how many hits there are, in words."""
        if words != self.count.text():
            self.count.setText(words)
            self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the switches at the right."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        px, size = current_theme().px, self._inside.sizeHint()
        self._inside.resize(size)
        self._inside.move(self.width() - size.width() - px(4), (self.height() - size.height()) // 2)
        self.setTextMargins(0, 0, size.width(), 0)

    def _tell(self, _change: object = None) -> None:
        switches = {key: button.isChecked() for key, button in self.switches.items()}
        query = replace(self._searched.query, pattern=self.text(), **switches)
        if query != self._searched.query:
            self._searched.query = query
            self.query_changed.emit(query)


class FindFields:
    """The two fields of a search, and the button that folds what replaces; others lay them out.

    `replacing` are the controls that are shown while something is to be replaced.
    """

    def __init__(self, name: str, searched: Searched, parent: QWidget, *replacing: QWidget) -> None:
        """Start with what was looked for last, and without replacing."""
        self._searched = searched
        self.pattern = PatternField(name, searched, parent)
        self.replacement = RememberingField(
            Sentence("window-text.replace-with"), "replace", searched.replacements, parent
        )
        self.replacing = (self.replacement, *replacing)
        self.fold = icon_button(
            "chevron-right", "", parent, lambda: self.show_replacing(shown=not self.replaces)
        )
        self.show_replacing(shown=False)

    @property
    def replaces(self) -> bool:
        """Whether something is to be replaced."""
        return not self.replacement.isHidden()

    def show_replacing(self, *, shown: bool) -> None:
        """Show or hide what replaces."""
        for part in self.replacing:
            part.setVisible(shown)
        name = Sentence("window-text.hide-replacing") if shown else Sentence("window-text.show-replacing")
        with_icon(self.fold, "chevron-down" if shown else "chevron-right", "soft").setToolTip(name)
        self.fold.setAccessibleName(name)

    def open_for(self, query: Query, *, replaces: bool, selected: str) -> None:
        """Show what is looked for, and take the keys; what replaces has them where the words are chosen."""
        is_chosen = bool(query.pattern) and (self._searched.takes(selected) or self.pattern.hasFocus())
        self.pattern.show_query(query)
        self.show_replacing(shown=replaces or self.replaces)
        target = self.replacement if replaces and is_chosen else self.pattern
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)
        target.selectAll()

    def replace_all_with(self, replace_all: Callable[[], object]) -> None:
        """Call `replace_all` on its key in a field, while there is something that replaces."""
        for each in (self.pattern, self.replacement):
            for keys in REPLACE_ALL_KEYS:
                keep_key(each, keys, lambda: replace_all() if self.replaces else None)

    def focus_beside(self, part: QWidget, *, forward: bool) -> bool:
        """Go on inside `part`, from what is looked for to what replaces it; return False at the end."""
        return focus_in_pair(part, self.pattern, self.replacement, forward=forward)

    def note_typed(self) -> None:
        """Remember what is in the fields, for later searches."""
        remember(self.pattern.text(), self._searched.patterns)
        remember(self.replacement.text(), self._searched.replacements)
