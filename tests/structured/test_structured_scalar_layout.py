"""How each style of scalar spreads its value over the source, part by part."""

from __future__ import annotations

import pytest
import yaml

from editor_app.structured import scalar_layout
from editor_app.structured.scalar_layout import Header, Layout, header_of, place_of_nothing
from editor_app.text import Span

PARTS = [
    ("plain", "a  b", "a  b", [(0, 0, 4)], []),
    ("plain", "a \n  b", "a b", [(0, 0, 1), (2, 5, 1)], [(1, 2, 1)]),
    ("plain", "a\n\n\n b", "a\n\nb", [(0, 0, 1), (1, 2, 1), (2, 3, 1), (3, 5, 1)], []),
    ("single", "'a'", "a", [(0, 1, 1)], []),
    ("single", "''", "", [], []),
    ("single", "'it''s'", "it's", [(0, 1, 2), (3, 5, 1)], [(2, 3, 2)]),
    ("single", "'a \n b'", "a b", [(0, 1, 1), (2, 5, 1)], [(1, 3, 1)]),
    ("single", "'a\n\n b'", "a\nb", [(0, 1, 1), (1, 3, 1), (2, 5, 1)], []),
    ("double", '""', "", [], []),
    ("double", '"ab"', "ab", [(0, 1, 2)], []),
    ("double", r'"\n"', "\n", [], [(0, 1, 2)]),
    ("double", r'"a\tb"', "a\tb", [(0, 1, 1), (2, 4, 1)], [(1, 2, 2)]),
    ("double", r'"\x41\u00e9\U0001f600."', "Aé😀.", [(3, 21, 1)], [(0, 1, 4), (1, 5, 6), (2, 11, 10)]),
    ("double", r'"\ud83d\ude00"', "😀", [], [(0, 1, 12)]),
    ("double", r'"\uDBFF\uDFFF"', "\U0010ffff", [], [(0, 1, 12)]),
    ("double", r'"\ud800\ud800"', "\ufffd\ufffd", [], [(0, 1, 6), (1, 7, 6)]),
    ("double", r'"\udfff\ud7ff\ue000"', "\ufffd\ud7ff\ue000", [], [(0, 1, 6), (1, 7, 6), (2, 13, 6)]),
    ("double", r'"\U0010ffff"', "\U0010ffff", [], [(0, 1, 10)]),
    ("double", '"a \n b"', "a b", [(0, 1, 1), (2, 5, 1)], [(1, 3, 1)]),
    ("double", '"a\n\n b"', "a\nb", [(0, 1, 1), (1, 3, 1), (2, 5, 1)], []),
    ("double", '"a \\\n  b"', "a b", [(0, 1, 2), (2, 7, 1)], []),
    ("double", '"a\\\n\n b"', "a\nb", [(0, 1, 1), (1, 4, 1), (2, 6, 1)], []),
    ("double", '"a\\n\n\\u00e9"', "a\n é", [(0, 1, 1)], [(1, 2, 2), (2, 4, 1), (3, 5, 6)]),
]


@pytest.mark.parametrize(("style", "source", "value", "runs", "escaped"), PARTS)
def test_the_parts_of_a_scalar_in_one_piece(style, source, value, runs, escaped):
    """Behind other text, with other text behind it."""
    span = Span(3, 3 + len(source))
    moved = [[(at, start + 3, size) for at, start, size in parts] for parts in (runs, escaped)]
    found = getattr(scalar_layout, style)(f"k: {source}\nx", span)
    assert found == Layout(value, *moved, span)


@pytest.mark.parametrize("character", [*'0abt\tnvfre "/\\N_LP', "x07", "u2029", "U0001F600"])
@pytest.mark.parametrize("rest", ["", "\n"])
def test_an_escape_is_what_python_makes_of_it(character, rest):
    source = f'"\\{character}{rest}"'
    layout = scalar_layout.double(source, Span(0, len(source)))
    assert layout.value == yaml.load(source, yaml.SafeLoader)


@pytest.mark.parametrize("source", [r'"\q"', r'"\U00110000"', '"\\q\n"', '"\\U00110000\n"'])
def test_what_is_no_escape_has_no_layout(source):
    assert scalar_layout.double(source, Span(0, len(source))) is None


