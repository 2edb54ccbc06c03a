"""A text that begins with a byte-order mark of its own keeps it on the disk."""

from __future__ import annotations

import pytest

from editor_app.text import TextFormat, decode, encode


@pytest.mark.parametrize("text", ["\ufeff", "\ufeffa\nb", "\ufeff\ufeff", "a\ufeff"])
@pytest.mark.parametrize(
    "text_format", [TextFormat(), TextFormat(bom=True), TextFormat("utf-16-le", bom=True)], ids=str
)
def test_a_mark_of_the_text_is_read_back(text, text_format):
    data = encode(text, text_format)
    assert decode(data).text == text
    assert encode(text, decode(data).format) == data
