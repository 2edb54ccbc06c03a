"""Messages with anchors and aliases: reading again gives what reading anew gives, wherever an edit lies."""

from __future__ import annotations

import random

import pytest
from test_system_messages_incremental import spelled

from editor_app.structured.budget import MOST_ALIASES
from editor_app.structured.editing.documents import Document, EditRefused, open_document
from editor_app.structured.nodes import WrittenNode
from editor_app.system_messages.edits.blocks import duplicate_block
from editor_app.system_messages.edits.reparsing import document_after
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading import incremental
from editor_app.system_messages.reading.reading import ReadingMemory, read_system_message

HEAD = """\
id: m
version: 1.0.0
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
"""
MESSAGES = {
    "fields that are repeated": """\
blocks:
  - id: a
    type: mode
    priority: 1
    scope: &code
      modes: [x]
      kinds: [y]
    content: A
  - id: b
    type: mode
    priority: 2
    content: &said {format: markdown, text: Hi}
  - id: c
    type: mode
    priority: 3
    scope: *code
    content: C
    children:
      - id: d
        type: mode
        priority: 4
        scope: *code
        content: D
  - id: e
    type: mode
    priority: 5
    content: *said
  - id: f
    type: mode
    priority: 6
    scope: &code {modes: [z], other: 1}
    content: F
  - id: g
    type: mode
    priority: 7
    conditions: &when
    - kind: k
    scope: *code
    content: G
  - id: h
    type: mode
    priority: 8
    conditions: *when
    content: H
""",
    "blocks that are repeated": """\
blocks:
  - &first
    id: a
    type: mode
    priority: 1
    content: A
  - id: b
    type: mode
    priority: 2
    content: B
  - *first
  - id: c
    type: mode
    priority: 3
    content: C
    children: &inner
      - id: d
        type: mode
        priority: 4
        content: D
      - id: e
        type: mode
        priority: 4
        content: E
  - id: f
    type: mode
    priority: 5
    content: F
  - <<: *first
    id: g
  - id: h
    type: mode
    priority: 6
    content: H
""",
    "lists of blocks that are repeated": """\
priorityModel: &model [mode, identity]
other: *model
blocks:
  - id: a
    type: mode
    priority: 1
    content: A
    children: &inner
      - id: b
        type: mode
        priority: 2
        content: B
  - id: c
    type: mode
    priority: 3
    content: C
    children: *inner
  - id: d
    type: mode
    priority: 4
    content: D
""",
}
MESSAGES["anchors behind a merge"] = """\
blocks:
  - id: a
    type: mode
    priority: 1
    content: A
  - id: b
    type: mode
    priority: 2
    scope: &code {modes: [x]}
    content: B
  - id: c
    type: mode
    priority: 3
    scope: {<<: &code {modes: [z]}, kinds: [k]}
    content: C
  - id: d
    type: mode
    priority: 4
    scope:
      <<: &other
        modes: [y]
    content: D
  - id: e
    type: mode
    priority: 5
    scope: *code
    content: E
  - id: f
    type: mode
    priority: 6
    scope: *other
    content: F
"""
LINES = ("", "    # why\n", "\n", "    note: 1\n", "    scope: *code\n", "    priority: 9\n")
TEXTS = ("x", "&code ", "*code", "#", " ")
ROUNDS = 25
STEPS = 3


def texts_of(source: str, seed: int) -> list[str]:
    """Return what some edits make of a message: lines taken away, changed or added, and values typed in."""
    rnd = random.Random(seed)
    texts: list[str] = []
    for _ in range(STEPS):
        lines = source.splitlines(keepends=True)
        number = rnd.randrange(6, len(lines))  # behind the head
        line = lines[number]
        way = rnd.randrange(4)
        if way == 0:
            lines[number] = rnd.choice(LINES)
        elif way == 1:
            lines[number:number] = [rnd.choice([line, *LINES])]
        else:
            at = line.find(": ") + 2 if ": " in line else len(line) - 1
            lines[number] = f"{line[:at]}{rnd.choice(TEXTS)}{line[at:]}"
        source = "".join(lines)
        texts.append(source)
    return texts


@pytest.mark.parametrize("written", MESSAGES.values(), ids=MESSAGES)
def test_lines_that_change_are_read_again_as_they_are_read_anew(written):
    for seed in range(ROUNDS):
        memory = ReadingMemory()
        read_system_message(HEAD + written, Syntax.YAML, memory)
        for text in texts_of(HEAD + written, seed):
            again = read_system_message(text, Syntax.YAML, memory)
            assert spelled(again) == spelled(read_system_message(text, Syntax.YAML)), text


