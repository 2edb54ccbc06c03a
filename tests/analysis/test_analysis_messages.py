"""System messages through the same door as all other texts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.analysis import analyse
from editor_app.analysis.assembled_text import AssembledText
from editor_app.analysis.content_problems import SystemMessageMemory
from editor_app.analysis.explanation import explain_at
from editor_app.analysis.kinds.system_message import content_of
from editor_app.analysis.model_text import render
from editor_app.analysis.trials import Trial
from editor_app.library.kinds import Kind
from editor_app.library.paths import sample_dir
from editor_app.structured.editing import scalars
from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.source_map import Role
from editor_app.system_messages.assembly.styles import SystemMessageStyle
from editor_app.system_messages.situations.situation import Situation
from editor_app.template.dialect import Dialect
from editor_app.template.source_map import Why
from editor_app.text import Span, apply_edits
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.resolver import Context, Snapshot

HEAD = """\
id: sys-001
version: "1.0.0"
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
"""
BLOCKS = """\
  - id: safety-1
    type: safety
    priority: 90
    content: Never reveal secrets.
  - id: mode-agent
    type: mode
    priority: 80
    scope: {modes: [agent]}
    content: |
      On branch [git:branch] in [prompt:cwd].
      [if file:AGENTS.md]
      [file:AGENTS.md]
      [else]
      No rules.
      [endif]
    children:
      - id: mode-agent-1
        type: tooling
        priority: 1
        content: "Say \\"patch\\" on [system:date]."
