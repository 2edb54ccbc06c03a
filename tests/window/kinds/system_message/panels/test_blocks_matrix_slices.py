"""The matrix of many situations is made a few at a time, and is the same."""

from __future__ import annotations

from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import NamedSituation, Situation
from editor_app.window.kinds.system_message.block_rows import tree_rows
from editor_app.window.kinds.system_message.panels import matrix as matrix_rows
from editor_app.window.kinds.system_message.panels.matrix import (
    CELLS_IN_SLICE,
    MatrixRows,
    matrix_in_slices,
)
from editor_app.window.kit.work.slicer import Slicer


def test_many_situations_are_resolved_a_few_at_a_time(message, qapp, qtbot, monkeypatch):
    blocks, model = message.blocks, message.head.priority_model
    number = 3 * CELLS_IN_SLICE // len(blocks)
    situations = tuple(
        NamedSituation(f"s{at}", Situation(None, ("ask", "agent")[at % 2], ())) for at in range(number)
    )
    resolved = []

    def counted(*args):
        resolved.append(args)
        return resolve_blocks(*args)

    monkeypatch.setattr(matrix_rows, "resolve_blocks", counted)
    made = []
    slicer = Slicer()

    def make(some: tuple[NamedSituation, ...]) -> None:
        slicer.start(matrix_in_slices(message, some), made.append)
        slicer.advance()

    make(situations)
    assert len(resolved) * len(blocks) <= CELLS_IN_SLICE + len(blocks)
    make(situations[:2])
    assert len(made) == 1, "few are made at once, and what was begun is given up"
    make(situations)
    qtbot.waitUntil(lambda: len(made) == 2)
    assert made[1].situations == tuple(one.name for one in situations)
    for number, one in enumerate(situations):
        column = tree_rows(blocks, resolve_blocks(blocks, one.situation, model))
        assert tuple(row.cells[number] for row in made[1].rows) == column
    make(())
    assert made[2] == MatrixRows((), ())
