"""Situations files are read with every problem in them, and written touching nothing else."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from editor_app.structured.reading import read_yaml
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import OPEN, ConditionKey, NamedSituation, Situation
from editor_app.system_messages.situations.situations_file import read_situations, situations_path
from editor_app.system_messages.situations.writing import remove_situation_edits, situation_edits
from editor_app.text import apply_edits

CASES = Path(__file__).parents[2] / "cases" / "system_messages" / "situations_files.yaml"


def shown(found: NamedSituation) -> dict[str, object]:
    situation = found.situation
    fields: dict[str, object] = {"name": found.name}
    for key in ("file", "mode"):
        if getattr(situation, key) is not OPEN:
            fields[key] = getattr(situation, key)
    if situation.tools is not OPEN:
        fields["tools"] = list(situation.tools)
    for key in ("holds", "fails"):
        keys = getattr(situation, key)
        if keys:
            fields[key] = sorted(one.kind if one.value is None else f"{one.kind}={one.value}" for one in keys)
    if situation.values:
        fields["values"] = dict(situation.values)
    return fields


def cases():
    return yaml.load(CASES.read_text(encoding="utf-8"), yaml.CSafeLoader)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_reading(case: dict[str, object]) -> None:
    source = str(case["source"])
    found, problems = read_situations(source)
    assert [shown(one) for one in found] == case.get("situations", [])
    lines = [f"{source.count(chr(10), 0, one.span.start) + 1}: {one.code} {one.message}" for one in problems]
    assert lines == case.get("problems", [])
    for one in problems:
        for fix in one.fixes:
            after = read_situations(apply_edits(source, fix.edits))[1]
            assert not any(other.code == one.code and other.args == one.args for other in after), fix.title


def test_a_strange_key_of_a_condition_has_a_place_and_a_repair() -> None:
    source = "situations:\n- name: a\n  fails: [{kind: z, vaule: 1, other: 2}, {knd: y, value: 3}]\n"
    problems = read_situations(source)[1]
    assert [(one.span.of(source), [fix.title for fix in one.fixes]) for one in problems] == [
        ("vaule", ["Rename to ‘value’"]),
        ("other", ["Remove ‘other’"]),
        ("{knd: y, value: 3}", ["Rename ‘knd’ to ‘kind’"]),
        ("knd", ["Rename to ‘kind’"]),
    ]
    while problems:
        source = apply_edits(source, problems[0].fixes[0].edits)
        problems = read_situations(source)[1]
    (found,) = read_situations(source)[0]
    assert found.situation.fails == {ConditionKey("z", "1"), ConditionKey("y", "3")}


def test_a_condition_in_a_message_and_in_its_situations_is_spelled_the_same_way() -> None:
    condition = "{kind: whenUserAsksForName, value: {b: [x], a: 1.50}}"
    message = f"blocks:\n- id: a\n  conditions: [{condition}]\n"
    (block,) = read_system_message(message, Syntax.YAML).blocks
    (found,) = read_situations(f"situations: [{{name: n, fails: [{condition}]}}]")[0]
    assert found.situation.fails == {ConditionKey(*astuple(block.body.conditions[0]))}
    (outcome,) = resolve_blocks((block,), found.situation).block_outcomes
    assert not outcome.state.is_in


def test_where_they_lie() -> None:
    path = Path("a/coding-assistant.yaml")
    assert situations_path(path) == Path("a/coding-assistant.situations.yaml")


names = st.text(min_size=1, max_size=12).filter(lambda text: bool(text.strip()))
texts = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12)
plain = st.sampled_from(
    ["src/a.py", "orchestrator", "null", "1.0", "yes", "- x", "a: b", "#1", "{a}", "*", "  "]
)
words = texts | plain
payloads = st.sampled_from(
    ["{}", '"en"', "1", "1e-07", "true", "null", '{"a":[1,2.5,"x"],"b":{}}', '""', '"yes"', "1e+16", "-3"]
)
keys = st.builds(
    ConditionKey, words | st.sampled_from(["kind", "value", "a?b", "k" * 1100]), st.none() | payloads
)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    holds, fails = draw(st.frozensets(keys, max_size=3)), draw(st.frozensets(keys, max_size=3))
    return Situation(
        file=draw(st.sampled_from([OPEN, None]) | words),
        mode=draw(st.sampled_from([OPEN, None]) | words),
        tools=draw(st.just(OPEN) | st.lists(words, unique=True, max_size=3).map(tuple)),
        holds=holds,
        fails=fails - holds,
        values=draw(st.dictionaries(words, st.none() | st.text(max_size=20), max_size=3)),
    )


FILES = [
    "",
    "# saved\n",
    "format: 1\nsituations: []\n",
    "format: 1\nsituations:\n",
    "format: 1 # one\n",
    """situations:
- name: other # keep
  mode: x
- name: last
  holds:
  - a
  # here
  - b: 1
  tools: [x]
""",
    """format: 1
situations:
    - name: other
      values:
        git:branch: |
          a
          b

    - mode: m
      name: last""",
    "{format: 1, situations: [{name: other, tools: []}, {name: last}]}\n",
    '{"format": 1, "situations": []}',
]


@given(st.sampled_from(FILES), st.sampled_from(["last", "new", "1", "a: b"]), situations(), situations())
def test_what_is_written_is_read_and_the_rest_stays(
    source: str, name: str, first: Situation, second: Situation
) -> None:
    for situation in (first, second):
        before = {one.name: one.situation for one in read_situations(source)[0]}
        edits = situation_edits(source, NamedSituation(name, situation))
        after_text = apply_edits(source, edits)
        after = {one.name: one.situation for one in read_situations(after_text)[0]}
        assert after == {**before, name: situation}, after_text
        assert not read_situations(after_text)[1]
        safely = yaml.compose(after_text, yaml.SafeLoader), yaml.compose(after_text, yaml.CSafeLoader)
        assert yaml.serialize(safely[0]) == yaml.serialize(safely[1])
        for comment in ("# saved", "# one", "# keep"):
            assert (comment in source) <= (comment in after_text)
        assert situation_edits(after_text, NamedSituation(name, situation)) == ()
        source = after_text


@given(situations(), situations())
def test_removing_gives_back_the_file_there_was(one: Situation, other: Situation) -> None:
    source = apply_edits("", situation_edits("", NamedSituation("one", one)))
    two = apply_edits(source, situation_edits(source, NamedSituation("two", other)))
    assert apply_edits(two, remove_situation_edits(two, "two")) == source
    assert remove_situation_edits(source, "two") == ()


def test_a_newer_file_is_left_alone() -> None:
    source = "format: 2\nsituations:\n- name: a\n"
    assert read_yaml(source)[0] is not None
    assert situation_edits(source, NamedSituation("a", Situation(mode="x"))) == ()
    assert remove_situation_edits(source, "a") == ()
    older = source.replace("2", "1")
    assert situation_edits(older, NamedSituation("a", Situation(mode="x")))
