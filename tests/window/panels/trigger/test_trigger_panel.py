"""Try one trigger: the sliders decide whether it fires, and the panel says why and what is sent."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt

from editor_app.requests import Provider
from editor_app.runs import trigger_set
from editor_app.window.panels.trigger import TriggerPanel


@pytest.fixture
def panel(theme, show) -> TriggerPanel:
    panel = TriggerPanel(theme)
    panel.show_triggers(trigger_set().triggers)
    show(panel, 300, 640)
    return panel


def test_a_slider_lets_the_trigger_fire(panel, qtbot):
    panel.choose("context-warning-80")
    panel.sliders["context"].setValue(79)
    assert panel.verdict.text() == "Does not fire"
    assert "79" in panel.why.text()
    assert not panel.said.isVisible()
    qtbot.keyClick(panel.sliders["context"], Qt.Key.Key_Right)
    assert panel.verdict.text() == "Fires"
    assert panel.said.toPlainText().startswith("The context is 80 % full: 160000 of 200000 tokens.")
    panel.checks["is_flag_set"].setChecked(True)
    assert panel.verdict.text() == "Does not fire"
    assert "contextWarning80" in panel.why.text()


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
def test_the_form_of_each_provider_is_shown(panel, provider):
    panel.choose("after-compact")
    panel.checks["is_compacted"].setChecked(True)
    panel.forms.choose(provider)
    panel.forms.chosen.emit(provider)
    entries = json.loads(panel.said.toPlainText())
    assert "<system_message type=" in json.dumps(entries)
    assert ("parts" in entries[-1]) == (Provider(provider) is Provider.GOOGLE)


def test_other_triggers_keep_the_chosen_one(panel):
    panel.choose("after-compact")
    panel.show_triggers(trigger_set().triggers[1:])
    assert panel.choice.currentText() == "after-compact"
    panel.show_triggers(())
    assert panel.verdict.text() == "No trigger"
