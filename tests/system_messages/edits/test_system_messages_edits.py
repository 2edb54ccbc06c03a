"""Block edits change what they are about, in the text, and nothing else: case by case."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from counted_work import assert_work_in_proportion
from edit_functions import edits

from editor_app.system_messages.edits.values import BlockEdit, BlockPlace, Through
from editor_app.system_messages.model.entities import BlockCondition, Syntax
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.text import Edit, Span, apply_edits

CASES = Path(__file__).parents[2] / "cases/system_messages/edits.yaml"


class Lines(yaml.SafeDumper):
    """Writes texts of several lines as such."""


Lines.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None
    ),
)

HEAD = "id: m\nversion: 1\nrole: system\ncreatedAt: 2026-01-28T09:00:00Z\nupdatedAt: 2026-01-28T09:00:00Z\n"
BLOCK = "id: a\n    type: mode\n    priority: 1\n    content: Hi\n"


def test_merges_that_multiply_take_no_more_work_than_their_lines():
    def editing(levels: int) -> Callable[[], None]:
        merges = "".join(
            f"m{n}: &m{n}\n  <<: [{', '.join([f'*m{n - 1}'] * 5)}]\n" if n else "m0: &m0\n  x: 1\n"
            for n in range(levels)
        )
        source = f"{merges}{HEAD}blocks:\n  - <<: *m{levels - 1}\n    {BLOCK}"

        def edit() -> None:
            assert edits.add_block(source, Syntax.YAML, BlockPlace((), 0), "mode").edits
            assert edits.set_field(source, Syntax.YAML, (0,), "scope.modes", ("act",)).edits

        return edit

    assert_work_in_proportion(editing, 4, 3)  # written out, the larger one has five to the eleventh nodes


@pytest.mark.parametrize("lines", [False, True])
def test_a_list_is_changed_whole_or_not_at_all(lines):
    """In brackets it is changed at once, over lines step by step, up to a number of steps."""

    def changed(old: int, new: int) -> BlockEdit:
        listed = "".join(f"\n        - m{n}" for n in range(old))
        listed = listed if lines else f" [{', '.join(f'm{n}' for n in range(old))}]"
        source = f"{HEAD}blocks:\n  - {BLOCK}    scope:\n      modes:{listed}  # why\n"
        modes = tuple(f"act{n}" for n in range(new))
        edit = edits.set_field(source, Syntax.YAML, (0,), "scope.modes", modes)
        if edit.edits:
            text = apply_edits(source, edit.edits)
            assert read_system_message(text, Syntax.YAML).blocks[0].body.scope.modes == modes
            assert text.count("# why") == 1 or (lines and new < old)
        return edit

    for old, new in [(20, 1), (1, 20), (900, 900), (20, 20)]:
        assert changed(old, new).edits
    for old, new in [(900, 1), (1, 900)]:
        assert bool(changed(old, new).edits) is not lines
        assert ("more than 400 changes" in changed(old, new).refused) is lines
    assert_work_in_proportion(lambda size: lambda: changed(size, size), 9)


def test_words_for_nothing_become_texts():
    source = f"{HEAD}blocks:\n  - {BLOCK}    scope: {{modes: [a, null, ~, b]}}\n"
    modes = ("c", "null", "~", "d")
    edit = edits.set_field(source, Syntax.YAML, (0,), "scope.modes", modes)
    after = read_system_message(apply_edits(source, edit.edits), Syntax.YAML)
    assert after.blocks[0].body.scope.modes == modes


def test_items_that_stay_keep_their_spelling():
    source = f"{HEAD}blocks:\n  - {BLOCK}    scope: {{modes: ['a', \"b\", c , 'd']}}\n"
    edit = edits.set_field(source, Syntax.YAML, (0,), "scope.modes", ("x", "b", "w", "z", "d"))
    assert apply_edits(source, edit.edits) == source.replace("'a', \"b\", c , 'd'", "'x', \"b\", w , z, 'd'")
    edit = edits.set_field(source, Syntax.YAML, (0,), "scope.modes", ("a", "d"))
    assert apply_edits(source, edit.edits) == source.replace("\"b\", c , 'd'", "'d'")


def load() -> list[dict[str, Any]]:
    return yaml.load(CASES.read_text(encoding="utf-8"), yaml.CSafeLoader)


def edited(case: dict[str, Any]) -> BlockEdit:
    source, syntax = case["source"], Syntax(case.get("syntax", "yaml"))
    path, do = tuple(case.get("path", ())), case["do"]
    through = Through(case.get("through", "ask"))
    place = BlockPlace(tuple(case["into"]), case["at"]) if "into" in case else None
    if do == "add":
        return edits.add_block(source, syntax, place, case["type"])
    if do == "move":
        return edits.move_block(source, syntax, path, place)
    if do == "set":
        value = value_of(case["value"], case["field"])
        return edits.set_field(source, syntax, path, case["field"], value, through=through)
    if do == "type":
        reading = read_system_message(source, syntax)
        index = next(index for index, block in enumerate(reading.blocks) if block.path == path)
        start, end, text = case["edit"]
        return edits.edit_content(reading, index, Edit(Span(start, end), text), through=through)
    names = {"up": "move_up", "down": "move_down"}
    return getattr(edits, names.get(do, f"{do}_block"))(source, syntax, path)


def value_of(value: object, field: str = "") -> Any:
    if field == "conditions":
        return tuple(BlockCondition(*item) for item in value)
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.parametrize("case", load(), ids=lambda case: case["name"])
def test_an_edit_gives_the_expected_text(case, update_goldens):
    result = edited(case)
    found = (
        {"refused": result.refused}
        if result.refused
        else {"gives": apply_edits(case["source"], result.edits)}
    )
    if result.aliased:
        found = {"asks": True}
    if result.edits and result.path is not None:
        found["path_after"] = list(result.path)
    if update_goldens:
        whole = load()
        kept = next(other for other in whole if other["name"] == case["name"])
        for key in ("refused", "gives", "asks", "path_after"):
            kept.pop(key, None)
        kept.update(found)
        text = yaml.dump(whole, Dumper=Lines, sort_keys=False, allow_unicode=True, width=200)
        CASES.write_text(text.replace("\n- name", "\n\n- name"), encoding="utf-8")
        return
    assert {
        key: value for key, value in case.items() if key in {"refused", "gives", "asks", "path_after"}
    } == found


def test_names_of_cases_are_told_apart():
    names = [case["name"] for case in load()]
    assert len(names) == len(set(names))


def test_the_time_of_a_change_is_written_on_request_only():
    source = "id: a\nupdatedAt: 2026-01-28T09:00:00Z  # by hand\nblocks: []\n"
    now = datetime(2026, 3, 4, 5, 6, 7, tzinfo=timezone(timedelta(hours=1)))
    result = edits.touch_updated(source, Syntax.YAML, now)
    assert apply_edits(source, result.edits) == source.replace("2026-01-28T09:00:00Z", "2026-03-04T04:06:07Z")
    missing = edits.touch_updated("id: m\nblocks: []\n", Syntax.YAML, now)
    added_date = 'id: m\nupdatedAt: "2026-03-04T04:06:07Z"\nblocks: []\n'
    assert apply_edits("id: m\nblocks: []\n", missing.edits) == added_date
    added = edits.add_block(source, Syntax.YAML, BlockPlace((), 0), "mode")
    assert "2026-01-28T09:00:00Z  # by hand" in apply_edits(source, added.edits)


@pytest.mark.parametrize("kind", ["block", "flow", "json"])
def test_nothing_is_nested_deeper_than_can_be_read(kind):
    if kind == "json":
        source, syntax = '{"blocks": [{"id": "a"}, {"id": "b"}]}', Syntax.JSON
    else:
        source = "blocks: [{id: a}, {id: b}]\n" if kind == "flow" else "blocks:\n- id: a\n- id: b\n"
        syntax = Syntax.YAML
    depth = 0
    path: tuple[int, ...] = (0,)
    while not (result := edits.wrap_block(source, syntax, path)).refused and depth < 99:
        source = apply_edits(source, result.edits)
        depth += 1
    assert 25 < depth < 40
    assert read_system_message(source, syntax).is_readable


def test_a_dropped_block_is_asked_about_many_times_for_the_price_of_one():
    source = "blocks:\n  - id: a\n  - id: b\n"
    assert not edits.move_block(source, Syntax.YAML, (0,), BlockPlace((1,), 0)).refused
    refused = edits.move_block(source, Syntax.YAML, (0,), BlockPlace((0,), 0)).refused
    assert refused == "‘a’ can’t go into itself."


def test_thousands_of_nested_blocks_are_refused_in_a_sentence():
    source = '{"blocks": [' + '{"id": "a", "children": [' * 10_000 + "]}" * 10_000 + "]}"
    refused = edits.delete_block(source, Syntax.JSON, (0,)).refused
    assert refused.endswith("nested more than 64 levels deep, the most that is read.")


def test_anchors_that_stand_for_too_much_are_not_written_out():
    names = "abcdefghijklmnopqrst"
    bomb = "a: &a [x, x]\n" + "".join(
        f"{after}: &{after} [*{name}, *{name}]\n" for name, after in pairwise(names)
    )
    source = bomb + f"blocks:\n- id: a\n  content: *{names[-1]}\n- id: b\n  content: *a\n"
    assert edits.move_up(source, Syntax.YAML, (1,)).edits
    detached = edits.set_field(source, Syntax.YAML, (0,), "format", "plain", through=Through.DETACH)
    assert detached.refused == "What its anchors stand for is too much to write out."
    detached = edits.set_field(source, Syntax.YAML, (1,), "format", "plain", through=Through.DETACH)
    assert detached.refused == "The content of ‘b’ is not text. Correct it in the source first."


@pytest.mark.parametrize("last", ["? note", "? note\n    :", "note:"])
def test_remarks_behind_a_key_without_a_value_are_the_next_block_s(last):
    first, second = f"  - id: a\n    {last}\n", "  # about b\n  - id: b\n"
    edit = edits.move_block(f"blocks:\n{first}{second}", Syntax.YAML, (0,), BlockPlace((), 2))
    assert not edit.refused
    assert apply_edits(f"blocks:\n{first}{second}", edit.edits) == f"blocks:\n{second}{first}"


@pytest.mark.parametrize("text", ["Really?", "a?b", "src/?.py", ":x", "a:?"])
def test_a_text_that_goes_into_brackets_is_read_there_by_every_reader(text):
    source = f"blocks:\n  - id: a\n    content: {text}\n  - {{id: b, children: [{{id: c}}]}}\n"
    moved = apply_edits(source, edits.move_block(source, Syntax.YAML, (0,), BlockPlace((1,), 0)).edits)
    for loader in (yaml.SafeLoader, yaml.CSafeLoader):
        (block,) = yaml.load(moved, loader)["blocks"]
        assert block["children"] == [{"id": "a", "content": text}, {"id": "c"}]
    written = edits.set_field(moved, Syntax.YAML, (0, 1), "scope.applyTo", [text, "b?"])
    after = apply_edits(moved, written.edits)
    for loader in (yaml.SafeLoader, yaml.CSafeLoader):
        assert yaml.load(after, loader)["blocks"][0]["children"][1]["scope"] == {"applyTo": [text, "b?"]}


# A file that says nothing yet ---------------------------------------------------------------------------

EMPTY = {
    Syntax.YAML: ["", "\n", "  \n\n", "# note", "---\n", "\n# c\n---\n# d\n", "null", "~\n", "{}", " {}\n"],
    Syntax.JSON: ["", "\n", "  \n", "null", "{}", " {}\n"],
}


@pytest.mark.parametrize(
    ("syntax", "source"), [(one, text) for one, texts in EMPTY.items() for text in texts]
)
def test_an_empty_file_becomes_a_message_with_the_block(syntax, source):
    edit = edits.add_block(source, syntax, BlockPlace((), 0), "identity", date(2026, 3, 4))
    written = apply_edits(source, edit.edits)
    reading = read_system_message(written, syntax)
    assert not reading.diagnostics
    assert (
        [(block.path, block.type) for block in reading.blocks]
        == [((0,), "identity")]
        == [(edit.path, "identity")]
    )
    assert "2026-03-04" in written
    comments = [line for line in source.splitlines() if line.startswith("#")]
    assert [line for line in written.splitlines() if line.startswith("#")] == comments


@pytest.mark.parametrize("source", ["hello", "- a\n", "...\n", "id: [\n"])
def test_what_says_something_else_is_left_as_it_is(source):
    edit = edits.add_block(source, Syntax.YAML, BlockPlace((), 0), "identity", date(2026, 3, 4))
    assert edit.refused
    assert not edit.edits
