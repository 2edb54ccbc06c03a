"""Chats: reading one of a thousand messages, against reading the bytes of their files."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from measure import Row, race

from editor_app.chats.chat import read_chat, read_message, write_message
from editor_app.library.files.reading import read_file

MESSAGES = 1000
PARAGRAPH = "The test `checkout` fails since yesterday; here is what it prints. " * 30  # 2 KB
ROLE_ONLY = "; role: {role}\n\n\n"
ALL_FIELDS = (
    "; Block-UUID: 11111111-1111-4111-8111-111111111111\n; Component: Message\n; Version: 1.0.0\n"
    "; Description: what it prints\n; Language: markdown\n; Created-at: 2026-03-04T12:00:00.000Z\n"
    "; Authors: A (v1.0.0)\n;\n; role: {role}\n\n\n"
)


def rows() -> Iterator[Row]:
    """Yield the cost of a chat whose messages have a role only, and of one with all fields."""
    for what, header in {"a role": ROLE_ONLY, "all fields": ALL_FIELDS}.items():
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            for number in range(1, MESSAGES + 1):
                role = "user" if number % 2 else "assistant"
                text = f"{header.format(role=role)}{PARAGRAPH}\n\\```python\nprint({number})\n\\```\n"
                (folder / f"{number}.md").write_text(text)
            paths = sorted(folder.iterdir())
            data = [path.read_bytes() for path in paths]
            messages = [read_message(one) for one in data]
            times = race(
                {
                    "chat": lambda folder=folder: read_chat(folder),
                    "bytes": lambda paths=paths: [path.read_bytes() for path in paths],
                    "files": lambda paths=paths: [read_file(path) for path in paths],
                    "errors": lambda messages=messages: [one.has_errors for one in messages],
                    "messages": lambda data=data: [read_message(one) for one in data],
                    "writing": lambda messages=messages: [write_message(one) for one in messages],
                },
                rounds=9,
            )
        size, theirs = str(MESSAGES), times["bytes"]
        yield Row(f"read_chat, headers with {what}", size, times["chat"], "their bytes", theirs)
        yield Row(
            f"read_chat, headers with {what}", size, times["chat"], "read_file of each", times["files"], 2
        )
        yield Row("read_message alone", size, times["messages"], "their bytes", theirs)
        yield Row("has_errors", size, times["errors"], "their bytes", theirs)
        yield Row("write_message, unchanged", size, times["writing"], "their bytes", theirs)
