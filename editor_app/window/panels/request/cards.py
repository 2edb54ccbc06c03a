"""The cards that say why something is in a request."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from editor_app.requests.explaining.body_reasons import BodyReason
from editor_app.requests.parts import RequestPart, shown_place
from editor_app.requests.structure import PartRow, PrefixEnd
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.words.plain_text import number_in_words, one_line
from editor_app.window.panels.request.request_view import BlockedPart, RequestView
from editor_app.window.panels.request.words import about, part_name, total_words

GO: Final = "go"
"""The key of a card's link that goes to the file of the part."""

Explain: TypeAlias = Callable[[RequestPart, int], Card | None]
"""What knows more of a character of a part's text than the request, such as the tag that made it."""


def no_more(_part: RequestPart, _within: int) -> Card | None:
    """Return no card: nobody knows more."""
    return None


def part_card(row: PartRow, view: RequestView) -> Card:
    """Return the card of a part: where it comes from, where it stands, and whether it is cached."""
    part = row.part
    is_system = view.is_system_text(row)
    facts = [("Stands at", shown_place(part.place))]
    if part.role != row.role:
        facts.append(("Role", f"{row.role}, the provider’s word for {part.role}"))
    cached = "sent anew with the next turn"
    if row.is_cached:
        cached = "read from the cache at the next turn" + (", a mark at its end" if row.is_marked else "")
    facts += [("Tokens", f"{about(row.tokens)} of {total_words(view)}"), ("Cache", cached)]
    hint = "" if is_system or part.origin is None else "sent as it is, without empty lines at its ends"
    return _card_of(part, part_name(row, view), hint, facts, is_system=is_system)


def blocked_card(row: BlockedPart) -> Card:
    """Return the card of a part of a request that there is not."""
    name = one_line(row.origin.name) if row.origin is not None else row.role
    links = ((GO, f"Go to {name}"),) if row.origin is not None else ()
    if row.reason:
        return Card("circle-alert", "err", name, "cannot be sent", "", (), links, row.reason)
    sentence = "It could be sent, but nothing is until the other parts can be."
    return Card("messages-square", "soft", name, "", "", (), links, sentence)


def prefix_end_card(row: PrefixEnd) -> Card:
    """Return the card of the place where the prefix ends that stays the same."""
    if not row.tag:
        sentence = "The provider caches up to the last mark. What stands behind it is read anew each turn."
        return Card("snowflake", "soft", "", row.words, sentence=sentence)
    sentence = (
        "What stands above is the same each time, and is read from the cache. From here on it may not be."
    )
    return Card("triangle-alert", "warn", one_line(row.tag), row.words.partition(":")[0], sentence=sentence)


def reason_card(reason: BodyReason, view: RequestView) -> Card:
    """Return the card of a character of the body's text."""
    place = (("Stands at", shown_place(reason.place)),)
    part = reason.part
    if part is None or reason.within is None:
        name = next((step for step in reversed(reason.place) if isinstance(step, str)), "")
        return Card("braces", "soft", one_line(name), "", "", place, sentence=reason.sentence)
    same = (part.place, part.within)
    rows = (row for row in view.structure.parts if (row.part.place, row.part.within) == same)
    row = next(rows, None)
    part = row.part if row is not None else part
    is_system = row is not None and view.is_system_text(row)
    whose = "text" if is_system else "content"
    facts = [("Character", f"{number_in_words(reason.within + 1)} of its {whose}"), *place]
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
        facts = (("Made from" if is_system else "File", name), *facts)
        links = ((GO, f"Go to {name}"),)
    return Card(icon, "soft", title, hint, "", tuple(facts), links)
