"""The form of a scenario's settings."""

from __future__ import annotations

from editor_app.runs.model.scenario import RunSettings, Scenario
from editor_app.runs.model.session import Counting
from editor_app.window.kinds.scenario.run_page import SettingsForm


def test_how_tokens_are_counted_is_shown_and_chosen(qtbot, theme):
    form = SettingsForm()
    qtbot.addWidget(form)
    form.show_settings(Scenario(settings=RunSettings(count=Counting.NEAR_LIMIT)))
    count = form.cell("count").widget
    assert count.currentText() == "near a limit"
    assert count.accessibleName() == "Count tokens"
    given = []
    form.setting_changed.connect(lambda key, value: given.append((key, value)))
    count.activated.emit(count.currentIndex())
    assert given == []
    count.setCurrentIndex(count.findText("at each step"))
    count.activated.emit(count.currentIndex())
    assert given == [("count", "every")]
