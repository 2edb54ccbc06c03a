"""The room in a row of the problems panel: the sentence is cut last."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtWidgets import QApplication

from editor_app.text import Severity
from editor_app.window.documents.problem_rows import ProblemPlace, ProblemRow
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.words.plain_text import segments
from editor_app.window.panels.problems.problems_panel import ProblemsPanel

SHORT = "‘titel’ is not declared."
LONG = "The prefix to cache has about 41 tokens, and 1,024 are needed: nothing is cached, and no API says so."
ROWS = (
    ProblemRow(
        Severity.WARNING,
        SHORT,
        "undeclared-variable",
        ProblemPlace(21, 23),
        "Replace all of them with ‘title’",
    ),
    ProblemRow(Severity.INFORMATION, LONG, "cache-too-short", ProblemPlace(1, 1)),
    ProblemRow(Severity.WARNING, LONG, "cache-too-short", ProblemPlace(1, 1), "Fix"),
)


@pytest.mark.parametrize("names_files", [False, True])
def test_the_link_is_whole_and_the_sentence_is_cut_last(qtbot, theme, names_files) -> None:
    panel = ProblemsPanel()
    qtbot.addWidget(panel)
    panel.show_file_problems(ROWS)
    panel.show()
    if names_files:
        named = tuple(row._replace(place=row.place._replace(file="chats/talk/1.md")) for row in ROWS)
        panel.tree.show_rows(named)
    style, model = row_style(), panel.tree.model()
    seen = set()
    for width in range(480, 1300, 50):
        panel.resize(width, 200)
        QApplication.processEvents()
        for number, row in enumerate(model.rows):
            rect = panel.tree.visualRect(model.index(number, 0))
            file, sentence, code, place, link = panel.tree.columns(rect, row)
            shown = [one for one in (file, sentence, code, place, link) if not one.isEmpty()]
            for left, right in pairwise(shown):
                assert left.right() < right.left(), (width, number)
            assert rect.contains(shown[-1]), (width, number)
            whole = style.metrics["body"].horizontalAdvance(row.fix_title)
            assert link.width() >= whole, (width, number)
            is_cut = sentence.width() < style.sentence_width(segments(row.message))
            seen.add((number, is_cut, not code.isEmpty(), not place.isEmpty()))
            assert not is_cut or (code.isEmpty() and place.isEmpty()), (width, number)
    for number in (1, 2) if names_files else ():
        assert {what[1:] for what in seen if what[0] == number} >= {
            (True, False, False),
            (False, False, False),
            (False, False, True),
            (False, True, True),
        }
