"""The tree of YAML and JSON, as cases: what stands where, what is repeated, and what edits make of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from named_cases import in_case

from editor_app.structured import (
    AliasNode,
    MappingNode,
    ScalarNode,
    SequenceNode,
    Syntax,
    WrittenNode,
    read_json,
    read_yaml,
)
from editor_app.structured.editing.documents import Refused, read_document
from editor_app.text import Diagnostic

CASES = Path(__file__).parent.parent / "cases" / "structured" / "trees.yaml"


def load() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = yaml.safe_load(CASES.read_text("utf-8"))
    return cases


def read(case: dict[str, Any]) -> tuple[Any, tuple[Diagnostic, ...]]:
    return (read_json if case.get("syntax") == "json" else read_yaml)(case["source"])


def shown(source: str, node: WrittenNode, depth: int = 0) -> Iterator[str]:
    """Say line by line what is written where: kind, what it says, its own text, and what else is known."""
    kind = type(node).__name__.removesuffix("Node").lower()
    notes = [f"&{node.anchor}"] if node.anchor else []
    if isinstance(node, AliasNode):
        says = f"*{node.name} of {node.target.span.start}: {says_of(node.content)!r}"
    elif isinstance(node, ScalarNode):
        says = f"{node.tag} {node.value!r}" + (f" as {node.text!r}" if node.value is None else "")
        notes += [f"style {node.style}"] if node.style else []
    else:
        says = f"of {len(node.children)}"
    if not isinstance(node, AliasNode):
        notes += ["in brackets"] if node.flow else []
        notes += [f"tag {node.written_tag}"] if node.written_tag else []
    span = f"{node.span.start}-{node.span.end} {node.span.of(source)!r}"
    yield " | ".join([f"{'  ' * depth}{kind} {says}", span, *notes])
    for child in node.children:
        yield from shown(source, child, depth + 1)


def says_of(node: WrittenNode) -> object:
    """Return what a node says with its aliases and merges followed."""
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, SequenceNode):
        return [says_of(item) for item in node.items]
    assert isinstance(node, MappingNode)
    return {key.value: says_of(value) for key, value in reversed([*node.all_entries()])}


def found_in(case: dict[str, Any]) -> dict[str, Any]:
    """Return a case with what is found in its source."""
    source = case["source"]
    node, problems = read(case)
    found = {key: case[key] for key in ("name", "syntax", "source") if key in case}
    if node is not None:
        found |= {"tree": [*shown(source, node)], "says": repr(says_of(node))}
    if problems:
        found["problems"] = [
            f"{one.code} {one.span.start}-{one.span.end}: {one.message}" for one in problems
        ]
    return found


def test_a_text_gives_its_tree(update_goldens):
    cases = load()
    found = [found_in(case) for case in cases]
    if update_goldens:
        CASES.write_text(dumped(found), "utf-8")
        return
    for case, now in zip(cases, found, strict=True):
        with in_case(case["name"]):
            assert now == case


def dumped(cases: list[dict[str, Any]]) -> str:
    return yaml.dump(cases, Dumper=Lines, sort_keys=False, allow_unicode=True, width=10**6)


class Lines(yaml.SafeDumper):
    """Writes texts of several lines as such."""


Lines.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None
    ),
)


@pytest.mark.parametrize("name", [case["name"] for case in load()])
def test_a_file_that_is_edited_has_the_same_tree(name):
    """Only what `<<` brings in is left out of it, and what can't be read is refused in a sentence."""
    case = next(one for one in load() if one["name"] == name)
    node, problems = read(case)
    try:
        document = read_document(case["source"], Syntax(case.get("syntax", "yaml")))
    except Refused as refused:
        assert node is None
        assert problems
        assert str(refused)[-1] == "."
        return
    assert (document.root is None) == (node is None)
    if node is not None:
        source = case["source"]
        assert [*shown(source, document.root)] == [*shown(source, node)]
        assert [alias.span.of(source) for alias in document.aliases] == [
            line.split()[1] for line in shown(source, node) if line.lstrip().startswith("alias ")
        ]
