"""The cards that explain why something is in the text or not."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from editor_app.analysis.explanation import Explanation
from editor_app.analysis.model_text import Blank, ModelText
from editor_app.prompts.metadata import metadata_words
from editor_app.template.dialect import TagKind
from editor_app.template.source_map import Why
from editor_app.text import Fix, Span
from editor_app.window.documents.trust.fixes import fix_for, note_on
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.words.plain_text import counted
from editor_app.window.panels.preview.text.marks import LeftOutRow

GO: Final = "go"
EDIT: Final = "edit"
FIX: Final = "fix"
_MOST_LINES: Final = 6
_MOST_METADATA: Final = 8
_MOST_CHARACTERS: Final = 320


class NotSent(NamedTuple):
    """The card about a place of the source that is not sent; its links go to `span` and to `name`'s value."""

    card: Card
    span: Span = Span(0, 0)
    name: str = ""


def explained(explanation: Explanation, file_name: str) -> Card:
    """Return the card about a character of the text."""
    line, column = explanation.place
    place = f"{file_name}, line {line}, column {column}"
    go = (GO, f"Go to line {line}")
    because = _because(explanation)
    name = explanation.name or ""
    if explanation.why is Why.UNKNOWN:
        facts = (("Written at", place), *because)
        hint = "tag left as written"
        return Card("triangle-alert", "warn", name, hint, "", facts, (go,), explanation.sentence)
    if explanation.why in {Why.VALUE, Why.DEFAULT}:
        where = (("Value from", explanation.value_from), ("Inserted at", place), *because)
        body = beginning_of(explanation.value or "")
        links = (go, (EDIT, "Edit value"))
        return Card("variable", "acc", name, "value inserted here", body, where, links)
    if explanation.why is Why.ADDED:
        return Card("layers", "soft", "", "put between the blocks", "", because, (go,), explanation.sentence)
    hint = "written as a literal" if explanation.why is Why.LITERAL else "text of the file"
    return Card("file-text", "soft", "", hint, "", (("Written at", place), *because), (go,))


def _because(explanation: Explanation) -> tuple[tuple[str, str], ...]:
    """Return the block and the conditions that put a character into the text, as label and value."""
    conditions = "\n".join(explanation.conditions)
    if not explanation.block:
        return (("Condition", conditions or "none – always in"),)
    block = ("Block", f"{explanation.block}\n{explanation.block_why or 'always in'}")
    return (block, ("Condition", conditions)) if conditions else (block,)


def blank_explained(blank: Blank, result: ModelText, file_name: str) -> Card:
    """Return the card about a blank value."""
    line, column = result.analysis.lines.position(blank.span.start)
    facts = (("Tag", blank.tag), ("Inserted at", f"{file_name}, line {line}, column {column}"))
    links = _links(line, blank.fix or fix_for(note_on(result, blank.name)))
    return Card(
        "circle-slash-2", "soft", blank.name, "inserts nothing here", "", facts, links, blank.sentence
    )


def _links(line: int, fix: Fix | None) -> tuple[tuple[str, str], ...]:
    links = (GO, f"Go to line {line}"), (EDIT, "Edit value")
    return links if fix is None else (*links, (FIX, fix.title))


def left_out_explained(row: LeftOutRow, result: ModelText, file_name: str) -> Card:
    """Return the card about what conditions left out in one place."""
    part = row.parts[0]
    lines = result.analysis.lines
    line, column = lines.position(part.condition.start)
    text = part.source.of(result.analysis.source)
    last = lines.position(part.source.end - (1 if text.endswith("\n") else 0)).line
    first = lines.position(part.source.start + (1 if text.startswith("\n") else 0)).line
    where = f"line {first}" if first >= last else f"lines {first} to {last}"
    facts = [("Because", part.reason), ("Condition", f"{file_name}, line {line}, column {column}")]
    facts += [("Left out", f"{where}, {counted(part.source.length, 'character')}")]
    facts += [("Also here", other.reason) for other in row.parts[1:4]]
    links = _links(line, fix_for(note_on(result, condition_name(row, result))))
    condition = part.condition.of(result.analysis.source)
    return Card(
        "split", "cond", condition, "left out here", beginning_of(text.strip("\n")), tuple(facts), links
    )


def not_sent(source_offset: int, result: ModelText, file_name: str) -> NotSent | None:
    """Return the card about an offset of the source that is not sent, None if it is sent."""
    analysis = result.analysis
    if source_offset < analysis.sent_from:
        line, column = analysis.lines.position(source_offset)
        place = (("Written at", f"{file_name}, line {line}, column {column}"),)
        metadata = metadata_words(analysis.metadata)[:_MOST_METADATA]
        sentence = f"{analysis.row.sending.unsent_head} is not sent"
        return NotSent(Card("file-text", "soft", "", sentence, "", place + metadata))
    unread = next((blank for blank in result.blank if blank.span.contains(source_offset)), None)
    if unread is not None and note_on(result, unread.name) is not None:
        return NotSent(blank_explained(unread, result, file_name), unread.span, unread.name)
    template = analysis.template
    tag = template.tag_at(source_offset) if template is not None else None
    told = source_offset if tag is None else tag.span.start
    part = next(
        (
            part
            for part in result.left_out
            if part.source.contains(source_offset)
            or told == part.tag.start
            or (tag is not None and tag.kind is TagKind.END and told == part.source.end)
        ),
        None,
    )
    if part is None:
        return None
    row = LeftOutRow(part.output, part.reason, (part,), below=False)
    card = left_out_explained(row, result, file_name)
    return NotSent(
        replace(card, hint=f"left out: {part.reason}"), part.condition, condition_name(row, result)
    )


def condition_name(row: LeftOutRow, result: ModelText) -> str:
    """Return the name of the variable that the first condition of `row` tests."""
    template = result.analysis.template
    tag = template.tag_at(row.parts[0].condition.start) if template is not None else None
    return tag.name if tag is not None else ""


def beginning_of(text: str) -> str:
    """Return the beginning of `text`, as much as fits on a card."""
    lines = text[:_MOST_CHARACTERS].split("\n")
    shown = "\n".join(lines[:_MOST_LINES])
    return shown if len(shown) == len(text) else f"{shown.rstrip()}…"
