"""The list of a choice shows all of it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from editor_app.window.kinds.system_message.panels.inspector.boxes import ChoiceBox
from editor_app.window.style.theme import load_theme, style_sheet


@pytest.mark.parametrize("number", [2, 5, 12])
def test_no_choice_is_scrolled_out_of_sight(qtbot, qapp, undress, number):
    qapp.setStyleSheet(style_sheet(load_theme("light", 1.0)))
    try:
        box = ChoiceBox("Type", [(str(value), f"choice {value}") for value in range(number)])
        qtbot.addWidget(box)
        box.show_value(str(number - 1))
        box.show()
        box.showPopup()
        QApplication.processEvents()
        assert box.view().verticalScrollBar().maximum() == 0
        box.hidePopup()
    finally:
        undress()
