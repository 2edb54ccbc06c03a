"""What becomes of blocks in situations, who wins, and what is said about it."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from short_messages import MODES, blocks_of, few, situation_of, some_blocks, some_situations

from editor_app.system_messages.model.entities import DEFAULT_PRIORITY_MODEL, Content, ancestors
from editor_app.system_messages.resolution.constraints import can_overlap, coverage_of
from editor_app.system_messages.resolution.emphasis import parts_of, plain
from editor_app.system_messages.resolution.outcome import BlockState, Outcome, Rule
from editor_app.system_messages.resolution.precedence import Precedence
from editor_app.system_messages.resolution.resolution import ResolutionMemory, resolve_blocks
from editor_app.system_messages.resolution.scope_sentence import scope_sentence
from editor_app.system_messages.resolution.why import why_sentences
from editor_app.system_messages.situations.choices import situation_choices
from editor_app.system_messages.situations.situation import Situation
from editor_app.text import Sentence

CASES = Path(__file__).parents[2] / "cases" / "system_messages"
TRUTH = yaml.load((CASES / "truth_table.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
SCOPE_SENTENCES = yaml.load((CASES / "scope_sentences.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


@pytest.mark.parametrize(
    ("block", "situation", "state"),
    [
        pytest.param(*row, id=f"{part}-{number}")
        for part, rows in TRUTH.items()
        for number, row in enumerate(rows, start=1)
    ],
)
def test_truth_table(block: dict[str, Any], situation: dict[str, Any], state: str) -> None:
    blocks = blocks_of([block])
    block_outcome = resolve_blocks(blocks, situation_of(situation)).block_outcomes[-1]
    assert block_outcome.state == state
    assert block_outcome.state.is_in == (state != "inactive")
    start = {"active": "Sent. ", "open": "Sent. ", "inactive": "Not sent. "}[state]
    assert block_outcome.sentence.startswith(start)


def spoken(blocks: tuple[Any, ...], outcome: Outcome) -> dict[str, Any]:
    said = {}
    for index, block in enumerate(blocks):
        lines = []
        for why in why_sentences(blocks, outcome, index):
            text = "".join(f"*{part.text}*" if part.strong else part.text for part in parts_of(why.text))
            lines.append(f"{why.kind} | {plain(why.lead)} | {text}")
        said[block.id] = lines
    contests = [
        {
            "winner": blocks[contest.winner].id,
            "losers": [blocks[index].id for index in contest.losers],
            "members": [blocks[index].id for index in contest.members],
            "rules": [str(loss.rule) for loss in contest.losses],
            "reasons": [loss.sentence for loss in contest.losses],
            **({"tied": [blocks[index].id for index in contest.tied]} if contest.tied else {}),
        }
        for contest in outcome.contests
    ]
    return {"why": said, **({"contests": contests} if contests else {})}


def test_contests_and_sentences(update_goldens: bool) -> None:
    path = CASES / "contests.expected.yaml"
    cases = yaml.load((CASES / "contests.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    found = {}
    for case in cases:
        blocks = blocks_of(case["blocks"])
        found[case["name"]] = spoken(blocks, resolve_blocks(blocks, situation_of(case.get("situation", {}))))
    if update_goldens:
        text = yaml.safe_dump(found, allow_unicode=True, sort_keys=False, width=105)
        path.write_text(text, encoding="utf-8")
    assert found == yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in json.loads((CASES / "reference.json").read_text(encoding="utf-8"))
        if case["op"] == "resolve"
    ],
    ids=lambda case: case["id"],
)
def test_reference(case: dict[str, Any]) -> None:
    shorts = [{**block, **block.get("scope", {})} for block in case["input"]]
    blocks = blocks_of(shorts)
    (contest,) = resolve_blocks(blocks).contests
    assert blocks[contest.winner].id == case["expected"]


@given(some_blocks(), some_situations)
def test_every_outcome_is_sound(shorts: list[dict[str, Any]], short: dict[str, Any]) -> None:
    blocks, situation = blocks_of(shorts), situation_of(short)
    outcome = resolve_blocks(blocks, situation)
    assert len(outcome.block_outcomes) == len(blocks)
    for index, block_outcome in enumerate(outcome.block_outcomes):
        states = [outcome.block_outcomes[place].state for place in ancestors(blocks, index)]
        if BlockState.INACTIVE in states:
            assert block_outcome.state is BlockState.INACTIVE
        elif BlockState.OPEN in states:
            assert block_outcome.state is not BlockState.ACTIVE
        assert block_outcome.sentence
        contest = outcome.contest_of.get(index)
        assert (block_outcome.rank is None) == (contest is None)
        if contest is not None:
            assert block_outcome.state.is_in
            assert contest.members[(block_outcome.rank or 0) - 1] == index
        for why in why_sentences(blocks, outcome, index):
            assert why.text
            said = "".join(part.text for part in why.parts)
            assert said == f"{plain(why.lead)} {plain(why.text)}"
            assert not re.search("[\ue000-\ue002]", said)
            assert all(part.block is None or part.block < len(blocks) for part in why.parts)
    precedence = Precedence(blocks, DEFAULT_PRIORITY_MODEL, situation.file)
    for contest in outcome.contests:
        assert contest.winner == contest.members[0]
        winner = blocks[contest.winner]
        for loss in contest.losses:
            loser = blocks[loss.loser]
            assert (
                (loser.parent, loser.type) == (winner.parent, winner.type) == (contest.parent, contest.type)
            )
            mine = (winner.priority, precedence.specificity(contest.winner))
            yours = (loser.priority, precedence.specificity(loss.loser))
            assert mine >= yours
            if loss.rule is Rule.PRIORITY:
                assert mine[0] > yours[0]
            elif loss.rule is Rule.SPECIFICITY:
                assert mine[0] == yours[0]
                assert mine[1] > yours[1]
            else:
                assert mine == yours
                assert contest.winner < loss.loser
            states = [outcome.block_outcomes[place].state for place in (contest.winner, loss.loser)]
            assert ("Only if " in loss.sentence) == (BlockState.OPEN in states)


@given(some_blocks())
def test_with_nothing_given_every_block_is_in(shorts: list[dict[str, Any]]) -> None:
    assert all(
        block_outcome.state.is_in for block_outcome in resolve_blocks(blocks_of(shorts)).block_outcomes
    )


@given(some_blocks(), some_situations)
def test_blocks_that_are_in_can_be_in_together(shorts: list[dict[str, Any]], short: dict[str, Any]) -> None:
    blocks = blocks_of(shorts)
    active = [
        index
        for index, block_outcome in enumerate(resolve_blocks(blocks, situation_of(short)).block_outcomes)
        if block_outcome.state is BlockState.ACTIVE
    ]
    for one in active:
        for other in active:
            assert can_overlap(coverage_of(blocks, one), coverage_of(blocks, other))


@given(some_blocks(), st.lists(some_situations, min_size=1, max_size=3), st.data())
def test_what_is_remembered_changes_nothing(
    shorts: list[dict[str, Any]], situations: list[dict[str, Any]], data: st.DataObject
) -> None:
    memory, blocks = ResolutionMemory(), blocks_of(shorts)
    for _ in range(3):
        for situation in map(situation_of, situations):
            assert resolve_blocks(blocks, situation, memory=memory) == resolve_blocks(blocks, situation)
        if blocks:
            index = data.draw(st.integers(0, len(blocks) - 1))
            body = blocks[index].body
            change = data.draw(st.sampled_from(["content", "priority", "id", "modes"]))
            if change == "content":
                body = replace(body, content=Content("Other."))
            elif change == "priority":
                body = replace(body, priority=7)
            elif change == "id":
                body = replace(body, id="b0")
            else:
                scope = blocks_of([{"modes": data.draw(few(MODES))}])[0].body.scope
                body = replace(body, scope=scope)
            changed = replace(blocks[index], body=body)
            blocks = (*blocks[:index], changed, *blocks[index + 1 :])


def test_an_edit_in_a_content_gives_the_outcome_of_before() -> None:
    blocks, memory = blocks_of([{"modes": ["act"]}, {}]), ResolutionMemory()
    outcome = resolve_blocks(blocks, memory=memory)
    typed = (replace(blocks[0], body=replace(blocks[0].body, content=Content("Typed."))), blocks[1])
    assert resolve_blocks(typed, memory=memory) is outcome
    scoped = (replace(blocks[0], body=replace(blocks[0].body, scope=None)), blocks[1])
    assert resolve_blocks(scoped, memory=memory) is not outcome


def test_resolving_says_no_sentence_before_it_is_asked_for() -> None:
    """A message of thousands of blocks is resolved after each key, and a few of its blocks are looked at."""
    rows = [row for part in TRUTH.values() for row in part]
    said = []

    def on_call(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code is Sentence.__new__.__code__:
            said.append(frame)

    for block, situation, _ in rows:
        blocks, whole = blocks_of([block]), situation_of(situation)
        profiled = sys.getprofile()
        sys.setprofile(on_call)
        try:
            resolve_blocks(blocks, whole)
        finally:
            sys.setprofile(profiled)
    assert said == []


@pytest.mark.parametrize("case", SCOPE_SENTENCES, ids=lambda case: case["sentence"])
def test_who_gets_a_block_is_one_sentence(case: dict[str, Any]) -> None:
    blocks = blocks_of(case["blocks"])
    sentence = scope_sentence(blocks, len(blocks) - 1)
    assert sentence.text == case["sentence"]
    assert all(part.text for part in sentence.parts)
    assert any(part.strong for part in sentence.parts) == (case["sentence"] != "Always sent.")


def test_a_long_scope_is_cut_in_the_sentence_and_whole_beside_it() -> None:
    names = {kind: [f"{kind}-{number}" for number in range(200)] for kind in ("modes", "tools", "files")}
    conditions = [f'whenLong{number}={{"overPercent":{number}}}' for number in range(200)]
    short = {**names, "applyTo": ["**/" + "x" * 2000], "conditions": conditions}
    sentence = scope_sentence(blocks_of([short]), 0)
    assert len(sentence.text) <= 200
    assert "modes-0 or 199 more" in sentence.text
    assert "modes-59" in sentence.whole


def test_what_a_form_offers() -> None:
    blocks = blocks_of(
        [
            {"modes": ["b", "a"], "tools": ["git"], "conditions": ["k=1", "k"]},
            {
                "modes": ["a", "c"],
                "applyTo": ["src/**"],
                "files": ["x"],
                "children": [{"tools": ["read", "git"]}],
            },
        ]
    )
    choices = situation_choices(blocks)
    assert choices.modes == ("b", "a", "c")
    assert choices.tools == ("git", "read")
    assert choices.globs == ("src/**",)
    assert choices.files == ("x",)
    assert choices.conditions == (("k", "1"), ("k", "{}"))
    assert resolve_blocks(blocks, Situation(mode="c")).block_outcomes[1].state is BlockState.OPEN
