"""YAML is read with positions, within a budget, the same by either reader, and never with an exception."""

from __future__ import annotations

from functools import partial

import pytest
import yaml
from counted_work import assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st

from editor_app.structured.budget import check_length
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, Style
from editor_app.structured.reading import read_yaml
from editor_app.text import Span, apply_edits

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text("ab :#-'\"\\\n\t é漢😀{}[],&*!%@`", max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc: é😀", max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)
SCRAPS = st.lists(
    st.sampled_from(
        [
            *"ab :#-'\"\\\n\t é漢😀{}[],&*!|>?~1.%@",
            "key: ",
            "\n  ",
            "- ",
            "<<: *a\n",
            "&a ",
            "*a",
            "---\n",
            "\n",
            "!x ",
        ]
    ),
    max_size=24,
).map("".join)


def plain(node):
    """Turn a tree of ours into (tag, value) pairs."""
    if isinstance(node, ScalarNode):
        return node.tag, node.value
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.items]
    return [(plain(key), plain(value)) for key, value in node.entries]


def plain_reference(node):
    """The same for PyYAML's own tree."""
    if isinstance(node, yaml.ScalarNode):
        tag = node.tag.removeprefix("tag:yaml.org,2002:")
        return tag, None if tag == "null" else node.value
    if isinstance(node, yaml.SequenceNode):
        return [plain_reference(item) for item in node.value]
    return [(plain_reference(key), plain_reference(value)) for key, value in node.value]


@given(VALUES, st.booleans() | st.none(), st.booleans())
def test_the_tree_is_that_of_the_library(value, flow, unicode):
    text = yaml.safe_dump(value, default_flow_style=flow, allow_unicode=unicode, sort_keys=False)
    text = text.removesuffix("...\n")
    node, problems = read_yaml(text)
    assert not problems
    assert plain(node) == plain_reference(yaml.compose(text, Loader=yaml.SafeLoader))


