"""The states of the window with chats that screenshots are taken of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from editor_app.analysis.chat_requests.settings import RequestSettings, SystemChoice
from editor_app.requests.importing import import_chat
from editor_app.requests.parts import Provider
from editor_app.window.app import Workbench
from editor_app.window.commands.questions.import_notes import Notes
from editor_app.window.kinds.chat.chat_perspective import ChatPerspective
from editor_app.window.kinds.chat.navigation import CONVERSATION
from editor_app.window.kit.dialogs.dialog import QuestionDialog

CHAT: Final = "slow-listing"
MODEL: Final = "claude-sonnet-4"
_FRONT: Final = 4
_ID: Final = "6f0f5a5e-0000-4000-8000-00000000000{number}"
_LISTING: Final = """Yes. Let the worker hand over plain rows, and let the model take them in slices:

\\```python
class Listing(QObject):
    rows_ready = Signal(list)

    def start(self, folder: Path) -> None:
        self._pool.start(lambda: self._scan(folder))

    def _scan(self, folder: Path) -> None:
        for rows in sliced(list_files(folder), 200):
            self.rows_ready.emit(rows)
\\```

Each slice is one \\`beginInsertRows\\`, so the tree keeps its selection and its scroll position. \
Three things to keep in mind:

1. The worker touches no widget; \\`Row\\` is a frozen dataclass.
2. A slice of 200 takes about 3 ms to insert, well under a frame.
3. When the folder changes meanwhile, drop the rest by its revision:

\\```python
if revision != self._revision:
    return
\\```

The listing of 800 files then costs 40 ms in slices instead of two seconds at once.
"""
_WHERE: Final = """Into the listing: \\`Library.scan()\\` runs in the event loop, and reads the head of \
each file before the first row is shown. Three things add up:

- 800 files are opened one after the other, 2 ms each with the indexer running.
- The tree is sorted again after each row.
- Each row asks for its icon, which is a stat of its own.

The first is most of it: a profile of the loop shows 1.6 of the two seconds there.
"""
_TEST: Final = """The test opens a library of 2 000 files, and asks how long the event loop was held up:

\\```python
def test_a_listing_never_holds_up_the_window(library, loop):
    make_files(library, 2_000)
    with loop.watched() as blocks:
        open_listing(library)
    assert max(blocks) < 0.1
\\```

It fails on main with 1.9 s, and passes with the slices.
"""
_MESSAGES: Final = (
    (
        "user",
        "Opening a library with 800 files freezes the window for two seconds. Where does the time go?\n",
    ),
    ("assistant", _WHERE),
    ("user", "Can the scan move to a worker without the tree losing its selection?\n"),
    ("assistant", _LISTING),
    ("system", "Context usage is at 82%. Summarise what was decided before the next large answer.\n"),
    ("user", "Good. Write the test that shows it.\n"),
    ("assistant", _TEST),
)
_RUN: Final = {"type": "function", "function": {"name": "run_tests", "arguments": "{}"}}
_IMAGE: Final = {"type": "image_url", "image_url": {"url": "https://example.com/profile.png"}}
_BODY: Final = {
    "model": "gpt-5",
    "temperature": 0.2,
    "tools": [{"type": "function", "function": {"name": "run_tests"}}],
    "messages": [
        {"role": "user", "content": "It freezes. The log says: Bearer " + "sk-proj-" + "aB3d" * 12},
        {"role": "assistant", "content": "Let me look.", "tool_calls": [{"id": "c1", **_RUN}]},
        {"role": "user", "content": [{"type": "text", "text": "Here is the profile."}, _IMAGE]},
    ],
}


def message(workbench: Workbench) -> Iterator[None]:
    """Show a message, with a request that is refused."""
    _write_chat(workbench.library.library.root)
    yield from _opened(workbench)


def details(workbench: Workbench) -> Iterator[None]:
    """Show the fields of a message's header."""
    yield from message(workbench)
    chat_in_front(workbench).panels.header.details.setChecked(True)
    yield


def conversation(workbench: Workbench) -> Iterator[None]:
    """Show all messages of a chat, one under the other, a short one in the editor."""
    yield from message(workbench)
    _show_view(workbench, CONVERSATION)
    yield
    chat_in_front(workbench).panels.messages.message_chosen.emit(_path(workbench, 5))
    yield


def unsaved(workbench: Workbench) -> Iterator[None]:
    """Show all messages of a chat, three of them unsaved, with another unsaved file in a tab."""
    workbench.tabs.editor_of(workbench.files.files[0].document).insert_text("\n")  # type: ignore[union-attr]  # it is open
    yield from conversation(workbench)
    for number in (1, 5, 6):
        path = _path(workbench, number)
        chat_in_front(workbench).commands.change_role(path, "user")
        file = workbench.tab_files.open_behind(path)
        if file is not None:
            file.document.replace_text(f"{file.text.rstrip()} Please.\n")
    yield


