"""A request as rows: its fields, parts, tokens and findings, and where its cached prefix ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

from editor_app.requests.parts import (
    Finding,
    PartPlaces,
    Provider,
    Request,
    RequestPart,
    cache_minimum,
)
from editor_app.text import Sentence, Span
from editor_app.text.tokens import TokenCount, count_tokens, estimated_tokens

_FIRST_WORDS: Final = 400  # characters
_MOST_COUNTED: Final = 200_000  # characters of a request; counting the tokens of more would take long
_TOO_SHORT: Final = "cache-too-short"
_AFTER_THE_PREFIX: Final = "cache-broken"
CountTokens: TypeAlias = Callable[[str], TokenCount]
_NO_TOKENS: Final = TokenCount(0, is_estimate=False)


class StructureFinding(NamedTuple):
    """A finding of a request, and the title of its fix, "" where it has none."""

    finding: Finding
    fix: str


class StructureHead(NamedTuple):
    """The name of a body's own field, before its first part."""

    name: str


class PrefixEnd(NamedTuple):
    """Where the prefix ends that stays the same, in words; `tag` ends it, "" where no mark follows."""

    words: str
    tag: str


class InsertedText(NamedTuple):
    """What triggers added to a request: their names, and where in a part's text it stands."""

    triggers: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class PartRow:
    """A part of a request: its number, its role as the body has it, and the beginning of its text.

    `share` is that of all tokens, from 0 to 1. `is_marked` if a mark for the cache stands at its end,
    `inserted` is what triggers added in it, if the request is the first to hold that. With `continues` it is
    the rest of the text that the part before begins: what the cache keeps ends within one text of the body.
    """

    part: RequestPart
    number: int
    role: str
    words: str
    tokens: TokenCount
    share: float
    is_cached: bool
    is_marked: bool
    findings: tuple[StructureFinding, ...]
    inserted: InsertedText | None = None
    continues: bool = False


@dataclass(frozen=True, slots=True)
class PartGroup:
    """Parts of a request in one row, which can be opened to show them.

    The parts came from the steps `first` to `last`, before the first step where both are -1; `depth` counts
    the groups around it. `inserted` are the first steps before which triggers added some of them, of which
    there are `insertions`. `findings` are those about its parts while it is closed.
    """

    key: tuple[int, ...]
    first: int
    last: int
    parts: int
    tokens: TokenCount
    is_cached: bool
    is_open: bool = False
    depth: int = 0
    inserted: tuple[int, ...] = ()
    insertions: int = 0
    findings: tuple[StructureFinding, ...] = ()


StructureRow: TypeAlias = StructureHead | PartRow | PrefixEnd | PartGroup


@dataclass(frozen=True)
class Structure:
    """The rows of a request in the order of its body; `findings` are those about no part.

    `tokens` are those of all texts, `cached` those of the texts that the next turn reads from the cache,
    `count` how many parts there are, those in closed groups included; the first `system_parts` are the
    system text's.
    """

    rows: tuple[StructureRow, ...] = ()
    findings: tuple[StructureFinding, ...] = ()
    tokens: TokenCount = _NO_TOKENS
    cached: int = 0
    count: int = 0
    system_parts: int = 0

    @cached_property
    def parts(self) -> tuple[PartRow, ...]:
        """The rows of the parts that are in no closed group."""
        return tuple(row for row in self.rows if isinstance(row, PartRow))

    @cached_property
    def text_count(self) -> int:
        """How many texts the body has: parts that continue one are no more of them."""
        return self.count - sum(row.continues for row in self.parts)

    @cached_property
    def shares(self) -> tuple[PartRow | PartGroup, ...]:
        """The parts and the closed groups, which have all of the parts between them."""
        return tuple(
            row
            for row in self.rows
            if isinstance(row, PartRow) or (isinstance(row, PartGroup) and not row.is_open)
        )

    @property
    def all_findings(self) -> tuple[StructureFinding, ...]:
        """All findings: those about no part, then those of each part or closed group in order."""
        return (*self.findings, *(finding for row in self.shares for finding in row.findings))


def repair_title(finding: Finding) -> str:
    """Return what the repair of a finding does, "" where it has none."""
    return "" if finding.repair is None else finding.repair.title


