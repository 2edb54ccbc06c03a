"""The preview says whether callers get its text, and what is copied from it."""

from __future__ import annotations

from panels_texts import prompt_result


def test_it_says_who_gets_the_text_and_offers_the_other_one(panel, qtbot):
    panel.show_model(prompt_result({}), "defaults/page-analysis.md")
    assert not panel.callers.isVisible()
    panel.show_callers("Callers get this: defaults/page-analysis.md", "Show my text")
    assert panel.callers.isVisible()
    assert panel.callers.words.text() == "Callers get this: defaults/page-analysis.md"
    with qtbot.waitSignal(panel.other_text_requested):
        panel.callers.links[0].click()
    panel.show_callers("", "")
    assert not panel.callers.isVisible()


def test_the_button_asks_for_a_copy_and_the_copy_is_named(panel, qtbot):
    result = prompt_result({"url": "x"})
    panel.show_model(result, "page-analysis.md")
    with qtbot.waitSignal(panel.copy_requested):
        panel._bar.copy_button.click()
    with qtbot.waitSignal(panel.copied) as copied:
        panel.copy(result, "what callers get, from defaults/page-analysis.md")
    expected = f"Copied what callers get, from defaults/page-analysis.md: {len(result.text)} characters."
    assert copied.args == [expected]
