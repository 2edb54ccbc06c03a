"""The room in a row of the problems panel: the sentence is cut last, and its link is where it is painted."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from PySide6.QtCore import QRect

from editor_app.text import Severity
from editor_app.window.documents.problem_rows import ProblemPlace, ProblemRow
from editor_app.window.kit.rows.row_style import RowStyle, row_style
from editor_app.window.kit.words.plain_text import segments
from editor_app.window.panels.problems import problem_list
from editor_app.window.panels.problems.problems_panel import ProblemsPanel

SHORT = "‘titel’ is not declared."
LONG = "The prefix to cache has about 41 tokens, and 1,024 are needed: nothing is cached, and no API says so."
ALL = "Replace all of them with ‘title’"
ROWS = (
    ProblemRow(Severity.WARNING, SHORT, "undeclared-variable", ProblemPlace(21, 23), ALL),
    ProblemRow(Severity.INFORMATION, LONG, "cache-too-short", ProblemPlace(1, 1)),
    ProblemRow(Severity.WARNING, LONG, "cache-too-short", ProblemPlace(1, 1), "Fix"),
)


class Painted(NamedTuple):
    """A text that was painted, where, and whether it was cut."""

    text: str
    place: QRect
    is_cut: bool


@pytest.fixture
def painted(monkeypatch) -> list[Painted]:
    """What rows paint from now on: sentences as one, and other texts."""
    seen, text_of, sentence_of = [], RowStyle.text, RowStyle.sentence

    def text(style, painter, rect, words, role="ink", font="body", *, right=False, **how) -> int:
        width = text_of(style, painter, rect, words, role, font, right=right, **how)
        left = rect.right() + 1 - width if right else rect.left()
        whole = style.metrics[font].horizontalAdvance(words)
        seen.append(Painted(words, QRect(left, rect.top(), width, rect.height()), width < whole))
        return width

    def sentence(style, painter, rect, parts, *roles) -> int:
        count = len(seen)
        width = sentence_of(style, painter, rect, parts, *roles)
        del seen[count:]
        words = "".join(part.text for part in parts)
        place = QRect(rect.left(), rect.top(), width, rect.height())
        seen.append(Painted(words, place, rect.width() < style.sentence_width(parts)))
        return width

    monkeypatch.setattr(RowStyle, "text", text)
    monkeypatch.setattr(RowStyle, "sentence", sentence)
    return seen


@pytest.mark.parametrize("file", ["", "chats/talk/1.md", "a/folder/whose name is long/and/another/SKILL.md"])
def test_the_link_is_whole_and_the_sentence_is_cut_last(qtbot, theme, painted, file) -> None:
    panel = ProblemsPanel()
    qtbot.addWidget(panel)
    panel.show_file_problems(tuple(row._replace(place=row.place._replace(file=file)) for row in ROWS))
    tree, states = panel.tree, set()
    panel.show()
    for width in range(300, 1500, 20):
        panel.resize(width, 200)
        for number, row in enumerate(tree.rows):
            rect = tree.visualRect(tree.model().index(number, 0))
            painted.clear()
            tree.viewport().grab(rect)
            shown = {one.text: one for one in painted if rect.contains(one.place.center())}
            link = tree.fix_rect(rect, row)
            sentence = shown["".join(part.text for part in segments(row.message))]
            assert not link.intersects(sentence.place), (width, number)
            if row.fix_title:
                words = [one for text, one in shown.items() if text[:3] == row.fix_title[:3]][-1]
                assert link.contains(words.place), (width, number)
                assert link.width() <= words.place.width() + 12, (width, number)
                assert words.text == row.fix_title or width < 560, (width, number)
            behind = tuple(one in shown for one in (row.code, row.place.shown))
            places = [one.place for one in painted]
            assert not any(one.intersects(two) for one in places for two in places if one is not two)
            if not tree.is_narrow:
                states.add((number, sentence.is_cut, *behind))
                assert not sentence.is_cut or not any(behind), (width, number)
    for number in (0, 1):
        sorts = (True, False, False), (False, False, True), (False, True, True)
        assert {what[1:] for what in states if what[0] == number} >= set(sorts)


def test_the_widest_of_many_links_is_found_once_for_all_that_is_painted(qtbot, theme, monkeypatch) -> None:
    panel = ProblemsPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 800)
    rows = tuple(
        ProblemRow(Severity.ERROR, "It is wrong.", "x", ProblemPlace(line, 1), f"Fix {line}")
        for line in range(300)
    )
    panel.show_file_problems(rows)
    panel.show()
    read: list[str] = []
    one_line = problem_list.one_line
    monkeypatch.setattr(problem_list, "one_line", lambda text: read.append(text) or one_line(text))
    panel.tree.viewport().grab()
    panel.tree.viewport().grab()
    assert "Fix 20" in read
    assert read.count("Fix 299") < 3


def test_links_are_aligned_by_what_is_widest_in_pixels(qtbot, theme) -> None:
    panel = ProblemsPanel()
    qtbot.addWidget(panel)
    fixes = ("Write iiiiiiiiii", "Write WWWWWW")
    panel.show_file_problems(
        tuple(ProblemRow(Severity.ERROR, "No.", "x", ProblemPlace(1, 1), fix) for fix in fixes)
    )
    style = row_style()
    widest = max(map(style.metrics["body"].horizontalAdvance, fixes))
    assert [panel.tree.trail(row, style, 900)[0].width(style) for row in panel.tree.rows] == [widest, widest]


def test_a_short_sentence_is_whole_beside_a_long_link(qtbot, theme, painted) -> None:
    panel = ProblemsPanel()
    qtbot.addWidget(panel)
    said = "‘sender’ is not declared."
    fix = "Declare ‘sender’ as an optional variable of this prompt, and save"
    panel.show_file_problems((ProblemRow(Severity.ERROR, said, "x", ProblemPlace(1, 1), fix),))
    panel.resize(520, 200)
    panel.show()
    assert not panel.tree.is_narrow
    panel.tree.viewport().grab()
    cut = {one.text: one.is_cut for one in painted}
    link = next(text for text in cut if text.startswith("Declare"))
    assert not cut["".join(part.text for part in segments(said))]
    assert link.endswith("…")
