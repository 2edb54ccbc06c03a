"""What is wrong with a system message is said at its place, with its path and what to do."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest
import yaml

from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import read_system_message, syntax_of
from editor_app.text import LineIndex

CASES = Path(__file__).parents[2] / "cases/system_messages"
PROBLEMS = {
    case["id"]: case for case in yaml.load((CASES / "problems.yaml").read_text("utf-8"), yaml.CBaseLoader)
}
REFERENCE = [
    case for case in json.loads((CASES / "reference.json").read_text("utf-8")) if case["op"] == "validate"
]
TODAY = date(2026, 11, 21)
HEAD = {
    "id": "sys-001",
    "version": "2026-01-28",
    "role": "system",
    "createdAt": "2026-01-28T09:00:00Z",
    "updatedAt": "2026-01-28T09:00:00Z",
}
BLOCKS = "\n  - id: a\n    type: identity\n    priority: 90\n    content: Hi\n"


def source_of(case) -> str:
    """Return a case's text: as it stands, or put together from what differs from a good message."""
    if "source" in case:
        return case["source"]
    head = HEAD | case.get("head", {})
    lines = [f"{key}: {value}".rstrip() + "\n" for key, value in head.items() if value != "null"]
    return "".join(lines) + "blocks:" + case.get("blocks", BLOCKS)


def described(source: str, syntax: Syntax) -> list[dict[str, object]]:
    """Return the problems of a text as they are kept."""
    lines = LineIndex(source)
    found = []
    for one in read_system_message(source, syntax, today=TODAY).diagnostics:
        position = lines.position(one.span.start)
        entry = {"code": one.code, "severity": f"{one.severity}", "at": f"{position.line}:{position.column}"}
        shown = one.span.of(source)
        entry |= {"shown": shown, "path": one.args.get("field", ""), "message": one.message}
        found.append(entry | {"fixes": [fix.title for fix in one.fixes]})
    return found


@pytest.mark.parametrize("case", PROBLEMS)
def test_a_problem_is_said_at_its_place_with_what_to_do(case, update_goldens):
    source, syntax = source_of(PROBLEMS[case]), Syntax(PROBLEMS[case].get("syntax", "yaml"))
    found = described(source, syntax)
    if update_goldens:
        PROBLEMS[case]["problems"] = found
        write_problems()
    assert found == PROBLEMS[case]["problems"]
    for problem in found:
        assert re.search(r"[.?]$", problem["message"])


def write_problems() -> None:
    class Dumper(yaml.SafeDumper):
        def increase_indent(self, flow=False, indentless=False):
            return super().increase_indent(flow, indentless=False)

    text = yaml.dump([*PROBLEMS.values()], Dumper=Dumper, sort_keys=False, allow_unicode=True, width=200)
    (CASES / "problems.yaml").write_text(text, "utf-8")


@pytest.mark.parametrize("syntax", Syntax)
@pytest.mark.parametrize("case", REFERENCE, ids=lambda case: case["id"])
def test_reference_case(case, syntax):
    diagnostics = read_system_message(json.dumps(case["input"], indent=1), syntax).diagnostics
    if case["expected"] == "ok":
        assert not diagnostics
        return
    (problem,) = diagnostics
    expected = case["expected"].removeprefix("error:")
    if expected.startswith("duplicate id"):
        assert (problem.code, problem.args["id"]) == ("duplicate-id", expected.rpartition(" ")[2])
    elif expected == "duplicate block":
        assert problem.code == "duplicate-block"
    else:
        assert problem.args["field"].endswith(expected)


def test_a_message_without_errors_is_one():
    source = source_of(
        {
            "blocks": BLOCKS
            + "    children:\n      - id: b\n        type: mode\n        priority: -1\n        content: Ho\n"
        }
    )
    reading = read_system_message(source, Syntax.YAML)
    assert not reading.diagnostics
    assert [block.label for block in reading.blocks] == ["blocks[0]", "blocks[0].children[0]"]
    (block,) = reading.message.blocks
    assert (block.id, block.children[0].id, block.children[0].priority) == ("a", "b", -1)
    assert read_system_message(source.replace("system", "user"), Syntax.YAML).message is None


def test_places_are_of_the_file():
    source = source_of({"blocks": BLOCKS + "    scope:\n      modes: [x, y]\n"})
    (block,) = read_system_message(source, Syntax.YAML).blocks
    assert block.place("scope.modes[1]").of(source) == "y"
    assert block.place("content").of(source) == "Hi"
    assert block.span.of(source) == source[source.index("- id: a") :].rstrip("\n")
    assert block.body.content_node.span.shifted(block.start).of(source) == "Hi"


def test_the_ending_says_how_a_file_is_written():
    assert [syntax_of(name) for name in ("a.yaml", "b.YML", "c.JSON")] == [
        Syntax.YAML,
        Syntax.YAML,
        Syntax.JSON,
    ]


def test_a_block_is_held_against_all_before_it_and_not_only_the_first_with_its_id():
    block = "  - {{id: a, type: mode, priority: 1, content: {}}}\n"
    source = "blocks:\n" + "".join(map(block.format, "xyyx"))
    found = [
        (one.code, one.args["field"])
        for one in read_system_message(source, Syntax.YAML).diagnostics
        if one.code.startswith("duplicate")
    ]
    assert found == [
        ("duplicate-id", "blocks[1].id"),
        ("duplicate-block", "blocks[2]"),
        ("duplicate-block", "blocks[3]"),
    ]
