"""What people do with a chat in the window, and what they see of it."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from editor_app.chats.chat import read_chat
from editor_app.window.kinds.chat.chat_perspective import ChatPerspective

ROLE = "; role: {}\n\n\n"


def make_chat(root: Path, *contents: str, name: str = "talk", roles: tuple[str, ...] = ()) -> Path:
    """Write a chat of these contents, whose roles are user and assistant in turn."""
    folder = root / "chats" / name
    folder.mkdir(parents=True)
    for index, content in enumerate(contents):
        role = roles[index] if roles else ("user", "assistant")[index % 2]
        (folder / f"{index + 1}.md").write_bytes(f"{ROLE.format(role)}{content}".encode())
    return folder


def keep_only(root: Path, *names: str) -> Path:
    """Remove what is not named from a library: the less it has, the sooner it is listed and checked."""
    for path in root.iterdir():
        if path.name not in names:
            rmtree(path) if path.is_dir() else path.unlink()
    return root


def perspective(bench: Any) -> ChatPerspective:
    """Return the perspective of the chat in front."""
    found = bench.workbench.current.perspective
    assert isinstance(found, ChatPerspective)
    return found


def open_chat(bench: Any, path: Path) -> ChatPerspective:
    """Open a message, and wait until its chat is read and its request made."""
    bench.open(path)
    bench.settle()
    return perspective(bench)


def click_message(bench: Any, index: int) -> None:
    """Click a row of the list of messages."""
    messages = perspective(bench).panels.messages.list
    place = messages.visualRect(messages.model().index(index, 0)).center()
    QTest.mouseClick(messages.viewport(), Qt.MouseButton.LeftButton, pos=place)


def in_list(bench: Any) -> list[tuple[str, str | None, str]]:
    """Return the number, role and first words of each message that the list shows."""
    return [(row.number, row.role, row.words) for row in perspective(bench).panels.messages.rows]


def on_disk(folder: Path) -> list[tuple[str, str | None, str]]:
    """Return the name, role and content of each message in a chat's folder."""
    return [(one.path.name, one.role, one.content) for one in read_chat(folder).messages if one.path]


def click_view(bench: Any, title: str) -> None:
    """Click a view in the switch beside the tabs."""
    switch = bench.workbench.tabs.strip.views
    segment = next(one for one in switch._row.segments if one.text() == title)
    assert segment.isVisible()
    QTest.mouseClick(segment, Qt.MouseButton.LeftButton)


def choose_in(menu: QMenu, *words: str) -> None:
    """Choose an entry of a menu, or of a menu in it."""
    for word in words[:-1]:
        found = next(action.menu() for action in menu.actions() if action.text().split("\t")[0] == word)
        assert isinstance(found, QMenu)
        menu = found
    action = next(action for action in menu.actions() if action.text().split("\t")[0] == words[-1])
    assert action.isEnabled(), words
    action.trigger()


def choose_in_menu_of(bench: Any, index: int, *words: str) -> None:
    """Choose an entry of the menu of a message in the list."""
    panel = perspective(bench).panels.messages
    menu = panel.menu_for(panel.rows[index])
    choose_in(menu, *words)
    menu.deleteLater()


def choose_in_popup(bench: Any, word: str) -> None:
    """Choose an entry of the menu that is open, by the mouse."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    action = next(action for action in menu.actions() if action.text().split("\t")[0] == word)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    bench.come_back()


def click_in_conversation(bench: Any, index: int, x: int = 200) -> None:
    """Click into the first row of a painted message's text in the view of all messages."""
    view = perspective(bench).panels.conversation
    place = QPoint(x, view.heading_rect(index).bottom() + view.stack.look.code.line_height)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def problems(bench: Any) -> list[tuple[str, str, str]]:
    """Return the place, code and fix of each row of the problems panel."""
    model = bench.panels.problems.tree
    return [(row.place.shown, row.code, row.fix_title) for row in model.rows]


def problem(bench: Any, code: str) -> Any:
    """Return the one row of the problems panel with a code."""
    [row] = [row for row in bench.panels.problems.tree.rows if row.code == code]
    return row


def status_counts(bench: Any) -> str:
    """Return the problem counts of the status bar in words."""
    return bench.window.status.counts.accessibleName()


def marked_tabs(bench: Any) -> list[str]:
    """Return what a screen reader says of the tabs."""
    bar = bench.workbench.tabs.bar
    return [bar.accessibleTabName(index) or bar.tabText(index) for index in range(bar.count())]
