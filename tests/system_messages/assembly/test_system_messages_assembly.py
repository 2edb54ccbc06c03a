"""Messages put together: complete, deterministic, and every character knows where it is from."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from assembled_messages import MESSAGES, VALUES_OR_NOT, assembled, reading_of
from hypothesis import given
from hypothesis import strategies as st

from editor_app.system_messages.assembly.assembly import AssemblyOptions, assemble, request_message
from editor_app.system_messages.assembly.contents import AssemblyMemory
from editor_app.system_messages.assembly.source_map import Role
from editor_app.system_messages.assembly.styles import Order, SystemMessageStyle
from editor_app.system_messages.model.entities import Block, BlockBody, BlockType, Content
from editor_app.system_messages.resolution.outcome import BlockOutcome, BlockState, Outcome
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import Situation
from editor_app.template.source_map import Why

CASES = Path(__file__).parents[2] / "cases" / "system_messages" / "assembly.yaml"
CASE_LIST = yaml.load(CASES.read_text(encoding="utf-8"), yaml.CSafeLoader)
OPTIONS = st.builds(
    AssemblyOptions, st.sampled_from(Order), st.sampled_from(SystemMessageStyle), st.booleans()
)
SITUATIONS = st.sampled_from([Situation(), Situation(mode="agent"), Situation(mode=None, tools=())])


@pytest.mark.parametrize("case", CASE_LIST, ids=lambda case: case["name"])
def test_a_message_reads_as_expected(case, update_goldens):
    reading = reading_of(case["blocks"])
    options = AssemblyOptions(
        Order(case.get("order", "file")),
        SystemMessageStyle(case.get("style", "plain")),
        case.get("drop_outranked", False),
    )
    situation = Situation(mode=case["mode"]) if "mode" in case else Situation()
    found = assembled(reading, case.get("values", {}), options, situation).text
    if update_goldens:
        update(case["name"], found)
    else:
        assert found == case["expected"]


def update(name: str, expected: str) -> None:
    """Write down what a case gives, and leave the rest of the file as it is."""
    before, mark, rest = CASES.read_text(encoding="utf-8").partition(f"- name: {name}\n")
    blocks, key, behind = rest.partition("  expected:")
    following = behind.find("\n- name:")
    after = behind[following + 1 :] if following >= 0 else ""
    lines = "".join(f"    {line}\n" if line else "\n" for line in expected.split("\n"))
    CASES.write_text(f"{before}{mark}{blocks}{key} |2-\n{lines}{after}", encoding="utf-8")


@given(MESSAGES, VALUES_OR_NOT, OPTIONS, SITUATIONS)
def test_the_map_covers_every_character_and_is_true(reading, values, options, situation):
    assembly = assembled(reading, values, options, situation)
    text, source_map = assembly.text, assembly.source_map
    at = 0
    for piece in source_map.pieces:
        assert piece.output.start == at
        at = piece.output.end
        assert 0 <= piece.source.start <= piece.source.end <= len(reading.source)
        if piece.why is Why.TEXT and piece.output.length == piece.source.length > 1:
            assert piece.output.of(text) == piece.source.of(reading.source)
        if piece.why is Why.UNKNOWN:
            assert piece.source.of(reading.source) == piece.output.of(text)
        for branch in piece.conditions:
            assert branch.condition.opening.of(reading.source).startswith("[if")
    assert at == len(text)
    assert [p[:4] for p in source_map.pieces if p.name is not None] == [p[:4] for p in source_map.named]
    sides = [part[:3] for part in source_map.left_out if part.why == "condition"]
    assert sides == [part[:3] for part in source_map.sides_left_out]
    assert list(source_map.between(0, len(text))) == [p for p in source_map.pieces if p.output.length]
    for offset in range(len(text)):
        piece = source_map.piece_at(offset)
        part = assembly.part_at(offset)
        assert piece.output.contains(offset)
        assert (part is None) == (piece.why is Why.ADDED)
        place = source_map.source_at(offset)
        if part is not None:
            assert part.output.contains(offset)
            assert reading.blocks[part.index].content_span.touches(place)
        if piece.why is Why.TEXT and piece.output.length == piece.source.length:
            assert source_map.output_at(place) == offset
    assert source_map.piece_at(len(text)) is None
    for place in range(len(reading.source) + 1):
        assert 0 <= source_map.output_at(place) <= len(text)


@given(MESSAGES, VALUES_OR_NOT, OPTIONS, SITUATIONS)
def test_the_same_input_gives_the_same_bytes_with_a_memory_or_without(reading, values, options, situation):
    memory = AssemblyMemory()
    again = AssemblyMemory()
    first = assembled(reading, values, options, situation, memory)
    other = assembled(reading, {}, options, Situation(), memory)
    second = assembled(reading, values, options, situation, memory)
    assert first.text == second.text == assembled(reading, values, options, situation).text
    assert other.text == assembled(reading, {}, options, Situation(), again).text
    assert [piece[:4] for piece in first.source_map.pieces] == [p[:4] for p in second.source_map.pieces]


@given(MESSAGES, VALUES_OR_NOT, OPTIONS, SITUATIONS)
def test_each_block_that_is_in_is_there_once_or_blank(reading, values, options, situation):
    assembly = assembled(reading, values, options, situation)
    outcome = resolve_blocks(reading.blocks, situation, reading.head.priority_model)
    seen = [part.index for part in assembly.parts] + list(assembly.blank)
    assert len(seen) == len(set(seen))
    if not options.drop_outranked:
        assert set(seen) == {
            index for index, block_outcome in enumerate(outcome.block_outcomes) if block_outcome.state.is_in
        }
    for part in assembly.parts:
        written = part.output.of(assembly.text)
        assert written.strip()
        assert written == written.strip("\n")
        if part.rendering is not None:
            assert part.used.of(part.rendering.text) == written
    assert "".join(text for _, text in assembly.stretches) == assembly.text


def test_what_was_edited_is_rendered_again_and_nothing_else():
    memory = AssemblyMemory()
    blocks = reading_of([block("a", "On [git:branch]."), block("b", "In [prompt:cwd].")]).blocks
    before = assembled_blocks(blocks, {"git:branch": "x", "prompt:cwd": "/"}, memory)
    after = assembled_blocks(blocks, {"git:branch": "y", "prompt:cwd": "/"}, memory)
    assert (before.text, after.text) == ("On x.\n\nIn /.", "On y.\n\nIn /.")
    assert before.parts[1].rendering is after.parts[1].rendering
    assert before.parts[0].rendering is not after.parts[0].rendering


def block(name: str, content: str) -> dict[str, object]:
    return {"id": name, "type": "project", "priority": 1, "content": content}


def assembled_blocks(blocks, values, memory=None, types=("git", "prompt")):
    return assemble(blocks, resolve_blocks(blocks), values, known_types=types, memory=memory)


def test_a_message_is_the_first_of_a_request():
    assert request_message("Be brief.") == {"role": "system", "content": "Be brief."}


def test_ten_thousand_nested_blocks_are_put_together():
    body = BlockBody("x", BlockType.MODE, 1, content=Content("Deep."))
    blocks = tuple(Block(body, (0,), index - 1 if index else None) for index in range(10_000))
    outcome = Outcome((BlockOutcome(BlockState.ACTIVE, ()),) * len(blocks), ())
    for style in SystemMessageStyle:
        options = AssemblyOptions(style=style)
        text = assemble(blocks, outcome, {}, known_types=(), options=options).text
        assert text.count("Deep.") == 10_000


@pytest.mark.parametrize(
    ("content", "expected"),
    [("a </mode> b", True), ("a </project> b", True), ("</MODE> </b> <mode>", False), ("</mode", False)],
)
def test_a_content_that_closes_its_own_tag_is_known(content, expected):
    blocks = reading_of(
        [{**block("a", "Outer."), "children": [{**block("b", content), "type": "mode"}]}]
    ).blocks
    options = AssemblyOptions(style=SystemMessageStyle.XML)
    tagged = assemble(blocks, resolve_blocks(blocks), {}, known_types=(), options=options)
    plain = assemble(blocks, resolve_blocks(blocks), {}, known_types=())
    assert (tagged.closed_early, plain.closed_early) == ((1,) if expected else (), ())
    assert content in tagged.text


def test_a_block_that_is_out_has_a_place_all_the_same():
    reading = reading_of(
        [block("a", "A."), {**block("b", "B."), "scope": {"modes": ["x"]}}, block("c", "C.")]
    )
    assembly = assembled(reading, {}, AssemblyOptions(), Situation(mode="y"))
    roles = [(segment.role, segment.block) for segment in assembly.segments]
    assert roles == [(Role.CONTENT, 0), (Role.OUT, 1), (Role.SEPARATOR, 2), (Role.CONTENT, 2)]
    left = assembly.source_map.left_out
    assert [(part.why, part.source, part.output) for part in left] == [("block", reading.blocks[1].span, 2)]
    place = reading.blocks[1].content_span.start
    assert assembly.source_map.output_at(place) == 2
    assert assembly.source_map.output_at(len(reading.source)) == len(assembly.text)  # behind every block
