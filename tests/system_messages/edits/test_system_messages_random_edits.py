"""Thousands of random block edits: each changes what it is about and nothing else, and can be undone."""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from typing import Any

import pytest
import yaml
from edit_functions import edits
from written_messages import TYPES, json_message, yaml_message

from editor_app.system_messages.edits.values import BlockEdit, BlockPlace, Through
from editor_app.system_messages.model.entities import BlockCondition, BlockPath, Syntax
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.text import Edit, Span, apply_edits

Data = dict[str, Any]
STEPS = 4
SEEDS = [range(18), pytest.param(range(18, 60), marks=pytest.mark.long)]
KINDS = ["plain", "rich", "json"]
TEXTS = [
    *("plain", "two words: x", "", "a\nb\n", "  lead\nx", "x # y", "tab\tx", "trail \nx", "\n\nx\n\n", "12"),
    *("null", "é漢😀", "'\"\\", "- a\n- b\n", "line\x85x", "a\n\n b\n  c\n\n\n", "\u2028", "\x07"),
]
NAMES = ["orchestrator", "subagent", "src/**/*.py", "*.md", "{a,b}", "x: y", "12"]
VALUES = ["{}", "1", '"a"', '[1,{"b":null}]', "1e+22", "true"]


def written(seed: int, kind: str) -> str:
    return json_message(seed) if kind == "json" else yaml_message(seed, plain=kind == "plain")


def load(text: str, syntax: Syntax) -> Data:
    if syntax is Syntax.JSON:
        return json.loads(text)
    return json.loads(load_yaml(text))


@lru_cache(maxsize=1)  # what an edit left is what the next one finds
def load_yaml(text: str) -> str:
    return json.dumps(yaml.load(text, yaml.CBaseLoader))  # what is repeated stands twice


def check_that_python_reads_it_too(text: str, kind: str, seed: int) -> None:
    """Read with the slow half of PyYAML what some of the rows of edits end with."""
    if kind != "json" and seed % 6 == 0:
        assert json.dumps(yaml.load(text, yaml.BaseLoader)) == load_yaml(text), text


def paths(data: Data) -> list[BlockPath]:
    found: list[BlockPath] = []

    def go(blocks: list[Data], path: BlockPath) -> None:
        for index, block in enumerate(blocks):
            found.append((*path, index))
            go(block.get("children") or [], (*path, index))

    go(data.get("blocks") or [], ())
    return found


def owner_of(data: Data, path: BlockPath) -> tuple[Data, str]:
    owner, key = data, "blocks"
    for index in path:
        owner, key = owner[key][index], "children"
    return owner, key


def at(data: Data, path: BlockPath) -> Data:
    owner, key = owner_of(data, path[:-1])
    return owner[key][path[-1]]


def removed(data: Data, path: BlockPath) -> Data:
    data = copy.deepcopy(data)
    owner, key = owner_of(data, path[:-1])
    del owner[key][path[-1]]
    if not owner[key] and (key == "children" or len(owner) > 5):
        owner.pop(key) if key == "children" else None
    return data


def moved(data: Data, path: BlockPath, place: BlockPlace) -> Data:
    data = copy.deepcopy(data)
    owner, key = owner_of(data, path[:-1])
    target, target_key = owner_of(data, place.parent)
    block, owner[key][path[-1]] = owner[key][path[-1]], None
    target.setdefault(target_key, []).insert(place.index, block)
    owner[key].remove(None)
    if not owner[key] and key == "children":
        del owner[key]
    return data


def notes(text: str) -> Counter[str]:
    return Counter(re.findall(r"# n\d+ \S+", text))


def undone(source: str, made: tuple[Edit, ...]) -> str:
    """Apply edits and then those that undo them."""
    text, back, shift = apply_edits(source, made), [], 0
    for span, new in sorted(made, key=lambda edit: (edit.span.start, edit.span.end)):
        start = span.start + shift
        back.append(Edit(Span(start, start + len(new)), span.of(source)))
        shift += len(new) - span.length
    return apply_edits(text, back)


def lines_of(text: str) -> Counter[str]:
    """Count the lines, whatever their indent; a dash moves with the first of its block."""
    lines = (re.sub(r"^-(?: +|$)", "", line.strip()) for line in text.split("\n"))
    return Counter(line for line in lines if line)


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_blocks_are_moved_about(kind, seeds):
    made = sum(structural_edits(seed, kind) for seed in seeds)
    assert made > len(seeds) * STEPS / 3


