"""The form of a scenario's settings."""

from __future__ import annotations

from editor_app.window.kinds.scenario.page.rows import SettingsView
from editor_app.window.kinds.scenario.page.settings_form import SettingsForm


def test_how_tokens_are_counted_is_shown_and_chosen(qtbot, theme):
    form = SettingsForm()
    qtbot.addWidget(form)
    form.show_settings(
        SettingsView(strategy="hybrid", go_on="any-tool-call", deliver="user", count="near-limit")
    )
    assert form.count.currentText() == "near a limit"
    assert form.count.accessibleName() == "Count tokens"
    given = []
    form.changed.connect(lambda key, value: given.append((key, value)))
    form.count.activated.emit(form.count.currentIndex())
    assert given == []
    form.count.setCurrentIndex(form.count.findText("at each step"))
    form.count.activated.emit(form.count.currentIndex())
    assert given == [("count", "every")]
