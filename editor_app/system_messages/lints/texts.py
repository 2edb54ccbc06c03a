"""Lints of contents: texts that are the same, nearly the same, or contradict each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from editor_app.system_messages.lints.rules import Finding, Lint
from editor_app.system_messages.model.entities import Block, BlockBody
from editor_app.system_messages.resolution.constraints import can_overlap, coverages

SIMILAR = 0.8
_CanOverlap: TypeAlias = Callable[[int, int], bool]  # whether two blocks can be active together

_ENDS = 5  # texts are compared if so many words at one end, or their longest lines, are the same
_MOST_COMPARED = 8
_MARKS = "*_`\"'.,;:!?()[]“”‘’#->"
_ALWAYS = re.compile(r"always[ \t]+([^.;:!?\n,()]{4,160})")
_NEVER = re.compile(r"never[ \t]+([^.;:!?\n,()]{4,160})")
_ARTICLES = frozenset({"a", "an", "the", "any"})
_WEAKENING = ("not ", "n’t ", "n't ", "almost ", "nearly ", "hardly ", "cannot ")
_WORD = re.compile(r"[\w'’-]+")


class AbsoluteRule(NamedTuple):
    """A rule “always …” or “never …” in a content: what it is about, and its span."""

    of_what: str
    start: int
    end: int
    is_always: bool


class TextLook:
    """The features of a content's text that are compared with other contents."""

    def __init__(self, text: str) -> None:
        """Compute the features of a text."""
        lowered = text.lower()
        self.text = text.strip()
        self.lowered = lowered.strip()
        self.keys = _keys(self.lowered)
        has_claims = ("always" in lowered or "never" in lowered) and len(lowered) == len(text)
        self.claims = tuple(_claims(lowered)) if has_claims else ()

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """The pairs of words that follow each other, in lower case and without punctuation."""
        return frozenset(pairwise([bare for word in self.lowered.split() if (bare := word.strip(_MARKS))]))

    def similarity(self, other: TextLook) -> float:
        """Return the share of the word pairs of both texts that both have, from 0 to 1."""
        short, long = sorted((len(self.text), len(other.text)))
        if short < SIMILAR * long * 0.9:
            return 0.0
        both, all_pairs = len(self.pairs & other.pairs), len(self.pairs | other.pairs)
        return both / all_pairs if all_pairs else 0.0


class TextMemory:
    """The features and similarities of the contents of the last revision."""

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        self.looks: dict[BlockBody, TextLook] = {}
        self.similarities: dict[tuple[TextLook, TextLook], float] = {}

    def look_at(self, blocks: Sequence[Block]) -> list[TextLook | None]:
        """Return the features of each block's content, None for none; only new contents are looked at."""
        before = self.looks
        now: dict[BlockBody, TextLook] = {}
        looks: list[TextLook | None] = []
        for block in blocks:
            body = block.body
            look = before.get(body)
            if look is None and body.content is not None and body.content.text:
                look = TextLook(body.content.text)
            if look is not None:
                now[body] = look
            looks.append(look)
        self.looks = now
        return looks


def text_findings(blocks: tuple[Block, ...], memory: TextMemory) -> Iterator[Finding]:
    """Yield the findings for blocks that repeat or contradict another block that can be active with them."""
    looks = memory.look_at(blocks)
    all_coverages = cache(lambda: coverages(blocks))  # of few messages any are needed

    def do_overlap(index: int, other: int) -> bool:
        return can_overlap(all_coverages()[index], all_coverages()[other])

    repeated: set[int] = set()
    for finding in _duplicates(blocks, looks, do_overlap):
        repeated.add(finding.block)
        yield finding
    yield from _near_duplicates(blocks, looks, do_overlap, memory, repeated)
    claims: dict[str, list[tuple[int, AbsoluteRule]]] = {}
    for index, look in enumerate(looks):
        if look is not None:
            for claim in look.claims:
                claims.setdefault(claim.of_what, []).append((index, claim))
    for claimants in claims.values():
        if len(claimants) < 2:
            continue
        always = [(index, claim) for index, claim in claimants if claim.is_always]
        never = [(index, claim) for index, claim in claimants if not claim.is_always]
        for index, claim in never[:_MOST_COMPARED]:
            for other, _ in always[:_MOST_COMPARED]:
                if index != other and do_overlap(index, other):
                    places = (str(claim.start), str(claim.end))
                    yield Finding(Lint.ALWAYS_NEVER, index, (other,), (claim.of_what, *places))
                    break


