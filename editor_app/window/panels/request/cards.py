"""The cards that say why something is in a request."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from editor_app.requests.explaining.body_reasons import BodyReason
from editor_app.requests.parts import RequestPart, shown_place
from editor_app.requests.structure import PartRow, PrefixEnd
from editor_app.text import Sentence
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.request.request_view import BlockedPart, RequestView
from editor_app.window.panels.request.words import about, part_name, total_words

_PLACE: Final = Sentence("window-request.place")
GO: Final = "go"
"""The key of a card's link that goes to the file of the part."""

Explain: TypeAlias = Callable[[RequestPart, int], Card | None]
"""What knows more of a character of a part's text than the request, such as the tag that made it."""


def part_card(row: PartRow, view: RequestView) -> Card:
    """Return the card of a part: where it comes from, where it stands, and whether it is cached."""
    part = row.part
    is_system = view.is_system_text(row)
    facts: list[tuple[str, str]] = [(_PLACE, shown_place(part.place))]
    if part.role != row.role:
        role = Sentence("window-request.role-of-provider", role=row.role, own=part.role)
        facts.append((Sentence("window-request.role"), role))
    kept = "marked" if row.is_marked else "yes"
    cached = Sentence("window-request.cached", cached=kept if row.is_cached else "no")
    share = Sentence("window-request.tokens-of", about=about(row.tokens), total=total_words(view))
    facts += [(Sentence("window-request.tokens-label"), share), (Sentence("window-request.cache"), cached)]
    hint = "" if is_system or part.origin is None else Sentence("window-request.sent-as-it-is")
    return _card_of(part, part_name(row, view), hint, facts, is_system=is_system)


def blocked_card(row: BlockedPart) -> Card:
    """Return the card of a part of a request that there is not."""
    name = one_line(row.origin.name) if row.origin is not None else row.role
    links = ((GO, Sentence("window-request.go-to", name=name)),) if row.origin is not None else ()
    if row.reason:
        hint = Sentence("window-request.cannot-be-sent")
        return Card("circle-alert", "err", name, hint, "", (), links, row.reason)
    sentence = Sentence("window-request.sent-with-others")
    return Card("messages-square", "soft", name, "", "", (), links, sentence)


def prefix_end_card(row: PrefixEnd) -> Card:
    """Return the card of the place where the prefix ends that stays the same."""
    if not row.tag:
        sentence = Sentence("window-request.cached-to-mark")
        return Card("snowflake", "soft", "", row.words, sentence=sentence)
    hint, sentence = Sentence("window-request.can-change-here"), Sentence("window-request.same-above")
    return Card("triangle-alert", "warn", one_line(row.tag), hint, sentence=sentence)


def reason_card(reason: BodyReason, view: RequestView) -> Card:
    """Return the card of a character of the body's text."""
    place = ((_PLACE, shown_place(reason.place)),)
    part = reason.part
    if part is None or reason.within is None:
        name = next((step for step in reversed(reason.place) if isinstance(step, str)), "")
        return Card("braces", "soft", one_line(name), "", "", place, sentence=reason.sentence)
    same = (part.place, part.within)
    rows = (row for row in view.structure.parts if (row.part.place, row.part.within) == same)
    row = next(rows, None)
    part = row.part if row is not None else part
    is_system = row is not None and view.is_system_text(row)
    character = Sentence("window-request.character-of-content", number=reason.within + 1)
    if is_system:
        character = Sentence("window-request.character-of-text", number=reason.within + 1)
    facts = [(Sentence("window-request.character"), character), *place]
    title = part_name(row, view) if row is not None else shown_place(part.place)
    return _card_of(part, title, "", facts, is_system=is_system)


def _card_of(
    part: RequestPart, title: str, hint: str, facts: Iterable[tuple[str, str]], *, is_system: bool
) -> Card:
    """Return a card that says which file a part is from, if any, and leads there."""
    icon = "layers" if is_system else "messages-square"
    links: tuple[tuple[str, str], ...] = ()
    if part.origin is not None:
        name = one_line(part.origin.name)
        label = Sentence("window-request.made-from") if is_system else Sentence("window-request.file")
        facts = ((label, name), *facts)
        links = ((GO, Sentence("window-request.go-to", name=name)),)
    return Card(icon, "soft", title, hint, "", tuple(facts), links)
