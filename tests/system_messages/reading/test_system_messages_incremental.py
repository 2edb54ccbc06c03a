"""Reading again with what the last reading left gives what reading anew gives."""

from __future__ import annotations

import json
from datetime import date
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_messages import json_messages, yaml_messages

from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import (
    ReadingMemory,
    SystemMessageReading,
    read_system_message,
)
from editor_app.text import Edit, Span, apply_edits

TODAY = date(2026, 3, 4)
read = partial(read_system_message, today=TODAY)
SNIPPETS = [
    "x",
    " ",
    "\n",
    "  ",
    "\n  - id: x\n",
    "- ",
    "#",
    ":",
    "'",
    '"',
    "|",
    "|+",
    ">",
    "&a ",
    "*a",
    "[",
    "]",
    "{}",
]
SNIPPETS += [
    "\n\n",
    "\n    ",
    "\n      # why\n",
    "---\n",
    "...\n",
    "\t",
    "children:",
    "\n    children:\n",
    "priority: 5\n",
]
SNIPPETS += ["\n    contents: x\n", "id", "\x85", "é😀", "<<: {}", "? ", "%", "!x "]
SNIPPETS += ["\n        ? \n", "\n        ? x\n", "? x\n  : ", "\n    ? # why\n"]


def spelled(reading: SystemMessageReading) -> dict[str, object]:
    """Return all that a reading says, with every place as one of the file."""
    blocks = [
        (
            block.path,
            block.parent,
            block.span,
            (block.body.id, block.body.type, block.body.priority, block.body.scope),
            (block.body.conditions, block.body.content),
            {name: block.place(name) for name in block.body.places},
            block.body.content_node
            and block.body.content_node._replace(span=block.body.content_node.span.shifted(block.start)),
        )
        for block in reading.blocks
    ]
    return {
        "blocks": blocks,
        "head": (reading.head, reading.is_readable),
        "diagnostics": reading.diagnostics,
        "message": reading.message,
    }


GENTLE = ["x", " ", "\n", "\n        ", "  ", "5", "\n\n", " #"]


@given(yaml_messages(), st.data())
def test_any_edits(source, data):
    memory = ReadingMemory()
    read(source, Syntax.YAML, memory)
    for _ in range(data.draw(st.integers(1, 6))):
        start = data.draw(st.integers(0, len(source)))
        if data.draw(st.booleans()):
            edit = Edit(Span(start, start), data.draw(st.sampled_from(GENTLE)))
        else:
            end = min(start + data.draw(st.sampled_from([0, 0, 0, 1, 1, 2, 5, 20])), len(source))
            edit = Edit(Span(start, end), data.draw(st.sampled_from(["", *SNIPPETS])))
        source = apply_edits(source, [edit])
        again = read(source, Syntax.YAML, memory)
        assert spelled(again) == spelled(read(source, Syntax.YAML)), source


JSON_SNIPPETS = [
    '"',
    "\\",
    '\\"',
    "\\n",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud83d",
    "\t",
    "\n",
    ",",
    ":",
    "{",
    "}",
]
JSON_SNIPPETS += [
    "[",
    "]",
    '"}, {"',
    ', "x": 1',
    '"children": [], ',
    '"children": [{}], ',
    "null",
    "NaN",
    "1e999",
]
JSON_SNIPPETS += ['"contents": 1, ', '{"a": {', "}}", "é", "😀", "\u2028", "//", '\n "id": "x",', "5", " "]
JSON_GENTLE = [
    "x",
    " ",
    "5",
    "é",
    "😀",
    "\\n",
    '\\"',
    "\\u00e9",
    "\\ud83d\\ude00",
    "[git:branch]",
    "\n",
    "  ",
]


def json_place(data, source, reading):
    """Choose where to edit: in a content, in another field, or anywhere."""
    where = data.draw(st.sampled_from(["content", "content", "field", "any"]))
    fields = [
        block.place(name)
        for block in reading.blocks
        for name in block.body.places
        if where == "field" or name.startswith("content")
    ]
    if where == "any" or not fields:
        return data.draw(st.integers(0, len(source)))
    span = data.draw(st.sampled_from(fields))
    return data.draw(st.integers(span.start, span.end))


