"""Blocks that say the same, nearly the same, or the contrary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from editor_app.system_messages.lints.rules import Finding, Lint
from editor_app.system_messages.model.entities import Block, BlockBody
from editor_app.system_messages.resolution.overlap import Coverage, can_overlap, coverages

SIMILAR = 0.8

_ENDS = 5  # so many words at either end, or the longest line, bring two texts together for a comparison
_MOST_COMPARED = 8
_MARKS = "*_`\"'.,;:!?()[]“”‘’#->"
_ALWAYS = re.compile(r"always[ \t]+([^.;:!?\n,()]{4,160})")
_NEVER = re.compile(r"never[ \t]+([^.;:!?\n,()]{4,160})")
_ARTICLES = frozenset({"a", "an", "the", "any"})
_WEAKENING = ("not ", "n’t ", "n't ", "almost ", "nearly ", "hardly ", "cannot ")
_WORD = re.compile(r"[\w'’-]+")


class AbsoluteRule:
    """An “always …” or “never …”: of what, and where in the content that is said."""

    __slots__ = ("end", "is_always", "of_what", "start")

    def __init__(self, of_what: str, start: int, end: int, *, is_always: bool) -> None:
        """Take what is claimed and where."""
        self.of_what = of_what
        self.start = start
        self.end = end
        self.is_always = is_always


class TextLook:
    """What is compared of a content."""

    def __init__(self, text: str) -> None:
        """Look at a content once."""
        lowered = text.lower()
        self.text = text.strip()
        self.lowered = lowered.strip()
        self.keys = _keys(self.lowered)
        has_claims = ("always" in lowered or "never" in lowered) and len(lowered) == len(text)
        self.claims = tuple(_claims(lowered)) if has_claims else ()

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Its words, each with the next."""
        words = [bare for word in self.lowered.split() if (bare := word.strip(_MARKS))]
        return frozenset(pairwise(words))

    def similarity(self, other: TextLook) -> float:
        """Return how much of both texts is in both, from 0 to 1."""
        short, long = sorted((len(self.text), len(other.text)))
        if short < SIMILAR * long * 0.9:
            return 0.0
        both, all_pairs = len(self.pairs & other.pairs), len(self.pairs | other.pairs)
        return both / all_pairs if all_pairs else 0.0


class TextMemory:
    """What was found out about the contents of the last revision."""

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        self.looks: dict[BlockBody, TextLook] = {}
        self.similarities: dict[tuple[TextLook, TextLook], float] = {}

    def look_at(self, blocks: Sequence[Block]) -> list[TextLook | None]:
        """Return what is compared of every block's content; only new ones are looked at."""
        before = self.looks
        now: dict[BlockBody, TextLook] = {}
        found: list[TextLook | None] = []
        for block in blocks:
            body = block.body
            look = before.get(body)
            if look is None and body.content is not None and body.content.text:
                look = TextLook(body.content.text)
            if look is not None:
                now[body] = look
            found.append(look)
        self.looks = now
        return found


def text_findings(blocks: tuple[Block, ...], memory: TextMemory) -> Iterator[Finding]:
    """Yield the blocks that repeat or contradict another one which can be in together with them."""
    looks = memory.look_at(blocks)
    together = _Together(blocks)
    repeated: set[int] = set()
    for finding in _duplicates(blocks, looks, together):
        repeated.add(finding.block)
        yield finding
    yield from _near_duplicates(blocks, looks, together, memory, repeated)
    yield from _contradictions(looks, together)


class _Together:
    """Whether two blocks can be in together; reaches are found out when one is first asked for."""

    def __init__(self, blocks: tuple[Block, ...]) -> None:
        self._blocks = blocks

    @cached_property
    def _reached(self) -> list[Coverage]:
        return coverages(self._blocks)

    def __call__(self, one: int, other: int) -> bool:
        return can_overlap(self._reached[one], self._reached[other])


def _duplicates(
    blocks: tuple[Block, ...], looks: Sequence[TextLook | None], together: _Together
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
                if blocks[index].id != blocks[other].id and together(index, other):
                    yield Finding(Lint.DUPLICATE, index, (other,))
                    break


def _near_duplicates(
    blocks: tuple[Block, ...],
    looks: Sequence[TextLook | None],
    together: _Together,
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
            if similarity >= SIMILAR and blocks[index].id != blocks[other].id and together(index, other):
                yield Finding(Lint.NEAR_DUPLICATE, index, (other,), (f"{similarity * 100:.0f} %",))
                break
    memory.similarities = now


def _candidates(looks: Sequence[TextLook | None], repeated: set[int]) -> Iterator[tuple[int, Iterable[int]]]:
    """Yield the blocks that begin or end like earlier ones, or share a long line with them, and those."""
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


def _contradictions(looks: Sequence[TextLook | None], together: _Together) -> Iterator[Finding]:
    claims: dict[str, list[tuple[int, AbsoluteRule]]] = {}
    for index, look in enumerate(looks):
        if look is not None:
            for claim in look.claims:
                claims.setdefault(claim.of_what, []).append((index, claim))
    for said in claims.values():
        if len(said) < 2:
            continue
        always = [(index, claim) for index, claim in said if claim.is_always]
        never = [(index, claim) for index, claim in said if not claim.is_always]
        for index, claim in never[:_MOST_COMPARED]:
            for other, _ in always[:_MOST_COMPARED]:
                if index != other and together(index, other):
                    places = (str(claim.start), str(claim.end))
                    yield Finding(Lint.ALWAYS_NEVER, index, (other,), (claim.of_what, *places))
                    break


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
