"""A large message in the window: an edit shows the tree before the preview, and costs what it changes."""

from __future__ import annotations

import itertools
import json
from functools import partial

import pytest
import yaml
from app_messages import HEAD, Message
from named_cases import in_case
from PySide6.QtCore import QCoreApplication

from editor_app.structured.editing import documents
from editor_app.system_messages.edits import BlockPlace, reparsing
from editor_app.window.kinds.system_message.panels.blocks import BlockAction, BlockRequest
from editor_app.window.kinds.system_message.panels.inspector import FieldChange
from editor_app.window.kinds.system_message.rows import block_rows

pytestmark = pytest.mark.one_window

MANY = 120


def message_of(count: int) -> str:
    blocks = (
        f"- id: b{number}\n  type: project\n  priority: {number}\n  content: Text {number}\n"
        for number in range(1000, 1000 + count)
    )
    return HEAD + "".join(blocks)


@pytest.fixture
def open_large(open_bench, root):
    """Return a function that opens a message of so many blocks, all in one window."""
    benches, numbers = [], itertools.count()

    def open_one(count: int, suffix: str = "yaml") -> Message:
        text = message_of(count)
        if suffix == "json":
            text = json.dumps(yaml.load(text, Loader=yaml.BaseLoader), indent=2)
        name = f"system-messages/m{next(numbers)}.{suffix}"
        (root / name).write_text(text, encoding="utf-8")
        if benches:
            benches[0].open(name)
        else:
            benches.append(open_bench(root, name, checked=False))
        benches[0].resolve()
        message = Message(benches[0])
        message.view.choose_index(count // 2)
        QCoreApplication.processEvents()
        return message

    return open_one


def rows_of_now(message) -> list[tuple[str, tuple[int, ...]]]:
    """What the tree shows where somebody acts on it."""
    assert message.blocks.selected_row() is not None
    return [(row.id, row.path) for row in message.blocks._rows]


def test_the_tree_is_shown_before_the_preview_which_comes_after_a_pause(open_large, qtbot):
    message = open_large(MANY)
    preview, file = message.bench.panels.preview, message.bench.file
    places = [(row.id, row.path) for row in message.blocks._rows]
    for deed in (BlockAction.DUPLICATE, BlockAction.DELETE, BlockAction.UP, BlockAction.NEST):
        with in_case(deed):
            message.view.choose_index(MANY // 2)
            message.settle()
            before = preview.result
            message.bench.workbench.current.perspective.block_commands.do_here(deed)
            rows = rows_of_now(message)
            assert rows == [(block.id, block.path) for block in message.view.blocks] != places
            assert rows[message.view.index][1] == message.blocks.selected_row().path
            assert preview.result is before
            qtbot.waitUntil(lambda: preview.result is file.result)
            assert preview.text.shown.text == file.result.text
            message.bench.editor.undo()
            assert rows_of_now(message) == places
            qtbot.waitUntil(lambda: preview.result is file.result)
            assert preview.text.shown.text == file.result.text


def test_what_is_asked_of_the_preview_meanwhile_is_of_now_as_in_a_small_message(open_large):
    message = open_large(MANY)
    preview = message.bench.panels.preview
    message.bench.workbench.current.perspective.block_commands.do_here(BlockAction.DELETE)
    assert preview.result is not message.bench.file.result
    message.bench.workbench.current.show_now()
    assert preview.result is message.bench.file.result
    small = open_large(20)
    small.bench.workbench.current.perspective.block_commands.do_here(BlockAction.DELETE)
    assert preview.result is small.bench.file.result, "a small message is shown at once"


def characters_parsed(message, monkeypatch, act) -> int:
    found = [0]

    def note(source, *rest):
        found[0] += len(source)
        return documents.open_document(source, *rest)

    with monkeypatch.context() as patched:
        patched.setattr(reparsing, "open_document", note)
        act()
    return found[0]


def test_the_next_edit_of_the_tree_is_prepared_in_the_pause(open_large, qtbot, monkeypatch):
    for suffix in ("yaml", "json"):
        with in_case(suffix):
            message = open_large(MANY, suffix)
            perspective = message.bench.workbench.current.perspective
            commands, timer = perspective.block_commands, perspective.current
            parsed = partial(characters_parsed, message, monkeypatch)
            qtbot.waitUntil(lambda current=timer: not current._prepare_later.isActive())
            assert not parsed(partial(commands.do_here, BlockAction.DUPLICATE))
            assert timer._prepare_later.isActive()
            qtbot.waitUntil(lambda current=timer: not current._prepare_later.isActive())
            assert not parsed(partial(commands.do_here, BlockAction.UP))
            # without the pause, what the last edit changed is read first
            assert parsed(partial(commands.do_here, BlockAction.DELETE))


CHANGES = {  # after which the blocks rank as before
    "priority": lambda commands, path: commands.set_field(FieldChange(path, "priority", 999)),
    "modes": lambda commands, path: commands.set_field(FieldChange(path, "scope.modes", ("a",))),
}


def rows_made(message, monkeypatch, act) -> int:
    made = []
    make = block_rows._row

    def note(number, told):
        made.append(number)
        return make(number, told)

    with monkeypatch.context() as patched:
        patched.setattr(block_rows, "_row", note)
        act()
        rows_of_now(message)
    return len(made)


def test_an_edit_makes_as_many_rows_in_a_large_message_as_in_a_small_one(open_large, monkeypatch):
    numbers = {name: [] for name in CHANGES}
    for count in (MANY, 10 * MANY):
        message = open_large(count)
        message.view.choose_index(0)
        commands = message.bench.workbench.current.perspective.block_commands
        path = message.view.path
        for name, change in CHANGES.items():
            numbers[name].append(rows_made(message, monkeypatch, partial(change, commands, path)))
            assert len(message.blocks._rows) == count
        # what is added makes the rows behind it and none before
        request = BlockRequest(BlockAction.ADD, (), BlockPlace((), count - 2), "identity")
        assert rows_made(message, monkeypatch, partial(commands.do, request)) == 3
    for name, (small, large) in numbers.items():
        assert 0 < small == large <= 3, name
