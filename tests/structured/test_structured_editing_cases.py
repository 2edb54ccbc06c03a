"""Edits of entries and items, in lines and in brackets, as cases: each gives a text or a sentence.

A case of `edits.yaml` does one thing at a place: it sets, adds or removes an entry, inserts, removes or moves
an item, or sets several texts of a list. Moving takes an item up as lines or brackets and puts it elsewhere.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from named_cases import in_case
from test_structured_tree_cases import dumped

from editor_app.structured.editing import brackets, checking, entries, lines
from editor_app.structured.editing.aliases import slot_of
from editor_app.structured.editing.checking import NestedLists, is_as_asked
from editor_app.structured.editing.documents import Document, EditRefused, new_text, open_document
from editor_app.structured.editing.entries import Step, data_node
from editor_app.structured.editing.places import column_of
from editor_app.structured.nodes import (
    MappingNode,
    ScalarNode,
    SequenceNode,
    Syntax,
    WrittenNode,
    plain_value,
)
from editor_app.structured.reading import read_yaml
from editor_app.text import Edit, Span, apply_edits

CASES = Path(__file__).parent.parent / "cases" / "structured" / "edits.yaml"


def load() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = yaml.load(CASES.read_text("utf-8"), yaml.CSafeLoader)
    return cases


def slot_in(owner: WrittenNode, step: object) -> int:
    """Return the place of a key's value, or of an item, among an owner's children."""
    if isinstance(owner, MappingNode):
        index = owner.place_of(str(step))
        assert index is not None
        return 2 * index + 1
    assert isinstance(step, int)
    return step


def node_at(document: Document, path: list[object]) -> WrittenNode:
    assert document.root is not None
    node: WrittenNode = document.root
    for step in path:
        node = node.children[slot_in(node, step)]
    return node


def key_of(document: Document, path: list[object]) -> WrittenNode:
    """Return the key above a list; for a list in a list, what stands before it."""
    owner = node_at(document, path[:-1])
    slot = slot_in(owner, path[-1])
    return owner.children[slot - 1] if slot else owner


def planned(document: Document, edit: dict[str, Any]) -> Step:
    path, do = edit["at"], edit["do"]
    value = data_node(edit["value"]) if "value" in edit else new_text("")
    if do == "add":
        mapping = node_at(document, path)
        assert isinstance(mapping, MappingNode)
        return entries.add_entry(document, mapping, edit["key"], value, edit["order"])
    owner = node_at(document, path[:-1])
    assert isinstance(owner, (SequenceNode, MappingNode))
    if do == "set":
        return entries.set_value(document, owner, slot_in(owner, path[-1]), value)
    if do == "remove" and isinstance(owner, MappingNode):
        return entries.remove_entry(document, owner, slot_in(owner, path[-1]) // 2)
    assert isinstance(owner, SequenceNode)
    key, index = key_of(document, path[:-1]), path[-1]
    if do == "remove":
        return entries.remove_item(document, key, owner, index)
    if do == "insert":
        return entries.add_item(document, key, owner, index, value)
    if do == "move":
        return moved(document, key, owner, index, edit["to"])
    assert do == "texts"
    assert isinstance(value, SequenceNode)
    texts = [item for item in value.items if isinstance(item, ScalarNode)]
    return entries.set_texts(document, owner, index, texts)


def moved(document: Document, key: WrittenNode, items: SequenceNode, index: int, to: int) -> Step:
    source, written = document.source, items.written
    order = [*written[:index], *written[index + 1 :]]
    order.insert(to - (to > index), written[index])
    changes = {id(items): tuple(order)}
    if items.flow:
        snippet = brackets.snippet_of(source, items, index)
        style = brackets.flow_style_of(document, items)
        put = brackets.insertion(source, items, to, snippet, style)
        return Step((*brackets.removal(source, items, index), *put), changes)
    start, dash, end = lines.extent_of(source, key, items, index)
    ended = lines.ended(source, written[index])
    inner = tuple(Edit(one.span.shifted(-start), one.text) for one in ended)
    text = apply_edits(source[start:end], inner)
    column = column_of(source, dash)
    text = lines.indented(lines.outdented(text, column), column)
    keeps = lines.keeps_blanks(source, written[index])
    behind = lines.ended(source, items) if to == len(written) else ()
    put_lines = lines.insertion(source, key, items, to, text, keeps=keeps)
    return Step((*behind, put_lines, lines.removal(source, key, items, index)), changes)


def outcome_of(source: str, syntax: Syntax, edit: dict[str, Any]) -> str:
    """Return the text after an edit, or the sentence that refuses it."""
    try:
        document = open_document(source, syntax)
        edits, changes, _ = planned(document, edit)
    except EditRefused as refused:
        return f"refused: {refused}"
    asked = is_as_asked(document, edits, changes)
    assert asked == is_as_asked(document, edits, changes, NestedLists("l", "l"))
    if not asked:
        return "refused: the text would say something else"
    return apply_edits(source, edits)


def done(case: dict[str, Any]) -> dict[str, Any]:
    """Return a case with what its edits give."""
    syntax = Syntax(case.get("syntax", "yaml"))
    found = [{**edit, "gives": outcome_of(case["source"], syntax, edit)} for edit in case["edits"]]
    return {**case, "edits": found}


def test_an_edit_gives_the_expected_text(update_goldens):
    cases = load()
    found = [done(case) for case in cases]
    if update_goldens:
        CASES.write_text(dumped(found), "utf-8")
        return
    for case, now in zip(cases, found, strict=True):
        for wanted, edit in zip(case["edits"], now["edits"], strict=True):
            with in_case((case["name"], wanted["do"], wanted["at"])):
                assert edit["gives"] == wanted["gives"]


def many(count: int, anchors: str = "") -> str:
    """Return lists in a list, with a comment above each item."""
    item = "  # about {0}\n  - name: n{0}\n    in:\n      - name: m{0}\n      - name: o{0}\n"
    return f"{anchors}l:\n" + "".join(item.format(at) for at in range(count))


def many_in_json(count: int) -> str:
    item = {"name": "n{0}", "in": [{"name": "m{0}"}, {"name": "o{0}"}]}
    items = [json.loads(json.dumps(item).replace("{0}", str(at))) for at in range(count)]
    return json.dumps({"l": items}, indent=2)


@pytest.mark.parametrize(
    ("syntax", "source"),
    [
        (Syntax.YAML, many(50)),
        (Syntax.YAML, many(50, "a: &a 1\nb: *a\n")),
        (Syntax.JSON, many_in_json(50)),
    ],
    ids=["lines", "anchors", "JSON"],
)
def test_what_is_far_from_an_edit_is_not_read_again(syntax, source, monkeypatch):
    read: list[str] = []

    def noted(source: str, syntax: Syntax) -> Document:
        read.append(source)
        return open_document(source, syntax)

    monkeypatch.setattr(checking, "open_document", noted)
    document = open_document(source, syntax)
    for at in (0, 25, 49):
        for edit in (
            {"do": "set", "at": ["l", at, "name"], "value": "x"},
            {"do": "set", "at": ["l", at, "in", 1, "name"], "value": "x"},
            {"do": "remove", "at": ["l", at, "in", 0]},
        ):
            with in_case(edit):
                read.clear()
                edits, changes, _ = planned(document, edit)
                assert is_as_asked(document, edits, changes, NestedLists("l", "in"))
                [text] = read
                near = {f"n{one}" for one in range(at - 1, at + 2) if 0 <= one < 50}
                assert near - {f"n{at}"} <= set(re.findall(r"\w+", text))
                assert len(text) < len(source) / 5
                assert apply_edits(source, edits) == outcome_of(source, syntax, edit)


def test_an_edit_that_reaches_what_is_beside_it_is_not_as_asked():
    source = many(9)
    document = open_document(source, Syntax.YAML)
    lists = NestedLists("l", "in")
    at = source.index("  # about 4")
    for made in (
        (Edit(Span(at, at), "  - name: x\n"),),
        (Edit(Span(source.index("o3"), at), "o3: [\n"),),
        (Edit(Span(at, source.index("  # about 5")), ""),),
        (Edit(Span(source.index("n4"), source.index("n4") + 2), "|"),),
        (Edit(Span(0, 5), ""), Edit(Span(3, 4), "x")),
    ):
        assert not is_as_asked(document, made, {}, lists)
        assert not is_as_asked(document, made, {})


def test_texts_that_would_be_read_as_something_else_are_not_as_asked():
    source = "a: 'x'\nb: '1'\nc: \"true\"\nd: !!str '2'\ne: &a 'k'\nf: *a\n"
    document = open_document(source, Syntax.YAML)
    for old, new, same in (
        ("'x'", "x", True),
        ("'x'", "y", False),
        ("'1'", "1", False),
        ('"true"', "true", False),
        ("!!str '2'", "!!str 2", True),
        ("!!str '2'", "'2'", False),
        ("'k'", "k", True),
        ("*a", "'k'", False),
        ("'x'", "&a 'x'", True),
        ("f: *a", "f: *a # as above", True),
    ):
        with in_case((old, new)):
            at = source.index(old)
            assert is_as_asked(document, (Edit(Span(at, at + len(old)), new),), {}) == same


def test_what_stands_on_lines_is_written_in_brackets_and_says_the_same():
    source = (
        "- one, two\n- 'it''s'\n- |\n  a\n  b\n- folded\n  text\n- ~\n-\n- {a: [b,\n    c], d: }\n"
        "- x: 1\n  y:\n  - &n z\n  - !!str 5\n  - &m\n    k: *n\n- *m\n- [in, 'one']\n- &o !!seq\n  - p\n"
    )
    document = open_document(source, Syntax.YAML)
    assert isinstance(document.root, SequenceNode)
    written = [lines.flow_text(source, item) for item in document.root.written]
    assert written == [
        *('"one, two"', "'it''s'", '"a\\nb\\n"', '"folded text"', "~", "", "{a: [b, c], d: null}"),
        *("{x: 1, y: [&n z, !!str 5, &m {k: *n}]}", "*m", "[in, 'one']", "&o !!seq [p]"),
    ]
    again, problems = read_yaml("".join(f"- {text}\n" for text in written))
    assert not problems
    assert isinstance(again, SequenceNode)
    assert plain_value(again) == plain_value(read_yaml(source)[0])


@pytest.mark.parametrize(
    ("source", "has"),
    [
        ("- 'a # b'\n", False),
        ("- a#b\n", False),
        ("- a # b\n", True),
        ("# over\n- a\n", True),
        ("- |  # of the text\n  x\n", True),
        ("- |\n  # text\n  x\n", False),
        ("- [a, # in\n  b]\n", True),
        ("- k: # key\n    v\n", True),
        ("- *a # b\n", True),
        ("- {}\n", False),
    ],
)
def test_a_comment_is_told_from_text(source, has):
    known = open_document("- &a x\n", Syntax.YAML).root
    assert isinstance(known, SequenceNode)
    root = open_document(source, Syntax.YAML, {"a": known.items[0]}).root
    assert root is not None
    assert lines.has_comment(source, 0, len(source), root) == has


def test_an_element_of_brackets_is_a_snippet_with_its_comments():
    source = (
        "l: [\n    # nobody's\n\n    # about it\n    # still\n"
        "    {a: 1,\n      b: 2}, # behind\n    [c], {d: e}\n]\n"
    )
    document = open_document(source, Syntax.YAML)
    items = node_at(document, ["l"])
    assert isinstance(items, SequenceNode)
    first, second, third = (brackets.snippet_of(source, items, index) for index in range(3))
    assert first == brackets.FlowSnippet("{a: 1,\n  b: 2}", ("# about it", "# still"), "# behind")
    assert second == brackets.FlowSnippet("[c]")
    assert third == brackets.FlowSnippet("{d: e}")


def test_the_place_of_what_is_repeated_is_found():
    document = open_document("a: [x, {k: &n v}]\nb: *n\nc: &e\nd: *e\nf:\n  &k g: h\ni: *k\n", Syntax.YAML)
    found = [slot_of(document, alias.target) for alias in document.aliases]
    assert [owner.children[slot] for owner, slot in found] == [alias.target for alias in document.aliases]
    assert [(owner.span.start, slot) for owner, slot in found] == [(7, 1), (0, 5), (41, 0)]
    with pytest.raises(EditRefused):
        slot_of(document, new_text("elsewhere"))
