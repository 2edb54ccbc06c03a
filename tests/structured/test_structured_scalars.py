"""A scalar's value can be edited, in whatever style and place it stands, and nothing else changes."""

from __future__ import annotations

import itertools

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from editor_app.structured.editing.scalars import edit_scalar, write_scalar
from editor_app.structured.nodes import MappingNode, ScalarNode
from editor_app.structured.reading import read_yaml
from editor_app.structured.scalar_places import scalar_map
from editor_app.text import Edit, Span, apply_edits

VALUES = st.text(
    st.sampled_from("abc xyz  \n\n :#-'\"\\,[]{}\t") | st.characters(exclude_categories=["Cs"]), max_size=24
)
PIECES = st.sampled_from(
    [
        *"a\n'\"\\\t1?*&%\x07\x85\u2028\ufeff",
        "",
        "",
        "",
        " ",
        "two words",
        ": ",
        " #",
        "- ",
        "é😀",
        "no",
        "x:",
        "\n\n",
        "\n  ",
        "  \n",
        "{x}",
        "[y], ",
        "---\n",
        "\n---\n",
    ]
) | st.text(max_size=5).filter(lambda text: text.isprintable())

# The scalar to edit stands at ‘KEY’; what is there is one of SCALARS, with its column for blocks.
PLACES = [
    "KEY\n",
    "KEY",
    "k: KEY",
    "k: KEY\n",
    "k: KEY\nz: 1\n",
    "k: KEY # why\n",
    "k: KEY\n\n\nz: 1\n",
    "k: KEY\n# remark\nz: 1\n",
    "k: KEY\n      # deep\nz: 1\n",
    "k: KEY\n   \n     \n# r\nz: 1\n",
    "- KEY\n- z\n",
    "- - a\n  - KEY\n\n- z\n",
    "- k: KEY\n  z: 1\n",
    "b:\n  - a: 1\n    k: KEY\n    z: 1\n  - q\n",
    "b:\n    k: KEY\n\n    # remark\n    z: 1\n",
    "k:\n  KEY\nz: 1\n",
    "? k\n: KEY\n",
    "k: &x KEY\nz: *x\n",
    "k: !!str KEY\nz: 1\n",
]
FLOW_PLACES = [
    "{k: KEY}",
    "{k: KEY, z: 1}\n",
    "a: [x, KEY, y] # why\n",
    "a: {\n  k: KEY,\n  z: 1\n}\n",
    "- [[KEY]]\n",
]
ONE_LINE = [
    "a",
    "two words",
    "'it''s'",
    '"a\\tb\\u00e9"',
    "1.10",
    "~",
    "''",
    "2026-01-28",
    '"x\\n\\ny"',
    "http://x/y",
]
ONE_LINE += ['"\\\n  a"', "no", ""]
BLOCK_ONLY = [
    "a, b [c]",
    "a:b - c",
    "|\n{i}a\n{i}b",
    "|-\n{i}a\n\n{i}  b",
    "|+\n{i}a\n\n",
    ">\n{i}a\n{i}b\n\n{i}c",
]
BLOCK_ONLY += [
    "|2\n{p}    a\n{p}  b",
    ">-\n{i}a\n{i}   b\n{i}c",
    "| # note\n{i}a \n{i}\n{i}b",
    "|",
    "a\n{i}b\n\n{i}c",
]
BLOCK_ONLY += [
    "'a\n{i}b ''c'' \n\n{i}d'",
    '"a\n{i}b\\n\n\n{i}d"',
    "|\n\n{i}a",
    "|+\n\n\n",
    "|2-\n{p}  \ta\n{p}  b\t",
]

REMARKS = ["# remark", "# r", "# deep", "# why", "# note"]


def documents():
    def fill(place, scalar):
        line = place[: place.index("KEY")].rpartition("\n")[2]
        stripped = line.lstrip(" -?")
        column = len(line) - len(stripped)
        if not stripped:
            column = max(column - 2, 0)
        if line.startswith(("?", ": ")):
            column = 0
        written = scalar.replace("{i}", " " * (column + 2)).replace("{p}", " " * column)
        if written[:1] in {"|", ">"} and "KEY # why" in place:
            return place.replace("KEY # why", written.replace("\n", " # why\n", 1))
        return place.replace("KEY", written)

    return [
        fill(place, scalar)
        for place in PLACES
        for scalar in ONE_LINE + BLOCK_ONLY
        if not ("deep" in place and scalar[:1] in {"|", ">"})
    ] + [fill(place, scalar) for place in FLOW_PLACES for scalar in ONE_LINE if scalar or ":" in place]