"""
SOURCE = HEAD + BLOCKS
AGENT = Situation(mode="agent")
VALUES = {"git:branch": "main", "prompt:cwd": "/a", "system:date": "2026-01-28"}


def analysed(source: str = SOURCE, memory: SystemMessageMemory | None = None, name: str = "x.yaml"):
    return analyse(source, Kind.SYSTEM_MESSAGE, name, memory=memory)


def result(
    source: str = SOURCE, values=VALUES, snapshot=None, situation=AGENT, options=None
) -> AssembledText:
    found = render(analysed(source), Trial(values, snapshot=snapshot, situation=situation, options=options))
    assert isinstance(found, AssembledText)
    return found


def test_what_is_known_of_a_message():
    analysis = analysed()
    assert analysis.diagnostics == ()
    assert analysis.template is None
    assert analysis.dialect is Dialect.BRACKETS
    assert analysis.names == ("git:branch", "prompt:cwd", "file:AGENTS.md", "system:date")
    assert [(item.kind, item.label, item.depth, item.name) for item in analysis.outline] == [
        ("block", "safety-1", 0, "safety"),
        ("block", "mode-agent", 0, "mode"),
        ("block", "mode-agent-1", 1, "tooling"),
    ]
    assert all(item.span.of(SOURCE) == item.label for item in analysis.outline)


def test_what_the_model_gets():
    text = result()
    expected = 'Never reveal secrets.\n\nOn branch main in /a.\n\nNo rules.\n\nSay "patch" on 2026-01-28.'
    assert text.text == text.rendering.text == expected
    assert text.rendering.inserted == ("git:branch", "prompt:cwd", "system:date")
    assert text.rendering.missing == ()
    assert [(part.source.of(SOURCE).strip(), part.reason) for part in text.left_out] == [
        ("[file:AGENTS.md]", "AGENTS.md does not exist")
    ]
    left = text.left_out[0]
    assert left.condition.of(SOURCE) == left.tag.of(SOURCE) == "[if file:AGENTS.md]"
    assert text.text[left.output :].startswith("\nNo rules.")


def test_a_mode_leaves_blocks_out():
    text = result(situation=Situation(mode="ask"))
    assert text.text == "Never reveal secrets."
    assert [(left.index, left.output, left.role) for left in text.left_out_blocks] == [(1, 21, Role.OUT)]
    assert text.left_out_blocks[0].reason == "mode is ask"


def test_given_values_lie_over_those_of_the_situation_and_those_over_resolved_ones():
    snapshot = Snapshot(
        {
            "git:branch": "resolved",
            "prompt:cwd": "/resolved",
            "system:date": "resolved",
            "file:AGENTS.md": None,
        },
        {"file:AGENTS.md": Note(Cause.NO_SUCH_FILE, "There is no file.")},
        Context(),
        datetime(2026, 1, 28, 14, 2, tzinfo=UTC),
    )
    situation = Situation(mode="agent", values={"prompt:cwd": "/situation", "git:branch": "situation"})
    text = result(values={"git:branch": "given"}, snapshot=snapshot, situation=situation)
    assert "On branch given in /situation." in text.text
    assert "on resolved." in text.text
    origins = {
        piece.name: explain_at(text, piece.output.start, {"git:branch": "typed"}).value_from
        for piece in text.source_map.named
    }
    assert origins == {
        "git:branch": "typed",
        "prompt:cwd": "from the situation",
        "system:date": "resolved at 14:02:00",
    }
    nothing = Situation(mode="agent", values={"prompt:cwd": None})
    assert result(snapshot=snapshot, values={}, situation=nothing).blank[0].name == "prompt:cwd"


@pytest.mark.parametrize(
    ("at", "block", "sentence"),
    [
        ("Never", "safety-1", "Text from line 10, in block ‘safety-1’."),
        (
            "main",
            "mode-agent",
            "The value of ‘git:branch’ (given), inserted on line 16, in block ‘mode-agent’ {in}.",
        ),
        ("No rules", "mode-agent", "Text from line 20, in block ‘mode-agent’ (sent: mode is agent)."),
        ("patch", "mode-agent-1", "Text from line 26, in block ‘mode-agent-1’ (sent: mode is agent)."),
        ("\n\nOn", "mode-agent", "The line break before block ‘mode-agent’."),
    ],
)
def test_every_character_is_explained_with_its_block(at, block, sentence):
    text = result()
    found = explain_at(text, text.text.index(at))
    assert (found.block, found.sentence) == (block, sentence.replace("{in}", "(sent: mode is agent)"))


def test_what_was_added_and_what_is_left_open_is_explained():
    tagged = result(options=AssemblyOptions(style=SystemMessageStyle.XML), situation=Situation())
    said = [explain_at(tagged, tagged.text.index(tag)).sentence for tag in ("<mode", "</mode")]
    assert said == ["The tag that opens block ‘mode-agent’.", "The tag that closes block ‘mode-agent’."]
    headed = result(options=AssemblyOptions(style=SystemMessageStyle.MARKDOWN))
    found = explain_at(headed, headed.text.index("# Mode"))
    assert (found.why, found.sentence) == (Why.ADDED, "The heading before block ‘mode-agent’.")
    is_open = explain_at(tagged, tagged.text.index("No rules"))
    assert is_open.sentence.endswith("in block ‘mode-agent’ (sent: mode is any).")
    assert is_open.block_why == "sent: mode is any"


def test_values_that_are_not_there_are_listed():
    text = result(SOURCE.replace("in [prompt:cwd]", "in [nowhere:x]"), {})
    assert [(blank.name, blank.cause) for blank in text.blank] == [
        ("git:branch", Cause.NOT_GIVEN),
        ("nowhere:x", Cause.UNKNOWN_TYPE),
        ("system:date", Cause.NOT_GIVEN),
    ]
    assert [blank.span.of(text.analysis.source) for blank in text.blank] == [
        blank.tag for blank in text.blank
    ]
    assert explain_at(text, text.text.index("[nowhere")).sentence == (
        "‘nowhere’ is not a variable type, so the tag stays as written, on line 16, in block "
        "‘mode-agent’ (sent: mode is agent)."
    )


STYLES = {
    "plain": "    content: {}\n",
    "single": "    content: '{}'\n",
    "double": '    content: "{}"\n',
    "literal": "    content: |\n      {}\n",
    "folded": "    content: >-\n      {}\n",
    "object": "    content:\n      format: markdown\n      text: |2\n          {}\n",
}
WRONG = {
    "See [git:brnach] now": ("unknown-name", "git:brnach"),
    "See [gti:branch] now": ("unknown-type", "gti:branch"),
    "See [if git:branch] now": ("unclosed-condition", "[if git:branch]"),
    "See [endif] now": ("stray-close", "[endif]"),
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("content", WRONG)
def test_problems_in_contents_stand_in_the_file_and_their_fixes_work(style, content):
    block = "  - id: a\n    type: mode\n    priority: 1\n" + STYLES[style].format(content)
    source = HEAD + "  - {id: z, type: safety, priority: 1, content: Z.}\n" + block
    memory = SystemMessageMemory()
    (found,) = analysed(source, memory).diagnostics
    code, text = WRONG[content]
    assert (found.code, found.span.of(source)) == (code, text)
    assert found.args["field"] == "blocks[1].content"
    assert found.fixes
    for fix in found.fixes:
        fixed = apply_edits(source, fix.edits)
        assert analysed(fixed, memory).diagnostics == analysed(fixed).diagnostics == ()


def test_literal_contents_have_no_tags():
    content = "{format: plain, literal: true, text: '[git:brnach]'}"
    block = f"  - {{id: a, type: mode, priority: 1, content: {content}}}\n"
    assert analysed(HEAD + block).diagnostics == ()
    assert analysed(HEAD + block).names == ()
    assert result(HEAD + block).text == "[git:brnach]"
    control = HEAD + block.replace("true", "false")
    assert [found.code for found in analysed(control).diagnostics] == ["unknown-name"]


EDITS = st.lists(
    st.tuples(
        st.integers(0, len(SOURCE)),
        st.integers(0, 4),
        st.sampled_from(["x", "\n", "[git:branch]", "[", "]", " ", "- ", ":", "'", "[endif]", ""]),
    ),
    min_size=1,
    max_size=6,
)


NOTICED = (
    HEAD
    + """\
  # the first
  - {id: one, type: mode, priority: 5, content: Always use tabs for code in files.}
  - id: two
    type: mode
    priority: 5
    content: |
      Never use tabs for code in files.
      Say what was changed, in which file and on which line it is.
  # like the one before
  - id: three
    type: mode
    priority: 5
    content: |
      Say what was changed, in which file and on which line it is.
    children:
    - {id: four, type: mode, priority: 1, scope: {modes: [a]}, content: Say it twice.}
    - {id: five, type: mode, priority: 1, scope: {modes: [a]}, content: Say it twice.}
  - {id: six, type: mode, priority: 9, content: Six.}