BLOCKS = [
    ("literal", "|\n  a\n  b\n", "a\nb\n", [(0, 4, 2), (2, 8, 2)], [], 2),
    ("literal", "|-\n  a\n  b\n", "a\nb", [(0, 5, 2), (2, 9, 1)], [], 2),
    ("literal", "|\n  a", "a", [(0, 4, 1)], [], 2),
    ("literal", "|\n  a\n\n   b\n", "a\n\n b\n", [(0, 4, 2), (2, 6, 1), (3, 9, 3)], [], 2),
    ("literal", "|\n\n  a\n", "\na\n", [(0, 2, 1), (1, 5, 2)], [], 2),
    ("literal", "|2\n   a\n", " a\n", [(0, 5, 3)], [], 2),
    ("literal", "|+\n\n\n", "\n\n", [(0, 3, 1), (1, 4, 1)], [], 0),
    ("literal", "| # x\n a\n", "a\n", [(0, 7, 2)], [], 1),
    ("literal", "|2\n     \n", "   \n", [(0, 5, 4)], [], 2),
    ("literal", "|\n", "", [], [], 0),
    ("folded", ">\n  a\n  b\n", "a b\n", [(0, 4, 1), (2, 8, 1), (3, 9, 1)], [(1, 5, 1)], 2),
    ("folded", ">-\n  a\n  b\n", "a b", [(0, 5, 1), (2, 9, 1)], [(1, 6, 1)], 2),
    ("folded", ">\n  a\n\n  b\n", "a\nb\n", [(0, 4, 1), (1, 6, 1), (2, 9, 1), (3, 10, 1)], [], 2),
    (
        *("folded", ">\n  a\n   b\n  c\n", "a\n b\nc\n"),
        *([(0, 4, 1), (1, 5, 1), (2, 8, 2), (4, 10, 1), (5, 13, 1), (6, 14, 1)], [], 2),
    ),
    ("folded", ">+\n  a\n\n", "a\n\n", [(0, 5, 1), (1, 6, 1), (2, 7, 1)], [], 2),
    ("folded", ">\n  a\n\n", "a\n", [(0, 4, 1), (1, 5, 1)], [], 2),
    ("folded", ">-\n  a\n\n", "a", [(0, 5, 1)], [], 2),
    ("folded", ">\n  a", "a", [(0, 4, 1)], [], 2),
    ("folded", ">\n\n  a\n", "\na\n", [(0, 2, 1), (1, 5, 1), (2, 6, 1)], [], 2),
]


@pytest.mark.parametrize(("style", "source", "value", "runs", "escaped", "indent"), BLOCKS)
def test_the_parts_of_a_block(style, source, value, runs, escaped, indent):
    assert yaml.load(source, yaml.SafeLoader) == value
    end = () if style == "literal" else (len(source),)
    found = getattr(scalar_layout, style)(source, 0, *end, value)
    assert (found.value, found.runs, found.escaped, found.indent) == (value, runs, escaped, indent)
    first = source.index("\n") + 1
    last = max((start + size for _, start, size in runs), default=first - 1)
    assert found.span == Span(min(first, last), last) if style == "literal" else Span(first, len(source))


@pytest.mark.parametrize(
    ("style", "source", "value"),
    [
        ("literal", "|\n  a\n", "b\n"),
        ("literal", "a\n", "a"),
        ("folded", ">\n  a\n b\n", "a b\n"),
        ("folded", "a", "a"),
    ],
)
def test_a_block_that_does_not_give_the_value_has_no_layout(style, source, value):
    end = () if style == "literal" else (len(source),)
    assert getattr(scalar_layout, style)(source, 0, *end, value) is None


@pytest.mark.parametrize(
    ("source", "header"),
    [
        ("|", Header("", "", Span(1, 1), 1)),
        (">-", Header("-", "", Span(1, 2), 2)),
        ("|2-  # x\na", Header("-", "2", Span(1, 3), 8)),
        ("|+9 \n", Header("+", "9", Span(1, 3), 4)),
        ("a |", None),
    ],
)
def test_the_first_line_of_a_block_says_what_ends_it(source, header):
    assert header_of(source, 0) == header


@pytest.mark.parametrize(
    ("source", "itself"),
    [("a", 0), ("&x a", 3), ("!t &x  a", 7), ("&x # a\n  'b'", 9), ("&x", 2), ("!!str |", 6), ("*x", 0)],
)
def test_a_scalar_begins_behind_its_anchor_and_tag(source, itself):
    assert scalar_layout.after_properties(source, Span(0, len(source))) == itself


def test_what_is_not_written_stands_behind_its_colon():
    assert place_of_nothing("a:  \nb", 1, 4) == 4
    assert place_of_nothing("? a\n", 3, 4) == 3
    assert place_of_nothing("? a # b: c\nd", 3, 11) == 3
    assert scalar_layout.nothing(4) == Layout("", [], [], Span(4, 4))
