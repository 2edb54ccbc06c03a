"""Edits of the tree of blocks: reading again gives what reading anew gives, for the work of what changed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from made_up_messages import yaml_messages
from test_system_messages_incremental import spelled
from written_messages import json_message, yaml_message

from editor_app.structured.editing import checking
from editor_app.structured.editing.documents import EditRefused, open_document
from editor_app.structured.nodes import WrittenNode
from editor_app.system_messages.edits import reparsing
from editor_app.system_messages.edits.blocks import (
    add_block,
    delete_block,
    duplicate_block,
    move_block,
    move_down,
    move_up,
    nest_block,
    unnest_block,
    wrap_block,
)
from editor_app.system_messages.edits.fields import set_field
from editor_app.system_messages.edits.reparsing import current_document, document_after
from editor_app.system_messages.edits.values import BlockEdit, BlockPlace
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading import block_extent, file_reading, incremental
from editor_app.system_messages.reading.block_reading import read_body
from editor_app.system_messages.reading.reading import ReadingMemory, read_system_message
from editor_app.system_messages.writing import write_system_message
from editor_app.text import Edit, Span, apply_edits

HEAD = """\
id: m
version: 1.0.0
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
"""
STEPS = 6
SEEDS = [seed if seed < 4 else pytest.param(seed, marks=pytest.mark.long) for seed in range(20)]


def random_edit(
    rnd: random.Random, source: str, paths: list[tuple[int, ...]], syntax: Syntax = Syntax.YAML
) -> tuple[Edit, ...]:
    """Return an edit of the tree, or lines that are taken away, written twice or changed at random."""
    path, other = rnd.choice(paths), rnd.choice([(), *paths])
    of_blocks = (delete_block, duplicate_block, nest_block, unnest_block, move_up, move_down, wrap_block)
    kind = rnd.randrange(13)
    if kind < len(of_blocks):
        return of_blocks[kind](source, syntax, path).edits
    if kind == 7:
        return add_block(source, syntax, BlockPlace(other, rnd.randint(0, 2)), "identity").edits
    if kind == 8:
        return move_block(source, syntax, path, BlockPlace(other, rnd.randint(0, 3))).edits
    if kind == 9:
        return set_field(source, syntax, path, "content", rnd.choice(["x", "a\nb\n", "  q\n\n"])).edits
    lines = source.splitlines(keepends=True)
    first = rnd.randrange(len(lines))
    last = min(len(lines), first + rnd.randint(1, 6))
    start, end = (len("".join(lines[:at])) for at in (first, last))
    if kind == 10:
        return (Edit(Span(start, end), ""),)
    if kind == 11:
        at = len("".join(lines[: rnd.randrange(len(lines) + 1)]))
        return (Edit(Span(at, at), source[start:end]),)
    at = rnd.randint(0, len(source))
    text = rnd.choice([" ", "x", "\n", "- ", "  - id: q\n", "#", "&a ", "*a", "---\n"])
    return (Edit(Span(at, min(at + rnd.randint(0, 3), len(source))), text),)


@pytest.mark.parametrize("repeating", [False, True], ids=["", "with anchors"])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_read_again_is_what_is_read_anew(seed, repeating):
    rnd = random.Random(seed)
    source = yaml_message(seed, plain=seed % 3 > 0, repeating=repeating)
    memory = ReadingMemory()
    reading = read_system_message(source, Syntax.YAML, memory)
    for _ in range(STEPS):
        paths = [block.path for block in reading.blocks]
        if not paths:
            return
        source = apply_edits(source, random_edit(rnd, source, paths))
        reading = read_system_message(source, Syntax.YAML, memory)
        assert spelled(reading) == spelled(read_system_message(source, Syntax.YAML)), source


def test_what_becomes_no_block_is_removed_as_one_of_its_list():
    block = "  - id: {}\n    type: mode\n    priority: 1\n    content: x\n"
    before, behind = HEAD + block.format("a"), block.format("c")
    memory = ReadingMemory()
    read_system_message(f"{before}  - id: b\n{behind}", Syntax.YAML, memory)
    source = f"{before}  - id b\n{behind}"
    [problem] = read_system_message(source, Syntax.YAML, memory).diagnostics
    assert apply_edits(source, problem.fixes[0].edits) == before + behind


@pytest.mark.parametrize("seed", SEEDS)
def test_json_that_is_read_again_is_what_is_read_anew(seed):
    rnd = random.Random(seed)
    source = json_message(seed)
    memory = ReadingMemory()
    reading = read_system_message(source, Syntax.JSON, memory)
    for _ in range(STEPS):
        paths = [block.path for block in reading.blocks]
        if not paths:
            return
        source = apply_edits(source, random_edit(rnd, source, paths, Syntax.JSON))
        reading = read_system_message(source, Syntax.JSON, memory)
        assert spelled(reading) == spelled(read_system_message(source, Syntax.JSON)), source


@pytest.mark.parametrize("seed", SEEDS)
def test_json_after_edits_of_the_tree_is_read_again_as_it_is_read_anew(seed):
    rnd = random.Random(seed)
    document = yaml.load(large_message(4), yaml.CBaseLoader)
    if seed % 3 == 0:
        document["version"] = 5  # a problem that is repaired in its place
    if seed % 5 == 0:
        document["blocks"][1]["unknown"] = "x"  # one that is not
    source = json.dumps(document, indent=rnd.choice([None, 2, "\t"]))
    memory = ReadingMemory()
    reading = read_system_message(source, Syntax.JSON, memory)
    for _ in range(12):
        path, other = (rnd.choice(reading.blocks).path for _ in range(2))
        changes = (delete_block, duplicate_block, nest_block, unnest_block, move_up, move_down, wrap_block)
        at = rnd.randrange(len(changes) + 1)
        moves = at == len(changes)
        edit = (
            move_block(source, Syntax.JSON, path, BlockPlace(other, 0))
            if moves
            else changes[at](source, Syntax.JSON, path)
        )
        source = apply_edits(source, edit.edits)
        reading = read_system_message(source, Syntax.JSON, memory)
        assert spelled(reading) == spelled(read_system_message(source, Syntax.JSON)), source
        assert current_document(source, Syntax.JSON) == open_document(source, Syntax.JSON)
        if not reading.blocks:
            return


@pytest.mark.parametrize("seed", SEEDS)
def test_json_that_is_parsed_again_is_what_is_parsed_anew(seed):
    rnd = random.Random(seed)
    source = json_message(seed)
    for _ in range(STEPS):
        paths = [block.path for block in read_system_message(source, Syntax.JSON).blocks]
        try:
            written = open_document(source, Syntax.JSON)
        except EditRefused:
            return
        if not paths:
            return
        new = apply_edits(source, random_edit(rnd, source, paths, Syntax.JSON))
        after = document_after(written, new)
        try:
            anew = open_document(new, Syntax.JSON)
        except EditRefused:
            assert after is None, new
            continue
        assert after in (None, anew), new
        source = new


@pytest.mark.parametrize("name", ["move", "up", "nest", "unnest", "duplicate", "delete", "add", "wrap"])
def test_an_edit_of_the_tree_in_json_reads_what_changes(name, monkeypatch):
    few, many = (json_blocks_read(name, count, monkeypatch) for count in (8, 80))
    assert 0 < few == many <= 20


def test_control_reading_json_anew_reads_every_block(monkeypatch):
    monkeypatch.setattr("editor_app.system_messages.reading.reading.read_incrementally", lambda *_: None)
    assert json_blocks_read("up", 40, monkeypatch) == 160


@pytest.fixture
def every_move_is_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incremental, "_FAR", 1)


@pytest.mark.usefixtures("every_move_is_far")
@pytest.mark.parametrize("syntax", Syntax)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_moved_far_is_read_again_as_it_is_read_anew(seed, syntax):
    rnd = random.Random(seed)
    source = json_message(seed) if syntax is Syntax.JSON else yaml_message(seed, plain=seed % 3 > 0)
    memory = ReadingMemory()
    reading = read_system_message(source, syntax, memory)
    for _ in range(STEPS):
        if not reading.blocks:
            return
        path, other = rnd.choice(reading.blocks).path, rnd.choice([(), *(one.path for one in reading.blocks)])
        source = apply_edits(
            source, move_block(source, syntax, path, BlockPlace(other, rnd.randint(0, 9))).edits
        )
        reading = read_system_message(source, syntax, memory)
        assert spelled(reading) == spelled(read_system_message(source, syntax)), source


@pytest.mark.parametrize("syntax", Syntax)
@pytest.mark.parametrize("to", ["front", "end"])
def test_what_is_moved_far_is_read_without_what_it_passes(syntax, to, monkeypatch):
    few, many = (far_blocks_read(count, syntax, to, monkeypatch) for count in (40, 200))
    assert 0 < few == many <= 30


@pytest.mark.parametrize("syntax", Syntax)
def test_control_in_one_step_what_it_passes_is_read_too(syntax, monkeypatch):
    monkeypatch.setattr(incremental, "text_amid_move", lambda *_: None)
    few, many = (far_blocks_read(count, syntax, "front", monkeypatch) for count in (40, 200))
    assert many > 4 * few


def far_blocks_read(count: int, syntax: Syntax, to: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Count the blocks that are read after one goes to the front or the end of so many."""
    source = large_message(count) if syntax is Syntax.YAML else large_json_message(count)
    path, place = (
        ((count - 2, 1), BlockPlace((), 1)) if to == "front" else ((1, 1), BlockPlace((count - 2,), 2))
    )
    change = move_block(source, syntax, path, place)
    assert change.edits
    memory = ReadingMemory()
    read_system_message(source, syntax, memory)
    return blocks_read(apply_edits(source, change.edits), syntax, memory, monkeypatch)


