"""What is noticed about blocks that can be in together, and the fixes."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from counted_work import assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st
from short_messages import message_of, situation_of, some_blocks, some_situations

from editor_app.system_messages.lints import rules as lint_rules
from editor_app.system_messages.lints.lints import LintMemory, co_activity_lints
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import SystemMessageReading, read_system_message
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.writing import write_system_message
from editor_app.text import Diagnostic, apply_edits, in_file_order

CASES = Path(__file__).parents[2] / "cases" / "system_messages"
HEAD = {
    "yaml": "id: m\nversion: 1.0.0\nrole: system\n"
    "createdAt: 2026-01-28T09:00:00Z\nupdatedAt: 2026-01-28T09:00:00Z\n",
    "json": '{"id": "m", "version": "1.0.0", "role": "system", "createdAt": "2026-01-28T09:00:00Z", '
    '"updatedAt": "2026-01-28T09:00:00Z", "blocks": ',
}


class Readable(yaml.SafeDumper):
    """Writes texts of several lines as blocks."""


def text_of_lines(dumper: Readable, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


Readable.add_representer(str, text_of_lines)


def line(source: str, one: Diagnostic) -> str:
    number = source.count("\n", 0, one.span.start) + 1
    return f"{number}: {one.severity} {one.code} {one.args['field']} [{one.span.of(source)}] {one.message}"


def held_to(found: dict[str, Any], name: str, update_goldens: bool) -> None:
    path = CASES / f"{name}.expected.yaml"
    if update_goldens:
        text = yaml.dump(found, Dumper=Readable, allow_unicode=True, sort_keys=False, width=105)
        path.write_text(text, encoding="utf-8")
    assert found == yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)


def load(name: str) -> list[dict[str, Any]]:
    return yaml.load((CASES / f"{name}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


def test_what_is_noticed(update_goldens: bool) -> None:
    found = {}
    for case in load("lints"):
        source = write_system_message(message_of(case["blocks"]), Syntax.YAML)
        reading = read_system_message(source, Syntax.YAML)
        assert not reading.has_errors
        found[case["name"]] = [line(source, one) for one in co_activity_lints(reading)]
        json_source = write_system_message(message_of(case["blocks"]), Syntax.JSON)
        as_json = co_activity_lints(read_system_message(json_source, Syntax.JSON))
        assert sorted(one.message for one in as_json) == sorted(
            one.message for one in co_activity_lints(reading)
        )
    held_to(found, "lints", update_goldens)


def test_what_fixes_make_of_a_source(update_goldens: bool) -> None:
    found = {}
    for case in load("lint_fixes"):
        syntax = Syntax(case["syntax"])
        body = case["blocks"]
        head = HEAD[syntax]
        source = f"{head}blocks:\n{body}" if syntax is Syntax.YAML else f"{head}{body.rstrip()}}}\n"
        reading = read_system_message(source, syntax)
        assert not reading.has_errors, reading.diagnostics
        made = {}
        for one in co_activity_lints(reading):
            for fix in one.fixes:
                after = apply_edits(source, fix.edits)
                made[fix.title] = after.removeprefix(head).removeprefix("blocks:\n")
                check_fixed(reading, one, after)
        found[case["name"]] = made
    held_to(found, "lint_fixes", update_goldens)


def check_fixed(before: SystemMessageReading, one: Diagnostic, source: str) -> None:
    reading = read_system_message(source, before.syntax)
    assert not reading.has_errors, (source, reading.diagnostics)
    left = co_activity_lints(reading)
    same = [other for other in left if (other.code, other.message) == (one.code, one.message)]
    assert not any(other.args == one.args for other in same), source  # a place alone may be another block's


TEXTS = [
    "Use tabs.",
    "Always use tabs here.",
    "Never use tabs here.",
    "Read it. " * 4,
    "Read it. " * 4 + "So.",
]


@st.composite
def messages(draw: st.DrawFn) -> str:
    shorts = draw(some_blocks())

    def with_texts(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [
            {**block, "text": draw(st.sampled_from(TEXTS)), "children": with_texts(block.get("children", []))}
            for block in blocks
        ]

    return write_system_message(message_of(with_texts(shorts)), draw(st.sampled_from(list(Syntax))))


def read(source: str) -> SystemMessageReading:
    return read_system_message(source, Syntax.JSON if source.startswith("{") else Syntax.YAML)


@given(messages())
def test_every_fix_removes_what_it_is_for(source: str) -> None:
    reading = read(source)
    for one in co_activity_lints(reading):
        assert one.span.length
        for fix in one.fixes:
            check_fixed(reading, one, apply_edits(source, fix.edits))


@given(messages(), some_situations)
def test_what_is_said_is_so_in_any_situation(source: str, short: dict[str, Any]) -> None:
    reading = read(source)
    said = {name: value for name, value in short.items() if name != "muted"}  # that is of a view only
    outcome = resolve_blocks(reading.blocks, situation_of(said))
    places = {block.label: index for index, block in enumerate(reading.blocks)}
    names: dict[str, int] = {block.id: index for index, block in enumerate(reading.blocks)}
    for one in co_activity_lints(reading):
        index = places[one.args["field"].rpartition(".")[0]] if "." in one.args["field"] else None
        if index is None:
            continue
        block_outcome = outcome.block_outcomes[index]
        if one.code == "never-active":
            assert block_outcome.state != "active"
        elif one.code == "always-outranked" and block_outcome.state.is_in:
            (winner,) = [names[name] for name in one.args["blocks"].split(", ")]
            assert outcome.block_outcomes[winner].state.is_in
            contest = outcome.contest_of[index]
            assert contest.members.index(winner) < contest.members.index(index)


@given(messages(), st.data())
def test_what_is_remembered_changes_nothing(source: str, data: st.DataObject) -> None:
    memory, reading = LintMemory(), read(source)
    for _ in range(3):
        assert co_activity_lints(reading, memory) == co_activity_lints(reading)
        if not reading.blocks:
            return
        index = data.draw(st.integers(0, len(reading.blocks) - 1))
        block = reading.blocks[index]
        assert block.body.content is not None
        changes: list[dict[str, Any]] = [
            {"content": replace(block.body.content, text=data.draw(st.sampled_from(TEXTS)))},
            {"priority": data.draw(st.integers(0, 3))},
        ]
        body = replace(block.body, **data.draw(st.sampled_from(changes)))
        blocks = (*reading.blocks[:index], replace(block, body=body), *reading.blocks[index + 1 :])
        reading = replace(reading, blocks=blocks)


@pytest.mark.parametrize(
    "text", ["", "id: [", "- x\n", "id: m\nblocks: 3\n", "blocks:\n- id: a\n- id: a\n- 3\n"]
)
def test_faulty_messages_have_no_more_problems(text: str) -> None:
    assert co_activity_lints(read_system_message(text, Syntax.YAML)) == ()


def test_stars_within_a_name_do_not_reach_into_folders() -> None:
    def codes(glob: str) -> list[str]:
        general = {"id": "general", "priority": 60, "applyTo": [glob], "text": "One."}
        special = {"id": "special", "priority": 50, "applyTo": ["src/a/*.py"], "text": "Two."}
        source = write_system_message(message_of([general, special]))
        return [one.code for one in co_activity_lints(read(source))]

    assert codes("src/**") == ["always-outranked"]  # the control
    assert codes("src**") == []


@pytest.mark.parametrize("target", ["applyTo", "files"])
def test_scopes_without_end_are_compared_up_to_a_number(target: str, monkeypatch) -> None:
    names = [f"{{1..4}}x{m}" for m in range(2)] if target == "applyTo" else [f"x{m}.py" for m in range(8)]

    def comparing(count: int) -> Callable[[], object]:
        blocks = [
            {"id": f"b{n}", target: [f"{count}/{n}/{name}" for name in names], "text": f"Text {n}."}
            for n in range(count)  # globs read for another count are remembered
        ]
        reading = read(write_system_message(message_of(blocks)))
        return lambda: co_activity_lints(reading)

    assert comparing(30)() == ()
    monkeypatch.setattr(lint_rules, "_MOST_PAIRS", 20)
    assert_work_in_proportion(comparing, 15, 4)
    monkeypatch.setattr(lint_rules, "_MOST_PAIRS", 10**9)  # the control
    with pytest.raises(AssertionError, match="4 times the input"):
        assert_work_in_proportion(comparing, 15, 4)


@pytest.mark.parametrize("target", ["applyTo", "files"])
def test_what_covers_what_is_not_asked_without_end(target: str, monkeypatch) -> None:
    """Blocks of ever higher priority, each for the same many targets and one of its own."""
    names = [f"a{n}" for n in range(12)]

    def comparing(count: int) -> Callable[[], object]:
        blocks = [{"id": f"b{n}", "priority": n, target: [*names, f"q{n}"]} for n in range(count)]
        reading = read(write_system_message(message_of(blocks)))
        return lambda: co_activity_lints(reading)

    assert comparing(12)() == ()
    monkeypatch.setattr(lint_rules, "_MOST_PAIRS", 50)
    monkeypatch.setattr(lint_rules, "_MOST_COVERED", 1_000)
    assert_work_in_proportion(comparing, 10, 3)
    monkeypatch.setattr(lint_rules, "_MOST_PAIRS", 10**9)  # the control
    monkeypatch.setattr(lint_rules, "_MOST_COVERED", 10**9)
    with pytest.raises(AssertionError, match="3 times the input"):
        assert_work_in_proportion(comparing, 10, 3)


@pytest.mark.parametrize("target", ["applyTo", "tools", "files"])
def test_what_covers_a_long_list_is_told(target: str) -> None:
    """The control: two such lists are compared whole."""
    names = [f"a{n}" for n in range(500)]
    blocks = [{"id": "a", "priority": 1, target: names}, {"id": "b", "priority": 2, target: [*names, "q"]}]
    found = co_activity_lints(read(write_system_message(message_of(blocks))))
    assert [one.code for one in found] == ["always-outranked"]


def test_notes_of_ten_times_the_blocks_are_ten_times_the_work() -> None:
    def noting(count: int) -> Callable[[], object]:
        blocks = [{"id": f"b{n}", "priority": n, "text": "Say it."} for n in range(count)]
        reading = read(write_system_message(message_of(blocks)))
        return lambda: co_activity_lints(reading)

    assert_work_in_proportion(noting, 40)


@pytest.mark.parametrize("count", [1001, 1002])
def test_notes_come_to_an_end(count: int) -> None:
    """Blocks that all say the same; up to the number, every one but the first is told."""
    blocks = [{"id": f"b{n}", "priority": n, "text": "Say it."} for n in range(count)]
    reading = read(write_system_message(message_of(blocks)))
    notes = co_activity_lints(reading)
    assert len(notes) == min(count - 1, 1000)
    assert [*notes] == [*in_file_order(notes)]
    if count <= 1001:
        assert {one.code for one in notes} == {"duplicate-text"}
    else:
        assert notes[-1].message.startswith(f"There are {count - 1 - 999:,} more notes")
        assert {one.code for one in notes[:-1]} == {"duplicate-text"}
    memory = LintMemory()
    assert co_activity_lints(reading, memory) == co_activity_lints(reading, memory) == notes


def test_a_claim_is_shown_where_it_stands() -> None:
    body = textwrap.indent("Say why.\nNever use the\tpatch tool here.\n", "      ")
    blocks = "".join(
        f"- id: {name}\n  type: {name}\n  priority: 1\n  content: |\n{text}"
        for name, text in (("editing", "      Always use the patch tool here.\n"), ("tooling", body))
    )
    source = f"{HEAD['yaml']}blocks:\n{blocks}"
    (one,) = co_activity_lints(read_system_message(source, Syntax.YAML))
    assert one.span.of(source) == "Never use the\tpatch tool here"
