"""Reading the first part of a file, in one pass and without a YAML reader, to tell its kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property

from editor_app.text.frontmatter import FrontmatterFormat, split_frontmatter
from editor_app.text.message_parts import MARK, HeaderSort, is_uuid, split_message

HEAD_BYTES = 64 * 1024

_BLOCK_KEY = re.compile(
    r"""(?P<key>"[^"\\\n]*"|'[^'\n]*'|[A-Za-z_][A-Za-z0-9_.-]*)[ \t]*:(?=[ \t\n]|\Z)[ \t]*(?P<value>[^\n]*)"""
)
# A string's closing quote is optional so that an unclosed one is passed over once, not tried at every quote.
_FLOW_TOKEN = re.compile(
    r"""(?P<string>"[^"\\]*+(?:\\.[^"\\]*+)*+"?|'[^']*+'?)|(?P<mark>[{}\[\],:])|(?P<word>[^\s{}\[\],:"']++)""",
    re.DOTALL,
)


@dataclass
class TextClues:
    """The clues to a file's kind where its name alone does not decide.

    `folders` lead from the library's root down to the file, `name` is in small letters; `text` is the first
    part of its text, and `beside_defaults` says that it lies in the root of a library that has defaults.
    The rest is read on first access: few files need it.
    """

    folders: Sequence[str]
    name: str
    text: str
    _: KW_ONLY
    beside_defaults: bool

    @cached_property
    def keys(self) -> dict[str, str]:
        """The top-level keys of the text, if it is a mapping, with their values' first words."""
        return top_level_keys(self.text)

    @cached_property
    def has_message_header(self) -> bool:
        """Whether the text opens as the message of a chat."""
        return has_message_header(self.text)


def has_message_header(text: str) -> bool:
    """Whether a text opens with a chat message's header: `;` lines, a role among them, then blank lines.

    A bare UUID may stand on the first line.
    """
    if not text.startswith(MARK) and not is_uuid(text[: max(text.find("\n"), 0)].rstrip(" \t")):
        return False  # told at once of nearly all files
    parts = split_message(text)
    is_header = parts.has_separator and all(line.sort is HeaderSort.MARKED for line in parts.lines[1:])
    return is_header and any(line.is_role for line in parts.lines)


def yaml_frontmatter(text: str) -> str | None:
    """Return the YAML text of a closed frontmatter, or None."""
    if not text.startswith(FrontmatterFormat.YAML.mark):
        return None
    frontmatter = split_frontmatter(text)
    return frontmatter.metadata.of(text) if frontmatter is not None and frontmatter.closed else None


def top_level_keys(text: str) -> dict[str, str]:
    """Return the keys of the mapping a YAML or JSON text consists of, each with its value's first words.

    A text cut short gives the keys up to there; anything else than a mapping gives none.
    """
    start = _first_content(text)
    return _flow_keys(text, start) if text.startswith("{", start) else _block_keys(text, start)


def _first_content(text: str) -> int:
    """Return where the first line starts that is no comment, directive or document mark."""
    start = 0
    for line in text.split("\n"):
        content = line.strip()
        if content and not content.startswith(("#", "%")) and content != "---":
            return start + len(line) - len(line.lstrip())
        start += len(line) + 1
    return start


def _block_keys(text: str, start: int) -> dict[str, str]:
    line_start = text.rfind("\n", 0, start) + 1
    indent = text[line_start:start]
    keys: dict[str, str] = {}
    for line in text[line_start:].split("\n"):
        if line.startswith(("---", "...")):
            break
        match = _BLOCK_KEY.match(line, len(indent)) if line.startswith(indent) else None
        if match is not None:
            value = match["value"].partition(" #")[0].strip()  # without a comment behind it
            keys.setdefault(_unquoted(match["key"]), _unquoted(value))
    return keys


def _flow_keys(text: str, start: int) -> dict[str, str]:
    keys: dict[str, str] = {}
    depth = 0
    key = last = ""
    for match in _FLOW_TOKEN.finditer(text, start):
        part = match.group()
        if part in "{[":
            depth += 1
        elif part in "}]":
            depth -= 1
            if depth == 0:
                break
        elif depth == 1 and part == ":":
            key = last
            keys.setdefault(key, "")
        elif depth == 1 and part == ",":
            key = ""
        elif depth == 1:
            last = _unquoted(part)
            if key and not keys[key]:
                keys[key] = last
    return keys


def _unquoted(token: str) -> str:
    quote = token[:1]
    if quote and quote in "\"'":
        return token[1:-1] if len(token) > 1 and token.endswith(quote) else token[1:]
    return token