def structural_edits(seed: int, kind: str) -> int:
    rnd = random.Random(seed)
    syntax = Syntax.JSON if kind == "json" else Syntax.YAML
    text, made = written(seed, kind), 0
    for _ in range(STEPS):
        data = load(text, syntax)
        everywhere = paths(data)
        do = rnd.choice(["add", "delete", "copy", "wrap", "nest", "unnest", "up", "down", *["move"] * 3])
        path = rnd.choice(everywhere or [()])
        parent = rnd.choice([(), *everywhere])
        owner, key = owner_of(data, parent)
        place = BlockPlace(parent, rnd.randint(0, len(owner.get(key) or [])))
        if not path and do != "add":
            continue
        result = EDITS[do](text, syntax, path, place)
        if result.refused:
            assert "safely" not in result.refused or kind == "rich", (seed, do, path, place)
        if not result.edits:
            continue
        new = apply_edits(text, result.edits)
        assert undone(text, result.edits) == text
        assert read_system_message(new, syntax).is_readable
        check_structure(do, data, load(new, syntax), path, place, result)
        check_lines(do, text, new, plain=kind == "plain")
        text, made = new, made + 1
    check_that_python_reads_it_too(text, kind, seed)
    return made


EDITS: dict[str, Callable[[str, Syntax, BlockPath, BlockPlace], BlockEdit]] = {
    "add": lambda text, syntax, _, place: edits.add_block(text, syntax, place, "mode"),
    "move": edits.move_block,
    "delete": lambda text, syntax, path, _: edits.delete_block(text, syntax, path),
    "copy": lambda text, syntax, path, _: edits.duplicate_block(text, syntax, path),
    "wrap": lambda text, syntax, path, _: edits.wrap_block(text, syntax, path),
    "nest": lambda text, syntax, path, _: edits.nest_block(text, syntax, path),
    "unnest": lambda text, syntax, path, _: edits.unnest_block(text, syntax, path),
    "up": lambda text, syntax, path, _: edits.move_up(text, syntax, path),
    "down": lambda text, syntax, path, _: edits.move_down(text, syntax, path),
}


def target_of(do: str, data: Data, path: BlockPath, place: BlockPlace) -> BlockPlace:
    """Return where a block goes."""
    if do == "nest":
        into = (*path[:-1], path[-1] - 1)
        return BlockPlace(into, len(at(data, into).get("children", [])))
    if do == "unnest":
        return BlockPlace(path[:-2], path[-2] + 1)
    if do in {"up", "down"}:
        return BlockPlace(path[:-1], path[-1] + {"up": -1, "down": 2}[do])
    return place


def check_structure(
    do: str, old: Data, new: Data, path: BlockPath, place: BlockPlace, result: BlockEdit
) -> None:
    if do == "delete":
        assert new == removed(old, path)
        return
    assert result.path is not None
    block = at(new, result.path)
    if do == "add":
        assert set(block) == {"id", "type", "priority", "content"}
        assert block["id"] not in json.dumps(old)
        assert removed(new, result.path) == {"blocks": [], **old}
    elif do == "copy":
        ids = [at(new, other)["id"] for other in paths(new)]
        assert len(set(ids)) == len(ids)
        assert removed(new, result.path) == old
        assert {**block, "id": 0, "children": 0} == {**at(old, path), "id": 0, "children": 0}
    elif do == "wrap":
        assert block["children"] == [at(old, path)]
        assert removed(new, result.path) == removed(old, path)
    else:
        assert new == moved(old, path, target_of(do, old, path, place))
        assert block == at(old, path)


def check_lines(do: str, text: str, new: str, *, plain: bool) -> None:
    before, after = lines_of(text), lines_of(new)
    if do != "delete":
        assert not notes(text) - notes(new)
    if plain and do in {"move", "nest", "unnest", "up", "down"}:
        changed = [*(before - after), *(after - before)]
        marks = r"(children|blocks):.*|# n\d+ .*|.*[|>]\d?[+-]?\d?"
        assert all(re.fullmatch(marks, line) for line in changed), changed
    elif plain and do == "delete":
        assert not [line for line in after - before if not re.match(r"blocks: \[\]|# n", line)]


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_fields_are_changed(kind, seeds):
    made = sum(field_edits(seed, kind) for seed in seeds)
    assert made > len(seeds) * STEPS / 3


