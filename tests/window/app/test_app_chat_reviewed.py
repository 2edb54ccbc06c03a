"""What went wrong in chats once: text typed into a new message, and texts that are not saved."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from editor_app.analysis.chat_requests.settings import SystemChoice
from editor_app.library import sample_dir

pytestmark = pytest.mark.one_window

CHAT = "chats/rename-keeps-undo"


@pytest.fixture
def bench(open_bench, root):
    bench = open_bench(root)
    bench.open(root / CHAT / "7.md")
    bench.settle()
    return bench


def chat_of(bench) -> Path:
    return bench.workbench.library.library.root / CHAT


def show(bench, view: str) -> None:
    bench.workbench.tabs.show_view(bench.file.document, view)
    bench.settle()


@pytest.mark.parametrize("view", ["part", "conversation"])
def test_what_is_typed_into_an_appended_message_is_its_text(bench, view):
    show(bench, view)
    bench.act("new_message")
    bench.type("Appended")
    assert bench.file.path == chat_of(bench) / "8.md"
    assert bench.file.text.endswith("\n\n\nAppended")
    bench.settle()
    bench.type(" words")
    assert bench.file.text.endswith("Appended words")
    assert bench.workbench.tabs.current_editor.isVisible()


def test_undo_of_a_new_message_keeps_what_was_typed_apart(bench):
    before = {path.name: path.read_bytes() for path in chat_of(bench).iterdir()}
    bench.open(chat_of(bench) / "2.md")
    bench.settle()
    bench.act("new_message")
    assert bench.file.path == chat_of(bench) / "3.md"
    bench.type("typed then undone")
    bench.undo_notice()
    bench.settle()
    assert {path.name: path.read_bytes() for path in chat_of(bench).iterdir()} == before
    opened = {file.path.name: file.text for file in bench.workbench.files.files}
    assert "typed then undone" not in opened.get("3.md", "")
    assert any(name.startswith("Untitled") and "typed then undone" in text for name, text in opened.items())


def test_undo_in_the_list_of_messages_undoes_what_was_done_to_them(bench):
    before = {path.name: path.read_bytes() for path in chat_of(bench).iterdir()}
    panel = bench.workbench.current.perspective.panels.messages
    bench.act("move_message_up")
    bench.act("branch_here")
    bench.open(chat_of(bench) / "6.md")
    bench.settle()
    panel.list.setFocus()
    for _ in range(2):
        bench.act("undo")
        bench.settle()
        panel.list.setFocus()
    assert {path.name: path.read_bytes() for path in chat_of(bench).iterdir()} == before
    assert not chat_of(bench).with_name("rename-keeps-undo-2").exists()
    assert not bench.workbench.current.perspective.can_step(undoes=True)


def test_an_unread_byte_is_branched_as_it_is(bench):
    (chat_of(bench) / "1.md").write_bytes(b"; role: user\n\n\ncaf\xe9")
    bench.open(chat_of(bench) / "1.md")
    bench.settle()
    bench.act("branch_here")
    branched = chat_of(bench).with_name("rename-keeps-undo-2") / "1.md"
    assert branched.read_bytes() == b"; role: user\n\n\ncaf\xe9"


def test_a_look_at_the_disk_makes_nothing_again_that_did_not_change(bench):
    perspective = bench.workbench.current.perspective
    perspective.current.choose_system(
        SystemChoice(bench.workbench.library.library.root / "system-prompt.tmpl")
    )
    bench.settle()
    made = []
    perspective.system.made.connect(made.append)
    perspective.current.changed.connect(lambda: made.append("changed"))
    bench.workbench.files.check_disk()
    bench.settle()
    assert made == []
    template = bench.workbench.library.library.root / "system-prompt.tmpl"
    template.write_text("You are brief.")
    bench.workbench.files.check_disk()
    bench.settle()
    assert perspective.system.now.text.text == "You are brief."
    assert "changed" in made


def test_a_chat_that_comes_back_is_not_read_again(bench):
    chat = bench.workbench.current.perspective.chat
    changes = []
    chat.changed.connect(lambda: changes.append(chat.messages))
    known = dict(chat._on_disk)
    bench.open("page-analysis.md")
    bench.settle()
    assert changes == [], "it is not in front"
    bench.open(chat_of(bench) / "7.md")
    bench.settle()
    assert all(chat._on_disk[path] is one for path, one in known.items())
    assert [one.path.name for one in chat.messages] == [f"{number}.md" for number in range(1, 8)]


def test_an_open_message_is_followed_once_however_often_its_chat_comes_back(bench):
    file = bench.file
    count = file.receivers("2analysed()")
    for _ in range(3):
        bench.open("page-analysis.md")
        bench.settle()
        bench.open(chat_of(bench) / "7.md")
        bench.settle()
    assert bench.file is file
    assert file.receivers("2analysed()") == count


def dropped(panel, path: Path) -> bool:
    """Drop a file on a panel; return whether the panel took it."""
    data, at = QMimeData(), panel.rect().center()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    action, button, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(at, action, data, button, none)
    entered.ignore()
    QApplication.sendEvent(panel, entered)
    if entered.isAccepted():
        QApplication.sendEvent(panel, QDropEvent(QPointF(at), action, data, button, none))
    return entered.isAccepted()


def test_a_body_that_is_dropped_on_the_messages_becomes_a_chat(open_bench, tmp_path):
    library = copytree(sample_dir(), tmp_path / "prompts")
    bench = open_bench(library, answers=("dropped",))
    bench.open(library / CHAT / "1.md")
    bench.settle()
    body = tmp_path / "body.json"
    body.write_text(json.dumps({"messages": [{"role": "user", "content": "Hi `there`"}]}))
    other = tmp_path / "notes.txt"
    other.write_text("no body")
    panel = bench.workbench.current.perspective.panels.messages
    assert not dropped(panel, other)
    assert dropped(panel, body)
    assert bench.file.path == library / "chats" / "dropped" / "1.md"
    assert bench.workbench.tabs.current_editor.contents.text == "Hi `there`\n"