@pytest.mark.parametrize("written", MESSAGES.values(), ids=MESSAGES)
def test_lines_that_change_are_parsed_again_as_they_are_parsed_anew(written):
    for seed in range(ROUNDS):
        last = open_document(HEAD + written, Syntax.YAML)
        for text in texts_of(HEAD + written, seed):
            after = document_after(last, text)
            try:
                anew = open_document(text, Syntax.YAML)
            except EditRefused:
                assert after is None, text
                break
            assert after in (None, anew), text
            last = after or anew
            assert targets_are_its_own(last), text


def targets_are_its_own(document: Document) -> bool:
    """Whether what the aliases of a tree repeat stands in it."""
    held: set[int] = set()
    waiting: list[WrittenNode] = [document.root] if document.root is not None else []
    while waiting:
        node = waiting.pop()
        held.add(id(node))
        waiting += node.children
    return all(id(alias.target) in held for alias in document.aliases)


@pytest.mark.parametrize("field", ["content: A", "content: D", "content: H", "priority: 3"])
def test_a_block_beside_an_anchor_is_read_again_without_the_rest(field, monkeypatch):
    done: list[bool] = []

    def noted(*args):
        found = incremental.read_incrementally(*args)
        done.append(found is not None)
        return found

    monkeypatch.setattr("editor_app.system_messages.reading.reading.read_incrementally", noted)
    source, memory = HEAD + MESSAGES["fields that are repeated"], ReadingMemory()
    for text in (source, source.replace(field, f"{field}1"), source):
        read_system_message(text, Syntax.YAML, memory)
    assert done == [field != "content: A"] * 2


BLOCK = "  - id: {}\n    type: mode\n    priority: 1\n    content: {}\n"


def test_anchors_within_anchors_are_not_moved_at_each_key(monkeypatch):
    depth, items = 40, 100
    nested = "".join(f"&a{number} [" for number in range(depth)) + "x, " * items + "]" * depth
    source, memory = f"{HEAD}note: {nested}\nblocks:\n{BLOCK.format('a', 'A')}", ReadingMemory()
    moved: list[object] = []
    monkeypatch.setattr("editor_app.system_messages.reading.repeats._moved", lambda *args: moved.append(args))
    for content in ("content: A", "content: AA", "content: AAA"):
        text = source.replace("content: A", content)
        again = read_system_message(text, Syntax.YAML, memory)
        assert spelled(again) == spelled(read_system_message(text, Syntax.YAML))
    assert moved == []


def test_edits_nearer_and_nearer_to_an_anchor_leave_its_places():
    scope = "    scope: {}\n"
    blocks = (BLOCK.format("a", "A") + scope.format("&code {modes: [x], kinds: [y]}"), BLOCK.format("b", "B"))
    blocks += (BLOCK.format("c", "C"), BLOCK.format("d", "D") + scope.format("*code"))
    source, memory = f"{HEAD}blocks:\n{''.join(blocks)}", ReadingMemory()
    read_system_message(source, Syntax.YAML, memory)
    for old, new in (("content: C", f"content: C{'c' * 500}"), ("content: B", "content: BB"), ("BB", "B")):
        source = source.replace(old, new)
        again = read_system_message(source, Syntax.YAML, memory)
        assert spelled(again) == spelled(read_system_message(source, Syntax.YAML)), source


def test_one_alias_more_than_are_read_is_an_error_when_it_is_typed():
    names = [*("b" * n for n in range(1, MOST_ALIASES + 1))]
    source = f"{HEAD}blocks:\n{BLOCK.format('a', '&said Hi')}" + "".join(
        BLOCK.format(name, "*said") for name in names
    )
    last, memory = BLOCK.format("last", "Bye"), ReadingMemory()
    assert not read_system_message(source + last, Syntax.YAML, memory).has_errors
    typed = read_system_message(source + last.replace("Bye", "*said"), Syntax.YAML, memory)
    assert [one.code for one in typed.diagnostics] == ["yaml-limit"]


def test_no_edit_writes_more_aliases_than_are_read():
    names = [*("b" * n for n in range(1, MOST_ALIASES + 1))]
    source = f"{HEAD}blocks:\n{BLOCK.format('a', '&said Hi')}" + "".join(
        BLOCK.format(name, "*said") for name in names
    )
    assert not read_system_message(source, Syntax.YAML).has_errors
    assert duplicate_block(source, Syntax.YAML, (MOST_ALIASES,)).refused
    fewer = source[: source.rindex("  - id")]
    assert duplicate_block(fewer, Syntax.YAML, (MOST_ALIASES - 1,)).edits