def file(workbench: Workbench) -> Iterator[None]:
    """Show the file of a message, with its header and its backslashes."""
    yield from message(workbench)
    chat_in_front(workbench).show_source()
    yield


def raw(workbench: Workbench) -> Iterator[None]:
    """Show the body of the request as its JSON."""
    yield from message(workbench)
    chat_in_front(workbench).panels.request.choose_view("raw")
    yield


def compare(workbench: Workbench) -> Iterator[None]:
    """Show how the request differs from the one that was copied last."""
    yield from message(workbench)
    perspective = chat_in_front(workbench)
    perspective.request_commands.copy("json")
    perspective.commands.change_role(_path(workbench, 5), "user")
    editor = workbench.current.editor
    if editor is not None:
        editor.textCursor().insertText("  # rows, no items")
    yield
    perspective.request_commands.compare("last-copy")
    yield


def blocked(workbench: Workbench) -> Iterator[None]:
    """Show a chat that can’t be sent, as a message has no role."""
    root = workbench.library.library.root
    _write_chat(root)
    path = _path(workbench, 5)
    path.write_text(path.read_text(encoding="utf-8").replace("; role: system\n", ""), encoding="utf-8")
    yield from _opened(workbench)


def alone(workbench: Workbench) -> Iterator[None]:
    """Show a chat that has just begun: one message, and nothing before it."""
    folder = workbench.library.library.root / "chats" / CHAT
    folder.mkdir(parents=True)
    (folder / "1.md").write_text("; role: user\n\n\n", encoding="utf-8")
    workbench.library.refresh()
    workbench.commands.files.open(folder / "1.md")
    yield
    chat_in_front(workbench).current.change_settings(RequestSettings())
    yield


def imported(workbench: Workbench) -> Iterator[None]:
    """Show what an imported body had that message files do not hold."""
    yield from message(workbench)
    sentence = (
        "‘slow-listing.json’ seems to hold a key or a token, as listed here. "
        "What message files can’t hold is left out."
    )
    chat = import_chat(_BODY)
    notes = [note.message for note in (*chat.warnings, *chat.losses)]
    asked = Notes("Imported, with notes", sentence, notes).question()
    QuestionDialog(asked, workbench.window).show()
    yield


def chat_in_front(workbench: Workbench) -> ChatPerspective:
    """Return the perspective of the chat that is shown."""
    perspective = workbench.current.perspective
    assert isinstance(perspective, ChatPerspective)
    return perspective


def _opened(workbench: Workbench) -> Iterator[None]:
    """Show the message in the middle of the chat that was written, with its request to Anthropic."""
    root = workbench.library.library.root
    workbench.library.refresh()
    workbench.commands.files.open(_path(workbench, _FRONT))
    yield
    perspective = chat_in_front(workbench)
    system = SystemChoice(root / "system-messages" / "coding-assistant.yaml", trial="orchestrator on src")
    perspective.current.choose_provider(Provider.ANTHROPIC)
    perspective.current.change_settings(RequestSettings(system, MODEL))
    yield
    editor = workbench.current.editor
    if editor is not None:
        cursor = editor.document().find("sliced(list")
        cursor.movePosition(cursor.MoveOperation.EndOfBlock)
        editor.setTextCursor(cursor)
        editor.setFocus()
    yield


def _show_view(workbench: Workbench, view: str) -> None:
    current = workbench.current.file
    if current is not None:
        workbench.tabs.show_view(current.document, view)
        workbench.tabs.view_chosen.emit(current.document, view)


def _path(workbench: Workbench, number: int) -> Path:
    return workbench.library.library.root / "chats" / CHAT / f"{number}.md"


def _write_chat(root: Path) -> None:
    folder = root / "chats" / CHAT
    folder.mkdir(parents=True)
    for number, (role, content) in enumerate(_MESSAGES, 1):
        (folder / f"{number}.md").write_text(f"{_header(number, role)}\n\n{content}", encoding="utf-8")


def _header(number: int, role: str) -> str:
    """Return the header of a message; that of the one in front lacks two fields."""
    authors = "Claude Sonnet 4 (v1.0.0)" if role == "assistant" else "Atlas (v2.3.0)"
    optional = (
        "" if number == _FRONT else f"; Description: Message {number} of the listing\n; Language: markdown\n"
    )
    return (
        f"; Block-UUID: {_ID.format(number=number)}\n; Component: {role.title()}Message\n; Version: 1.0.0\n"
        f"{optional}; Created-at: 2026-03-04T13:5{number}:00Z\n; Authors: {authors}\n;\n; role: {role}\n"
    )
