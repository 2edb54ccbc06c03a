"""The words of the request panel: numbers of tokens, names of parts, verdicts, differences, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from editor_app.requests.comparing import BodyDifference
from editor_app.requests.explaining.body_reasons import BodyReason
from editor_app.requests.parts import RequestPart, shown_place
from editor_app.requests.structure import InsertedText, PartGroup, PartRow, PrefixEnd
from editor_app.text import Sentence
from editor_app.text.tokens import TokenCount
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.words.plain_text import cached_words, counted_tokens, one_line, tokens_in_words
from editor_app.window.panels.request.request_view import BlockedPart, RequestView

_PLACE: Final = Sentence("window-request.place")
GO: Final = "go"
"""The key of a card's link that goes to the file of the part."""

Explain: TypeAlias = Callable[[RequestPart, int], Card | None]
"""What knows more of a character of a part's text than the request, such as the tag that made it."""


def about(tokens: TokenCount) -> str:
    """Return a number of tokens, marked where it is an estimate."""
    return tokens_in_words(tokens.count, is_estimate=tokens.is_estimate)


def token_words(tokens: TokenCount) -> Sentence:
    """Return "≈ 1,909 tokens"."""
    return counted_tokens(tokens.count, is_estimate=tokens.is_estimate)


def total_words(view: RequestView | None) -> str:
    """Return how many tokens a request has, "" without one."""
    return token_words(view.structure.tokens) if view is not None and view.has_request else ""


def part_name(row: PartRow, view: RequestView) -> str:
    """Return what a part is called: the system text, a message by its number, else its place."""
    if view.is_system_text(row):
        continued = Sentence("window-request.system-text-continued")
        return continued if row.continues else Sentence("window-request.system-text")
    origin = row.part.origin
    if origin is None:
        return shown_place(row.part.place)
    if not origin.stem.isdecimal():
        return origin.name
    return Sentence("window-request.message", number=str(int(origin.stem)))


def group_name(row: PartGroup) -> Sentence:
    """Return from which steps the parts of a group are."""
    several = "one" if row.first == row.last else "several"
    steps = "before" if row.last < 0 else several
    return Sentence("window-request.parts-of", steps=steps, first=str(row.first), last=str(row.last))


def counted_group(row: PartGroup) -> Sentence:
    """Return how many parts a group has, and from which steps."""
    return Sentence("window-request.counted-parts", count=row.parts, parts=group_name(row))


def inserted_by(inserted: InsertedText) -> Sentence:
    """Return which triggers added a text."""
    return Sentence("window-request.added-by", names=list(map(one_line, inserted.triggers)))


def inserted_words(row: PartGroup) -> str:
    """Return before which steps triggers added messages to a group's, "" where they added none."""
    steps: list[str] = list(map(str, row.inserted))
    if more := row.insertions - len(steps):
        steps.append(Sentence("text.and-more", count=more))
    if not row.insertions:
        return ""
    return Sentence("window-request.with-inserted", count=row.insertions, steps=steps)


def share_words(row: PartRow | PartGroup, view: RequestView) -> Sentence:
    """Return what a part, or a group of them, is called where it is alone, and how many tokens it has."""
    tokens = token_words(row.tokens)
    if isinstance(row, PartGroup):
        return Sentence("window-request.share", part=counted_group(row), tokens=tokens)
    return Sentence("window-request.part-share", part=part_name(row, view), role=row.role, tokens=tokens)


def in_front_words(view: RequestView) -> Sentence:
    """Return how many tokens the part in front has, else all parts."""
    rows, total = [row for row in view.structure.parts if view.is_in_front(row)], total_words(view)
    if not rows:
        return Sentence("window-request.all-parts", count=view.structure.text_count, tokens=total)
    tokens = TokenCount(sum(row.tokens.count for row in rows), any(row.tokens.is_estimate for row in rows))
    return Sentence(
        "window-request.in-front", part=part_name(rows[0], view), about=about(tokens), total=total
    )


def stable_words(view: RequestView) -> str:
    """Return how much of the tokens the next turn reads from the cache, "" where a finding says it."""
    total, cached = view.structure.tokens.count, view.structure.cached
    is_said = not cached and any(finding.is_of_short_prefix for finding in view.findings)
    return cached_words(cached, total) if total and not is_said else ""


def verdicts(view: RequestView) -> tuple[Sentence, Sentence]:
    """Return what the provider does with the request, in a sentence and in few words."""
    if not view.has_request:
        whole = Sentence("window-request.no-request-because", why=view.why_none)
        return whole, Sentence("window-request.no-request")
    maker, errors = view.provider.maker, view.counts.errors
    if errors:
        whole = Sentence("window-request.refuses", maker=maker, count=errors)
        return whole, Sentence("window-request.refused", count=errors)
    if view.lacks_model:
        return Sentence("window-request.takes-with-model", maker=maker), Sentence("window-request.no-model")
    return Sentence("window-request.accepts", maker=maker), Sentence("window-request.accepted")


def difference_words(difference: BodyDifference | None, name: str) -> Sentence:
    """Return where a request first differs from another for the cache."""
    if difference is None:
        return Sentence("window-request.same-for-cache", name=name)
    place, tokens = shown_place(difference.place), difference.tokens_before
    if difference.old is None:
        where = Sentence("window-request.goes-on", name=name, place=place)
    elif difference.new is None:
        where = Sentence("window-request.ends-before", name=name, place=place)
    else:
        at = difference.offset + 1
        where = Sentence("window-request.first-difference", name=name, place=place, character=at)
    sentences = [where]
    if difference.changed_value:
        sentences.append(Sentence("window-request.value-of", tag=difference.changed_value))
    if difference.not_cached:
        sentences.append(Sentence("window-request.nothing-read", why=difference.not_cached))
    else:
        sentences.append(Sentence("window-request.stay-cached", count=tokens))
    return Sentence("window-request.difference", sentences=sentences)


def part_card(row: PartRow, view: RequestView) -> Card:
    """Return the card of a part: where it comes from, where it stands, and whether it is cached."""
    part = row.part
    is_system = view.is_system_text(row)
    facts: list[tuple[str, str]] = [(_PLACE, shown_place(part.place))]
    if part.role != row.role:
        role = Sentence("window-request.role-of-provider", role=row.role, own=part.role)
        facts.append((Sentence("window-request.role"), role))
    kept, mark = "yes" if row.is_cached else "no", "yes" if row.is_marked else "no"
    cached = Sentence("window-request.cached", cached=kept, mark=mark)
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
