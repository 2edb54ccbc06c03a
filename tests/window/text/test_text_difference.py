"""A difference shows every line exactly, whatever changed, and never costs more than it may."""

from __future__ import annotations

from itertools import pairwise

import pytest
from counted_work import assert_work_in_proportion, work_of
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from editor_app.text.matching import ChangedRun, Steps, changed_runs
from editor_app.window.text.difference.compare_view import CompareView
from editor_app.window.text.difference.difference_rows import (
    MOST_ROWS,
    ChangeReason,
    ReasonedRun,
    RowKind,
    column_rows,
    difference_rows,
    inline_rows,
    reasoned_rows,
)
from editor_app.window.text.difference.rows_pane import exact_part, pieces_of, shown_row

LINES = st.lists(st.sampled_from(["", "a", "b", "c", "same words", "other words"]), min_size=1, max_size=30)
BEFORE = """---
name: page-analysis
version: 1.0.4
description: Analyzes web pages
max_tokens: 500
one
two
three
four
URL: {{url}}
{{#if title}}Title: {{title}}{{/if}}
Answer in the language of the page.

{{#if content}}
five
six
seven"""
AFTER = (
    BEFORE.replace("1.0.4", "1.1")
    .replace("{{title}}", "{{titel}}")
    .replace("Answer in the language of the page.\n", "")
)


@given(LINES, LINES, st.integers(0, 200))
def test_the_runs_turn_one_text_into_the_other_with_any_number_of_steps(before, after, steps):
    result, at = [], 0
    runs = changed_runs(before, after, Steps(steps))
    for start, end, new_start, new_end in runs:
        result += before[at:start] + after[new_start:new_end]
        at = end
    assert result + before[at:] == after
    assert all(one.end < other.start or one.new_end < other.new_start for one, other in pairwise(runs))


def test_between_lines_that_occur_once_the_fewest_lines_are_changed():
    runs = changed_runs(list("abcabba"), list("cbabac"), Steps(1000))
    assert sum(run.end - run.start + run.new_end - run.new_start for run in runs) == 5


@given(LINES, LINES)
def test_the_rows_of_either_view_have_all_of_both_texts(before, after):
    found = difference_rows("\n".join(before), "\n".join(after))

    def texts(rows, without):
        lines = []
        for row in rows:
            if row.kind is RowKind.FOLDED:
                lines += found.folded_lines(row)
            elif row.kind not in without:
                lines.append(row.text)
        return lines

    rows = inline_rows(found)
    assert texts(rows, {RowKind.ADDED}) == before
    assert texts(rows, {RowKind.REMOVED}) == after
    left, right = column_rows(found)
    assert len(left) == len(right)
    assert texts(left, {RowKind.GAP}) == before
    assert texts(right, {RowKind.GAP}) == after


def test_lines_that_belong_together_show_their_changed_words_and_others_are_changed_whole():
    found = difference_rows(BEFORE, AFTER)
    assert (found.added, found.removed, found.remark) == (2, 3, "")
    changed = [
        (row.kind.value, [row.text[start:end] for start, end in row.changed])
        for row in inline_rows(found)
        if row.kind in {RowKind.ADDED, RowKind.REMOVED}
    ]
    assert changed == [
        ("removed", ["0.4"]),
        ("added", ["1"]),
        ("removed", ["title"]),
        ("removed", ["Answer in the language of the page."]),
        ("added", ["titel"]),
    ]
    beside = [(one.kind.value, other.kind.value) for one, other in zip(*column_rows(found), strict=True)]
    assert [pair for pair in beside if pair[0] != pair[1]] == [
        ("removed", "added"),
        ("removed", "added"),
        ("removed", "gap"),
    ]
    assert [row.lines for row in inline_rows(found) if row.kind is RowKind.FOLDED] == [3, 3]


def words(number, name):
    return "\n".join(f"{name} {number} {at % 7} words of a line {at % 13}" for at in range(number))


def letters(number, step):
    return "\n".join("ab"[at * at % step % 2] for at in range(number))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (lambda n: "x\n\n" * n, lambda n: "\nx\n" * n),
        (lambda n: "\n".join(map(str, range(n))), lambda n: "\n".join(map(str, reversed(range(n))))),
        (lambda n: words(n, "one"), lambda n: words(n, "other")),
        (lambda n: "a b " * n, lambda n: "b a " * n),
        (
            lambda n: "\n".join("ab"[at * at % 7 % 2] for at in range(n)),
            lambda n: "\n".join("ab"[at % 3 % 2] for at in range(n)),
        ),
    ],
)
def test_the_work_of_hostile_texts_grows_no_faster_than_they_do(before, after):
    def prepared(number):
        old, new = before(number), after(number)
        return lambda: column_rows(difference_rows(old, new))

    assert_work_in_proportion(prepared, 600)


