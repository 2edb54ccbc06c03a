"""The colours of Markdown by its lines."""

from __future__ import annotations

from collections.abc import Sequence

from editor_app.highlighting.line_colours import Colour
from editor_app.highlighting.markdown_lines import MarkdownLines

TEXT = "```\n# a\n\n```py\nfirst\nsecond\n```\n# b\n"


def test_the_code_of_a_fence_is_coloured_once_and_cut_to_its_lines() -> None:
    asked = []

    def code_colours(number: int, language: str, code: str) -> Sequence[Colour]:
        asked.append((number, language, code))
        return (Colour(2, 8, "str"),)

    lines = MarkdownLines(TEXT, code_colours, start=4)
    found = {}
    at = 0
    for line in TEXT.split("\n"):
        found[line] = lines.colours(at, line)
        at += len(line) + 1
    assert found["first"] == (Colour(2, 5, "str"),)
    assert found["second"] == (Colour(0, 2, "str"),)
    assert found["```py"] == (Colour(0, 5, "faint"),)
    assert found["# a"] == found["# b"] != ()
    assert found[""] == ()
    assert asked == [(0, "py", "first\nsecond\n")]


def test_nothing_is_asked_for_an_empty_line() -> None:
    assert MarkdownLines("", lambda *_fence: ()).colours(0, "") == ()
