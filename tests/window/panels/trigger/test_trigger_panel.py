"""Try one trigger: the sliders decide whether it fires, and the panel says why and what is sent."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from PySide6.QtCore import Qt

from editor_app.requests.parts import Provider
from editor_app.runs.reading.triggers_file import read_triggers
from editor_app.runs.triggers.built_in import BUILT_IN, TRIGGER_CATALOG, trigger_set
from editor_app.structured.nodes import Syntax
from editor_app.window.panels.trigger.trigger_panel import TriggerPanel


@pytest.fixture
def panel(theme, show) -> TriggerPanel:
    panel = TriggerPanel()
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


def test_the_panel_fits_into_a_narrow_dock(panel):
    assert panel.width() == 300
    assert panel.minimumSizeHint().width() <= 300
    shown = [*panel.checks.values(), *panel.sliders.values(), panel.choice, panel.forms]
    assert all(panel.rect().contains(one.geometry()) for one in shown)
    boxes = [one.geometry() for one in panel.checks.values()]
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))


def test_what_is_selected_stays_while_the_same_is_said(panel):
    panel.choose("context-warning-80")
    panel.sliders["context"].setValue(85)
    panel.said.selectAll()
    panel.show_triggers(trigger_set().triggers)
    panel.sliders["cpu"].setValue(21)
    assert panel.said.textCursor().hasSelection()
    panel.sliders["context"].setValue(86)
    assert not panel.said.textCursor().hasSelection()


def test_variables_in_a_text_have_the_values_of_the_run(panel):
    source = (
        "triggers:\n  - {id: mine, signal: steps, at: 1, text: 'It is [system:date], step [step:index].'}\n"
    )
    triggers = trigger_set(read_triggers(source, Syntax.YAML, TRIGGER_CATALOG, BUILT_IN).entries).triggers
    for values, said in (
        ({"system:date": "2026-03-04"}, "It is 2026-03-04, step 10."),
        ({}, "It is , step 10."),
    ):
        panel.show_triggers(triggers, values=values)
        panel.choose("mine")
        assert panel.said.toPlainText() == said