@given(SCRAPS)
def test_both_readers_give_the_same_tree_and_spans(text):
    fast = read_yaml(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(yaml, "CSafeLoader")
        slow = read_yaml(text)
    if fast[0] is None or slow[0] is None:
        # the two disagree on a few texts that are no YAML at all; neither may raise
        assert all(
            Span(0, len(text)).start <= problem.span.start <= len(text) for problem in fast[1] + slow[1]
        )
    else:
        assert plain(fast[0]) == plain(slow[0])


@given(SCRAPS, st.integers(0, 20))
def test_a_part_of_a_text_is_read_with_the_whole_text_s_positions(text, offset):
    source = "é" * offset + text + "\n# tail"
    alone, alone_problems = read_yaml(text)
    part, part_problems = read_yaml(source, Span(offset, offset + len(text)))
    assert (alone is None) == (part is None)
    assert [problem.message for problem in alone_problems] == [problem.message for problem in part_problems]
    if alone is not None:
        assert alone.span.shifted(offset) == part.span


def test_spans_are_code_points_and_a_block_ends_at_its_last_token():
    source = (
        "# é😀漢\nname: 'a😀b'  # why\nempty:\nnul: ~\nblk: |\n  x\n\n# about the list\nlst:\n- a\n-\n  # c\n"
        "  b: 漢 字\n# behind\nfl: {a: 1, b: [x, 😀y]}\nkeep: |+\n  k\n\nlast: &x !!str foo\nalias: *x\n"
    )
    node, problems = read_yaml(source)
    assert not problems
    assert isinstance(node, MappingNode)
    shown = {key.value: value.span.of(source) for key, value in node.entries}
    assert shown == {
        "name": "'a😀b'",
        "empty": "",
        "nul": "~",
        "blk": "|\n  x",
        "lst": "- a\n-\n  # c\n  b: 漢 字",
        "fl": "{a: 1, b: [x, 😀y]}",
        "keep": "|+\n  k\n",
        "last": "&x !!str foo",
        "alias": "*x",
    }
    empty = node.get("empty")
    assert source[: empty.span.start].endswith("empty:")
    assert node.get("alias").value == "foo"
    assert node.get("last").anchor == "x"
    assert node.get("blk").style is Style.LITERAL


@pytest.mark.parametrize(
    ("written", "tag", "value"),
    [
        ("1.10", "float", "1.10"),
        ("1.1.0", "str", "1.1.0"),
        ("010", "int", "010"),
        ("NO", "bool", "NO"),
        ("2026-03-04", "timestamp", "2026-03-04"),
        ("~", "null", None),
        ("", "null", None),
        ("'1.10'", "str", "1.10"),
        ('"\\u00e9"', "str", "é"),
        ("!!str 1.10", "str", "1.10"),
        ("!!int '5'", "int", "5"),
        ("! 5", "str", "5"),
    ],
)
def test_a_scalar_keeps_its_spelling(written, tag, value):
    node, problems = read_yaml(f"key: {written}\n")
    assert not problems
    assert (node.get("key").tag, node.get("key").value) == (tag, value)


def test_merge_keys_give_way_to_own_ones_and_earlier_to_later():
    node, problems = read_yaml(
        "a: &a {x: 1, y: 1}\nb: &b {x: 2, z: 2}\nc:\n  <<: [*a, *b]\n  y: 3\nd: {<<: *a}\n"
    )
    assert not problems
    merged = node.get("c")
    assert {key: merged.get(key).value for key in "xyz"} == {"x": "1", "y": "3", "z": "2"}
    assert [key.value for key, _ in merged.entries] == ["y"]
    assert node.get("d").get("y").value == "1"
    assert node.get("nothing") is None


PROBLEMS = {
    "a: b: c\n": (3, "quotes"),
    "a: 1\n b: 2\n": (7, "indented too far"),
    "a\nb: 1\n": (3, "no colon"),
    "a: 1\nb\nc: 2\n": (5, "no colon"),
    "a: [b\nc: 1\n": (3, "never closed"),
    "a: {b: 1\n": (3, "never closed"),
    "a: 'b\n": (3, "quote is never closed"),
    "a: 'it's'\n": (7, "quotes"),
    'a: "\\d"\n': (4, "backslash"),
    "a: @b\n": (3, "can’t begin with ‘@’"),
    "a: %b\n": (3, "can’t begin with ‘%’"),
    "a: *\n": (3, "can’t begin with ‘*’"),
    "a:\n\tb: 1\n": (3, "tab"),
    "a: - b\n": (3, "line of its own"),
    "a:\n  - x\n b: 1\n": (10, "indentation"),
    "a: *b\n": (3, "repeats nothing"),
    "a: &b [*b]\n": (7, "never ends"),
    "a: 1\n---\nb: 2\n": (5, "second document"),
    "a: 1\n...\nfoo\n": (9, "end of the document"),
    "a: b\x07c\n": (4, "U+0007"),
    "a: \ud800\n": (3, "U+D800"),
    "\ufeffa: b\n": (0, "U+FEFF"),
    "%YAML 3.0\n---\na: 1\n": (0, "incompatible"),
    "a: 1\nb: 2\na: 3\n": (10, "twice"),
    "[a]: b\n": (0, "key"),
    "<<: 1\n": (4, "mapping"),
    "a: !foo b\n": (3, "‘!foo’"),
    "a: !!python/object:os.system b\n": (3, "‘!!python/object:os.system’"),
}


@pytest.mark.parametrize("source", PROBLEMS)
def test_a_problem_has_a_place_and_a_sentence(source):
    place, words = PROBLEMS[source]
    _, problems = read_yaml(source)
    assert len(problems) == 1
    assert abs(problems[0].span.start - place) <= 1
    assert words in problems[0].message


@pytest.mark.parametrize(
    "source", [*PROBLEMS, "a: {{x}} y\n", "a: [b, c\nd: 1\n", "- a: 1\n  a: 2\n", "{a: 1, a: 2}\n"]
)
def test_a_fix_gets_beyond_its_problem(source):
    _, (problem,) = read_yaml(source)
    for fix in problem.fixes:
        fixed = apply_edits(source, fix.edits)
        assert fixed != source
        line_end = (fixed + "\n").find("\n", problem.span.start)
        assert all(after.span.start > line_end for after in read_yaml(fixed)[1])


@given(SCRAPS)
def test_no_text_raises_and_every_fix_helps(text):
    _, problems = read_yaml(text)
    for problem in problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        assert problem.message.endswith(".")
        for fix in problem.fixes:
            after = read_yaml(apply_edits(text, fix.edits))[1]
            assert not any(other == problem for other in after)


def bomb(levels: int, width: int) -> str:
    """Aliases of aliases: written out, width ** levels nodes."""
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, levels)]
    return "\n".join(lines)


def merge_bomb(levels: int) -> str:
    lines = ["a0: &a0 {k0: x}"]
    lines += [f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}], k{n}: x}}" for n in range(1, levels)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "source",
    [
        bomb(30, 2),
        bomb(7, 9),
        merge_bomb(30),
        "[" * 100_000,
        "- " * 100_000,
        "{a: " * 100_000,
        "? " * 100_000,
    ],
    ids=["aliases", "wide aliases", "merges", "brackets", "dashes", "braces", "keys"],
)
def test_hostile_texts_are_refused_at_once(source):
    node, (problem,) = read_yaml(source)
    assert node is None
    assert problem.code == "yaml-limit"