@given(json_messages(), st.data())
def test_any_edits_in_json(source, data):
    memory = ReadingMemory()
    reading = read(source, Syntax.JSON, memory)
    for _ in range(data.draw(st.integers(1, 6))):
        start = json_place(data, source, reading)
        if data.draw(st.booleans()):
            edit = Edit(Span(start, start), data.draw(st.sampled_from(JSON_GENTLE)))
        else:
            end = min(start + data.draw(st.sampled_from([0, 0, 0, 1, 1, 2, 5, 20])), len(source))
            edit = Edit(Span(start, end), data.draw(st.sampled_from(["", *JSON_SNIPPETS])))
        source = apply_edits(source, [edit])
        reading = read(source, Syntax.JSON, memory)
        assert spelled(reading) == spelled(read(source, Syntax.JSON)), source


MESSAGE = """\
id: sys-001
version: 1.0.0
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
  # who it is
  - id: identity-1
    type: identity
    priority: 90
    content: |
      You are Atlas.

      # not a remark
    children:
      - id: identity-2
        type: identity
        priority: 80
        content: You help.
      # about modes
      - id: mode-1
        type: mode
        priority: 70
        scope:
          modes: [orchestrator]
        content: >
          You lead.

  - id: safety-1
    type: safety
    priority: 100
    content: Do no harm.
priorityModel: [safety, mode]
"""


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("Atlas", "Atlas, an assistant", 3),
        ("\n      # not", "\n\n      # not", 3),
        ("You help.", "You help.\n        conditions: []", 3),
        ("You lead.", "You lead [git:branch].", 3),
        ("priority: 80", "priority: x", 3),
        ("Do no harm.", "Do no harm.\n", 3),
        ("id: mode-1", "id: safety-1", 3),
        ("- id: mode-1", "-  id: mode-1", 0),
        ("You help.", "You help.\n        children:\n          - id: x", 3),
        ("- id: mode-1", "-\n  id: mode-1", 0),
        ("version: 1.0.0", "version: 1.0.1", 0),
        ("You help.", "You help.\n        ? owner", 3),
        ("You help.", "You help.\n        ? ", 3),
        ("You lead.", "You lead.\n\n        ? conditions # none", 0),
    ],
)
def test_an_edit_inside_a_block_reads_that_one(old, new, kept):
    memory = ReadingMemory()
    before = read(MESSAGE, Syntax.YAML, memory)
    assert not before.diagnostics
    assert read(MESSAGE, Syntax.YAML, memory) is before
    source = MESSAGE.replace(old, new)
    after = read(source, Syntax.YAML, memory)
    assert spelled(after) == spelled(read(source, Syntax.YAML))
    known = {id(block.body) for block in before.blocks}
    assert sum(id(block.body) in known for block in after.blocks) == kept


JSON_MESSAGE = {
    "id": "sys-001",
    "version": "1.0.0",
    "role": "system",
    "createdAt": "2026-01-28T09:00:00Z",
    "updatedAt": "2026-01-28T09:00:00Z",
    "blocks": [
        {
            "id": "identity-1",
            "type": "identity",
            "priority": 90,
            "content": 'You are “Atlas” 😀.\n\nSay "help".\n',
            "children": [
                {"id": "identity-2", "type": "identity", "priority": 80, "content": "You help."},
                {
                    "id": "mode-1",
                    "type": "mode",
                    "priority": 70,
                    "scope": {"modes": ["orchestrator"]},
                    "content": {"format": "markdown", "text": "You lead."},
                },
            ],
        },
        {"content": "Do no harm.", "id": "safety-1", "type": "safety", "priority": 100},
    ],
    "priorityModel": ["safety", "mode"],
}


