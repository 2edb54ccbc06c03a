"""The parts of a situation as texts of one line, and read from such texts."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from editor_app.structured.editing.records import find_record
from editor_app.structured.nodes import MappingNode
from editor_app.structured.reading import read_yaml
from editor_app.structured.spelling import spell
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, OPEN, Situation
from editor_app.system_messages.situations.situations_file import RECORDS, read_situations
from editor_app.system_messages.situations.writing import parts_written
from editor_app.text import Sentence

PARTS: Final = ("mode", "tools", "file", "holds", "fails")
NONE: Final = Sentence("system_messages.none")
_LISTS: Final = frozenset(("tools", "holds", "fails"))


def part_text(situation: Situation, key: str) -> str | None:
    """Return a part as one line, lists without their brackets; None where it may be any."""
    value = getattr(situation, key)
    if value is OPEN or (key in {"holds", "fails"} and not value):
        return None
    if not value:
        return NONE
    return dict(parts_written(situation, None))[key][1:-1] if key in _LISTS else str(value)


def with_part(situation: Situation, key: str, text: str | None) -> tuple[Situation, str]:
    """Return a situation with a part as a line says, None for any; a sentence where that can't be read."""
    if text is None or not text.strip():
        return replace(situation, **{key: getattr(EMPTY_SITUATION, key)}), ""
    is_none = text.strip() == NONE
    if key in _LISTS:
        written = "[]" if is_none else f"[{text}]"
    else:
        written = "null" if is_none else spell(text, flow=True)
    source = f"situations:\n- {{name: x, {key}: {written}}}\n"
    read, problems = read_situations(source)
    if problems:
        return situation, problems[0].message
    place = find_record(read_yaml(source)[0], RECORDS, "x")
    item = place[0].items[place[1]] if place is not None else None
    node = item.get(key) if isinstance(item, MappingNode) else None
    if node is None or node.span.of(source) != written:
        return situation, Sentence("system_messages.quote-signs")
    return replace(situation, **{key: getattr(read[0].situation, key)}), ""