def find(node):
    """Return the path of the scalar to edit."""
    if isinstance(node, ScalarNode):
        return ()
    if isinstance(node, MappingNode):
        for index, (key, value) in enumerate(node.entries):
            if key.value in {"k", "a", "b"} and (key.value == "k" or not isinstance(value, ScalarNode)):
                return (index, *find(value))
        raise AssertionError(node)
    index = len(node.items) - 1
    for at, item in enumerate(node.items):
        if not isinstance(item, ScalarNode):
            return (at, *find(item))
    return (min(1, index) if node.flow else 0,)


def at_path(node, path):
    for index in path:
        node = node.entries[index][1] if isinstance(node, MappingNode) else node.items[index]
    return node


def meaning(node, path=None):
    """Return what a tree says, without the scalar at `path`."""
    if path == ():
        return "edited"
    if isinstance(node, ScalarNode):
        return node.tag, node.value
    if isinstance(node, MappingNode):
        pairs = enumerate(node.entries)
        return [
            (meaning(key), meaning(value, path[1:] if path and path[0] == at else None))
            for at, (key, value) in pairs
        ]
    return [meaning(item, path[1:] if path and path[0] == at else None) for at, item in enumerate(node.items)]


SOURCES = [source for source in documents() if read_yaml(source)[0] is not None and not read_yaml(source)[1]]


def check(source, edits, new):
    before = read_yaml(source)[0]
    path = find(before)
    old = at_path(before, path)
    changed = apply_edits(source, edits)
    after, problems = read_yaml(changed)
    assert not problems, changed
    node = at_path(after, path)
    assert (node.value, node.tag) == (new, node.tag if old.tag == node.tag else "str"), changed
    assert node.anchor == old.anchor
    if "*" not in source:
        assert meaning(after, path) == meaning(before, path), changed
    assert all(changed.count(remark) >= source.count(remark) for remark in REMARKS)
    assert composed(changed, yaml.SafeLoader) == composed(changed, yaml.CSafeLoader), changed
    return changed


def composed(source, loader):
    """Return the scalars of a document as a reader takes them, in order."""
    return [
        (event.value, event.implicit, event.style or "")
        for event in yaml.parse(source, Loader=loader)
        if isinstance(event, yaml.ScalarEvent)
    ]


@given(
    st.sampled_from(SOURCES), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 6), PIECES), max_size=4)
)
def test_edits_of_a_value_change_it_and_nothing_else(source, steps):
    for start, length, text in steps:
        node = at_path(read_yaml(source)[0], find(read_yaml(source)[0]))
        old = node.value or ""
        span = Span(min(start, len(old)), min(start + length, len(old)))
        new = old[: span.start] + text + old[span.end :]
        edits = edit_scalar(source, node, Edit(span, text))
        if new == old:
            assert not edits
            continue
        source = check(source, edits, new)


@given(st.sampled_from(SOURCES), VALUES)
def test_a_whole_value_is_written(source, value):
    node = at_path(read_yaml(source)[0], find(read_yaml(source)[0]))
    edits = write_scalar(source, node, value)
    if value != node.value:
        check(source, edits, value)
    else:
        assert not edits


@pytest.mark.parametrize("source", SOURCES)
def test_every_character_of_a_value_has_its_place(source):
    node = at_path(read_yaml(source)[0], find(read_yaml(source)[0]))
    places = scalar_map(source, node)
    value = node.value or ""
    assert places.is_exact
    covered = sorted((at, length) for at, _, length in places.runs)
    covered = sorted(covered + [(at, 1) for at, _, _ in places.escaped])
    assert sum(length for _, length in covered) == len(value)
    assert all(a + length == b for (a, length), (b, _) in itertools.pairwise(covered))
    for at, start, length in places.runs:
        assert source[start : start + length] == value[at : at + length]
    ends = [places.source_span(Span(at, at + 1)) for at in range(len(value))]
    assert all(one.end <= two.start for one, two in itertools.pairwise(ends))
    for at, span in enumerate(ends):
        assert places.to_source(at) == span.start
        assert places.to_value(span.start) == at
