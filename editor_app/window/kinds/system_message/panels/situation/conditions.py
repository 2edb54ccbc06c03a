"""The popup in which each condition of a system message is left open, holds or fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from editor_app.system_messages.situations.situation import ConditionKey, Situation
from editor_app.window.kinds.system_message.panels.situation.choices import Answer, answer_of, condition_words
from editor_app.window.kit.card.popups import PopupFrame
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import ElidedLabel

_MOST_ROWS: Final = 10
_ROW: Final = 32
_NAMES: Final = 230
_ANSWERS: Final = ((Answer.OPEN, "Open"), (Answer.HOLDS, "Holds"), (Answer.FAILS, "Fails"))


class ConditionsPopup(PopupFrame):
    """One row per condition; `answered` has the condition and the new answer."""

    answered = Signal(object, object)

    def __init__(self, situation: Situation, conditions: Sequence[ConditionKey], parent: QWidget) -> None:
        """Show the answers of `situation` for `conditions`."""
        theme = current_theme()
        super().__init__(parent)
        self.setAccessibleName("Conditions")
        self.switches: dict[ConditionKey, SegmentedSwitch] = {}
        rows = QWidget(self)
        grid = QGridLayout(rows)
        grid.setContentsMargins(theme.px(12), theme.px(4), theme.px(12), theme.px(4))
        grid.setHorizontalSpacing(theme.px(12))
        grid.setVerticalSpacing(0)
        for number, key in enumerate(conditions):
            self._add_row(grid, number, key, answer_of(situation, key))
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent }")
        area.setWidget(rows)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, theme.px(4), 1, theme.px(4))
        column.addWidget(area)
        height = theme.px(_ROW) * min(len(conditions), _MOST_ROWS) + theme.px(8)
        area.setFixedHeight(height)
        scrolls = len(conditions) > _MOST_ROWS
        area.setMinimumWidth(rows.sizeHint().width() + (theme.px(10) if scrolls else 0))

    def open_at(self, place: QPoint) -> None:
        """Show the popup with its top left corner at `place`, moved so that it is on the screen."""
        self.adjustSize()
        screen = self.screen().availableGeometry()
        x = min(place.x(), screen.right() - self.width())
        y = min(place.y(), screen.bottom() - self.height())
        self.move(max(screen.left(), x), max(screen.top(), y))
        self.show()
        if self.switches:
            next(iter(self.switches.values())).setFocus()

    def _add_row(self, grid: QGridLayout, number: int, key: ConditionKey, answer: Answer) -> None:
        theme = current_theme()
        words = condition_words(key)
        name = ElidedLabel(words, "", parent=self)
        name.setFixedWidth(min(theme.px(_NAMES), name.fontMetrics().horizontalAdvance(words) + theme.px(4)))
        switch = SegmentedSwitch(words, [(each.value, word) for each, word in _ANSWERS], self)
        switch.choose(answer.value)
        switch.chosen.connect(lambda value: self.answered.emit(key, Answer(value)))
        self.switches[key] = switch
        grid.setRowMinimumHeight(number, theme.px(_ROW))
        grid.addWidget(name, number, 0)
        grid.addWidget(switch, number, 1, Qt.AlignmentFlag.AlignRight)