def test_of_large_texts_only_what_changed_is_looked_at():
    large = "\n".join(f"line {number}" for number in range(200_000))
    after = large.replace("line 100000\n", "line one hundred thousand\n")
    assert work_of(lambda: inline_rows(difference_rows(large, after))) < 2000
    everything = difference_rows(large, large.replace("line", "row"))
    assert everything.remark
    rows = inline_rows(everything)
    assert len(rows) == MOST_ROWS + 1
    assert rows[-1].lines == 400_000 - MOST_ROWS


@given(st.text(st.sampled_from("ab \t\0\u200b\u2028\ufdd0\ue000\ud800😀אבג{}"), max_size=40))
def test_what_is_copied_of_a_row_is_its_exact_text(text):
    row = next(row for row in inline_rows(difference_rows("", f"x{text}")) if row.kind is RowKind.ADDED)
    shown = shown_row(row)
    assert "".join(piece.exact for piece in pieces_of(row)) == row.text
    assert exact_part(row, 2, 10_000) == row.text
    assert exact_part(row, 0, 3) == "x"
    assert not set("\0\u200b\u2028\ufdd0\ud800") & set(shown.text)


def test_of_a_very_long_line_the_part_that_changed_is_shown():
    line = "a" * 50_000
    row = next(
        row
        for row in inline_rows(difference_rows(line, f"{line[:30_000]}XYZ{line}"))
        if row.kind is RowKind.ADDED
    )
    shown = shown_row(row)
    assert len(shown.text) < 2200
    assert "XYZ" in shown.text
    assert "".join(piece.exact for piece in pieces_of(row)) == row.text


# The view ---------------------------------------------------------------------------------------------------


@pytest.fixture
def view(theme, show):
    view = CompareView()
    show(view, 1000, 500)
    return view


def lines_of(pane):
    block, lines = pane.document().begin(), []
    while block.isValid():
        lines.append(block.text().rstrip("\u2028"))
        block = block.next()
    return lines


def test_a_fold_is_opened_by_click_and_key_and_copied_whole(view, qtbot):
    view.compare(BEFORE, AFTER, ("11:20", "now"))
    pane = view.inline
    assert pane.accessibleName() == "Difference from 11:20 to now"
    assert lines_of(pane).count("  … 3 lines the same") == 2
    cursor = QTextCursor(pane.document())
    cursor.select(QTextCursor.SelectionType.Document)
    pane.setTextCursor(cursor)
    pane.copy()
    copied = QApplication.clipboard().text()
    assert "one\ntwo\nthree\nfour\nURL" in copied
    assert "…" not in copied
    fold = max(at for at, line in enumerate(lines_of(pane)) if "3 lines" in line)
    pane.setTextCursor(QTextCursor(pane.document().findBlockByNumber(fold)))
    qtbot.keyClick(pane, Qt.Key.Key_Return)
    assert lines_of(pane)[-3:] == ["  five", "  six", "  seven"]
    fold = next(at for at, line in enumerate(lines_of(pane)) if "3 lines" in line)
    rect = pane.cursorRect(QTextCursor(pane.document().findBlockByNumber(fold)))
    qtbot.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert not any("the same" in line for line in lines_of(pane))


@pytest.mark.parametrize("width", [560, 860, 1000, 1370])
def test_two_columns_have_line_beside_line_and_scroll_together(view, qtbot, width):
    long = "description: " + "words that need more than one line, " * 9
    view.resize(width, 240)
    view.compare(f"{BEFORE}\n{long}\nend", f"{AFTER}\nshort words\n" + "more\n" * 30 + "end")
    view.choose_view("columns")
    columns = view.columns
    qtbot.waitUntil(
        lambda: columns.left.document().blockCount() == columns.right.document().blockCount() > 10
    )
    QApplication.processEvents()
    block, other = columns.left.document().begin(), columns.right.document().begin()
    heights, others = [], []
    while block.isValid():
        heights.append(columns.left.blockBoundingRect(block).height())
        others.append(columns.right.blockBoundingRect(other).height())
        block, other = block.next(), other.next()
    assert heights == others
    assert len(set(heights)) > 1
    columns.right.verticalScrollBar().setValue(7)
    assert columns.left.verticalScrollBar().value() == 7
    columns.left.verticalScrollBar().setValue(3)
    assert columns.right.verticalScrollBar().value() == 3


