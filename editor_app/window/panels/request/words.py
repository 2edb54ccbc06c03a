"""The words of the request panel: numbers of tokens, names of parts, verdicts, differences."""

from __future__ import annotations

from editor_app.requests.comparing import BodyDifference
from editor_app.requests.parts import shown_place
from editor_app.requests.structure import InsertedText, PartGroup, PartRow
from editor_app.text import Sentence
from editor_app.text.tokens import TokenCount
from editor_app.window.kit.words.plain_text import cached_words, one_line, tokens_in_words
from editor_app.window.panels.request.request_view import RequestView


def about(tokens: TokenCount) -> str:
    """Return a number of tokens, marked where it is an estimate."""
    return tokens_in_words(tokens.count, is_estimate=tokens.is_estimate)


def token_words(tokens: TokenCount) -> Sentence:
    """Return "≈ 1,909 tokens"."""
    return Sentence("window-request.tokens", count=tokens.count, about=about(tokens))


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
        steps.append(Sentence("window-request.more-steps", count=more))
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
    is_said = not cached and any(finding.code == "cache-too-short" for finding in view.findings)
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
