"""The syntax of a catalogue's file: entries, and the parts their texts consist of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias


class SentenceError(ValueError):
    """An entry of a catalogue is missing, cannot be read, or names what its sentence does not have."""


class Argument(NamedTuple):
    """A parameter within a text; `joined` says how several are joined, `each` how one of them is written."""

    name: str
    joined: str
    each: str


class Reference(NamedTuple):
    """Another entry within a text."""

    id: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Texts to choose from by a parameter: its word, its number or its number's plural form."""

    parameter: str
    texts: dict[str, list[Part]] = field(default_factory=dict)


Part: TypeAlias = str | Argument | Reference | Choice
OTHERWISE = "*"  # the key under which a choice has its default besides

_entries = re.compile(r"^([a-z][a-z0-9-]*) *= *(.*(?:\n[ \t]+.*)*)", re.MULTILINE).finditer
_token = re.compile(
    r"""\{\ *(?:(?P<joined>[A-Z]+)\()?\$(?P<argument>\w+)(?:,\ each:\ "(?P<each>[^"{}]*)")?\)?\ *\}
    |\{\ *(?P<reference>[a-z][a-z0-9-]*)\ *\}
    |\{\ *"(?P<literal>[^"]*)"\ *\}
    |\{\ *\$(?P<choice>\w+)\ *->
    |\s*\n\s*(?P<default>\*?)\[(?P<key>[\w-]+)\]\ *
    |\s*(?P<end>\})
    |(?P<text>[^{}\n]+)""",
    re.VERBOSE,
).match


def read_entries(source: str) -> dict[str, str]:
    """Return the entries of a catalogue's file by their ids, as they are written."""
    return {entry[1]: entry[2].rstrip() for entry in _entries(source)}


def read_parts(source: str) -> list[Part]:
    """Return what the text of an entry consists of; raise SentenceError where it cannot be read."""
    if not set(source) & set("{}\n"):
        return [source]  # most are plain, and many are said while modules are imported
    whole: list[Part] = []
    parts, at = whole, 0
    opened: list[tuple[Choice, list[Part]]] = []
    while at < len(source):
        token = _token(source, at)
        if token is None or (token.lastgroup in ("key", "end") and not opened):
            raise SentenceError(f"not readable from ‘{source[at : at + 20]}’ on")
        at = token.end()
        match token.lastgroup:
            case "choice":
                choice = Choice(token["choice"])
                parts.append(choice)
                opened.append((choice, parts))
            case "key":
                choice = opened[-1][0]
                parts = choice.texts[token["key"]] = []
                if token["default"]:
                    choice.texts[OTHERWISE] = parts
            case "end":
                choice, parts = opened.pop()
                if OTHERWISE not in choice.texts:
                    raise SentenceError(f"the choice by ‘{choice.parameter}’ needs a default")
            case "reference":
                parts.append(Reference(token["reference"]))
            case "literal" | "text" as kind:
                parts.append(token[kind])
            case _:
                parts.append(Argument(token["argument"], token["joined"] or "", token["each"] or "*"))
    if opened:
        raise SentenceError("a choice is not closed")
    return whole
