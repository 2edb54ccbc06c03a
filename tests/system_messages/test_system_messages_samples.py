"""The system messages that ship: valid, of all types, and different in each of their situations."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor_app.analysis.analysis import analyse
from editor_app.analysis.kinds.system_message import content_of
from editor_app.analysis.model_text import render
from editor_app.analysis.trials import Trial
from editor_app.library.kinds import Kind
from editor_app.system_messages.model.entities import BlockType, Syntax
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.system_messages.resolution.outcome import Rule
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import NamedSituation
from editor_app.system_messages.situations.situations_file import read_situations, situations_path
from editor_app.system_messages.writing import system_message_document, write_system_message

FOLDER = Path(__file__).parents[2] / "prompts" / "system-messages"
ASSISTANT = FOLDER / "coding-assistant.yaml"
DESK = FOLDER / "support-desk.json"


def read(path: Path):
    analysis = analyse(path.read_text("utf-8"), Kind.SYSTEM_MESSAGE, path.name)
    assert content_of(analysis) is not None
    return analysis


def saved() -> tuple[NamedSituation, ...]:
    situations, problems = read_situations(situations_path(ASSISTANT).read_text("utf-8"))
    assert problems == ()
    return situations


@pytest.mark.parametrize("path", [ASSISTANT, DESK], ids=lambda path: path.name)
def test_a_sample_has_no_problems(path: Path):
    assert [problem.message for problem in read(path).diagnostics] == []


@pytest.mark.parametrize("path", [ASSISTANT, DESK], ids=lambda path: path.name)
@pytest.mark.parametrize("syntax", Syntax)
def test_a_sample_survives_being_written_anew(path: Path, syntax: Syntax):
    message = content_of(read(path)).message
    assert message is not None
    assert read_system_message(write_system_message(message, syntax), syntax).message == message
    assert system_message_document(message)["id"] == path.stem


def test_the_assistant_uses_everything_there_is():
    blocks = content_of(read(ASSISTANT)).blocks
    assert len(blocks) == 30
    assert {block.type for block in blocks} == set(BlockType)
    assert max(block.depth for block in blocks) == 2
    scopes = [block.body.scope for block in blocks if block.body.scope is not None]
    for target in ("apply_to", "modes", "tools", "files"):
        assert any(getattr(scope, target) for scope in scopes)
    assert any(block.body.conditions for block in blocks)
    names = read(ASSISTANT).names
    assert {"prompt:cwd", "git:branch", "file:AGENTS.md", "system:date"} <= set(names)


def test_no_block_is_left_out_of_an_empty_situation():
    for path in (ASSISTANT, DESK):
        analysis = read(path)
        assert all(
            block_outcome.state.is_in
            for block_outcome in resolve_blocks(content_of(analysis).blocks).block_outcomes
        )


def test_each_situation_sends_something_else():
    analysis = read(ASSISTANT)
    situations = saved()
    assert len(situations) >= 5
    texts = [render(analysis, Trial(situation=one.situation)) for one in situations]
    assert len({text.text for text in texts if text is not None}) == len(situations)


def test_who_wins_in_the_first_situation():
    blocks = content_of(read(ASSISTANT)).blocks
    outcome = resolve_blocks(blocks, saved()[0].situation)
    by_id = {block.id: index for index, block in enumerate(blocks)}
    contest = outcome.contest_of[by_id["formatting-1"]]
    assert contest.winner == by_id["formatting-1"]
    assert contest.losers == (by_id["formatting-legacy"],)
    assert contest.rule is Rule.SPECIFICITY
    out = {
        block.id
        for block, block_outcome in zip(blocks, outcome.block_outcomes, strict=True)
        if not block_outcome.state.is_in
    }
    assert {"mode-subagent", "advisory-1", "attachments-1", "project-templates"} <= out
    assert not any(contest.tied for contest in outcome.contests)
