"""The room in a row of the problems panel: the sentence is cut last."""

from __future__ import annotations

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


def test_the_link_is_whole_and_the_sentence_is_cut_last(qtbot, theme) -> None:
    panel = ProblemsPanel()
    qtbot.addWidget(panel)
    panel.show_file_problems(ROWS)
    style = row_style()
    seen = set()
    for room in range(140, 1300, 5):
        for number, row in enumerate(panel.tree.rows):
            parts = panel.tree.trail(row, style, room)
            widths = [
                max(part.width(style), style.metrics[part.font].horizontalAdvance(part.text)) + part.gap
                for part in parts
            ]
            assert parts[0].text == row.fix_title or room < 340, (room, number)
            is_cut = room - sum(widths) < style.sentence_width(segments(row.message))
            texts = [part.text for part in parts[1:]]
            seen.add((number, is_cut, row.code in texts, row.place.shown in texts))
            assert not is_cut or texts == [], (room, number)
    for number in (1, 2):
        assert {what[1:] for what in seen if what[0] == number} >= {
            (True, False, False),
            (False, False, False),
            (False, False, True),
            (False, True, True),
        }