def structure_of(
    request: Request,
    findings: Iterable[Finding] = (),
    fix_of: Callable[[Finding], str] = repair_title,
    count: CountTokens | None = None,
) -> Structure:
    """Return a request as rows; `fix_of` gives the title of a finding's fix, "" for none.

    Where a finding says that its prefix is too short to be cached, no part of it is.

    The tokens of a request with over 200 000 characters are estimated, where no `count` is given.
    """
    parts = request.parts
    tokens = _tokens(parts, request.model) if count is None else [count(part.text) for part in parts]
    total = sum(count_of_part.count for count_of_part in tokens)
    all_findings = list(findings)
    of_parts, others = _placed(request, [StructureFinding(one, fix_of(one)) for one in all_findings])
    is_cached = not any(_says_not_cached(request, finding) for finding in all_findings)
    ends = _prefix_ends(request, is_cached=is_cached)
    rows: list[StructureRow] = []
    head: str | int = ""
    for number, (part, tokens_of_it) in enumerate(zip(parts, tokens, strict=True)):
        if number and number in ends:
            rows.append(ends[number])
        if part.place[:1] != (head,):
            head = part.place[0]
            rows.append(StructureHead(str(head)))
        if not number and number in ends:
            rows.append(ends[number])
        row = part_row(request.provider, part, number, tokens_of_it, total, tuple(of_parts.get(number, ())))
        continues = number > 0 and part.place == parts[number - 1].place
        is_marked, is_kept = _is_marked(request, part), part.is_cached and is_cached
        rows.append(replace(row, is_cached=is_kept, is_marked=is_marked, continues=continues))
    if len(parts) in ends:
        rows.append(ends[len(parts)])
    is_estimate = any(count_of_part.is_estimate for count_of_part in tokens)
    cached = sum(row.tokens.count for row in rows if isinstance(row, PartRow) and row.is_cached)
    counted = TokenCount(total, is_estimate)
    return Structure(tuple(rows), tuple(others), counted, cached, len(parts), len(request.system.blocks))


def part_row(
    provider: Provider,
    part: RequestPart,
    number: int,
    tokens: TokenCount,
    total: int,
    findings: tuple[StructureFinding, ...] = (),
) -> PartRow:
    """Return the row of a part without a mark for the cache; `total` are the tokens of the whole request."""
    is_model = provider is Provider.GOOGLE and part.role == "assistant"
    role = "model" if is_model else part.role
    share = tokens.count / total if total else 0.0
    words = part.text[:_FIRST_WORDS]
    return PartRow(
        part, number, role, words, tokens, share, part.is_cached, is_marked=False, findings=findings
    )


def _tokens(parts: Sequence[RequestPart], model: str | None) -> list[TokenCount]:
    if sum(len(part.text) for part in parts) > _MOST_COUNTED:
        return [TokenCount(estimated_tokens(part.text), is_estimate=True) for part in parts]
    return [count_tokens(part.text, model) for part in parts]


def _placed(
    request: Request, findings: list[StructureFinding]
) -> tuple[dict[int, list[StructureFinding]], list[StructureFinding]]:
    """Return the findings by the number of the part they are about, and those about none."""
    places = PartPlaces(request.parts)
    placed: dict[int, list[StructureFinding]] = {}
    others: list[StructureFinding] = []
    for finding in findings:
        number = places.number_at(finding.finding.place)
        if finding.finding.code == _AFTER_THE_PREFIX:
            number = len(request.system.blocks) - 1
        if number is None and finding.finding.code == _TOO_SHORT:
            count = len(request.system.blocks)
            number = next(
                (number for number in reversed(range(count)) if request.parts[number].is_cached), None
            )
        (others if number is None else placed.setdefault(number, [])).append(finding)
    return placed, others


def _says_not_cached(request: Request, finding: Finding) -> bool:
    """Whether a finding says that no model of the request's caches a prefix that is so short."""
    least, _ = cache_minimum(request.provider, request.model)
    return finding.code == _TOO_SHORT and int(finding.args["tokens"]) < least


def _is_marked(request: Request, part: RequestPart) -> bool:
    """Whether the value that holds a part's text has a mark for the cache."""
    holder: object = request.body
    if len(part.place) < 2 or part.place[-1] != "text":
        return False
    for step in part.place[:-1]:
        holder = holder[step]  # type: ignore[index]  # a part's place is one of its body
    return isinstance(holder, dict) and ("cache_control" in holder or "prompt_cache_breakpoint" in holder)


def _prefix_ends(request: Request, *, is_cached: bool) -> dict[int, PrefixEnd]:
    """Return where prefixes end that stay the same, by the number of the part before which that is said."""
    system = request.system
    ends: dict[int, PrefixEnd] = {}
    if system.stable is not None and system.blocks:
        lengths = [0, *accumulate(block.span.length for block in system.blocks)]
        number = next(
            at for at, length in enumerate(lengths) if length >= _readable(system.text, system.stable)
        )
        tag = system.ended_by or Sentence("requests.a-value")
        rebuilt = "yes" if system.is_rebuilt else "no"
        ends[number] = PrefixEnd(Sentence("requests.can-change", rebuilt=rebuilt, tag=tag), tag)
    cached = [number for number, part in enumerate(request.parts) if part.is_cached and is_cached]
    last = cached[-1] + 1 if cached else 0
    if request.provider is Provider.ANTHROPIC and 0 < last < len(request.parts) and last not in ends:
        ends[last] = PrefixEnd(Sentence("requests.cached-up-to-here"), "")
    return ends


def _readable(text: str, stable: int) -> int:
    """Return the end of the stable prefix; a blank prefix, or rest, counts to its neighbour."""
    if not text[:stable].strip():
        return 0
    return stable if text[stable:].strip() else len(text)
