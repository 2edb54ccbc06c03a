"""Runs as Markdown: what is in the report, and that no text of a file becomes markup in it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCharFormat, QTextDocument

from editor_app.runs.expectations.checking import check_expectations
from editor_app.runs.loop.results import play_scenario
from editor_app.runs.model.session import Strategy
from editor_app.runs.reading.linked_files import LinkContext, link_scenario
from editor_app.runs.reading.scenario_file import read_scenario
from editor_app.structured.nodes import Syntax
from editor_app.text import Severity
from editor_app.variables.access import FileAccess
from editor_app.variables.catalog import TEMPLATE_CATALOG
from editor_app.wire.problems import Problem
from editor_app.wire.run_reports.report import ReportedRun, fenced, name, plain, run_report, table

NASTY = (
    "a|b",
    "`code` *strong* _weak_ ~~out~~ **x**",
    "<b>bold</b> <!-- gone --> &amp; &#65;",
    "[link](http://example.org) ![image](x.png) <http://example.org>",
    "https://example.org www.example.org",
    "# head",
    "- item",
    "+ item",
    "12. item",
    "1) item",
    "> quote",
    "===",
    "---",
    "\\|x\\",
    "| a | b |",
    "$x$ ^y^ [^1] $$",
    "```",
    "    four spaces",
    "one\ntwo\n\nthree",
    "a\tb",
    "--- title: x",
)
SCENARIO = """\
format: 1
system: {text: Be brief.}
provider: anthropic
context_limit: 1000
hints_every: 1
steps:
  - user: "Begin | `now` <b>here</b>"
    tools: [{name: "re|ad", result: one}]
    usage: {total: 850}
  - text: I go on.
    tools: [{name: Edit, result: two}]
  - tools: [{name: Edit, result: three}]
  - compact: {summary: "It is\\n``` half\\n```` done."}
    tools: [{name: Edit, result: null}]
    usage: {total: 100}
  - text: Done.
expect:
  - fires context-warning-80 at step 1
  - never context-warning-80
  - stops with finished
