"""Text that becomes a variable, and variables that become their default."""

from __future__ import annotations

import pytest

from editor_app.analysis.analysis import analyse
from editor_app.analysis.editing.extracting import extract_variable, inline_default
from editor_app.library.kinds import Kind
from editor_app.text import Span, apply_edits

PROMPT = """---
name: a
version: 1.0.0
description: d
max_tokens: 10
variables:
  - name: who
    required: false
    default: World
  - name: tag
    required: false
    default: "{{x}}"
  - name: bare
    required: false
---
Hello {{who}}, 😀 and {{who}}. {{#if who}}{{tag}}{{/if}} {{bare}}
"""


def extracted(words: str, kind: Kind = Kind.PROMPT, text: str = PROMPT) -> str:
    start = text.index(words)
    span = Span(start, start + len(words))
    result = extract_variable(analyse(text, kind, "a.md"), "a.md", span, "new_one")
    return result if isinstance(result, str) else apply_edits(text, result)


def test_text_becomes_a_declared_variable_in_one_step():
    after = extracted("😀 and")
    assert "{{who}}, {{new_one}} {{who}}" in after
    analysis = analyse(after, Kind.PROMPT, "a.md")
    assert "new_one" in analysis.variable_names
    assert not [problem for problem in analysis.diagnostics if "new_one" in problem.message]


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        ("name: a", Kind.PROMPT, "Select a part of the text below the frontmatter."),
        ("Hello {{who}}", Kind.PROMPT, "The selection holds a tag. Select text without one."),
        ("who}}, ", Kind.PROMPT, "The selection holds a tag. Select text without one."),
        (" ", Kind.PROMPT, "Select a part of the text below the frontmatter."),
        ("", Kind.PROMPT, "Select a part of the text below the frontmatter."),
        ("Hello", Kind.DOCUMENT, "Only prompts declare variables."),
        ("Hello", Kind.TEMPLATE, "Only prompts declare variables."),
    ],
)
def test_what_cannot_become_a_variable_is_said(words, kind, said):
    assert extracted(words, kind) == said


def inlined(words: str, kind: Kind = Kind.PROMPT) -> str:
    result = inline_default(analyse(PROMPT, kind, "a.md"), PROMPT.index(words))
    return result if isinstance(result, str) else apply_edits(PROMPT, result)


def test_a_default_takes_the_place_of_every_tag_that_inserts_the_variable():
    assert inlined("{{who}}, ") == PROMPT.replace("{{who}}", "World")
    assert inlined(", 😀") == PROMPT.replace("{{who}}", "World"), "behind the tag, too"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Hello", "No variable is inserted at the caret."),
        ("{{#if who", "No variable is inserted at the caret."),
        ("{{bare}}", "‘bare’ has no default."),
        ("{{tag}}", "The default of ‘tag’ would be read as a tag."),
    ],
)
def test_what_cannot_be_inlined_is_said(words, said):
    assert inlined(words) == said
