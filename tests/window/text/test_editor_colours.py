"""Colours of lines, of regions, and of the visible part of an editor."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import yaml
from counted_patterns import patterns_of, steps_of_match, steps_of_search
from counted_work import assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QInputMethodEvent, QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.analysis.analysis import analyse
from editor_app.highlighting import line_colours
from editor_app.library.kinds import Kind
from editor_app.text import Edit, Span
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.painting.fence_colours import FenceColours
from editor_app.window.text.painting.highlighter import Regions
from editor_app.window.text.painting.marks import EditsSince

CASES = yaml.load(
    (Path(__file__).parents[2] / "cases/editor/line_colours.yaml").read_text(encoding="utf-8"),
    yaml.CSafeLoader,
)
COLOUR = {
    "markdown": line_colours.markdown_colours,
    "yaml": line_colours.yaml_colours,
    "json": line_colours.json_colours,
    "toml": line_colours.toml_colours,
}


@pytest.mark.parametrize(
    ("language", "line", "parts"),
    [(language, case["line"], case["parts"]) for language, cases in CASES.items() for case in cases],
)
def test_parts_of_a_line(language, line, parts):
    colours = sorted(COLOUR[language](line))
    assert [word for start, end, role in colours for word in (role, line[start:end])] == parts


@pytest.mark.parametrize("language", COLOUR)
@given(line=st.text(alphabet="ab1 #*_`~>-[](){}:'\"\\|<!.,&\t", max_size=80))
def test_any_line_has_colours_inside_it(language, line):
    for start, end, _role in COLOUR[language](line):
        assert 0 <= start < end <= len(line)


SEARCHED = (
    line_colours._INLINE,
    line_colours._FLOW,
    line_colours._JSON,
    line_colours._TOML,
    line_colours._COMMENT,
)


@pytest.mark.parametrize(
    "part", ["**a", "<!--", '"\\"', "a ", "- ", "`", "_a ", "](", "*a*", "{{", "'", "> ", "\\", "a: ", "# "]
)
def test_no_line_takes_long(part):
    def line(length: int) -> str:
        return (part * length)[:length]

    for colour in COLOUR.values():
        assert_work_in_proportion(lambda length, colour=colour: partial(colour, line(length)), 100)
    for pattern in patterns_of(line_colours):
        steps_of = steps_of_search if pattern in SEARCHED else steps_of_match
        few, many = (steps_of(pattern, line(length)) for length in (40, 400))
        assert many < 14 * few, "these patterns never go back over what they read"


TEXT = """---
name: x
description: |
  Note: this is text
  - as well
max_tokens: 5
---
# Head
```yaml
# not a head
~~~
```
text `code`
   ~~~~