def test_without_room_for_two_columns_there_is_one_until_there_is(view):
    view.compare(BEFORE, AFTER)
    view.choose_view("columns")
    assert view.view == "columns"
    view.resize(500, 500)
    QApplication.processEvents()
    assert view.view == "inline"
    view.resize(1000, 500)
    QApplication.processEvents()
    assert view.view == "columns"
    assert view.counts == (2, 3)


def test_equal_texts_and_sentences_stand_in_place_of_a_difference(view):
    view.compare("same", "same")
    assert view.counts == (0, 0)
    assert not view.inline.isVisible()
    view.compare("א {{name}} ב\0", "א {{name}} ג\0")
    assert view.inline.isVisible()
    assert lines_of(view.inline) == ["- א {{name}} ב⟨NUL⟩", "+ א {{name}} ג⟨NUL⟩"]
    assert not view.grab().isNull()
    view.say("Nothing to compare", "Choose a version.")
    assert not view.inline.isVisible()


BRANCH = ChangeReason("variable", "git:branch", "was main, is search-page")
DATE = ChangeReason("variable", "system:date", "was 2026-03-03, is 2026-03-04")
ADDED = ChangeReason("braces", "Template, line 13:", "line added")
REASONED = (
    ReasonedRun(ChangedRun(1, 2, 1, 2), (BRANCH,)),
    ReasonedRun(ChangedRun(2, 3, 2, 3), (DATE,)),
    ReasonedRun(ChangedRun(3, 3, 3, 4), (ADDED,)),
)
PROMPT = "You help.\nYou are on branch main.\nToday is 2026-03-03."
PROMPT_NOW = "You help.\nYou are on branch search-page.\nToday is 2026-03-04.\nAnswer shortly."


def test_reasons_stand_before_the_changes_they_are_given_for(view):
    view.compare(PROMPT, PROMPT_NOW, reasoned=REASONED)
    pane = view.inline
    assert [(row.text, row.reasons) for row in pane.rows if row.reasons] == [
        ("You are on branch main.", (BRANCH,)),
        ("Today is 2026-03-03.", (DATE,)),
        ("Answer shortly.", (ADDED,)),
    ]
    assert view.counts == (3, 2)
    assert "git:branch was main, is search-page." in pane.accessibleDescription()
    lines = [
        "  You help.",
        "- You are on branch main.",
        "+ You are on branch search-page.",
        "- Today is 2026-03-03.",
        "+ Today is 2026-03-04.",
        "+ Answer shortly.",
    ]
    assert lines_of(pane) == lines
    blocks = [pane.document().findBlockByNumber(number) for number in range(len(lines))]
    heights = [pane.blockBoundingRect(block).height() for block in blocks]
    assert [height - heights[2] for height in heights[1:5]] == [26, 0, 26, 0]
    first = pane.cursorRect(QTextCursor(pane.document()))
    assert first.top() < heights[2], "above the first line there is no room for another"
    pane.verticalScrollBar().setValue(pane.verticalScrollBar().maximum())
    second = pane.cursorRect(QTextCursor(blocks[2]))
    assert pane.cursorForPosition(second.center()).block() == blocks[2]
    view.compare(PROMPT, PROMPT_NOW)
    assert not any(row.reasons for row in pane.rows)


def test_reasons_of_more_lines_than_are_shown_are_left_out():
    before, after = "a\n" * 6_000, "b\n" * 6_000
    runs = (ReasonedRun(ChangedRun(0, 6_000, 0, 6_000), (BRANCH,)),)
    assert reasoned_rows(before, after, runs).changes == difference_rows(before, after).changes


def test_two_texts_of_five_megabytes_are_compared_line_by_line_or_told_as_wholly_other():
    lines = [f"{number % 97} {'word ' * 11}" for number in range(85_000)]
    before = "\n".join(lines)
    assert len(before) > 4_900_000
    one_other = "\n".join([*lines[:40_000], "other", *lines[40_001:]])
    found = difference_rows(before, one_other)
    assert (found.removed, found.added) == (1, 1)
    upside_down = difference_rows(before, "\n".join(reversed(lines)))
    assert upside_down.removed == upside_down.added > len(lines) // 2