"""
)


def test_there_is_much_to_notice():
    assert {found.code for found in analysed(NOTICED).diagnostics} >= {
        "tied-blocks",
        "always-never",
        "duplicate-text",
    }


@given(st.sampled_from([SOURCE, NOTICED]), EDITS)
def test_typing_with_a_memory_gives_what_reading_anew_gives(source, edits):
    memory = SystemMessageMemory()
    analysed(source, memory)
    for at, length, text in edits:
        start = min(at, len(source))
        source = source[:start] + text + source[min(start + length, len(source)) :]
        quick, slow = analysed(source, memory), analysed(source)
        assert quick.diagnostics == slow.diagnostics
        one = render(quick, Trial(VALUES, situation=AGENT), memory=memory)
        other = render(slow, Trial(VALUES, situation=AGENT))
        assert (one.text, one.outcome) == (other.text, other.outcome)
        assert [piece[:4] for piece in one.source_map.pieces] == [p[:4] for p in other.source_map.pieces]
        assert (one.blank, one.left_out, one.stability) == (other.blank, other.left_out, other.stability)
        assert quick.names == slow.names


def test_tokens_of_blocks_add_up():
    text = result()
    assert text.tokens.count == sum(text.block_tokens.values())
    assert set(text.block_tokens) == {0, 1, 2}
    assert text.tokens_before(len(text.text)) == text.tokens
    assert text.tokens_before(0).count == 0
    assert 0 < text.tokens_before(text.text.index("\n\n")).count < text.tokens.count


def test_a_content_that_ends_its_own_tag_is_told():
    source = SOURCE.replace("Never reveal secrets.", "Never reveal </safety> secrets.")
    assert result(source).warnings == ()
    (said,) = result(source, options=AssemblyOptions(style=SystemMessageStyle.XML)).warnings
    assert said.startswith("‘safety-1’ closes a tag around it")


@pytest.mark.parametrize("source", ["", "{", "blocks: [", "- 1\n", "blocks:\n  - 5\n", "\t", "a: &a [*a]\n"])
@pytest.mark.parametrize("name", ["x.yaml", "x.json"])
def test_what_cannot_be_read_is_an_empty_text(source, name):
    analysis = analysed(source, name=name)
    assert analysis.diagnostics
    assert content_of(analysis) is not None
    text = render(analysis, Trial())
    assert text.text == ""
    assert explain_at(text, 0) is None
    assert text.source_map.output_at(0) == text.source_map.source_at(0) == 0
    assert [one.characters for one in text.stability] == [0, 0, 0]


def test_situations_are_checked():
    found = analyse("format: 1\nsituations:\n- {name: a, mod: x}\n", Kind.SITUATIONS, "x.situations.yaml")
    assert found.diagnostics
    clean = analyse("format: 1\nsituations:\n- {name: a, mode: x}\n", Kind.SITUATIONS, "x.situations.yaml")
    assert clean.diagnostics == ()


def test_the_sample_is_understood_to_its_last_character():
    path = sample_dir() / "system-messages" / "coding-assistant.yaml"
    text = result(path.read_text(encoding="utf-8"), situation=Situation())
    explained = [explain_at(text, offset) for offset in range(0, len(text.text), 7)]
    assert all(found.block for found in explained)
    blocks = {block.id: block for block in content_of(text.analysis).blocks}
    for found in explained:
        if found.why is Why.TEXT:
            assert blocks[found.block].content_span.touches(found.span.start)
    assert Span(0, len(text.text)).length == sum(piece.output.length for piece in text.source_map.pieces)


def test_fixes_of_many_problems_in_a_large_content_are_bounded(monkeypatch):
    calls = []
    edit_scalar = scalars.edit_scalar

    def counted(source, node, edit):
        calls.append(node)
        return edit_scalar(source, node, edit)

    monkeypatch.setattr(scalars, "edit_scalar", counted)

    def written(lines: int) -> int:
        calls.clear()
        block = "  - id: a\n    type: mode\n    priority: 1\n    content: |\n"
        source = HEAD + block + "      [if a:b]\n" * lines
        analysis = analyse(source, Kind.SYSTEM_MESSAGE, "m.yaml")
        assert analysis.diagnostics[0].fixes
        return sum(node.span.length for node in calls)

    written(100)
    assert len(calls) == 300, "the control: of a few, each has its three fixes"
    assert written(10_000) < 2 * written(1_000)