# inside
~~~
~~~~
# outside
"""


def roles(kind, text=TEXT):
    regions, found, at = Regions(text, kind, FenceColours(list).colours), {}, 0
    for line in text.split("\n"):
        found.setdefault(line, [colour.role for colour in regions.colours(at, line)])
        at += len(line) + 1
    return found


def test_regions_of_a_prompt():
    found = roles(Kind.PROMPT)
    assert found["name: x"] == ["key", "str"]
    assert found["  Note: this is text"] == found["  - as well"] == ["str"]
    assert found["max_tokens: 5"] == ["key", "str"]
    assert found["# Head"] == found["# outside"] == ["strong"]
    assert found["# not a head"] == ["faint"], "a comment of YAML"
    assert found["# inside"] == []
    assert found["```yaml"] == found["   ~~~~"] == ["faint"]


def test_regions_of_other_kinds():
    assert roles(Kind.CASES, "a: b")["a: b"] == ["key", "str"]
    assert roles(Kind.SYSTEM_MESSAGE, '{"a": 1}')['{"a": 1}'] == ["key", "str"]
    assert roles(Kind.TEMPLATE, "# Head")["# Head"] == ["strong"]
    assert roles(Kind.OTHER, "# Head")["# Head"] == []
    assert roles(None, "# Head")["# Head"] == []
    assert roles(Kind.DOCUMENT, "```\nnever closed\n# head")["# head"] == []


@given(st.text(alphabet="`~ \nab#", max_size=60))
def test_regions_take_any_text(text):
    roles(Kind.DOCUMENT, text)


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 5), st.text("x", max_size=4)), max_size=4),
    st.integers(0, 30),
)
def test_what_lies_behind_an_edit_moves_with_it(edits, offset):
    since, expected = EditsSince(), offset
    for start, length, text in edits:
        edit = Edit(Span(start, start + length), text)
        since.append(edit)
        if expected >= edit.span.end:
            expected += edit.growth
        elif expected > edit.span.start:
            expected = min(expected, start + len(text))
    assert since.now(offset) == expected
    assert bool(since) is bool(edits)


def formats(editor, line):
    block = editor.document().findBlockByNumber(line)
    text = block.text()
    found = {}
    for item in block.layout().formats():
        piece = text.encode("utf-16-le")[2 * item.start : 2 * (item.start + item.length)].decode("utf-16-le")
        found[piece] = QTextCharFormat(item.format)
    return found


def test_tags_have_their_colours_and_keep_them_while_typing(open_editor, theme):
    editor = open_editor("😀 {{x}} and {{#if x}}y{{/if}}\n# Head **no**\n")
    first = formats(editor, 0)
    assert first["{{x}}"].foreground().color() == theme.color("tag")
    assert first["{{x}}"].background().color() == theme.color("tagbg")
    assert first["{{#if x}}"].foreground().color() == theme.color("cond")
    assert formats(editor, 1)["# Head **no**"].fontWeight() == QFont.Weight.Bold
    QTest.keyClicks(editor, "e {")
    first = formats(editor, 0)
    assert first["{{x}}"].foreground().color() == theme.color("tag")
    assert set(first) == {"{{x}}", "{{#if x}}", "{{/if}}"}


def test_tags_keep_their_colours_until_they_are_known_again(open_editor):
    editor = open_editor("a {{x}} b\nc {{y}} d")
    editor.contents.edited.disconnect()
    editor.contents.edited.connect(editor._follow_edit)
    editor.contents.apply_edits([Edit(Span(0, 0), "new ")])
    assert set(formats(editor, 0)) == {"{{x}}"}
    editor.contents.apply_edits([Edit(Span(8, 9), "zz")])
    assert formats(editor, 0) == {}, "the tag typed in waits for its analysis"
    assert set(formats(editor, 1)) == {"{{y}}"}


def test_only_what_can_be_seen_is_coloured(open_editor):
    editor = open_editor("# Head {{x}}\n" * 3_000)
    assert formats(editor, 0)
    assert not formats(editor, 2_000)
    editor.go_to(Span(13 * 2_000, 13 * 2_000))
    assert formats(editor, 2_000)
    assert not formats(editor, 1_000)


def test_lines_below_a_tall_one_have_their_colours_when_its_last_row_is_in_sight(open_editor):
    tags = "\n".join(f"{{{{name{number}}}}}" for number in range(60))
    editor = open_editor("a\ufdd0" * 190 + f"\n{tags}", size=(420, 600))
    rows = editor.document().firstBlock().layout().lineCount()
    assert rows * editor.contents.layout.line_height > editor.viewport().height(), "its names fill the view"
    editor.verticalScrollBar().setValue(rows - 1)
    seen = editor.visible_blocks(0, editor.viewport().height())
    assert len(seen) > 20
    assert all(line.block.layout().formats() for line in seen)


def test_a_line_keeps_its_colours_when_nothing_is_composed_in_it(open_editor):
    editor = open_editor("Hello {{name}}\n" * 100)
    coloured, bar = formats(editor, 0), editor.verticalScrollBar()
    assert coloured
    QApplication.sendEvent(editor, QInputMethodEvent())
    assert formats(editor, 0) == coloured
    for places in ((1, 0), (50,)):
        QApplication.sendEvent(editor, QInputMethodEvent("ab", []))
        assert formats(editor, 0) != coloured
        for place in places:
            bar.setValue(place)
        QApplication.sendEvent(editor, QInputMethodEvent())
        bar.setValue(0)
        assert formats(editor, 0) == coloured


def formats_of(editor):
    block = editor.document().firstBlock()
    found = []
    while block.isValid():
        found.append((block.text(), [(item.start, item.length) for item in block.layout().formats()]))
        block = block.next()
    return found


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        pytest.param("a\u200bb\nplain", Edit(Span(1, 4), ""), [(0, 0)], id="a line joins a plain one"),
        pytest.param("\n# Head\nx", Edit(Span(0, 1), ""), [(0, 6)], id="an empty line joins a coloured one"),
        pytest.param("`a`\n`b` c", Edit(Span(0, 4), ""), [(0, 3)], id="a coloured line goes"),
        pytest.param("aa\u200b", Edit(Span(0, 1), "😀"), [(3, 1)], id="a longer character, as many of them"),
    ],
)
def test_a_line_has_its_colours_after_an_edit_and_its_undo(open_editor, before, edit, after):
    editor = open_editor(before)
    fresh = formats_of(editor)
    editor.contents.apply_edits([edit])
    assert formats_of(editor)[0][1] == [place for place in after if place[1]]
    assert formats_of(editor) == formats_of(open_editor(editor.contents.text))
    editor.undo()
    assert formats_of(editor) == fresh


@pytest.mark.parametrize(("before", "after"), [("", "# Head"), ("a\u200b", "a\u200bplain")])
def test_a_key_that_joins_two_lines_colours_what_they_became(open_editor, before, after):
    editor = open_editor(f"{before}\n{after.removeprefix(before)}")
    cursor = editor.textCursor()
    cursor.setPosition(len(before))
    editor.setTextCursor(cursor)
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    assert editor.contents.text == after
    assert formats_of(editor) == formats_of(open_editor(after))
    assert formats_of(editor)[0][1]


def test_colouring_is_no_edit(open_editor):
    editor = open_editor("# Head {{x}}\n" * 300)
    edits = []
    editor.contents.edited.connect(edits.append)
    editor.verticalScrollBar().setValue(100)
    editor.set_zoom(2)
    editor.show_analysis(editor.analysis)
    assert edits == []
    assert not editor.contents.is_modified


def test_an_analysis_of_another_text_is_dropped(open_editor):
    editor = open_editor("{{x}}")
    old = editor.analysis
    editor.contents.apply_edits([Edit(Span(0, 0), "a")])
    new = editor.analysis
    editor.show_analysis(old)
    assert editor.analysis is new


def test_awkward_characters_are_shown_by_name(open_editor):
    editor = open_editor("a\u2028b\x00c\ufdd0d")
    layout = editor.document().firstBlock().layout()
    assert layout.lineCount() == 1, "a line separator does not break the line"
    placeholders = [item for item in layout.formats() if item.length == 1]
    assert len(placeholders) == 3
    line = layout.lineAt(0)
    assert line.cursorToX(2)[0] - line.cursorToX(1)[0] > 20, "there is room for its name"
    editor.grab()


def test_a_new_theme_colours_everything_anew(open_editor, theme, qapp, wear):
    from editor_app.window.kit.theme.theme import load_theme

    editor = open_editor("{{x}}\n# y")
    dark = load_theme("dark", scale=1.0)
    wear(dark)
    assert formats(editor, 0)["{{x}}"].foreground().color() == dark.color("tag")


@pytest.mark.parametrize("lines", [2, 12])
def test_lines_that_get_colours_are_laid_out_in_one_go(open_editor, lines):
    editor = open_editor("a {{b}} c\n" * lines, analysed=False)
    analysis = analyse(editor.contents.text, Kind.DOCUMENT, "name.md")
    laid_out, layout = [], editor.contents.layout
    change = layout.documentChanged
    layout.documentChanged = lambda *args: (laid_out.append(args), change(*args))[1]
    editor.show_analysis(analysis)
    assert len(laid_out) == 1
    block = editor.document().begin()
    for _ in range(lines):
        assert block.layout().formats(), "the control: every line got colours"
        block = block.next()
    editor.show_analysis(analysis)
    assert len(laid_out) == 1, "lines that have their colours are left alone"


MESSAGE = """id: m
version: "1"
blocks:
  - id: a
    type: identity
    priority: 1
    content: |
      You are on [git:branch].
      [if git:branch]
      yes[endif]
  - id: "[git:branch]"
    type: rule
    priority: 1
    content: On [git:branch] [1]
  - id: c
    type: rule
    priority: 1
    content:
      format: json
      text: '["[git:branch]"]'