def json_blocks_read(name: str, count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Count the blocks that are read after a change of a message in JSON of four times as many."""
    at = count // 2
    source = large_json_message(count)
    change = JSON_CHANGES[name](source, at)
    assert change.edits
    memory = ReadingMemory()
    read_system_message(source, Syntax.JSON, memory)
    return blocks_read(apply_edits(source, change.edits), Syntax.JSON, memory, monkeypatch)


def blocks_read(source: str, syntax: Syntax, memory: ReadingMemory, monkeypatch: pytest.MonkeyPatch) -> int:
    """Count the blocks that are read for a text, of which the memory has an earlier state."""
    read = 0

    def note(*args, **kwargs):
        nonlocal read
        read += 1
        return read_body(*args, **kwargs)

    with monkeypatch.context() as patched:
        for module in (file_reading, block_extent):
            patched.setattr(module, "read_body", note)
        read_system_message(source, syntax, memory)
    return read


@pytest.mark.parametrize("repeating", [False, True], ids=["", "with anchors"])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_parsed_again_is_what_is_parsed_anew(seed, repeating):
    rnd = random.Random(seed)
    source = yaml_message(seed, plain=seed % 3 > 0, repeating=repeating)
    written = open_document(source, Syntax.YAML)
    for _ in range(STEPS):
        paths = [block.path for block in read_system_message(source, Syntax.YAML).blocks]
        if not paths:
            return
        new = apply_edits(source, random_edit(rnd, source, paths))
        after = document_after(written, new)
        try:
            anew = open_document(new, Syntax.YAML)
        except EditRefused:
            assert after is None, new
            continue
        assert after in (None, anew), new
        source, written = new, after or anew
        held = set(map(id, _all_nodes(written.root)))
        assert all(id(alias.target) in held for alias in written.aliases), source


def _all_nodes(node: WrittenNode | None) -> Iterator[WrittenNode]:
    if node is not None:
        yield node
        for inner in node.children:
            yield from _all_nodes(inner)


@given(yaml_messages(), st.data())
def test_any_edit_is_parsed_again_as_it_is_parsed_anew(source, data):
    try:
        written = open_document(source, Syntax.YAML)
    except EditRefused:
        return
    start = data.draw(st.integers(0, len(source)))
    end = min(start + data.draw(st.sampled_from([0, 0, 1, 2, 20])), len(source))
    text = data.draw(st.sampled_from(["", "x", " ", "\n", "- ", "\n  - id: x\n", "#", "|", "&a ", "[", "? "]))
    new = apply_edits(source, [Edit(Span(start, end), text)])
    after = document_after(written, new)
    if after is not None:
        assert after == open_document(new, Syntax.YAML)


@cache
def large_message(count: int) -> str:
    """Return a message of many blocks with three in each, all of the same size."""
    parts = [HEAD]
    for number in range(1000, 1000 + count):
        for name, indent in ((f"b{number}", "  "), *((f"b{number}-{inner}", "      ") for inner in "abc")):
            parts.append(f"{indent}- id: {name}\n{indent}  type: project\n{indent}  priority: {number}\n")
            parts.append(f"{indent}  content: |\n{indent}    Text of {name}.\n")
            parts.append("    children:\n" if indent == "  " else "")
    return "".join(parts)


@cache
def large_json_message(count: int) -> str:
    """Return the same message in JSON."""
    message = read_system_message(large_message(count), Syntax.YAML).message
    assert message is not None
    return write_system_message(message, Syntax.JSON)


Change = Callable[[str, int], BlockEdit]
JSON_CHANGES: dict[str, Change] = {
    "move": lambda source, at: move_block(source, Syntax.JSON, (at, 0), BlockPlace((at,), 3)),
    "up": lambda source, at: move_up(source, Syntax.JSON, (at,)),
    "nest": lambda source, at: nest_block(source, Syntax.JSON, (at,)),
    "unnest": lambda source, at: unnest_block(source, Syntax.JSON, (at, 1)),
    "duplicate": lambda source, at: duplicate_block(source, Syntax.JSON, (at,)),
    "delete": lambda source, at: delete_block(source, Syntax.JSON, (at,)),
    "add": lambda source, at: add_block(source, Syntax.JSON, BlockPlace((), at), "project"),
    "wrap": lambda source, at: wrap_block(source, Syntax.JSON, (at,)),
}
CHANGES: dict[str, Change] = {
    "move": lambda source, at: move_block(source, Syntax.YAML, (at, 0), BlockPlace((at,), 3)),
    "up": lambda source, at: move_up(source, Syntax.YAML, (at,)),
    "nest": lambda source, at: nest_block(source, Syntax.YAML, (at,)),
    "unnest": lambda source, at: unnest_block(source, Syntax.YAML, (at, 1)),
    "duplicate": lambda source, at: duplicate_block(source, Syntax.YAML, (at,)),
    "delete": lambda source, at: delete_block(source, Syntax.YAML, (at,)),
    "add": lambda source, at: add_block(source, Syntax.YAML, BlockPlace((), at), "project"),
    "wrap": lambda source, at: wrap_block(source, Syntax.YAML, (at,)),
    "field": lambda source, at: set_field(source, Syntax.YAML, (at + 2,), "scope.modes", ("a",)),
}


@cache
def large_repeating_message(count: int) -> str:
    """Return the same message, whose second block has an anchor that six others and its children repeat."""
    lines: list[str] = []
    for line in large_message(count).splitlines():
        lines.append(line)
        name = line.removeprefix("  - id: b1")
        if line == "  - id: b1001":
            lines += ["    scope: &code", "      modes: [orchestrator]", "      applyTo: ['**/*.py']"]
        elif name.isdigit() and int(name) in {2, 3, count // 2, count // 2 + 1, count - 2, count - 1}:
            lines += ["    scope: *code"]
    return "\n".join(lines) + "\n"


Make = Callable[[int], str]
MESSAGES: dict[str, Make] = {"without anchors": large_message, "with anchors": large_repeating_message}


@pytest.mark.parametrize("make", MESSAGES.values(), ids=MESSAGES)
@pytest.mark.parametrize("name", CHANGES)
def test_an_edit_of_the_tree_costs_what_changes_and_not_what_stands_around_it(name, make, monkeypatch):
    few, many = (work_of(CHANGES[name], make(count), count // 2, monkeypatch) for count in (10, 42))
    assert many["blocks"] == few["blocks"] <= 12
    # where blocks with anchors are looked at too, a few characters of what stands between them are as well
    assert abs(many["characters"] - few["characters"]) < 100
    assert few["characters"] < 4000


@pytest.mark.parametrize("make", MESSAGES.values(), ids=MESSAGES)
@pytest.mark.parametrize("name", ["up", "nest", "duplicate"])
def test_control_reading_anew_costs_what_stands_around_it(name, make, monkeypatch):
    monkeypatch.setattr(reparsing, "document_after", lambda _last, _source: None)
    monkeypatch.setattr("editor_app.system_messages.reading.reading.read_incrementally", lambda *_: None)
    few, many = (work_of(CHANGES[name], make(count), count // 2, monkeypatch) for count in (10, 42))
    assert many["blocks"] > 3 * few["blocks"]
    assert many["characters"] > 2 * few["characters"]


def work_of(change: Change, source: str, at: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Count the blocks that are read and the characters that are parsed for a change and what follows it."""
    memory = ReadingMemory()
    read_system_message(source, Syntax.YAML, memory)
    current_document(source, Syntax.YAML)
    work = {"blocks": 0, "characters": 0}

    def counted(read, what, size):
        def count_and_read(*args, **kwargs):
            work[what] += size(*args)
            return read(*args, **kwargs)

        return count_and_read

    with monkeypatch.context() as patched:
        for module in (file_reading, block_extent):
            patched.setattr(module, "read_body", counted(module.read_body, "blocks", lambda *_: 1))
        counting = counted(open_document, "characters", lambda source, *_: len(source))
        for module in (reparsing, checking):
            patched.setattr(module, "open_document", counting)
        edit = change(source, at)
        assert edit.edits
        after = apply_edits(source, edit.edits)
        read_system_message(after, Syntax.YAML, memory)
        current_document(after, Syntax.YAML)
    return work
