"""What of a long list is left out of the look at an edit's result."""

from __future__ import annotations

import pytest

from editor_app.structured.editing.checking import NestedLists, prune
from editor_app.structured.editing.documents import open_document
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, Syntax
from editor_app.text import Edit, Span, apply_edits

LISTS = NestedLists("items", "inner")
LINES = "items:\n" + "".join(f"  - id: i{index}\n    say: word\n" for index in range(8))
BRACKETS = '{"items": [' + ", ".join(f'{{"id": "i{index}"}}' for index in range(8)) + "]}"
REPEATED = LINES.replace("i0\n    say: word", "i0\n    say: &a word").replace(
    "i7\n    say: word", "i7\n    say: *a"
)
NESTED = LINES.replace(
    "i4\n    say: word\n", "i4\n    inner:\n" + "".join(f"      - id: n{index}\n" for index in range(5))
)


def ids_in(node: object, key: str = "items") -> list[str]:
    """Return the ids in a list and in the lists within it."""
    assert isinstance(node, MappingNode)
    items = node.get(key)
    found: list[str] = []
    for item in items.items if isinstance(items, SequenceNode) else ():
        assert isinstance(item, MappingNode)
        name = item.get("id")
        assert isinstance(name, ScalarNode)
        found += [name.text, *ids_in(item, LISTS.inner)]
    return found


@pytest.mark.parametrize(
    ("source", "word", "left"),
    [
        (LINES, "i0", "i0 i1"),
        (LINES, "i3", "i2 i3 i4"),
        (LINES, "i7", "i6 i7"),
        (LINES, "items", "i0"),
        (BRACKETS, "i0", "i0 i1 i7"),  # the comma before what was taken away needs an item behind it
        (BRACKETS, "i4", "i3 i4 i5 i7"),
        (BRACKETS, "i7", "i6 i7"),
        (REPEATED, "i4", "i0 i3 i4 i5"),
        (REPEATED.replace("i2\n", "i2 # &\n"), "i5", "i0 i2 i4 i5 i6"),
        (NESTED, "n0", "i3 i4 n0 n1 n2 i5"),
        (NESTED, "n3", "i3 i4 n2 n3 n4 i5"),
    ],
)
def test_items_far_from_an_edit_are_left_out_but_for_those_with_anchors(source: str, word: str, left: str):
    syntax = Syntax.JSON if source.startswith("{") else Syntax.YAML
    document = open_document(source, syntax)
    at = source.index(word)
    far = prune(document, (Edit(Span(at, at + 2), "xx"),), LISTS)
    rest = open_document(apply_edits(source, far.edits), syntax)
    assert ids_in(rest.root) == left.split()
    assert len(far.gone) == len(ids_in(document.root)) - len(left.split())