def field_edits(seed: int, kind: str) -> int:
    rnd = random.Random(seed)
    syntax = Syntax.JSON if kind == "json" else Syntax.YAML
    text, made = written(seed, kind), 0
    for _ in range(STEPS):
        data = load(text, syntax)
        path = rnd.choice(paths(data))
        field, value = random_field(rnd)
        through = rnd.choice(list(Through))
        if field == "typed":
            result, expected = typed(rnd, text, syntax, path, data, through)
        elif field == "message.updatedAt":
            result = edits.touch_updated(text, syntax, value)
            expected = {**data, "updatedAt": value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
        else:
            result = edits.set_field(text, syntax, path, field, value, through=through)
            expected = with_field(data, path, field, value)
        assert not result.refused or (kind == "rich" and "safely" not in result.refused), (seed, result)
        if not result.edits:
            assert result.aliased or result.refused or same(data, expected)
            continue
        new = apply_edits(text, result.edits)
        assert undone(text, result.edits) == text
        found = load(new, syntax)
        if "&" in text:  # others may have the same value now
            found, expected = {"": at(found, path)}, {"": at(expected, path)}
            found[""].pop("children", None)
            expected[""].pop("children", None)
        assert same(found, expected), (seed, field, value)
        if not field.startswith(("scope", "conditions", "format")):
            assert not notes(text) - notes(new)
        text, made = new, made + 1
    check_that_python_reads_it_too(text, kind, seed)
    return made


def random_field(rnd: random.Random) -> tuple[str, Any]:
    some = tuple(dict.fromkeys(rnd.choices(NAMES, k=rnd.randint(0, 3))))
    kinds = [rnd.choice(["whenAsked", "k: x", "z"]) for _ in range(rnd.randint(0, 3))]
    return rnd.choice(
        [
            ("id", f"new-{rnd.randint(0, 99)}"),
            ("type", rnd.choice(TYPES)),
            ("priority", rnd.randint(-9, 99)),
            ("content", rnd.choice(TEXTS)),
            ("typed", None),
            ("typed", None),
            ("format", rnd.choice([None, "plain", "markdown", "json"])),
            ("literal", rnd.choice([None, True, False])),
            (f"scope.{rnd.choice(['modes', 'applyTo', 'tools', 'files'])}", some),
            ("conditions", tuple(BlockCondition(kind, rnd.choice(VALUES)) for kind in kinds)),
            ("message.updatedAt", datetime(2026, 1, rnd.randint(1, 29), tzinfo=timezone(timedelta(hours=2)))),
        ]
    )


def typed(
    rnd: random.Random, text: str, syntax: Syntax, path: BlockPath, data: Data, through: Through
) -> tuple[BlockEdit, Data]:
    reading = read_system_message(text, syntax)
    index = next(index for index, block in enumerate(reading.blocks) if block.path == path)
    content = reading.blocks[index].body.content
    if content is None:
        return BlockEdit(aliased=True), data
    start = rnd.randint(0, len(content.text))
    end = rnd.randint(start, min(len(content.text), start + 3))
    edit = Edit(Span(start, end), rnd.choice([*TEXTS, *"ab \n#:"]))
    new = apply_edits(content.text, [edit])
    return edits.edit_content(reading, index, edit, through=through), with_field(data, path, "content", new)


def with_field(data: Data, path: BlockPath, field: str, value: Any) -> Data:
    data = copy.deepcopy(data)
    block = at(data, path)
    if field in {"content", "format", "literal"}:
        block["content"] = with_content(block.get("content", ""), field, value)
    elif field == "conditions":
        block[field] = [{"kind": item.kind, "value": json.loads(item.value)} for item in value]
        block.pop(field) if not value else None
    elif field.startswith("scope."):
        scope = {**block.get("scope", {}), field[6:]: list(value)}
        block["scope"] = {key: items for key, items in scope.items() if items}
        block.pop("scope") if not block["scope"] else None
    else:
        block[field] = value
    return data


def with_content(content: Any, field: str, value: Any) -> Any:
    if not isinstance(content, dict):
        if field == "content":
            return value
        made = {"format": "plain", "text": content, field: value}
        return content if value is None else made
    if field == "content":
        return {**content, "text": value}
    if value is None and field == "format":
        return {**content, "format": "plain"} if "literal" in content else content["text"]
    content = {**content, field: value}
    return {key: item for key, item in content.items() if item is not None}


def same(one: Any, other: Any) -> bool:
    return spelled(one) == spelled(other)


def spelled(value: Any) -> Any:
    """Return a value as YAML that knows only texts reads it."""
    if isinstance(value, dict):
        return {key: spelled(item) for key, item in value.items()}
    if isinstance(value, list):
        return [spelled(item) for item in value]
    if isinstance(value, str):
        return value
    return "1.0e+22" if isinstance(value, float) else json.dumps(value)
