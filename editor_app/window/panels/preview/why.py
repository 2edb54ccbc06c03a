"""The cards that explain why something is in the text or not."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from editor_app.analysis.explanation import Explanation
from editor_app.analysis.model_text import Blank, ModelText
from editor_app.prompts.metadata import metadata_words
from editor_app.template.dialect import TagKind
from editor_app.template.source_map import Why
from editor_app.text import Fix, Sentence, Span
from editor_app.window.documents.trust.fixes import fix_for, note_on
from editor_app.window.kit.card.card import Card
from editor_app.window.panels.preview.text.marks import LeftOutRow

GO: Final = "go"
EDIT: Final = "edit"
FIX: Final = "fix"
_WRITTEN_AT: Final = Sentence("window-preview.written-at")
_INSERTED_AT: Final = Sentence("window-preview.inserted-at")
_CONDITION: Final = Sentence("window-preview.condition")
_EDIT_VALUE: Final = Sentence("window-preview.edit-value")
_MOST_LINES: Final = 6
_MOST_METADATA: Final = 8
_MOST_CHARACTERS: Final = 320


class Answer(NamedTuple):
    """The card about a place of the source, sent or not; its links go to `span` and to `name`'s value."""

    card: Card
    span: Span = Span(0, 0)
    name: str = ""
    is_sent: bool = False


def explained(explanation: Explanation, file_name: str) -> Card:
    """Return the card about a character of the text."""
    line, column = explanation.place
    place = _place(file_name, line, column)
    go = (GO, _go_to(line))
    because = _because(explanation)
    name = explanation.name or ""
    if explanation.why is Why.UNKNOWN:
        facts = ((_WRITTEN_AT, place), *because)
        hint = Sentence("window-preview.tag-as-written")
        return Card("triangle-alert", "warn", name, hint, "", facts, (go,), explanation.sentence)
    if explanation.why in {Why.VALUE, Why.DEFAULT}:
        value_from = (Sentence("window-preview.value-from"), explanation.value_from)
        where = (value_from, (_INSERTED_AT, place), *because)
        body = beginning_of(explanation.value or "")
        hint = Sentence("window-preview.value-inserted")
        return Card("variable", "acc", name, hint, body, where, (go, (EDIT, _EDIT_VALUE)))
    if explanation.why is Why.ADDED:
        hint = Sentence("window-preview.between-blocks")
        return Card("layers", "soft", "", hint, "", because, (go,), explanation.sentence)
    hint = Sentence("window-preview.text-of-file")
    if explanation.why is Why.LITERAL:
        hint = Sentence("window-preview.literal")
    return Card("file-text", "soft", "", hint, "", ((_WRITTEN_AT, place), *because), (go,))


def _place(file_name: str, line: int, column: int) -> Sentence:
    return Sentence("window-preview.place", file=file_name, line=str(line), column=str(column))


def _go_to(line: int) -> Sentence:
    return Sentence("window-preview.go-to-line", line=str(line))


def _because(explanation: Explanation) -> tuple[tuple[str, str], ...]:
    """Return the block and the conditions that put a character into the text, as label and value."""
    conditions = "\n".join(explanation.conditions)
    if not explanation.block:
        return ((_CONDITION, conditions or Sentence("window-preview.no-condition")),)
    why = explanation.block_why or Sentence("window-preview.always-in")
    block = (Sentence("window-preview.block"), f"{explanation.block}\n{why}")
    return (block, (_CONDITION, conditions)) if conditions else (block,)


def blank_explained(blank: Blank, result: ModelText, file_name: str) -> Card:
    """Return the card about a blank value."""
    line, column = result.analysis.lines.position(blank.span.start)
    tag = (Sentence("window-preview.tag"), blank.tag)
    facts = (tag, (_INSERTED_AT, _place(file_name, line, column)))
    links = _links(line, blank.fix or fix_for(note_on(result, blank.name)))
    hint = Sentence("window-preview.inserts-nothing")
    return Card("circle-slash-2", "soft", blank.name, hint, "", facts, links, blank.sentence)


def _links(line: int, fix: Fix | None) -> tuple[tuple[str, str], ...]:
    links = (GO, _go_to(line)), (EDIT, _EDIT_VALUE)
    return links if fix is None else (*links, (FIX, fix.title))


def left_out_explained(row: LeftOutRow, result: ModelText, file_name: str) -> Card:
    """Return the card about what conditions left out in one place."""
    part = row.parts[0]
    lines = result.analysis.lines
    line, column = lines.position(part.condition.start)
    text = part.source.of(result.analysis.source)
    last = lines.position(part.source.end - (1 if text.endswith("\n") else 0)).line
    first = lines.position(part.source.start + (1 if text.startswith("\n") else 0)).line
    left_out = Sentence(
        "window-preview.lines-left-out",
        first="same" if first >= last else str(first),
        last=str(max(first, last)),
        characters=Sentence("text.characters", count=part.source.length),
    )
    also = Sentence("window-preview.also-here")
    facts = (
        (Sentence("window-preview.reason"), part.reason),
        (_CONDITION, _place(file_name, line, column)),
        (Sentence("window-preview.left-out-label"), left_out),
        *((also, other.reason) for other in row.parts[1:4]),
    )
    links = _links(line, fix_for(note_on(result, condition_name(row, result))))
    condition, hint = part.condition.of(result.analysis.source), Sentence("window-preview.left-out-here")
    return Card("split", "cond", condition, hint, beginning_of(text.strip("\n")), facts, links)


def not_sent(source_offset: int, result: ModelText, file_name: str) -> Answer | None:
    """Return the card about an offset of the source that is not sent, None if it is sent."""
    analysis = result.analysis
    if source_offset < analysis.sent_from:
        line, column = analysis.lines.position(source_offset)
        place = ((_WRITTEN_AT, _place(file_name, line, column)),)
        metadata = metadata_words(analysis.metadata)[:_MOST_METADATA]
        sentence = Sentence("window-preview.not-sent", what=analysis.row.sending.unsent_head)
        return Answer(Card("file-text", "soft", "", sentence, "", place + metadata))
    unread = next((blank for blank in result.blank if blank.span.contains(source_offset)), None)
    if unread is not None and note_on(result, unread.name) is not None:
        return Answer(blank_explained(unread, result, file_name), unread.span, unread.name)
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
    hint = Sentence("window-preview.left-out", reasons=[part.reason])
    return Answer(replace(card, hint=hint), part.condition, condition_name(row, result))


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
