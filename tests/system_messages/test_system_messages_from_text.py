"""The parts of a Markdown text as blocks of a new system message."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from editor_app.system_messages.from_text import message_from_text


def blocks(source: str) -> list[tuple[str, str, str]]:
    """Return ids, types and texts."""
    message = message_from_text("x", source, datetime(2026, 1, 2, tzinfo=UTC))
    assert message is not None
    return [(block.id, str(block.type), block.content.text) for block in message.blocks]


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        *(
            (heading, "behavior")
            for heading in ("Information", "Models", "Credits", "Digital", "Whole story")
        ),
        ("Tools", "tooling"),
        ("Output formats", "formatting"),
        ("Editing files", "editing"),
        ("Testing", "editing"),
        ("Who you are", "identity"),
        ("Formatting", "formatting"),
    ],
)
def test_a_heading_tells_the_type_by_whole_words(heading, kind):
    ((_, found, _),) = blocks(f"# {heading}\nText.\n")
    assert found == kind


@pytest.mark.parametrize("text", ["a\x0cb", "a\u2028b", "a\x85b"])
def test_what_is_no_line_end_stays(text):
    assert blocks(f"# A\r\n{text}\r\n# B\r\nc") == [
        ("a", "behavior", f"# A\n{text}"),
        ("b", "behavior", "# B\nc"),
    ]


def test_a_fence_ends_at_a_line_of_it_alone():
    (block,) = blocks("# A\n```\n```python\n# no heading\n```\n")
    assert block[2].endswith("# no heading\n```")


def test_a_condition_stays_in_one_block_unless_it_has_no_end():
    source = "# A\n{{#if x}}\n# B\n{{#if y}}z{{/if}}\n# C\n{{/if}}\n# D\nd"
    assert [block[0] for block in blocks(source)] == ["a", "d"]
    assert [block[0] for block in blocks("# A\n{{#if x}}\n# B\nb")] == ["a", "b"]