@pytest.mark.parametrize("indent", [None, 2, 4, "\t"])
@pytest.mark.parametrize("ensure_ascii", [True, False])
@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("Atlas", "Atlas, an assistant", 3),
        ("You are ", "You are \\u00e9\\ud83d\\ude00\\t", 3),
        ("You help.", "", 3),
        ('"You help."', '"You help.",\n"conditions": []', 3),
        ("You lead.", "You lead [git:branch]. 😀", 3),
        ("80", "x", 0),
        ("90", '"90"', 3),
        ("markdown", "markdwn", 3),
        ("Do no harm.", "Do no harm.\\n", 3),
        ('"mode-1"', '"safety-1"', 3),
        ('"You help."', '"You help.", "children": [{"id": "x"}]', 0),
        ("You help.", 'You help."}, {"id": "x', 0),
        ("You help.", "You\nhelp.", 0),
        ("1.0.0", "1.0.1", 0),
    ],
)
def test_an_edit_inside_a_block_of_json_reads_that_one(indent, ensure_ascii, old, new, kept):
    memory = ReadingMemory()
    text = json.dumps(JSON_MESSAGE, indent=indent, ensure_ascii=ensure_ascii)
    before = read(text, Syntax.JSON, memory)
    assert not before.diagnostics
    source = text.replace(old, new, 1)
    after = read(source, Syntax.JSON, memory)
    assert spelled(after) == spelled(read(source, Syntax.JSON))
    known = {id(block.body) for block in before.blocks}
    assert sum(id(block.body) in known for block in after.blocks) == kept
    again = read(text, Syntax.JSON, memory)
    assert spelled(again) == spelled(before)


def test_what_is_repeated_elsewhere_is_read_as_a_whole():
    source = MESSAGE.replace("content: You help.", "content: &help You help.").replace("Do no harm.", "*help")
    memory = ReadingMemory()
    read(source, Syntax.YAML, memory)
    after = read(source.replace("You help.", "You helped."), Syntax.YAML, memory)
    assert [block.body.content.text for block in after.blocks].count("You helped.") == 2


def test_a_text_that_was_broken_for_a_moment_is_read_from_what_it_was():
    memory = ReadingMemory()
    before = read(MESSAGE, Syntax.YAML, memory)
    broken = read(MESSAGE.replace("You help.", "'You help."), Syntax.YAML, memory)
    assert not broken.is_readable
    after = read(MESSAGE.replace("You help.", "You help"), Syntax.YAML, memory)
    known = {id(block.body) for block in before.blocks}
    assert sum(id(block.body) in known for block in after.blocks) == 3
    assert read(MESSAGE, Syntax.JSON, memory).diagnostics[0].code.startswith("json")


UNDATED = MESSAGE.replace("updatedAt: 2026-01-28T09:00:00Z\n", "").replace(
    "createdAt: 2026-01-28T09:00:00Z\n", ""
)


def test_another_day_is_read_once_as_a_whole_and_the_next_key_quickly_again():
    memory, tomorrow = ReadingMemory(), date(2026, 3, 5)
    before = read(UNDATED, Syntax.YAML, memory)
    assert '‘createdAt: "2026-03-04T00:00:00Z"’' in titles(before)
    assert read(UNDATED, Syntax.YAML, memory) is before
    midnight = read(UNDATED, Syntax.YAML, memory, today=tomorrow)
    assert spelled(midnight) == spelled(read(UNDATED, Syntax.YAML, today=tomorrow)) != spelled(before)
    assert '‘createdAt: "2026-03-05T00:00:00Z"’' in titles(midnight)
    assert kept(before, midnight) == 0, "the control: nothing of the day before"
    after = read(UNDATED.replace("Atlas", "Atlas!"), Syntax.YAML, memory, today=tomorrow)
    assert kept(midnight, after) == 3
    assert titles(after) == titles(midnight)


def test_without_a_day_no_fix_fills_one_in():
    without = read_system_message(UNDATED, Syntax.YAML)
    assert [one.code for one in without.diagnostics] == ["missing-field", "missing-field"]
    assert titles(without) == ""
    assert read_system_message("", Syntax.YAML).diagnostics[0].fixes == ()
    assert read("", Syntax.YAML).diagnostics[0].fixes  # the control


def titles(reading: SystemMessageReading) -> str:
    return " ".join(fix.title for one in reading.diagnostics for fix in one.fixes)


def kept(before: SystemMessageReading, after: SystemMessageReading) -> int:
    """Return how many blocks were not read again."""
    known = {id(block.body) for block in before.blocks}
    return sum(id(block.body) in known for block in after.blocks)
