"""Edits change what they are about, and nothing else."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from property_runs import examples

from editor_app.structured.editing.repairs import (
    add_entry,
    append_items,
    remove_entry,
    remove_item,
    set_scalar,
    spelled_like,
)
from editor_app.structured.nodes import ScalarNode, SequenceNode
from editor_app.structured.reading import read_yaml
from editor_app.structured.spelling import is_plain, quoted_scalar, quoted_twice, spell, spell_key
from editor_app.text import apply_edits

ORDER = ("a", "b", "c", "d")
TEXTS = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from("\n \t'\"\\:#-|>\x07\x85\u2028\ufeff"),
    max_size=30,
)


def load(text: str):
    return json.loads(text) if "\t" in text else yaml.safe_load(text)


# What YAML's readers may take for something else, alone and before and behind other things.
SIGNS = "-?:,[]{}#&*!|>'\"%@`\\/().~=<+ \n\t\r\x07\x7f\x85\xa0\u2028\ufeff"
PIECES = [*SIGNS, *SIGNS, *"abé😀09", ": ", " #", "? ", "- ", "---", "\n\n", "\n ", " \n", "src/?.py", "a:?"]
PIECES += ["no", "null", "1.5", "2026-01-28", "0x1f", "1e3", "<<", "http://x?y"]
HOSTILE = st.lists(st.sampled_from(PIECES), max_size=10).map("".join) | TEXTS


def everywhere(text):
    """Yield documents with a spelled text in every kind of place, and what they say."""
    line, key = spell(text, flow=True), spell_key(text)
    yield f"k: {spell(text)}\nl: x\n", {"k": text, "l": "x"}
    yield f"k: {spell(text)}\n", {"k": text}
    yield f"a:\n  - k: {spell(text, 4)}\n    l: x\n", {"a": [{"k": text, "l": "x"}]}
    yield f"- {line}\n- k: {line}\n- x\n", [text, {"k": text}, "x"]
    yield f"{line}: x\n", {text: "x"}
    yield f"- {quoted_scalar(text)}: x\n  last: {quoted_scalar(text)}\n", [{text: "x", "last": text}]
    yield f"[{line}]", [text]
    yield f"[x, {line}, {quoted_scalar(text)}]\n", ["x", text, text]
    yield f"{{k: {line}, l: {line}}}\n", {"k": text, "l": text}
    yield f"{{{key}: x}}\n", {text: "x"}
    yield f'{{"k":{quoted_twice(text)}}}\n', {"k": text}
    yield f"a: [{{{key}: [{line}, {{l: {line}}}]}}]\n", {"a": [{text: [text, {"l": text}]}]}


def check_readers(document, meant):
    assert yaml.load(document, yaml.SafeLoader) == meant, document
    assert yaml.load(document, yaml.CSafeLoader) == meant, document
    node, problems = read_yaml(document)
    assert not problems, document
    assert said(node) == meant, document


def said(node):
    if isinstance(node, ScalarNode):
        return node.value if node.tag == "str" else (node.tag, node.value)
    if isinstance(node, SequenceNode):
        return [said(item) for item in node.items]
    return {said(key): said(value) for key, value in node.entries}


@examples(50)
@given(HOSTILE)
def test_every_reader_takes_a_spelled_text_for_itself_wherever_it_stands(text):
    for document, meant in everywhere(text):
        check_readers(document, meant)


@pytest.mark.parametrize("text", ["src/?.py", "Really?", "a:?", "?", "? a", "a?b: c", "[a:?]"])
def test_a_question_mark_is_quoted_in_brackets(text):
    for document, meant in everywhere(text):
        check_readers(document, meant)


@pytest.mark.parametrize("written", ["[src/?.py]", "{content: Really?}", "[a:?]"])
def test_control_a_bare_question_mark_in_brackets_is_refused(written):
    with pytest.raises(yaml.YAMLError):
        yaml.load(written, yaml.SafeLoader)


def test_a_question_mark_needs_no_quotes_outside_of_brackets():
    assert spell("Really?") == "Really?"
    check_readers("content: Really?\n", {"content": "Really?"})


@pytest.mark.parametrize("length", [999, 1000, 1001, 1022, 1023, 1024, 1025, 5000])
@pytest.mark.parametrize("sign", ["a", "?", "\\", '"'])
def test_a_long_key_in_braces_is_found_by_every_reader(length, sign):
    key = sign * length
    check_readers(f"{{{spell_key(key)}: [x]}}\n", {key: ["x"]})
    with pytest.raises(yaml.YAMLError):  # without the mark it would be lost
        yaml.load(f'{{"{"a" * 1025}": x}}', yaml.SafeLoader)


@pytest.mark.parametrize("length", [900, 1000, 1001, 1024, 1025, 5000])
def test_a_key_is_not_read_where_other_readers_do_not_find_it(length):
    source = f"{'a' * length}: x\n"
    try:
        meant = yaml.load(source, yaml.CSafeLoader)
    except yaml.YAMLError:
        assert read_yaml(source)[1]
    else:
        assert said(read_yaml(source)[0]) == meant


@given(TEXTS)
def test_a_quoted_text_is_on_one_line(value):
    assert "\n" not in quoted_scalar(value)
    assert read_yaml(quoted_scalar(value))[0].value == value


def test_spellings_a_person_would_choose():
    assert spell("plain words (here)") == "plain words (here)"
    assert spell(None) == "null"
    assert spell("") == '""'
    assert spell("no") == '"no"'
    assert spell("1.10") == '"1.10"'
    assert spell('say "hi" - it\'s 1') == 'say "hi" - it\'s 1'
    assert spell("https://example.org/a?b=1#c") == "https://example.org/a?b=1#c"
    assert spell('- "hi"') == "'- \"hi\"'"
    assert spell("a\nb\n", 2) == "|\n    a\n    b"
    assert spell("a\nb") == "|-\n  a\n  b"
    assert spell("a\n\n") == "|+\n  a\n"
    assert not is_plain("a: b")


DOCUMENTS = [
    "a: 1\nb: 2\nc: 3\n",
    "# top\na: 1 # one\n\n# two\nb: 2\nc: |\n  x\n\n# end\n",
    "{a: 1, b: 2, c: 3}\n",
    "{\n  a: 1, # one\n  b: 2,\n  c: 3\n}\n",
    "  a: 1\n  b: [x]\n  c: {y: z}\n",
    "? a\n: 1\n? b\n: 2\n? c\n: 3\n",
    "'a': 1\nb:\n  - x\n  - y\n\"c\":\n- z",
    "a:\nb:\nc:\n",
]


@pytest.mark.parametrize("source", DOCUMENTS)
@pytest.mark.parametrize("index", [0, 1, 2])
def test_an_entry_is_removed_and_the_rest_stays(source, index):
    node, _ = read_yaml(source)
    edits = remove_entry(source, node, index)
    expected = load(source)
    del expected["abc"[index]]
    assert load(apply_edits(source, edits)) == expected


@pytest.mark.parametrize("source", [document for document in DOCUMENTS if "?" not in document])
@pytest.mark.parametrize("index", [0, 1, 2])
def test_a_removed_entry_can_be_added_again(source, index):
    node, _ = read_yaml(source)
    less = apply_edits(source, remove_entry(source, node, index))
    node, _ = read_yaml(less)
    more = apply_edits(less, [add_entry(less, node, "abc"[index], "new", ORDER)])
    assert load(more) == {**load(source), "abc"[index]: "new"}
    if "[" not in source:
        assert list(load(more)) == ["a", "b", "c"]


def test_entries_are_added_to_lists_of_mappings_and_to_explicit_keys():
    source = "- b: 1\n  # about c\n  c: 2\n"
    node, _ = read_yaml(source)
    assert (
        apply_edits(source, [add_entry(source, node.items[0], "a", "0", ORDER)])
        == "- a: 0\n  b: 1\n  # about c\n  c: 2\n"
    )
    source = "? b\n: 1\n"
    node, _ = read_yaml(source)
    assert load(apply_edits(source, [add_entry(source, node, "a", "0", ORDER)])) == {"a": 0, "b": 1}
    assert load(apply_edits(source, [add_entry(source, node, "c", "2", ORDER)])) == {"b": 1, "c": 2}
    node, _ = read_yaml("{}")
    assert apply_edits("{}", [add_entry("{}", node, "a", "0", ORDER)]) == "{a: 0}"
    assert remove_entry("{a: 1}", read_yaml("{a: 1}")[0], 0) == ()


@pytest.mark.parametrize(
    ("source", "index", "expected"),
    [
        ("[b: 1]", 0, "[{b: 1, c: 0}]"),
        ("[a, ? b : {x: 1}, c]", 1, "[a, {? b : {x: 1}, c: 0}, c]"),
        ("[d: {x: 1}, e]", 0, "[{c: 0, d: {x: 1}}, e]"),
        ('["b": 1]', 0, '[{"b": 1, "c": 0}]'),
        ("[&n b: &v 1, *v]", 0, "[{&n b: &v 1, c: 0}, *v]"),
        ("[&m {}, *m, {}]", 1, "[&m {}, {c: 0}, {}]"),
        ("[&m {b: 1}, *m]", 1, "[&m {b: 1, c: 0}, *m]"),
        ("[[a]: 1]", 0, "[{c: 0, [a]: 1}]"),
        ("[{a: 1}: {b: 1}]", 0, "[{c: 0, {a: 1}: {b: 1}}]"),
        ("[&a {b: x}, <<: *a]", 1, "[&a {b: x}, {c: 0, <<: *a}]"),
        ("[&a {b: x}, &m {<<: *a}, *m]", 1, "[&a {b: x}, &m {c: 0, <<: *a}, *m]"),
        ("[&a {b: x}, &m {<<: *a}, *m]", 2, "[&a {b: x}, &m {<<: *a}, {c: 0, <<: *m}]"),
        ("[? # {\n b]", 0, "[{? # {\n b, c: 0}]"),
        ("[&m !!map # {\n {}, *m]", 0, "[&m !!map # {\n {c: 0}, *m]"),
    ],
)
def test_an_entry_is_added_to_one_without_braces_and_to_a_repeated_mapping(source, index, expected):
    node, _ = read_yaml(source)
    assert apply_edits(source, [add_entry(source, node.items[index], "c", "0", ORDER)]) == expected


def test_the_first_entry_on_a_dash_s_line_is_removed_up_to_the_next():
    source = "- a: 1\n  b: 2\n"
    node, _ = read_yaml(source)
    assert apply_edits(source, remove_entry(source, node.items[0], 0)) == "- b: 2\n"


LISTS = [
    "v:\n  - {n: a}\n  - {n: b}\n  - {n: c}\nw: 1\n",
    "v:\n- n: a\n  x: 1 # why - not\n# - a remark\n- n: b\n\n-\n  # - another\n  n: c\nw: 1\n",
    "v: [{n: a}, {n: b}, {n: c}]\nw: 1\n",
    "v: [\n  {n: a}, # first\n  {n: b},\n  {n: c},\n]\nw: 1\n",
    "{v: [{n: a}, {n: b}, {n: c}], w: 1}",
    "v: # remark: here\n  - n: a\n  - n: b\n    t: |+\n      text\n\n  - n: c\n    d: >\n      more\nw: 1",
    "w: 1\nv:\n  - n: a\n  - n: b\n  - n: c",
    "? v\n: - n: a\n  - n: b\n  - n: c\n? w\n: 1\n",
]


@pytest.mark.parametrize("source", LISTS)
@pytest.mark.parametrize("index", [0, 1, 2])
def test_an_item_is_removed_and_the_rest_stays(source, index):
    sequence = read_yaml(source)[0].get("v")
    expected = load(source)
    del expected["v"][index]
    edits = remove_item(source, sequence, index)
    assert not edits or load(apply_edits(source, edits)) == expected
    assert edits or source.startswith("?")


@pytest.mark.parametrize("source", LISTS)
def test_the_last_item_leaves_an_empty_list(source):
    expected = load(source)
    for _ in range(3):
        sequence = read_yaml(source)[0].get("v")
        index = len(sequence.items) - 1
        source = apply_edits(source, remove_item(source, sequence, index))
        expected["v"].pop()
        assert load(source) == expected
    assert "[]" in source


@pytest.mark.parametrize("source", LISTS)
def test_an_item_is_added_the_way_the_last_one_is_written(source):
    sequence = read_yaml(source)[0].get("v")
    changed = apply_edits(source, [append_items(source, sequence, [(("n", "new"), ("x", "1"))])])
    expected = load(source)
    expected["v"].append({"n": "new", "x": 1})
    assert load(changed) == expected


def test_comments_survive_the_removal_of_an_item():
    source = "v:  # ours\n  # the address\n  - n: a  # gone with it\n    t: x\n  # the title\n  - n: b\n"
    sequence = read_yaml(source)[0].get("v")
    assert (
        apply_edits(source, remove_item(source, sequence, 0))
        == "v:  # ours\n  # the address\n  # the title\n  - n: b\n"
    )
    one = "v:  # ours\n  # the address\n  - n: a\n"
    assert (
        apply_edits(one, remove_item(one, read_yaml(one)[0].get("v"), 0))
        == "v: []  # ours\n  # the address\n"
    )


def test_an_item_with_an_anchor_is_not_removed():
    source = "v:\n  - &a {n: a}\n  - *a\n"
    assert remove_item(source, read_yaml(source)[0].get("v"), 0) == ()


def test_a_scalar_s_place_is_filled_whatever_stood_there():
    for source in [
        "a:\n",
        "a: ~\n",
        "a: 'x'  # why\n",
        "a: # why\n",
        "a: |\n  x\n  y\nb: 1\n",
        "{a: , b: 1}",
    ]:
        scalar = read_yaml(source)[0].get("a")
        changed = apply_edits(source, [set_scalar(source, scalar, "new")])
        assert load(changed)["a"] == "new"
        assert changed.count("# why") == source.count("# why")


def test_a_new_value_keeps_the_old_one_s_quotes():
    single, double, plain = (read_yaml(text)[0] for text in ("'1'", '"1"', "one"))
    assert spelled_like(single, "1.0") == "'1.0'"
    assert spelled_like(double, "1.0") == '"1.0"'
    assert spelled_like(plain, "one.two") == "one.two"
    assert spelled_like(single, "it's") == "it's"


SPREAD = {
    "json": '{\n  "a": 1,\n  "b": [\n    {"n": "x"},\n    {"n": "y"}\n  ],\n  "d": {}\n}\n',
    "tabs": '{\n\t"a": 1,\n\t"b": [\n\t\t{"n": "x"},\n\t\t{"n": "y"}\n\t],\n\t"d": {}\n}\n',
    "compact": '{"a":1,"b":[{"n":"x"},{"n":"y"}],"d":{}}',
    "one line": '{"a": 1, "b": [{"n": "x"}, {"n": "y"}], "d": {}}\n',
    "yaml": "{\n  a: 1, # one\n  b: [{n: x}, {n: y}], # two\n  # three\n  d: {} # four\n}\n",
    "comma": "{\n  a: 1, # one\n  b: [\n    {n: x}, # x\n    {n: y}, # y\n  ],\n  # three\n  d: {},\n}\n",
    "anchor": "&m {a: 1, b: &l [{n: x}, {n: y}], d: !!map {}}\n",
}


def read_any(source):
    from editor_app.structured.reading import read_json

    return (read_json if source.lstrip().startswith('{"') or '\n  "' in source else read_yaml)(source)[0]


@pytest.mark.parametrize("style", SPREAD)
def test_entries_in_brackets_come_and_go_the_way_they_are_written(style):
    source = SPREAD[style]
    added = apply_edits(source, [add_entry(source, read_any(source), "c", "3", ORDER)])
    expected = load(source)
    assert load(added) == {**expected, "c": 3}
    assert list(load(added)) == list("abcd")
    assert remove_entry(added, read_any(added), 2)
    assert apply_edits(added, remove_entry(added, read_any(added), 2)) == source
    for index in range(3):
        less = apply_edits(source, remove_entry(source, read_any(source), index))
        assert list(load(less)) == [key for key in "abd" if key != "abd"[index]]
        assert ("# three" in less) == ("# three" in source)


@pytest.mark.parametrize("style", SPREAD)
def test_items_in_brackets_come_and_go_the_way_they_are_written(style):
    source = SPREAD[style]
    key = '"n"' if '"' in source else "n"
    items = [((key, '"z"'),), ((key, '"w"'),)]
    added = apply_edits(source, [append_items(source, read_any(source).get("b"), items)])
    names = [item["n"] for item in load(added)["b"]]
    assert [*"xyzw"] == ["y" if name is True else name for name in names]
    if style != "anchor":
        back = apply_edits(added, remove_item(added, read_any(added).get("b"), 3))
        back = apply_edits(back, remove_item(back, read_any(back).get("b"), 2))
        assert back == source
    for index in range(2):
        less = apply_edits(source, remove_item(source, read_any(source).get("b"), index))
        assert len(load(less)["b"]) == 1


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (
            "json",
            '{\n  "a": 1,\n  "b": [\n    {"n": "x"},\n    {"n": "y"}\n  ],\n  "d": {\n    "k": 1\n  }\n}\n',
        ),
        (
            "tabs",
            '{\n\t"a": 1,\n\t"b": [\n\t\t{"n": "x"},\n\t\t{"n": "y"}\n\t],\n\t"d": {\n\t\t"k": 1\n\t}\n}\n',
        ),
        ("compact", '{"a":1,"b":[{"n":"x"},{"n":"y"}],"d":{"k": 1}}'),
    ],
)
def test_empty_brackets_are_filled_the_way_the_file_is_written(style, expected):
    source = SPREAD[style]
    assert apply_edits(source, [add_entry(source, read_any(source).get("d"), '"k"', "1", ())]) == expected


def test_comments_in_brackets_stay_with_their_lines():
    source = SPREAD["yaml"]
    assert apply_edits(source, [add_entry(source, read_any(source), "c", "3", ORDER)]) == (
        "{\n  a: 1, # one\n  b: [{n: x}, {n: y}], # two\n  c: 3,\n  # three\n  d: {} # four\n}\n"
    )
    assert apply_edits(source, [add_entry(source, read_any(source), "z", "3", ORDER)]) == (
        "{\n  a: 1, # one\n  b: [{n: x}, {n: y}], # two\n  # three\n  d: {}, # four\n  z: 3\n}\n"
    )
    assert apply_edits(source, remove_entry(source, read_any(source), 2)) == (
        "{\n  a: 1, # one\n  b: [{n: x}, {n: y}] # two\n  # three\n}\n"
    )


def test_a_merge_key_keeps_its_comma():
    source = "a: &a {x: 1}\nb: {<<: *a}\n"
    changed = apply_edits(source, [add_entry(source, read_yaml(source)[0].get("b"), "y", "2", ())])
    assert load(changed)["b"] == {"x": 1, "y": 2}
