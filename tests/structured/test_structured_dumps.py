"""Whatever YAML's own writer writes can be mapped and edited, scalar by scalar."""

from __future__ import annotations

import yaml
from hypothesis import given
from hypothesis import strategies as st

from editor_app.structured.editing.scalars import edit_scalar
from editor_app.structured.nodes import MappingNode, ScalarNode, Style
from editor_app.structured.reading import read_yaml
from editor_app.structured.scalar_places import scalar_map
from editor_app.text import Edit, Span, apply_edits

TEXTS = st.text(
    st.sampled_from("abc de  \n\n :#-'\"\\,[]{}\t|>&*?!%@`é😀\x07\x85\u2028")
    | st.characters(exclude_categories=["Cs"]),
    max_size=40,
)
VALUES = st.recursive(
    TEXTS,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3)
        | st.dictionaries(st.sampled_from(["k", "key two", "é", "z"]), inner, min_size=1, max_size=3)
    ),
    max_leaves=6,
)
STYLES = st.sampled_from([None, "|", ">", "'", '"'])


def texts(node, path=()):
    if isinstance(node, ScalarNode):
        yield path, node
    elif isinstance(node, MappingNode):
        for index, (_, value) in enumerate(node.entries):
            yield from texts(value, (*path, index))
    else:
        for index, item in enumerate(node.items):
            yield from texts(item, (*path, index))


@given(
    VALUES, STYLES, st.sampled_from([2, 4]), st.sampled_from([20, 1000]), st.booleans() | st.none(), st.data()
)
def test_every_text_of_a_dump_is_mapped_and_edited_alone(value, style, indent, width, flow, data):
    source = yaml.safe_dump(
        value, default_style=style, indent=indent, width=width, default_flow_style=flow, allow_unicode=True
    )
    tree, problems = read_yaml(source)
    if problems:  # the writer lets some characters through that YAML has no place for
        return
    for path, node in texts(tree):
        assert node.flow == flow or flow is None or not path
        check_places(source, node)
        start, end = sorted(data.draw(st.lists(st.integers(0, len(node.value)), min_size=2, max_size=2)))
        text = data.draw(TEXTS | st.sampled_from(["", "", "x", " ", "\n"]))
        new = node.value[:start] + text + node.value[end:]
        changed = apply_edits(source, edit_scalar(source, node, Edit(Span(start, end), text)))
        again, problems = read_yaml(changed)
        assert not problems
        expected = {place: (other.value, other.tag) for place, other in texts(tree)}
        expected[path] = (new, "str")
        assert {place: (other.value, other.tag) for place, other in texts(again)} == expected


def check_places(source, node):
    places = scalar_map(source, node)
    odd = set(node.span.of(source)) & set("\x85\u2028\u2029")  # some styles leave them as they are
    assert places.is_exact or odd
    for at, start, length in places.runs:
        assert source[start : start + length] == node.value[at : at + length]
    if places.is_exact:
        for at in range(len(node.value)):
            span = places.source_span(Span(at, at + 1))
            assert node.span.start <= span.start < span.end <= node.span.end + node.style.is_block
            assert places.to_value(places.to_source(at)) == at
    if node.style is Style.LITERAL and places.is_exact:
        assert not places.escaped
