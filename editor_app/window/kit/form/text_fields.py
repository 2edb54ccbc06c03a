"""Text fields whose context menus look like all other menus, without constant mnemonic underlines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QContextMenuEvent, QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QLineEdit,
    QPlainTextEdit,
    QStyledItemDelegate,
    QWidget,
)

from editor_app.window.kit.card.popups import PopupFrame, show_standard_menu
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.layouts import column
from editor_app.window.kit.theme.current import current_theme, on_theme, sized
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import PlainLabel, repolish


class LineField(QLineEdit):
    """A field of one line."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show Qt's own context menu, styled like the other menus."""
        show_standard_menu(self.createStandardContextMenu(), event)

    def offer(self, names: Sequence[str] | QStringListModel) -> QCompleter:
        """Offer the names that contain the typed text, in the look of the other popups.

            field.offer(("gpt-5", "claude-sonnet-5")).activated.connect(self.take)

        A model of names in place of the names can be filled again later.
        """
        completer, longest = QCompleter(self), ""
        if not isinstance(names, QStringListModel):
            longest = max(names, key=len, default="")
            names = QStringListModel(list(names), completer)
        completer.setModel(names)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        popup = cast("QAbstractItemView", completer.popup())
        popup.setProperty("look", "completions")
        popup.setItemDelegate(QStyledItemDelegate(popup))  # that of the completer ignores the style sheet
        popup.setTextElideMode(Qt.TextElideMode.ElideMiddle)

        def take_width() -> None:
            px = current_theme().px
            width = self.fontMetrics().horizontalAdvance(longest) + px(32)
            popup.setMinimumWidth(min(width, px(360)))  # the field of a new chip is narrow

        on_theme(completer, take_width)
        self.setCompleter(completer)
        return completer

    def offer_clearing(self) -> None:
        """Show a button that clears the field, while there is text in it."""

        def make_button() -> None:
            self.setClearButtonEnabled(False)  # made anew: Qt takes an icon from the style sheet once
            self.setClearButtonEnabled(True)

        on_theme(self, make_button)


class TextField(QPlainTextEdit):
    """A field of several lines."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show Qt's own context menu, styled like the other menus."""
        show_standard_menu(self.createStandardContextMenu(event.pos()), event)


class SearchField(LineField):
    """A field with a search icon and a button that clears it, as Esc does."""

    def __init__(self, name: str, parent: QWidget | None = None, *, hint: str = "") -> None:
        """Start empty; `name` is the accessible name, and the placeholder unless there is a `hint`."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint or name)
        self.setProperty("look", "search")
        with_icon(self.addAction(QIcon(), QLineEdit.ActionPosition.LeadingPosition), "search", "soft")
        keep_key(self, "Esc", self.end_filtering)
        self.offer_clearing()

    def end_filtering(self) -> bool:
        """Clear it; return whether there was something to clear."""
        had_words = bool(self.text())
        self.clear()
        return had_words

    def find_here(self) -> None:
        """Take the focus, and select what was looked for, to be typed over."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()


def exact_text(field: QPlainTextEdit) -> str:
    """Return the text as typed: toPlainText would replace no-break spaces by spaces."""
    return field.document().toRawText().replace("\u2029", "\n")


Accept = Callable[[str], str | None]
"""Accepts the typed text and returns None, or returns what is wrong with it."""


class TextPopup(PopupFrame):
    """Asks beside a widget; Enter accepts the text, Esc or a click elsewhere cancels."""

    def __init__(self, label: str, text: str, empty_means: str, beside: QWidget) -> None:
        """Ask for `label`, starting with `text`; `empty_means` is the placeholder."""
        super().__init__(beside)
        self._beside = beside
        self._accept: Accept = lambda _text: None
        self._problem = PlainLabel("", "error", self)
        self._problem.setWordWrap(True)
        self._problem.hide()
        self.field = LineField(text, self)
        self.field.setPlaceholderText(empty_means)
        self.field.setAccessibleName(label)
        self.field.returnPressed.connect(self._take)
        self.field.selectAll()
        parts = PlainLabel(label, "strong", self), self.field, self._problem
        column(self, *parts, margins=(12, 8, 12, 12), spacing=4)
        sized(self, width=240)

    def ask(self, accept: Accept) -> None:
        """Show the popup; `accept` gets the text and returns what is wrong with it, None for nothing."""
        self._accept = accept
        self.fit_beside(self._beside)
        self.show()
        self.field.setFocus()

    def _take(self) -> None:
        problem = self._accept(self.field.text().strip())
        if problem is None:
            self.close()
            return
        self._problem.setText(problem)
        self._problem.show()
        self.field.setProperty("problem", "true")
        repolish(self.field)
        self.fit_beside(self._beside)
