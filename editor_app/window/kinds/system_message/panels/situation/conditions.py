"""The popup in which each condition of a system message is left open, holds or fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from editor_app.system_messages.situations.situation import ConditionKey, Situation
from editor_app.window.kinds.system_message.panels.situation.choices import Answer, answer_of, condition_words
from editor_app.window.kit.card.popups import PopupFrame
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, scrolled
from editor_app.window.kit.theme.current import current_theme, spaced
from editor_app.window.kit.words.labels import ElidedLabel

_MOST_ROWS: Final = 10
_ROW: Final = 32
_NAMES: Final = 230
_ANSWERS: Final = ((Answer.OPEN.value, "Open"), (Answer.HOLDS.value, "Holds"), (Answer.FAILS.value, "Fails"))


class ConditionsPopup(PopupFrame):
    """One row per condition; `answered` has the condition and the new answer."""

    answered = Signal(object, object)

    def __init__(self, situation: Situation, conditions: Sequence[ConditionKey], parent: QWidget) -> None:
        """Show the answers of `situation` for `conditions`."""
        super().__init__(parent)
        px = current_theme().px
        self.setAccessibleName("Conditions")
        self.switches: dict[ConditionKey, SegmentedSwitch] = {}
        rows = QWidget(self)
        grid = spaced(QGridLayout(rows), margins=(12, 4, 12, 4))
        grid.setHorizontalSpacing(px(12))
        for number, key in enumerate(conditions):
            words = condition_words(key)
            name = ElidedLabel(words, parent=self)
            name.setFixedWidth(min(px(_NAMES), name.fontMetrics().horizontalAdvance(words) + px(4)))
            switch = self.switches[key] = SegmentedSwitch(words, _ANSWERS, self)
            switch.choose(answer_of(situation, key).value)
            switch.chosen.connect(lambda value, key=key: self.answered.emit(key, Answer(value)))
            grid.setRowMinimumHeight(number, px(_ROW))
            grid.addWidget(name, number, 0)
            grid.addWidget(switch, number, 1, Qt.AlignmentFlag.AlignRight)
        area = scrolled(rows, self)
        area.setFixedHeight(px(_ROW) * min(len(conditions), _MOST_ROWS) + px(8))
        area.setMinimumWidth(rows.sizeHint().width() + (px(10) if len(conditions) > _MOST_ROWS else 0))
        column(self, area, margins=(1, 4, 1, 4))

    def open_at(self, place: QPoint) -> None:
        """Show the popup with its top left corner at `place`, moved so that it is on the screen."""
        self.adjustSize()
        screen = self.screen().availableGeometry()
        x = min(place.x(), screen.right() - self.width())
        y = min(place.y(), screen.bottom() - self.height())
        self.move(max(screen.left(), x), max(screen.top(), y))
        self.show()
        next(iter(self.switches.values())).setFocus()
