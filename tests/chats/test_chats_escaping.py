"""The content with plain backticks, and the raw text with backslashes: edits of the one are the other's."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from property_runs import examples

from editor_app.chats.escaping import EscapedText
from editor_app.text import Edit, Span, apply_edits

TEXTS = st.lists(st.sampled_from([*"a`\\\n", "```", "\\`", "\n```"]), max_size=10).map("".join)


def edited(raw: str, start: int, end: int, new: str) -> str:
    """Return the raw text after an edit of its content."""
    return apply_edits(raw, EscapedText(raw).edits_for(Edit(Span(start, end), new)))


@examples(100)
@given(TEXTS, st.data())
def test_an_edit_of_the_content_is_an_edit_of_the_raw_text(raw: str, data: st.DataObject):
    text = EscapedText(raw)
    content = text.content
    for offset in range(len(content) + 1):
        assert text.content_offset(text.raw_offset(offset)) == offset
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, len(content)))
    new = data.draw(TEXTS)
    after = EscapedText(edited(raw, start, end, new))
    assert after.content == content[:start] + new + content[end:]
    assert after.raw.endswith(raw[text.raw_offset(end) :])


def test_only_what_needs_a_backslash_gets_one():
    assert edited("", 0, 0, "`a`\n```js\nx\n```") == "`a`\n\\```js\nx\n\\```"
    assert edited("``\n", 2, 2, "`js") == "\\```js\n"  # the third backtick makes it a fence
    assert edited("x```\n", 0, 1, "") == "\\```\n"
    assert edited("\\` needless\n", 2, 10, "") == "\\` \n"
    assert edited("```", 0, 0, "\\") == "\\\\```"
    assert edited("a`", 1, 1, "\\") == "a\\\\`"
    assert edited("```\nby hand\n```\n", 4, 11, "other") == "```\nother\n```\n"
    assert edited("first\n```\n", 0, 6, "") == "```\n"
