"""A name that is not declared: what is said is what becomes of its tag."""

from __future__ import annotations

from editor_app.analysis.analysis import analyse
from editor_app.analysis.model_text import render
from editor_app.analysis.trials import Trial
from editor_app.library.kinds import Kind

SOURCE = """---
name: test
version: 1.0.0
description: Test
max_tokens: 500
variables: []
---

{{#if shop}}A{{else}}B{{/if}}{{#unless shop}}C{{/unless}} {{shop}}
"""


def test_of_a_condition_it_is_not_said_that_it_stays_in_the_text() -> None:
    analysis = analyse(SOURCE, Kind.PROMPT, "test.md")
    said = [one.message for one in analysis.diagnostics if one.code == "undeclared-variable"]
    assert said == [
        "‘shop’ is not declared; its section is left out.",
        "‘shop’ is not declared; its section is always sent.",
        "‘shop’ is not declared; it stays as text.",
    ]
    result = render(analysis, Trial({}))
    assert result is not None
    assert result.text == "BC {{shop}}"