@pytest.mark.parametrize(
    "bomb_of",
    [lambda n: bomb(n, 2), lambda n: bomb(7, n), merge_bomb, lambda n: "[" * n, lambda n: "- " * n],
    ids=["aliases", "wide aliases", "merges", "brackets", "dashes"],
)
def test_a_larger_bomb_is_refused_with_no_more_work(bomb_of):
    assert_work_in_proportion(lambda size: partial(read_yaml, bomb_of(size)), 100)


@pytest.mark.parametrize(
    "around",
    ['{"a": "|"}', '"a": "|"', "a: 1\n? |\n", "a: 1\n  |"],
    ids=["json", "a quoted key", "a long key", "lines that go on"],
)
def test_a_line_of_nearly_a_million_letters_is_looked_at_once(around):
    """With a work that grows by the square of its length, this would take half an hour."""
    source = around.replace("|", "x" * 900_000)
    node, problems = read_yaml(source)
    assert isinstance(node, MappingNode) or problems
    assert [one.code for one in problems] in ([], ["yaml-limit"], ["yaml-syntax"])


def test_control_the_merge_bomb_really_is_one():
    def size_of(node):
        if node.id == "scalar":
            return 1
        return sum(map(size_of, node.value if node.id == "sequence" else [value for _, value in node.value]))

    def pairs_of(levels):
        return size_of(yaml.compose(merge_bomb(levels), Loader=yaml.SafeLoader).value[-1][1])

    assert pairs_of(14) > 100 * pairs_of(7)


def test_control_plain_recursion_fails_on_deep_input():
    with pytest.raises(RecursionError):
        yaml.compose("[" * 2_000 + "]" * 2_000, Loader=yaml.SafeLoader)


def test_a_deep_but_allowed_text_is_read():
    assert read_yaml("[" * 64 + "]" * 64)[1] == ()
    assert read_yaml("[" * 65 + "]" * 65)[1][0].code == "yaml-limit"


def test_sixty_four_aliases_are_read_and_no_more():
    assert read_yaml("a: &a x\nb: [" + ", ".join(["*a"] * 64) + "]\n")[1] == ()
    assert read_yaml("a: &a x\nb: [" + ", ".join(["*a"] * 65) + "]\n")[1][0].code == "yaml-limit"


def test_size_is_limited_less_is_read_without_the_fast_reader(monkeypatch):
    long = "a: " + "x" * 1_000_001
    assert read_yaml(long)[1][0].code == "yaml-limit"
    shorter = "a: >\n  " + "x" * 200_000
    assert read_yaml(shorter)[1] == ()
    monkeypatch.delattr(yaml, "CSafeLoader")
    assert read_yaml(shorter)[1][0].code == "yaml-limit"


def test_what_is_printable_is_what_the_readers_take():
    from editor_app.structured.budget import TooMuch

    for code in [
        *range(0x300),
        0x2028,
        0x2029,
        0xD7FF,
        0xD800,
        0xDFFF,
        0xE000,
        0xFEFF,
        0xFFFD,
        0xFFFE,
        0xFFFF,
        0x1F600,
        0x10FFFF,
    ]:
        text = f"a: 'x{chr(code)}'"
        try:
            check_length(text, 0, 100)
        except TooMuch:
            with pytest.raises((yaml.YAMLError, UnicodeEncodeError)):
                list(yaml.parse(text, Loader=yaml.SafeLoader))
        else:
            list(yaml.parse(text, Loader=yaml.CSafeLoader) if code != 0x27 else ())


def test_nothing_is_read_from_nothing():
    assert read_yaml("") == (None, ())
    assert read_yaml("# only a remark\n") == (None, ())


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ("? a\n\n# why\nb: 1\n", [(3, 3), (14, 15)]),
        ("? a # why: so\n", [(3, 3)]),
        ("? \n  # why\n", [(1, 1)]),
        ("? a\n:\nb: 1\n", [(5, 5), (9, 10)]),
        ("{a , b}\n", [(2, 2), (6, 6)]),
        ("a:\n\nb: 1\n", [(2, 2), (7, 8)]),
    ],
)
def test_a_value_that_is_not_written_stands_where_its_key_ends(source, places):
    node, problems = read_yaml(source)
    assert not problems
    assert [tuple(value.span) for _, value in node.entries] == places
