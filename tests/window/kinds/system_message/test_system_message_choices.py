"""The list of a choice shows all of it."""

from __future__ import annotations

import pytest
from named_cases import in_case
from PySide6.QtWidgets import QApplication

from editor_app.window.kit.form.choice import ChoiceBox, Option


@pytest.mark.usefixtures("theme")
def test_no_choice_is_scrolled_out_of_sight(qtbot):
    for number in (2, 5, 12):
        with in_case(number):
            box = ChoiceBox()
            qtbot.addWidget(box)
            box.show_options(tuple(Option(value, f"choice {value}") for value in range(number)), number - 1)
            box.show()
            box.showPopup()
            QApplication.processEvents()
            assert box.view().verticalScrollBar().maximum() == 0
            box.hidePopup()
