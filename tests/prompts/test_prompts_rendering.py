"""Rendering a prompt inserts values, and asks for those that are required."""

from __future__ import annotations

import pytest

from editor_app.prompts.entities import (
    PromptContext,
    PromptError,
    PromptErrorType,
)
from editor_app.prompts.loading import read_prompt

SOURCE = """---
name: t
version: 1.0.0
description: d
max_tokens: 5
variables:
  - {name: url, required: true, description: d}
  - {name: title, required: false, description: d}
  - {name: lang, required: false, description: d, default: English}
---

\t
URL: {{url}}
{{#if title}}Title: {{title}}{{/if}}
{{lang}} {{other}} {{title}}

{{title}}
"""


def prompt(body: str | None = None):
    source = SOURCE if body is None else SOURCE[: SOURCE.index("---\n\n") + 4] + body
    found, errors = read_prompt(source.encode(), "t.md")
    assert not errors
    return found


def test_values_defaults_and_names_that_stay():
    result = prompt().render({"url": "u"})
    assert result.rendered_content == "URL: u\n\nEnglish {{other}} "
    assert result.substituted_variables == ("url", "lang")
    assert result.missing_optional_variables == ("title",)
    assert result.max_tokens == 5
    assert result.source.type == "user"
    assert result.rendering.text == result.rendered_content


def test_a_given_name_that_is_not_declared_is_inserted():
    result = prompt().render(PromptContext({"url": "u", "other": "o", "title": None, "lang": ""}))
    assert result.rendered_content == "URL: u\n\n o "
    assert result.substituted_variables == ("url", "lang", "other")


def test_blank_lines_at_the_ends_go_unless_a_value_brought_them():
    assert (
        prompt("{{title}}\n\n{{url}}\n\n{{title}}\n").render({"url": "\n\nx\n\n"}).rendered_content
        == "\n\nx\n\n"
    )
    assert prompt("\n  indented {{url}}  \n \n").render({"url": "u"}).rendered_content == "  indented u  "


@pytest.mark.parametrize("values", [{}, {"url": None}, {"title": "x"}])
def test_a_required_value_is_asked_for(values):
    with pytest.raises(PromptError) as raised:
        prompt().render(values)
    error = raised.value
    assert (error.type, error.field) == (PromptErrorType.MISSING_REQUIRED_VARIABLE, "url")
    assert error.message == "‘url’ is not set, and the prompt requires it."
    assert error.suggestions == ("Give a value for ‘url’.",)


def test_a_misspelt_value_is_noticed():
    with pytest.raises(PromptError) as raised:
        prompt().render({"ulr": "x"})
    assert raised.value.suggestions == ("‘ulr’ was given; the variable is called ‘url’.",)


def test_several_required_values_are_named():
    many = SOURCE.replace("required: false", "required: true").replace(", default: English", "")
    found, _ = read_prompt(many.encode(), "t.md")
    with pytest.raises(PromptError) as raised:
        found.render({})
    assert raised.value.message == "‘url’, ‘title’ and ‘lang’ are not set, and the prompt requires them."


def test_the_empty_string_is_a_value_and_a_number_is_none():
    assert prompt().render({"url": ""}).rendered_content.startswith("URL: \n")
    with pytest.raises(TypeError):
        prompt().render({"url": 5})


def test_the_content_has_no_blank_lines_at_its_ends():
    assert prompt("\n \n\n  a\r\n\n---\n\nb \n\n\n").template_content == "  a\n\n---\n\nb "
