"""What the card of a character of a system message says about its block."""

from __future__ import annotations

import pytest

from editor_app.analysis.explanation import Explanation
from editor_app.template.source_map import Why
from editor_app.text import LineIndex, Span
from editor_app.window.panels.preview.why import explained


def explanation(why: Why, conditions: tuple[str, ...] = (), **block: str) -> Explanation:
    place = LineIndex("one\ntwo").position(4)
    return Explanation(why, "git:branch", "main", "given", Span(4, 5), place, conditions, "Why.", **block)


@pytest.mark.parametrize(
    ("given", "facts"),
    [
        ({"why": Why.TEXT}, {"Condition": "none – always sent"}),
        (
            {"why": Why.TEXT, "block": "formatting-1", "block_why": "in: mode is ask"},
            {"Block": "formatting-1\nin: mode is ask"},
        ),
        ({"why": Why.VALUE, "block": "safety-1"}, {"Block": "safety-1\nalways sent"}),
        (
            {"why": Why.TEXT, "block": "safety-1", "conditions": ("AGENTS.md exists",)},
            {"Block": "safety-1\nalways sent", "Condition": "AGENTS.md exists"},
        ),
        ({"why": Why.ADDED, "block": "safety-1"}, {"Block": "safety-1\nalways sent"}),
    ],
)
def test_a_card_names_the_block_and_why_it_is_in(given, facts):
    shown = dict(explained(explanation(**given), "m.yaml").facts)
    assert {key: shown[key] for key in shown if key in {"Block", "Condition"}} == facts


def test_what_stands_between_blocks_is_not_said_to_be_written():
    card = explained(explanation(Why.ADDED, block="safety-1"), "m.yaml")
    assert (card.hint, card.sentence) == ("put between the blocks", "Why.")
