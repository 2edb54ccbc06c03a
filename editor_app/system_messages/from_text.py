"""A new system message: with one block, or with the parts of a Markdown text as blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple

from editor_app.system_messages.builders import ContentBuilder, InstructionBlockBuilder, SystemMessageBuilder
from editor_app.system_messages.model.entities import BlockType, SystemMessage
from editor_app.template.dialect import Dialect
from editor_app.template.template import parse
from editor_app.text import Edit, apply_edits

_STEP: Final = 10  # between the priorities of two blocks, the first of which is the highest
_MOST_BLOCKS: Final = 500
_MOST_ID: Final = 60
_heading = re.compile(r" {0,3}#{1,6}[ \t]+(.*?)[ \t#]*").fullmatch
_fence = re.compile(r" {0,3}(```+|~~~+)").match
_line_end = re.compile(r"\r\n|\r|\n")
_tags = re.compile(r"\{\{\s*([#/])").findall
_not_in_ids = re.compile(r"[^a-z0-9]+")
_TYPES: Final = {
    BlockType.IDENTITY: ("identity", "role", "persona", "you are", "who"),
    BlockType.SAFETY: ("safety", "security", "secret", "never", "danger"),
    BlockType.TOOLING: ("tool", "command", "terminal", "shell"),
    BlockType.EDITING: ("edit", "code", "coding", "test", "commit", "git"),
    BlockType.FORMATTING: ("format", "output", "style", "tone", "answer", "markdown"),
    BlockType.PROJECT: ("project", "repository", "architecture", "structure", "environment", "context"),
    BlockType.SKILLS: ("skill",),
    BlockType.AGENTS: ("agent",),
    BlockType.MODE: ("mode",),
}


class _Part(NamedTuple):
    """A part of a text: its heading, "" before the first one, and its text, the heading included."""

    heading: str
    text: str


def new_system_message(name: str, first: str, now: datetime) -> SystemMessage:
    """Return a system message with one block, whose content is `first`."""
    return _message(name, [_Part("Identity", first)], now)


def message_from_text(name: str, source: str, now: datetime) -> SystemMessage | None:
    """Return a system message of which each part of a Markdown text under a heading is a block.

    The content is literal where it has tags in brackets. The comments of a prompt, which no model gets, are
    left out. None for a text without words.
    """
    parts = list(_parts(_without_comments(source)))
    if len(parts) > _MOST_BLOCKS:
        rest = "\n".join(part.text for part in parts[_MOST_BLOCKS - 1 :])
        parts[_MOST_BLOCKS - 1 :] = [parts[_MOST_BLOCKS - 1]._replace(text=rest)]
    return _message(name, parts, now) if parts else None


def _without_comments(source: str) -> str:
    if "{{!" not in source:
        return source
    template = parse(source, Dialect.BRACES)
    tags = zip(template.places(), template.letters, strict=True)
    comments = [at for at, letter in tags if letter == "c"]
    return apply_edits(source, [Edit(template.line(at) or template.span(at), "") for at in comments])


def _parts(source: str) -> Iterator[_Part]:
    """Yield the parts of a text that have words; a heading in fenced code or in a condition is none."""
    heading, lines, fence, depth = "", list[str](), "", 0
    step = 1 if not sum(map(_step_of, _tags(source))) else 0  # a condition without an end has no inside
    for line in _line_end.split(source):
        opening = _fence(line)
        if opening is not None and not fence:
            fence = opening[1]
        elif opening is not None and opening[1].startswith(fence) and not line[opening.end() :].strip():
            fence = ""
        found = None if fence or depth > 0 else _heading(line)
        depth += step * sum(map(_step_of, _tags(line)))
        if found is not None:
            if any(map(str.strip, lines)):
                yield _Part(heading, "\n".join(lines).strip())
            heading, lines = found[1], []
        lines.append(line)
    if any(map(str.strip, lines)):
        yield _Part(heading, "\n".join(lines).strip())


def _step_of(tag: str) -> int:
    return 1 if tag == "#" else -1


def _message(name: str, parts: list[_Part], now: datetime) -> SystemMessage:
    moment = now.astimezone(UTC).replace(microsecond=0)
    builder = SystemMessageBuilder.create(name, "1.0.0").with_role("system")
    builder.with_created_at(moment).with_updated_at(moment)
    ids = set[str]()
    for number, part in enumerate(parts):
        content = ContentBuilder.plain(part.text)
        if "[" in part.text and parse(part.text, Dialect.BRACKETS).pieces != (part.text,):
            content = ContentBuilder.markdown(part.text).with_literal()
        block = InstructionBlockBuilder.create(_id_of(part, ids), _type_of(part))
        priority = _STEP * (len(parts) - number)
        builder.add_block(block.with_priority(priority).with_content(content.build()).build())
    return builder.build()


def _id_of(part: _Part, ids: set[str]) -> str:
    """Return an id that no block before has, and add it to these."""
    stem = _not_in_ids.sub("-", part.heading.lower()).strip("-")[:_MOST_ID] or "introduction"
    candidates = (stem, *(f"{stem}-{number}" for number in range(2, _MOST_BLOCKS + 2)))
    free = next(candidate for candidate in candidates if candidate not in ids)
    ids.add(free)
    return free


def _has_word(heading: str, words: tuple[str, ...]) -> bool:
    return re.search(rf"\b(?:{'|'.join(words)})(?:s|t?ing)?\b", heading) is not None


def _type_of(part: _Part) -> str:
    heading = part.heading.lower()
    named = (type_ for type_, words in _TYPES.items() if _has_word(heading, words))
    return str(next(named, BlockType.BEHAVIOR if heading else BlockType.IDENTITY))