def _duplicates(
    blocks: tuple[Block, ...], looks: Sequence[TextLook | None], do_overlap: _CanOverlap
) -> Iterator[Finding]:
    first: dict[str, int] = {}
    groups: dict[str, list[int]] = {}
    for index, look in enumerate(looks):
        if look is not None and look.text:
            known = first.setdefault(look.text, index)
            if known != index:
                groups.setdefault(look.text, [known]).append(index)
    for group in groups.values():
        for place, index in enumerate(group[1:], start=1):
            for other in group[: min(place, _MOST_COMPARED)]:
                if blocks[index].id != blocks[other].id and do_overlap(index, other):
                    yield Finding(Lint.DUPLICATE, index, (other,))
                    break


def _near_duplicates(
    blocks: tuple[Block, ...],
    looks: Sequence[TextLook | None],
    do_overlap: _CanOverlap,
    memory: TextMemory,
    repeated: set[int],
) -> Iterator[Finding]:
    before = memory.similarities
    now: dict[tuple[TextLook, TextLook], float] = {}
    for index, others in _candidates(looks, repeated):
        look = looks[index]
        assert look is not None
        for other in others:
            earlier = looks[other]
            assert earlier is not None
            similarity = before.get((look, earlier))
            if similarity is None:
                similarity = look.similarity(earlier)
            now[look, earlier] = similarity
            if similarity >= SIMILAR and blocks[index].id != blocks[other].id and do_overlap(index, other):
                yield Finding(Lint.NEAR_DUPLICATE, index, (other,), (f"{similarity * 100:.0f} %",))
                break
    memory.similarities = now


def _candidates(looks: Sequence[TextLook | None], repeated: set[int]) -> Iterator[tuple[int, Iterable[int]]]:
    """Yield each block with earlier ones that share its first words, last words or longest line."""
    first: dict[str, int] = {}
    more: dict[str, list[int]] = {}
    for index, look in enumerate(looks):
        if look is None or index in repeated:
            continue
        near: list[int] = []
        for key in look.keys:
            known = first.setdefault(key, index)
            if known != index:
                group = more.setdefault(key, [known])
                near += group[:_MOST_COMPARED]
                group.append(index)
        if near:
            yield index, dict.fromkeys(near)


def _keys(text: str) -> tuple[str, ...]:
    first = text.split(None, _ENDS)[:_ENDS]
    if len(first) < _ENDS:
        return ()
    last = text.rsplit(None, _ENDS)[-_ENDS:]
    keys = ["<" + " ".join([word.strip(_MARKS) for word in first])]
    keys.append(">" + " ".join([word.strip(_MARKS) for word in last]))
    if "\n" in text:
        keys.append("=" + max(text.split("\n"), key=len).strip())
    return tuple(keys)


def _claims(lowered: str) -> Iterator[AbsoluteRule]:
    for pattern, is_always in ((_ALWAYS, True), (_NEVER, False)):
        for match in pattern.finditer(lowered):
            start = match.start()
            before = lowered[max(start - 10, 0) : start]
            if before[-1:].isalnum() or before.endswith(_WEAKENING):
                continue
            words = [word for word in _WORD.findall(match[1]) if word not in _ARTICLES]
            if len(words) >= 2:
                yield AbsoluteRule(" ".join(words), start, match.end(), is_always=is_always)
