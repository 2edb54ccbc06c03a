"""Keys for lines, comments, matches and matching tags in the whole window, each with one undo step."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.one_window
HEAD = "---\nname: mine\nversion: 1.0.0\n---\n"
TEXT = f"{HEAD}first {{{{title}}}}\n{{{{#if title}}}}\nsecond\n{{{{else}}}}\nthird\n{{{{/if}}}}\n"


@pytest.fixture
def bench(open_bench, root):
    (root / "mine.md").write_text(TEXT)
    bench = open_bench(root, "mine.md", checked=False)
    bench.come_to_front()
    return bench


@pytest.mark.parametrize(
    ("key", "after"),
    [
        ("Alt+Up", TEXT.replace("{{#if title}}\nsecond", "second\n{{#if title}}")),
        ("Alt+Down", TEXT.replace("second\n{{else}}", "{{else}}\nsecond")),
        ("Shift+Alt+Up", TEXT.replace("second\n", "second\nsecond\n")),
        ("Shift+Alt+Down", TEXT.replace("second\n", "second\nsecond\n")),
        ("Ctrl+Shift+K", TEXT.replace("second\n", "")),
        ("Ctrl+Shift+A", TEXT.replace("second", "{{! second }}")),
    ],
)
def test_a_key_changes_lines_as_one_step(bench, key, after):
    bench.go_to("second", 2)
    bench.press(key)
    assert bench.text == after
    bench.press("Ctrl+Z")
    assert bench.text == TEXT
    assert not bench.file.is_modified


def test_what_cannot_be_is_said(bench):
    bench.open("system-prompt.tmpl")
    bench.trigger("toggle_comment")
    assert bench.notice == "This kind of file has no comments."
    bench.go_to("You are")
    bench.press("Ctrl+Shift+G")
    assert bench.notice == "The caret is in no condition."


def test_the_matching_tag_is_gone_to_round_the_condition(bench):
    places = [bench.text.index(tag) for tag in ("{{#if", "{{else", "{{/if")]
    bench.go_to("second")
    seen = []
    for _ in range(4):
        bench.press("Ctrl+Shift+G")
        seen.append(bench.editor.cursor_offset())
    assert seen == [places[2], places[0], places[1], places[2]]


def test_the_next_match_is_selected_by_its_key(bench):
    bench.go_to("title", 2)
    bench.press("Ctrl+D")
    bench.press("Ctrl+D")
    bench.type("head")
    assert bench.text == TEXT.replace("title", "head")
    bench.press("Ctrl+Z")
    assert bench.text == TEXT


def test_more_lines_than_one_step_takes_are_left_as_they_are(bench, root):
    (root / "long.md").write_text("word\n" * 6_000)
    file = bench.open("long.md")
    file.document.finish_filling()
    bench.editor.selectAll()
    bench.trigger("toggle_comment")
    assert bench.notice == "These are 12,000 changes; at most 5,000 are made at once."
    assert bench.text == "word\n" * 6_000


def test_a_selection_becomes_a_variable_with_that_value_and_a_condition_goes(bench):
    bench.select("first")
    bench.dialogs.answers.append("greeting")
    bench.act("extract_variable")
    assert "{{greeting}} {{title}}" in bench.text
    assert bench.file.values["greeting"] == "first"
    assert "first" in bench.preview
    bench.press("Ctrl+Z")
    assert bench.text == TEXT
    bench.go_to("third")
    bench.act("unwrap_condition")
    assert bench.text == f"{HEAD}first {{{{title}}}}\nthird\n"
    bench.act("unwrap_condition")
    assert bench.notice == "The caret is in no condition."
    bench.go_to("title")
    bench.act("inline_default")
    assert bench.notice == "‘title’ has no default."
    bench.act("extract_variable")
    assert bench.notice == "Select the text that is to be the value of a variable."
