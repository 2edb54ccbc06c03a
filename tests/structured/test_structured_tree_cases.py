"""The tree of YAML and JSON, as cases: what stands where, what is repeated, and what edits make of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from named_cases import in_case

from editor_app.structured.budget import TooMuch, check_length
from editor_app.structured.editing.aliases import resolved
from editor_app.structured.editing.documents import (
    EditRefused,
    new_text,
    open_document,
    with_children,
    with_targets,
)
from editor_app.structured.nodes import (
    AliasNode,
    MappingNode,
    ScalarNode,
    SequenceNode,
    Syntax,
    WrittenNode,
    plain_value,
)
from editor_app.structured.reading import read_json, read_yaml
from editor_app.structured.scalar_places import scalar_map
from editor_app.text import Diagnostic

CASES = Path(__file__).parent.parent / "cases" / "structured" / "trees.yaml"


def load() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = yaml.load(CASES.read_text("utf-8"), yaml.CSafeLoader)
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
        found["problems"] = [f"{one.code} {one.span.start}-{one.span.end}: {one.message}" for one in problems]
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
    syntax = Syntax(case.get("syntax", "yaml"))
    refusal = refusal_of(case["source"], syntax)
    if refusal:
        assert refusal.endswith(".")
        assert node is None
        assert problems
        return
    document = open_document(case["source"], syntax)
    assert (document.root is None) == (node is None)
    if node is not None:
        source = case["source"]
        assert [*shown(source, document.root)] == [*shown(source, node)]
        assert [alias.span.of(source) for alias in document.aliases] == [
            line.split()[1] for line in shown(source, node) if line.lstrip().startswith("alias ")
        ]
        assert with_targets(document.root) == (document.root, document.aliases)
        assert with_targets(document.root, source) == (document.root, document.aliases)
        if not problems:
            assert plain_value(resolved(document.root)) == plain_value(node)


def test_aliases_get_their_anchors_in_a_tree_that_was_put_together():
    root = open_document("a: &x {k: &y 1}\nb: [*x, *y]\nc: &x 2\nd: *x\n", Syntax.YAML).root
    assert isinstance(root, MappingNode)
    changed = new_text("new")._replace(anchor="y")
    first = root.written[0][1]
    assert isinstance(first, MappingNode)
    key, _old = first.children
    children = (root.children[0], with_children(first, (key, changed)), *root.children[2:])
    linked, aliases = with_targets(with_children(root, children))
    assert [says_of(alias.content) for alias in aliases] == [{"k": "new"}, "new", "2"]
    assert says_of(linked) == {"a": {"k": "new"}, "b": [{"k": "new"}, "new"], "c": "2", "d": "2"}
    assert all(any(alias.target is node for node in nodes_of(linked)) for alias in aliases)


def nodes_of(node: WrittenNode) -> Iterator[WrittenNode]:
    yield node
    for child in node.children:
        yield from nodes_of(child)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("a: b: c", "The file can’t be read from line 1 on. Correct that first."),
        ("a: 1\nb: *c\n", "‘*c’ on line 2 repeats nothing. Correct that first."),
        ("a: 1\n---\nb\n", "A second document starts on line 2. Remove it first."),
        ("[" * 65, "It would be nested more than 64 levels deep, the most that is read."),
        ("- &a x\n" + "- *a\n" * 65, "There would be more than 64 aliases, the most that is read."),
        ("a: \x07", "The character U+0007 can’t be in YAML. Remove it or write it as an escape."),
    ],
)
def test_what_cannot_be_edited_says_why(source, sentence):
    assert refusal_of(source, Syntax.YAML) == sentence


def test_json_that_cannot_be_edited_says_why():
    for source, sentence in (
        ('{"a": 1,\n\n}', "The file can’t be read from line 3 on. Correct that first."),
        ("[" * 65, "It would be nested more than 64 levels deep, the most that is read."),
        ("[" * 64 + "]" * 64, ""),
    ):
        with in_case(source):
            assert refusal_of(source, Syntax.JSON) == sentence


def refusal_of(source: str, syntax: Syntax) -> str:
    """Return why a file can't be edited, "" if it can."""
    try:
        open_document(source, syntax)
    except EditRefused as refused:
        return str(refused)
    return ""


def test_anchors_of_another_text_may_be_repeated():
    known = open_document("- &a one\n", Syntax.YAML).root
    assert known is not None
    document = open_document("- *a\n- x\n", Syntax.YAML, {"a": known.children[0]})
    assert [alias.target for alias in document.aliases] == [known.children[0]]


def test_aliases_that_stand_for_too_much_are_not_written_out():
    names = "abcdefghijklmnop"
    source = "a: &a [x, x]\n" + "".join(
        f"{name}: &{name} [*{before}, *{before}]\n" for before, name in pairwise(names)
    )
    document = open_document(source, Syntax.YAML)
    assert document.root is not None
    with pytest.raises(EditRefused, match="too much to write out"):
        resolved(document.root)
    assert read_yaml(source)[1][0].code == "yaml-limit"


def test_a_place_between_the_lines_of_a_text_is_the_nearest_in_its_value():
    source = "a: |\n    one\n    two\n"
    node, _problems = read_yaml(source)
    text = node.get("a")
    found = [scalar_map(source, text).to_value(at) for at in range(source.index("one"), len(source) + 1)]
    assert found == [0, 1, 2, 3, 4, 4, 4, 4, 4, 5, 6, 7, 8]


def test_a_text_may_have_as_many_characters_as_are_read():
    check_length("12345", 0, 5)
    with pytest.raises(TooMuch):
        check_length("123456", 0, 5)