"""


def test_tags_in_the_contents_of_blocks_are_coloured_in_the_source(open_editor):
    editor = open_editor(MESSAGE, Kind.SYSTEM_MESSAGE)

    def tags(line: int) -> list[str]:
        grounds = [current_theme().color(role) for role in ("tagbg", "condbg")]
        found = formats(editor, line).items()
        return [word for word, look in found if look.background().color() in grounds]

    assert tags(7) == ["[git:branch]"]
    assert tags(8) == ["[if git:branch]"]
    assert tags(9) == ["[endif]"]
    assert tags(10) == [], "a name is no content"
    assert tags(13) == ["[git:branch]"]
    assert tags(19) == [], "a text that is data is no template"
    editor.contents.apply_edits([Edit(Span(0, 0), "# note\n")])
    assert tags(8) == ["[git:branch]"]


@pytest.mark.parametrize(
    ("suffix", "text", "word"),
    [(".yaml", "git: # now", "# now"), (".json", '{"a": 1}', '"a"'), (".toml", 'a = "b" # c', "# c")],
)
def test_data_of_no_kind_has_colours_by_the_end_of_its_name(open_editor, suffix, text, word):
    editor = open_editor("", Kind.OTHER)
    editor.set_suffix_of_file(lambda: suffix)
    editor.contents.replace_text(text)
    assert any(word in part for part in formats(editor, 0))
    editor.set_suffix_of_file(lambda: ".txt")
    editor.contents.replace_text(f"{text} ")
    assert not formats(editor, 0)
