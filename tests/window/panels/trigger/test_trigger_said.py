"""What a screen reader is told while one trigger is tried."""

from __future__ import annotations

from editor_app.runs.triggers.built_in import trigger_set
from editor_app.window.panels.trigger.trigger_panel import TriggerPanel


def test_the_verdict_is_said_with_its_reason_when_it_is_another_one(heard, theme, show):
    panel = TriggerPanel()
    panel.show_triggers(trigger_set().triggers)
    show(panel, 300, 640)
    panel.choose("context-warning-80")
    assert heard == [], "nobody did something"
    for name, value, said in (
        ("context", 79, []),
        ("context", 80, ["Fires: "]),
        ("context", 81, []),
        ("context", 50, ["Does not fire: "]),
    ):
        heard.clear()
        panel.sliders[name].setValue(value)
        assert [words.partition(": ")[0] + ": " for words in heard] == said, value
        assert all("context" in words for words in heard), "and why"
    panel.sliders["context"].setValue(85)
    heard.clear()
    panel.checks["is_flag_set"].setChecked(True)
    assert heard == [f"Does not fire: {panel.why.text()}"]
    heard.clear()
    panel.choice.setCurrentIndex(panel.choice.findText("after-compact"))
    panel.choice.activated.emit(panel.choice.currentIndex())
    assert heard == [f"Does not fire: {panel.why.text()}"]
