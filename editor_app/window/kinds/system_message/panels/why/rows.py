"""The rows of the Why panel as values: sentences in parts, some of them strong or links to other blocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from editor_app.analysis.assembled_text import LeftOutBlock
from editor_app.system_messages.assembly.source_map import Role
from editor_app.system_messages.model.entities import Block
from editor_app.system_messages.resolution.outcome import Outcome
from editor_app.system_messages.resolution.why import WhySentence, why_sentences
from editor_app.text import Span


class WhyPart(NamedTuple):
    """A part of a sentence; `block` is the index of the block it links to, None without a link."""

    text: str
    strong: bool = False
    block: int | None = None


@dataclass(frozen=True, slots=True)
class WhyRow:
    """A sentence with its icon and the icon's colour role; `kind` names the icon for screen readers."""

    icon: str
    role: str
    kind: str
    parts: tuple[WhyPart, ...]

    @property
    def text(self) -> str:
        """The whole sentence as plain text."""
        return "".join(part.text for part in self.parts)


_LOOKS: Mapping[str, tuple[str, str, str]] = {
    "in": ("circle-check", "ok", "Sent"),
    "open": ("circle-dashed", "soft", "Left open"),
    "out": ("circle-slash-2", "soft", "Not sent"),
    "wins": ("circle-check", "ok", "Wins"),
    "yields": ("arrow-down", "soft", "Yields"),
    "apart": ("split", "soft", "No contest"),
    "tied": ("info", "key", "Tied"),
}
_OTHERWISE = ("info", "key", "")


def why_rows(
    blocks: Sequence[Block], outcome: Outcome, index: int, left_out: Iterable[LeftOutBlock] = ()
) -> tuple[WhyRow, ...]:
    """Return the sentences about the block at `index` among all `blocks`.

    `left_out` are the blocks that are sent and yet not part of the assembled text, with the reasons.
    """
    blocks = tuple(blocks)
    rows = [_row(sentence, blocks) for sentence in why_sentences(blocks, outcome, index)]
    here = next((one for one in left_out if one.index == index and one.role is not Role.OUT), None)
    if here is None:
        return tuple(rows)
    said = WhyPart("Left out:", strong=True), WhyPart(f" {here.reason}.")
    sent = _LOOKS["in"][2]
    rows = [replace(row, kind="") if row.kind == sent else row for row in rows]
    return (*rows, WhyRow(*_LOOKS["out"], said))


def _row(sentence: WhySentence, blocks: Sequence[Block]) -> WhyRow:
    names = {blocks[index].name: index for index in sentence.blocks}
    lead = f"{sentence.lead} " if sentence.text else sentence.lead
    parts = _cut(lead, (Span(0, len(lead)),), names) + _cut(sentence.text, sentence.strong, names)
    return WhyRow(*_LOOKS.get(sentence.kind, _OTHERWISE), tuple(parts))


def _cut(text: str, strong: Iterable[Span], names: Mapping[str, int]) -> list[WhyPart]:
    """Split `text` into parts: strong spans and links on block names."""
    strong = tuple(strong)
    links = _named(text, names)
    borders = {0, len(text)}
    for start, end in (*strong, *links):
        borders |= {start, end}
    found = []
    places = sorted(place for place in borders if 0 <= place <= len(text))
    for start, end in pairwise(places):
        is_strong = any(span.start <= start and end <= span.end for span in strong)
        block = next((to for span, to in links.items() if span.start <= start and end <= span.end), None)
        found.append(WhyPart(text[start:end], is_strong, block))
    return found


def _named(text: str, names: Mapping[str, int]) -> dict[Span, int]:
    """Return where names occur as whole words, the longest first, with the block index of each."""
    found: dict[Span, int] = {}
    for name in sorted(names, key=len, reverse=True):
        at = text.find(name)
        while at >= 0:
            span = Span(at, at + len(name))
            around = text[at - 1 : at] + text[span.end : span.end + 2].rstrip(".,;: ")
            is_free = all(span.end <= other.start or other.end <= at for other in found)
            if is_free and not any(char.isalnum() or char in "-_" for char in around):
                found[span] = names[name]
            at = text.find(name, span.end)
    return found