"""


def reported(source: str, folder: Path, strategy: Strategy | None = None) -> ReportedRun:
    path = folder / "small|one.yaml"
    path.write_text(source)
    reading = read_scenario(source, Syntax.YAML)
    linked = link_scenario(reading, LinkContext(path, FileAccess(folder, folder), TEMPLATE_CATALOG))
    result = play_scenario(linked.scenario, linked.triggers, system="Be brief.", strategy=strategy)
    checked = check_expectations(linked.scenario.expect, result, linked.triggers)
    return ReportedRun(path, linked, result, checked)


def shown(markdown: str) -> QTextDocument:
    """Return the document that a reader of GitHub's Markdown sees."""
    document = QTextDocument()
    document.setMarkdown(markdown, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
    return document


def marks(document: QTextDocument) -> list[QTextCharFormat]:
    """Return the formats of pieces that are links, images, or set in another way than plain text."""
    found = []
    block = document.begin()
    while block.isValid():
        for piece in block:
            form = piece.fragment().charFormat()
            is_set = form.fontItalic() or form.fontStrikeOut() or form.fontFixedPitch()
            if form.isAnchor() or form.isImageFormat() or is_set:
                found.append(form)
        block = block.next()
    return found


def lines(document: QTextDocument) -> list[str]:
    return [line for line in document.toPlainText().split("\n") if line]


def one_line(text: str) -> str:
    return " ".join(text.split())


texts = st.one_of(
    st.sampled_from(NASTY),
    st.text(st.sampled_from("ab1 |`*_~[](){}<>!#-+=.:\\&;\"'$^@\n\t/\u00e9\u4e2d"), max_size=30),
)


@given(texts)
@example("https://example.org")
def test_any_text_is_read_as_it_is_in_a_cell_an_item_and_a_head(qapp, text):
    wanted = one_line(text)
    made = "\n".join([*table(("a", "b"), [(plain(text), "x")]), "", f"- y {plain(text)}", ""])
    document = shown(made)
    assert lines(document) == ["a", "b", *([wanted] if wanted else []), "x", f"y {wanted}".strip()]
    assert marks(document) == []
    if wanted:
        document = shown(f"- {plain(text)}\n\n### {plain(text)}\n\n{plain(text)}\n")
        assert lines(document) == [wanted] * 3
        assert marks(document) == []


def test_texts_that_are_not_escaped_are_read_as_something_else(qapp):
    read = [text for text in NASTY if lines(shown(f"- {text}\n")) == [one_line(text)] == [text]]
    assert len(read) < len(NASTY) / 3


@given(st.one_of(texts, st.text(st.sampled_from("`\n a"), max_size=12)))
def test_a_fence_holds_any_text(qapp, text):
    body = [*fenced(text)]
    assert body[0].endswith("`text")
    assert body[1:-1] == text.removesuffix("\n").split("\n")
    assert body[-1] == body[0].removesuffix("text")
    assert all(body[-1] not in line for line in body[1:-1])


def test_characters_that_hide_or_turn_others_are_seen():
    text = "a\u202eb\x1b[1m\x85c\ud800\U000e0041"
    assert plain(text) == r"a\\u202eb\\u001b\[1m\\u0085c\\ud800\\U000e0041"
    assert [*fenced(text)][1] == r"a\u202eb\u001b[1m\u0085c\ud800\U000e0041"
    "".join(fenced(text)).encode()  # any file can hold it


@pytest.mark.parametrize(("text", "wanted"), [("a-b", "`a-b`"), ("a`b", r"a\`b"), ("", ""), ("a b", "a b")])
def test_a_name_is_code_where_it_is_one(text, wanted):
    assert name(text) == wanted


def test_the_report_tells_the_run_from_its_settings_to_its_problems(tmp_path):
    run = reported(SCENARIO, tmp_path)
    problems = (Problem("odd", Severity.WARNING, "It is | odd.", str(tmp_path / "sub" / "a.yaml")),)
    text = run_report(replace(run, problems=problems))
    heads = re.findall("^#+ .*$", text, re.MULTILINE)
    assert heads[:5] == [
        r"# Run of small\|one.yaml",
        "## Expectations",
        "## Steps",
        "## System messages",
        "### Before step 0: `session-start-todos`",
    ]
    assert "It ended with **finished** after 5 steps and 3 system messages.\n" in text
    assert "| Context | 1,000 tokens |\n" in text
    assert "- Met: fires context-warning-80 at step 1\n" in text
    assert "- **Failed**: never context-warning-80 (" in text
    assert r"user: ‘Begin \| \`now\` \<b\>here\</b\>’; 1 tool call (re\|ad)" in text
    assert "| `context-warning-80` |" in text
    assert "## Refused\n\n- In step 4: OpenAI, `" in text
    assert "`````text\nIt is\n``` half\n```` done.\n`````\n" in text
    assert text.endswith("## Problems\n\n- warning `odd`, sub/a.yaml: It is \\| odd.\n")
    assert text == run_report(replace(run, problems=problems))
    assert str(tmp_path) not in text


def test_steps_before_which_nothing_happens_are_one_row(tmp_path):
    ramp = "{ramp: {steps: 30, from: 0, to: 50, user: Begin}}"
    run = reported(f"context_limit: 1000\nsteps: [{ramp}, {{text: Done.}}]\n", tmp_path)
    rows = re.findall(r"^\| ([0-9–]+) \|", run_report(run), re.MULTILINE)
    assert rows == ["0", "1–30"]


def test_hints_are_said_not_to_be_sent_and_strategies_stand_side_by_side(tmp_path):
    source = SCENARIO.replace("format: 1", "format: 1\nstrategy: hints")
    results = {one: reported(source, tmp_path, one).result for one in Strategy}
    text = run_report(replace(reported(source, tmp_path), strategies=results))
    assert "## Hints, not sent\n\n### In step" in text
    assert "| Trigger | message-only | hints | multi-step | hybrid |\n" in text
    (row,) = re.findall(r"^\| `context-warning-80` \| (.*) \|$", text, re.MULTILINE)
    assert row.split(" | ")[2:] == ["step 1", "step 1"]


def test_a_report_renders_as_one_table_of_steps(qapp, tmp_path):
    document = shown(run_report(reported(SCENARIO, tmp_path)))
    texts_shown = lines(document)
    assert "user: ‘Begin | `now` <b>here</b>’; 1 tool call (re|ad)" in texts_shown
    assert texts_shown[0] == "Run of small|one.yaml"
