"""The popup that edits one condition of a block: its kind and its value."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor_app.system_messages.model.entities import BlockCondition
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.completions import offer
from editor_app.window.widgets.fields import LineField, TextField, exact_text
from editor_app.window.widgets.popups import PopupFrame
from editor_app.window.widgets.words import PlainLabel, repolish

_WIDTH: Final = 300
_VALUE_HEIGHT: Final = 74
_HALF_PAIR: Final = re.compile("[\ud800-\udfff]")


class ConditionPopup(PopupFrame):
    """Edits a condition beside a widget; Enter in the kind or Ctrl+Enter accepts it, Esc cancels."""

    def __init__(
        self, condition: BlockCondition | None, kinds: Sequence[str], theme: Theme, beside: QWidget
    ) -> None:
        """Start with `condition`, or a new one if None; `kinds` are offered as completions."""
        super().__init__(theme, beside)
        self._beside = beside
        self._accept: Callable[[BlockCondition], object] = lambda _condition: None
        self.kind = LineField(condition.kind if condition is not None else "", self)
        self.kind.setAccessibleName("Kind of condition")
        self.kind.setPlaceholderText("for example whenFilesAttached")
        offer(self.kind, kinds, theme)
        self.kind.returnPressed.connect(self.take)
        self.value = TextField(_shown(condition.value) if condition is not None else "{}", self)
        self.value.setProperty("look", "field")
        self.value.setAccessibleName("Value, as JSON")
        self.value.setTabChangesFocus(True)
        self.value.setFont(theme.font("code small"))
        self.value.setFixedHeight(theme.px(_VALUE_HEIGHT))
        self.value.installEventFilter(self)
        self.problem = PlainLabel("", "error", self)
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.button = QPushButton("Add" if condition is None else "Change", self)
        self.button.setProperty("look", "primary")
        self.button.clicked.connect(lambda _checked=False: self.take())
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(12))
        column.setSpacing(theme.px(4))
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.button)
        for widget in (
            PlainLabel("Kind", "strong", self),
            self.kind,
            PlainLabel("Value (JSON)", "strong", self),
            self.value,
            self.problem,
        ):
            column.addWidget(widget)
        column.addSpacing(theme.px(4))
        column.addLayout(buttons)
        self.setFixedWidth(theme.px(_WIDTH))

    def ask(self, accept: Callable[[BlockCondition], object]) -> None:
        """Show the popup; `accept` is called with the condition that is accepted."""
        self._accept = accept
        self.fit_beside(self._beside)
        self.show()
        self.kind.setFocus()

    def take(self) -> None:
        """Accept the condition and close, or show what is wrong with it."""
        kind = self.kind.text().strip()
        value = canonical_json(exact_text(self.value))
        wrong = _what_is_wrong(value)
        self._mark(self.kind, wrong=not kind)
        self._mark(self.value, wrong=bool(wrong))
        if kind and value is not None and not wrong:
            self.close()
            self._accept(BlockCondition(kind, value))
            return
        self.problem.setText(wrong if kind else "A condition needs a kind, such as whenFilesAttached.")
        self.problem.show()
        self.fit_beside(self._beside)
        (self.kind if not kind else self.value).setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept the condition on Ctrl+Enter in the value."""
        if watched is self.value and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
            if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.take()
                return True
        return super().eventFilter(watched, event)

    @staticmethod
    def _mark(field: QWidget, *, wrong: bool) -> None:
        if bool(field.property("problem")) != wrong:
            field.setProperty("problem", "true" if wrong else None)
            repolish(field)


def canonical_json(text: str) -> str | None:
    """Return JSON with sorted keys and no whitespace; None if `text` is not JSON; `{}` if it is empty."""
    text = text.strip() or "{}"
    try:
        value = json.loads(text, parse_constant=_refuse)
        return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    except (ValueError, RecursionError):
        return None


def _what_is_wrong(value: str | None) -> str:
    """Return why a value cannot be written in the file, "" if it can."""
    if value is None:
        return "The value is no JSON; {} is an empty one."
    if _HALF_PAIR.search(value):
        return "The value has half of a surrogate pair, which no file can hold. Write both halves, or none."
    return ""


def in_words(condition: BlockCondition) -> str:
    """Return the words on a condition's chip: its kind, and its value unless that is empty."""
    if condition.value == "{}":
        return condition.kind
    value = condition.value
    try:
        read = json.loads(value)
    except (ValueError, RecursionError):
        return f"{condition.kind}: {value}"
    plain = isinstance(read, dict) and len(read) == 1 and isinstance(next(iter(read.values())), str)
    return f"{condition.kind}: {next(iter(read.values())) if plain else value}"


def _shown(value: str) -> str:
    try:
        return json.dumps(json.loads(value), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return value


def _refuse(name: str) -> object:
    raise ValueError(name)
