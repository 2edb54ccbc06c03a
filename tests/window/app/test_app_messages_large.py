"""A large message in the window: an edit shows the tree at once, and costs what it changes."""

from __future__ import annotations

import json

import pytest
import yaml
from app_messages import HEAD, Message
from PySide6.QtCore import QCoreApplication

from editor_app.system_messages.edits import Place, parts, reparsing
from editor_app.window.panels.blocks import BlockIntent, Deed
from editor_app.window.panels.inspector import FieldChange
from editor_app.window.session import block_rows

MANY = 120


def message_of(count: int) -> str:
    blocks = (
        f"- id: b{number}\n  type: project\n  priority: {number}\n  content: Text {number}\n"
        for number in range(1000, 1000 + count)
    )
    return HEAD + "".join(blocks)


@pytest.fixture
def open_large(open_bench, root):
    def open_one(count: int, suffix: str = "yaml") -> Message:
        text = message_of(count)
        if suffix == "json":
            text = json.dumps(yaml.load(text, Loader=yaml.BaseLoader), indent=2)
        (root / f"system-messages/m{count}.{suffix}").write_text(text, encoding="utf-8")
        bench = open_bench(root, f"system-messages/m{count}.{suffix}", checked=False)
        bench.resolve()
        message = Message(bench)
        message.view.choose_index(count // 2)
        QCoreApplication.processEvents()
        return message

    return open_one


@pytest.mark.parametrize("deed", [Deed.DUPLICATE, Deed.DELETE, Deed.UP, Deed.NEST])
def test_the_tree_is_shown_at_once_and_the_preview_after_a_pause(open_large, qtbot, deed):
    message = open_large(MANY)
    preview, file = message.bench.panels.preview, message.bench.file
    before, places = preview.gets, [(row.id, row.path) for row in message.blocks._rows]
    message.bench.workbench.message.commands.do_here(deed)
    rows = message.blocks._rows
    blocks = message.view.blocks
    assert [(row.id, row.path) for row in rows] == [(block.id, block.path) for block in blocks] != places
    assert rows[message.view.index].path == message.blocks.selected_row.path
    assert preview.gets is before
    qtbot.waitUntil(lambda: preview.gets is file.gets)
    assert preview.text.shown.text == file.gets.text
    message.bench.editor.undo()
    assert [(row.id, row.path) for row in message.blocks._rows] == places
    qtbot.waitUntil(lambda: preview.gets is file.gets)
    assert preview.text.shown.text == file.gets.text


def test_what_is_asked_of_the_preview_meanwhile_is_of_now(open_large):
    message = open_large(MANY)
    message.bench.workbench.message.commands.do_here(Deed.DELETE)
    message.bench.workbench.current.show_now()
    assert message.bench.panels.preview.gets is message.bench.file.gets


def test_control_a_small_message_is_shown_at_once(open_large):
    message = open_large(20)
    message.bench.workbench.message.commands.do_here(Deed.DELETE)
    assert message.bench.panels.preview.gets is message.bench.file.gets


def characters_parsed(message, monkeypatch, act) -> int:
    found = [0]

    def note(source, syntax):
        found[0] += len(source)
        return parts.read_parts(source, syntax)

    with monkeypatch.context() as patched:
        patched.setattr(reparsing, "read_parts", note)
        act()
    return found[0]


@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_the_next_edit_of_the_tree_is_prepared_in_the_pause(open_large, qtbot, monkeypatch, suffix):
    message = open_large(MANY, suffix)
    commands, timer = message.bench.workbench.message.commands, message.bench.workbench.message.current
    qtbot.waitUntil(lambda: not timer._prepare_later.isActive())
    assert not characters_parsed(message, monkeypatch, lambda: commands.do_here(Deed.DUPLICATE))
    assert timer._prepare_later.isActive()
    qtbot.waitUntil(lambda: not timer._prepare_later.isActive())
    assert not characters_parsed(message, monkeypatch, lambda: commands.do_here(Deed.UP))
    # without the pause, what the last edit changed is read first
    assert characters_parsed(message, monkeypatch, lambda: commands.do_here(Deed.DELETE))


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
    return len(made)


@pytest.mark.parametrize("name", CHANGES)
def test_a_field_makes_as_many_rows_in_a_large_message_as_in_a_small_one(open_large, monkeypatch, name):
    numbers = []
    for count in (MANY, 10 * MANY):
        message = open_large(count)
        message.view.choose_index(0)
        commands, path = message.bench.workbench.message.commands, message.view.path
        numbers.append(rows_made(message, monkeypatch, lambda c=commands, p=path: CHANGES[name](c, p)))
        assert len(message.blocks._rows) == count
    assert 0 < numbers[0] == numbers[1] <= 3


def test_what_is_added_makes_the_rows_behind_it_and_none_before(open_large, monkeypatch):
    message = open_large(MANY)
    commands = message.bench.workbench.message.commands
    intent = BlockIntent(Deed.ADD, (), Place((), MANY - 2), "identity")
    assert rows_made(message, monkeypatch, lambda: commands.do(intent)) == 3
