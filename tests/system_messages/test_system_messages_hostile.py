"""Files made to be too much get a clear sentence with a line each, and at once."""

from __future__ import annotations

import json
from functools import partial

import pytest
from counted_work import assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st

from editor_app.system_messages.lints.lints import co_activity_lints
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.model.scopes import matches_glob
from editor_app.system_messages.reading.reading import ReadingMemory, read_system_message
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.choices import situation_choices
from editor_app.system_messages.situations.situation import Situation

HEAD = """\
id: sys-001
version: 1.0.0
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
"""
BLOCK = "  - id: {}\n    type: mode\n    priority: 1\n    content: Hi\n"
ONE = HEAD + BLOCK.format("a")


def nested_yaml(depth: int) -> str:
    lines = (f"{'  ' * level}  - id: b{level}\n{'  ' * level}    children:\n" for level in range(depth))
    return HEAD + "".join(lines)


def nested_json(depth: int) -> str:
    return '{"blocks": [' + '{"children": [' * depth + "]}" * depth + "]}"


def bomb() -> str:
    lists = (
        f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
        for before, name in zip("abcdefg", "bcdefgh", strict=True)
    )
    return "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(lists) + HEAD + "  - *h\n"


HOSTILE = {
    "a block in itself": (HEAD + "  - &a\n    id: x\n    children:\n      - *a\n", "yaml-syntax", 10),
    "a bomb of aliases": (bomb(), "yaml-limit", 5),
    "10 000 nested children": (nested_yaml(250), "yaml-limit", 69),
    "10 000 nested children in brackets": ("blocks: " + "[{children: " * 10_000, "yaml-limit", 1),
    "10 000 nested children in JSON": (nested_json(10_000), "json-limit", 1),
    "one id 1 200 times": (
        HEAD + BLOCK.format("a") + BLOCK.format("a").replace("1", "2") * 1_198,
        "message-limit",
        None,
    ),
    "no blocks": (HEAD + "  - x\n" * 1_200, "message-limit", None),
    "empty blocks": (HEAD + "  - {}\n" * 1_200, "message-limit", None),
    "keys of no meaning": (ONE + "".join(f"    conten{n}: 1\n" for n in range(4_000)), None, None),
    "a huge integer": (ONE.replace("priority: 1", "priority: " + "9" * 900_000), "number-too-great", 9),
    "a huge integer in JSON": ('{"blocks": [{"priority": ' + "9" * 900_000 + "}]}", "number-too-great", 1),
    "an unknown type": (ONE.replace("mode", "x" * 900_000), "unknown-type", 8),
    "content that is a number": (ONE.replace("Hi", "5"), "wrong-type", 10),
    "a glob of 200 KB": (ONE + f"    scope: {{applyTo: ['{'{a,b}' * 40_000}']}}\n", "invalid-glob", 11),
    "a glob of many stars": (ONE + f"    scope: {{applyTo: ['{'**/a/' * 40}']}}\n", "invalid-glob", 11),
    "a glob that leads out": (ONE + "    scope: {applyTo: [a/../../b]}\n", "invalid-glob", 11),
    "20 000 globs": (
        ONE + f"    scope: {{applyTo: [{', '.join(f'a{n}/../b' for n in range(20_000))}]}}\n",
        "message-limit",
        11,
    ),
    "globs of many alternatives": (
        ONE + "    scope: {applyTo: [" + ", ".join(f"'{{1..256}}x{n}'" for n in range(900)) + "]}\n",
        "message-limit",
        11,
    ),
    "20 000 modes": (
        ONE + f"    scope: {{modes: [{', '.join(f'a{n}' for n in range(20_000))}]}}\n",
        "message-limit",
        11,
    ),
    "content of brackets": (
        HEAD + BLOCK.format("a").replace("Hi", "{format: json, text: '" + "[" * 200_000 + "'}"),
        "content-syntax",
        10,
    ),
    "more than is read": (HEAD + BLOCK.format("a") * 20_000, "yaml-limit", 1),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_told(case):
    source, code, line = HOSTILE[case]
    syntax = Syntax.JSON if source.startswith("{") else Syntax.YAML
    reading = read_system_message(source, syntax)
    assert len(reading.diagnostics) <= 1000
    if code is None:
        return
    problem = next(one for one in reading.diagnostics if one.code == code)
    assert len(problem.message) < 400
    if line is not None:
        assert source.count("\n", 0, problem.span.start) + 1 == line
    assert reading.message is None


GROWING = {
    "one id": lambda n: HEAD + BLOCK.format("a") * n,
    "no blocks": lambda n: HEAD + "  - x\n" * n,
    "empty blocks": lambda n: HEAD + "  - {}\n" * n,
    "keys of no meaning": lambda n: ONE + "".join(f"    conten{m}: 1\n" for m in range(n)),
    "a huge integer": lambda n: ONE.replace("priority: 1", "priority: " + "9" * n),
    "a glob of braces": lambda n: ONE + f"    scope: {{applyTo: ['{'{a,b}' * n}']}}\n",
    "globs": lambda n: ONE + f"    scope: {{applyTo: [{', '.join(f'a{m}/../b' for m in range(n))}]}}\n",
    "modes": lambda n: ONE + f"    scope: {{modes: [{', '.join(f'a{m}' for m in range(n))}]}}\n",
    "content of brackets": lambda n: (
        HEAD + BLOCK.format("a").replace("Hi", "{format: json, text: '" + "[" * n + "'}")
    ),
}


@pytest.mark.parametrize("case", GROWING)
def test_hostile_files_are_read_in_one_pass(case):
    assert_work_in_proportion(lambda size: partial(read_system_message, GROWING[case](size), Syntax.YAML), 25)


def blocks_of_globs(count: int, most: int) -> str:
    """Blocks of four globs each that stand for `most` each."""
    globs = ", ".join(f"'{{1..{most}}}xNy{k}'" for k in range(4))
    return HEAD + "".join(
        BLOCK.format(f"b{n}") + f"    scope: {{applyTo: [{globs}]}}\n".replace("N", str(n))
        for n in range(count)
    )


def test_globs_of_many_blocks_are_read_up_to_a_number():
    source = blocks_of_globs(55, 250)
    reading = read_system_message(source, Syntax.YAML)
    resolve_blocks(reading.blocks, Situation(file="src/a.py"))
    co_activity_lints(reading)
    assert not any(matches_glob(glob, "src/a.py") for glob in situation_choices(reading.blocks).globs)
    assert len(situation_choices(reading.blocks).globs) == 200
    told = [one for one in reading.diagnostics if one.code == "message-limit"]
    assert [one.args["field"] for one in told[:2]] == ["blocks[50].scope.applyTo", "blocks[51].scope.applyTo"]
    assert told[0].span.of(source) == "'{1..250}x50y0'"
    assert len(told) == 5


def test_one_glob_in_each_of_many_blocks_counts_too():
    source = HEAD + "".join(
        BLOCK.format(f"b{n}") + f"    scope: {{applyTo: '{{1..250}}x{n}'}}\n" for n in range(210)
    )
    reading = read_system_message(source, Syntax.YAML)
    assert len(situation_choices(reading.blocks).globs) == 200
    assert sum(one.code == "message-limit" for one in reading.diagnostics) == 10


def test_globs_up_to_the_number_are_fine():
    """The control: the same blocks, as many as are read, have nothing wrong."""
    reading = read_system_message(blocks_of_globs(50, 250), Syntax.YAML)
    assert not reading.diagnostics
    assert len(situation_choices(reading.blocks).globs) == 200


@pytest.mark.parametrize(
    ("old", "new"), [("1..250", "1..240"), ("y3'", "y3', a"), ("y0', ", "y0', a, "), ("Hi", "Ho")]
)
def test_globs_are_counted_the_same_when_a_block_is_read_again(old, new):
    for count in (50, 51):
        memory = ReadingMemory()
        source = blocks_of_globs(count, 250)
        for text in (source, source.replace(old, new, 1), source):
            again = read_system_message(text, Syntax.YAML, memory)
            anew = read_system_message(text, Syntax.YAML)
            assert again.diagnostics == anew.diagnostics
            assert situation_choices(again.blocks).globs == situation_choices(anew.blocks).globs


def test_the_same_shapes_in_moderation_are_fine():
    """The control: as deep, as many and as wide as anybody writes, nothing is refused."""
    deep = HEAD
    for level in range(20):
        indent = "    " * level
        deep += "".join(f"{indent}{line}\n" for line in BLOCK.format(f"b{level}").splitlines())
        deep += f"{indent}    children:\n" if level < 19 else ""
    wide = HEAD + "".join(BLOCK.format(f"b{n}") for n in range(2000))
    wide += "    scope:\n      modes: [" + ", ".join(f"m{n}" for n in range(900)) + "]\n"
    for source in (deep, wide):
        reading = read_system_message(source, Syntax.YAML)
        assert not reading.diagnostics
        assert reading.message is not None


def test_what_is_cut_off_is_shown_when_the_rest_is_settled():
    memory = ReadingMemory()
    source = HEAD + "".join(BLOCK.format(f"b{n}").replace("mode", "modus") for n in range(1200))
    assert read_system_message(source, Syntax.YAML, memory).diagnostics[-1].code == "message-limit"
    source = source.replace("modus", "mode", 300)
    problems = read_system_message(source, Syntax.YAML, memory).diagnostics
    assert len(problems) == 900
    assert all(problem.code == "unknown-type" for problem in problems)


@given(
    st.text(st.sampled_from("ab:-#[]{}\",'\n &*|>!%@`?\t\\0\x00\x85\u2028é😀"), max_size=60),
    st.sampled_from(Syntax),
)
def test_any_text_gives_a_reading(source, syntax):
    reading = read_system_message(source, syntax)
    assert reading.diagnostics
    for problem in reading.diagnostics:
        assert 0 <= problem.span.start <= problem.span.end <= len(source)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "id",
                        "type",
                        "blocks",
                        "scope",
                        "content",
                        "conditions",
                        "children",
                        "modes",
                        "kind",
                        "value",
                        "priorityModel",
                    ]
                ),
                inner,
                max_size=3,
            )
        ),
        max_leaves=12,
    )
)
def test_any_value_gives_a_reading(value):
    for syntax in Syntax:
        reading = read_system_message(json.dumps({"blocks": [value], "priorityModel": value}), syntax)
        assert reading.diagnostics
