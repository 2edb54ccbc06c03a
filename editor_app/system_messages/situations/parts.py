"""The parts of a situation as texts of one line, and read from such texts."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from editor_app.structured.spelling import spell
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, OPEN, Situation
from editor_app.system_messages.situations.situations_file import read_situations
from editor_app.system_messages.situations.writing import parts_written

PARTS: Final = ("mode", "tools", "file", "holds", "fails")
NONE: Final = "none"
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
    read, problems = read_situations(f"situations:\n- {{name: x, {key}: {written}}}\n")
    if problems:
        return situation, problems[0].message
    return replace(situation, **{key: getattr(read[0].situation, key)}), ""
