"""Strategies side by side: the sentence below them, and the cells of the table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from editor_app.runs.loop.results import FirstFiring, FirstFirings
from editor_app.runs.model.session import Strategy
from editor_app.window.kinds.scenario.view.tables import StrategiesTable, comparison_sentence

# How many of the triggers each strategy reaches the model with, in the order of Strategy, and how many fire.
SENTENCES = (
    ((2, 2, 5, 6), "Hybrid is the default: only it reaches the model with all 6."),
    ((1, 1, 6, 6), "All 6 messages reach the model under Multi-step and Hybrid (the default)."),
    (
        (3, 3, 3, 3),
        "All 3 messages reach the model under Message-only, Hints, Multi-step and Hybrid (the default).",
    ),
    ((0, 0, 1, 0), "The one message reaches the model under Multi-step."),
    ((2, 2, 0, 1), "Both messages reach the model under Message-only and Hints."),
)
MISSED = (
    ((1, 1, 1, 2), 3, "At most 2 of 3 messages reach the model, under Hybrid (the default)."),
    ((0, 0, 11, 3), 12, "At most 11 of 12 messages reach the model, under Multi-step."),
    ((0, 0, 0, 0), 0, "No trigger fires under any strategy."),
)


def rows(counts, number: int) -> tuple[FirstFirings, ...]:
    return tuple(
        FirstFirings(
            f"trigger-{at}",
            {
                one: FirstFiring(at if at < count else None, is_next=at >= count)
                for one, count in zip(Strategy, counts, strict=True)
            },
        )
        for at in range(number)
    )


@pytest.mark.parametrize(
    ("counts", "number", "sentence"), [*((counts, max(counts), said) for counts, said in SENTENCES), *MISSED]
)
def test_the_sentence_says_what_the_table_shows(counts, number, sentence):
    assert comparison_sentence(rows(counts, number)) == sentence


def test_the_name_of_the_own_strategy_stands_out_and_cells_have_words(theme, show):
    table = StrategiesTable()
    table.show_reached(rows((1, 1, 2, 2), 2), {}, Strategy.MULTI_STEP)
    model = table.model()
    assert [table.is_own(column) for column in range(5)] == [False, False, False, True, False]
    words = [model.data(model.index(1, column)) for column in range(5)]
    assert words == ["trigger-1", *["with the next user message"] * 2, "step 1", "step 1"]
    assert model.data(model.index(1, 3), Qt.ItemDataRole.AccessibleTextRole) == "step 1"


@pytest.mark.parametrize("width", [300, 480, 720, 1200])
def test_all_columns_are_reached_at_any_width(theme, qtbot, width):
    table = StrategiesTable()
    qtbot.addWidget(table)
    table.resize(width, 200)
    table.show()
    table.show_reached(rows((1, 1, 2, 2), 2), {}, Strategy.HYBRID)
    heads = table.horizontalHeader()
    assert [
        heads.sectionSize(column) for column in range(5) if heads.sectionSize(column) < theme.px(60)
    ] == []
    bar = table.horizontalScrollBar()
    qtbot.waitUntil(lambda: heads.length() <= table.viewport().width() + bar.maximum())
