"""Requests: that of a chat of a thousand messages, against reading its files."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from measure import Row, race

from editor_app.chats.chat import Message, read_chat, write_message
from editor_app.library.files.reading import read_file
from editor_app.requests.body_text import request_text
from editor_app.requests.building import assemble_request
from editor_app.requests.checking import check_assembled
from editor_app.requests.parts import SystemText

MESSAGES = 1000
PARAGRAPH = (
    "Rename `old` in src/app.py, and keep the tests green.\n\n```python\nnew = 1\n```\n\n" * 12
)  # 1 KB
SYSTEM = SystemText("Be kind. " * 400, 2_000, "[system:time]", is_rebuilt=True)


def rows() -> Iterator[Row]:
    """Yield the costs of the body alone, of its text, and of saying what would be refused in it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "chat"
        folder.mkdir()
        for number in range(1, MESSAGES + 1):
            message = Message(("assistant", "user")[number % 2], f"{number}. {PARAGRAPH}")
            (folder / f"{number}.md").write_bytes(write_message(message))
        yield from _against_reading(folder)


def _against_reading(folder: Path) -> Iterator[Row]:
    files = sorted(folder.iterdir())
    chat = read_chat(folder)
    for provider in ("openai", "anthropic"):
        made = assemble_request(provider, chat.messages, system=SYSTEM, model="m")

        def build(provider: str = provider) -> object:
            return assemble_request(provider, chat.messages, system=SYSTEM, model="m")

        times = race(
            {
                "files": lambda: [read_file(path) for path in files],
                "body": build,
                "text": lambda build=build: request_text(build().body),
                "checked": lambda made=made: check_assembled(made),
            }
        )
        for what in ("body", "text", "checked"):
            work = {"checked": "what is refused in a request"}.get(what, f"the {what} of a request")
            yield Row(
                f"{work}, {provider}",
                f"{MESSAGES:,} messages",
                times[what],
                "reading its files",
                times["files"],
                2,
            )
