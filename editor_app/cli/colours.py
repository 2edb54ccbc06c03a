"""Colours for a terminal: only if standard output is one, and colours are not switched off."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Final

from editor_app.cli.failure import check_choice

CHOICES: Final = ("auto", "always", "never")
_RESET: Final = "\x1b[0m"
_STYLES: Final[Mapping[str, str]] = {  # of the sixteen standard colours, whose shades the user has chosen
    "emphasis": "\x1b[3m",
    "err": "\x1b[31m",
    "faint": "\x1b[2m",
    "key": "\x1b[34m",
    "ok": "\x1b[32m",
    "soft": "\x1b[36m",
    "str": "\x1b[33m",
    "strong": "\x1b[1m",
}


def wants_colours(choice: str | None, environment: Mapping[str, str]) -> bool:
    """Whether standard output gets colours; `choice` is the value of `--color`, None for `auto`.

    With `auto` only a terminal gets them, and none where NO_COLOR is set, or TERM is unset or `dumb`.
    """
    check_choice("--color", choice, CHOICES)
    if choice in {"always", "never"}:
        return choice == "always"
    is_plain = environment.get("NO_COLOR") or environment.get("TERM", "dumb") == "dumb"
    return not is_plain and sys.stdout is not None and sys.stdout.isatty()


def coloured(text: str, colours: Iterable[tuple[int, int, str]]) -> str:
    """Return `text` with escape sequences around the parts (start, end, style), which are in order."""
    parts: list[str] = []
    at = 0
    for start, end, role in colours:
        style = _STYLES.get(role)
        if style is None or start < at:
            continue
        parts.append(text[at:start])
        lines = text[start:end].split("\n")  # pagers lose a colour at the end of a line
        parts.append("\n".join(f"{style}{line}{_RESET}" if line else line for line in lines))
        at = end
    return "".join((*parts, text[at:]))


def coloured_markdown(text: str) -> str:
    """Return a Markdown text with its headings, code and links coloured."""
    from editor_app.highlighting.markdown_text import markdown_text_colours

    return coloured(text, markdown_text_colours(text))
