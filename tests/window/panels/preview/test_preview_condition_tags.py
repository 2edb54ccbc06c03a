"""Why on a tag of a condition speaks of that condition, where it leaves something out."""

from __future__ import annotations

import pytest
from panels_texts import document_result, template_result

from editor_app.window.panels.preview.why import not_sent

SOURCE = (
    "{{#if a}}AAA{{/if}} {{#if b}}BBB{{else}}none{{/if}} {{#unless c}}CCC{{/unless}} {{#if d}}DDD{{/if}}."
)
VALUES = {"a": None, "b": None, "c": "yes", "d": "yes"}


@pytest.mark.parametrize(
    ("words", "nth", "name"),
    [
        ("{{#if a}}", 0, "a"),
        ("{{#if a}}", 8, "a"),
        ("{{/if}}", 3, "a"),
        ("{{#if b}}", 4, "b"),
        ("{{#unless c}}", 5, "c"),
        ("{{/unless}}", 2, "c"),
        ("{{else}}", 2, None),
        ("none", 0, None),
        ("{{#if d}}", 3, None),
        ("DDD", 1, None),
    ],
)
def test_a_tag_of_what_is_left_out_is_explained_as_that(words, nth, name) -> None:
    result = document_result(SOURCE, VALUES)
    answer = not_sent(SOURCE.index(words) + nth, result, "notes.md")
    assert (None if answer is None else answer.name) == name
    if answer is not None:
        assert answer.card.hint.startswith(f"left out: {name} ")
        assert SOURCE[slice(*answer.span)].endswith(f" {name}}}}}")


def test_in_brackets_too() -> None:
    source = "[if file:none.md]Some[else]No file[endif] [if system:date]Here[else]Nowhere[endif]"
    result = template_result({}, source)
    for words, is_left_out in (("[if file:none.md]", True), ("[else]", False)):
        assert (not_sent(source.index(words) + 1, result, "a.tmpl") is not None) == is_left_out
    for words, is_left_out in (("[if system:date]", False), ("[else]", True)):
        assert (not_sent(source.rindex(words) + 1, result, "a.tmpl") is not None) == is_left_out
