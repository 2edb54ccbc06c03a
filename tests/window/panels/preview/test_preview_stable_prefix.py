"""The preview says how much of a template or a prompt stays the same next turn, and what ends that."""

from __future__ import annotations

from panels_texts import document_result, prompt_result, template_result
from PySide6.QtWidgets import QMenu

from editor_app.window.panels.preview.stable_prefix import StabilityButton, text_look

TEMPLATE = "Rules.\n\n[if file:AGENTS.md]\n[file:AGENTS.md]\n[endif]\nIn [prompt:cwd], [system:date].\n"


def show(panel, result):
    panel.show_model(result, "system-prompt.tmpl", look=text_look(result))


def button_of(panel) -> StabilityButton:
    return panel.findChild(StabilityButton)


def shown(panel):
    marks = panel.text.marks
    assert marks is not None
    rows = marks.rows(0, len(panel.result.text))
    return [(offset, row.words) for offset, row in rows if row.mark is not None]


def sentences(button):
    menu = button.menu()
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    return [action.text() for action in menu.actions()]


def test_a_template_shows_where_it_can_change_next_turn_and_who_rebuilds_it(panel, qtbot):
    show(panel, template_result(source=TEMPLATE))
    assert shown(panel) == [(8, "can change next turn from here: [if file:AGENTS.md]")]
    button = button_of(panel)
    assert button.isVisible()
    assert button.text() == f"cached: first {round(800 / len(panel.result.text))}\u202f%"
    assert [sentence.partition(". ")[0] for sentence in sentences(button)] == [
        "Built every turn: the same up to [if file:AGENTS.md]",
        "Built once: all of it stays the same until compaction",
        "Shared between conversations: the same up to [if file:AGENTS.md]",
    ]
    assert ". 8 characters, " in sentences(button)[0]
    with qtbot.waitSignal(panel.source_requested) as asked:
        button.menu().actions()[0].trigger()
    assert asked.args[0].of(TEMPLATE) == "[if file:AGENTS.md]"
    assert not button.menu().actions()[1].isEnabled()


def test_the_card_of_the_mark_says_it_for_each_way_and_goes_to_the_tag(panel):
    result = template_result(source=TEMPLATE)
    look = text_look(result)
    (mark,) = look.marks
    card = look.card_of(mark)
    for said in ("Built every turn", "Built once", "Shared between conversations"):
        assert said in card.sentence
    assert mark.source is not None
    assert mark.source.of(TEMPLATE) == "[if file:AGENTS.md]"


def test_it_follows_the_text_and_goes_with_it(panel):
    panel.resize(700, 600)
    show(panel, template_result(source="Rules for [system:os]."))
    button = button_of(panel)
    assert shown(panel) == []
    assert button.text() == "cached: all"
    show(panel, prompt_result({"page_url": "https://example.org"}))
    assert "can change next turn from here: {{" in shown(panel)[0][1]
    assert button.text().startswith("cached: first ")
    show(panel, document_result("Notes on {{a}}.", {"a": "x"}))
    assert shown(panel) == []
    assert not button.isVisible()


def test_a_text_of_thousands_of_tags_is_not_searched_for_it():
    assert text_look(template_result(source="[git:branch] " * 3_000)) is not None
    assert text_look(template_result(source="[git:branch] " * 3_001)) is None


def test_a_narrow_footer_leaves_out_the_notes_and_shows_them_again(panel):
    panel.resize(600, 600)
    show(panel, prompt_result({"page_url": "https://example.org"}))
    notes = panel._footer.notes
    assert notes.lines() != [""]
    panel.resize(260, 600)
    assert notes.lines() == [""]
    assert panel._footer.characters.lines()[0].startswith("≈ ")
    assert "Built every turn" in button_of(panel).toolTip()
    panel.resize(600, 600)
    assert notes.lines() != [""]
    assert " characters · ≈ " in panel._footer.characters.lines()[0]


def test_the_footer_has_room_for_the_characters_where_notes_have_none(panel):
    show(panel, prompt_result({"page_url": "https://example.org"}))
    footer = panel._footer
    panel.resize(footer.characters.sizeHint().width() + footer.stability.sizeHint().width() + 60, 600)
    assert footer.notes.lines() == [""]
    assert footer.characters.lines() == [footer.characters.text()]
    show(panel, template_result(source="Rules for [system:os]."))
    assert not footer.notes.isVisible()
    assert footer.characters.lines() == [footer.characters.text()]
