"""The text that a model gets from a system message in a situation."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from editor_app.analysis.analysis import Analysis, Values
from editor_app.analysis.content_problems import SystemMessageMemory
from editor_app.analysis.model_text import BlockNotSent, InBlock, ModelText
from editor_app.system_messages.assembly.assembly import Assembly, AssemblyOptions, assemble
from editor_app.system_messages.assembly.cache_stability import Stability, stability
from editor_app.system_messages.assembly.source_map import Role
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.system_messages.resolution.outcome import ConstraintState, Outcome
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import Situation
from editor_app.text import Sentence
from editor_app.text.tokens import TokenCount, count_tokens
from editor_app.variables.catalog import types_of
from editor_app.variables.resolver import Snapshot


@dataclass(frozen=True, slots=True)
class LeftOutBlock:
    """A block that is not in the assembled text, with those inside it, and the reason in a few words.

    `output` is the offset where it would be. `role` is OUT, DROPPED or BLANK.
    """

    index: int
    output: int
    role: Role
    reason: str


@dataclass(frozen=True)
class AssembledText(ModelText):
    """An assembled system message, with the outcome of its blocks in `situation`."""

    assembly: Assembly
    outcome: Outcome
    situation: Situation
    options: AssemblyOptions

    @cached_property
    def left_out_blocks(self) -> tuple[LeftOutBlock, ...]:
        """The outermost blocks that have no text here, in output order."""
        return tuple(
            LeftOutBlock(segment.block, start, segment.role, self._why_not(segment.block, segment.role))
            for segment, start in zip(self.assembly.segments, self.assembly.starts, strict=False)
            if segment.role in {Role.OUT, Role.DROPPED, Role.BLANK}
        )

    @property
    def blocks_not_sent(self) -> tuple[BlockNotSent, ...]:
        """The blocks of `left_out_blocks`, with their names and spans in the file."""
        blocks = self.assembly.blocks
        return tuple(
            BlockNotSent(
                blocks[left_out.index].id,
                blocks[left_out.index].name,
                blocks[left_out.index].span,
                left_out.output,
                left_out.reason,
            )
            for left_out in self.left_out_blocks
        )

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about the assembled text, in sentences."""
        return tuple(
            Sentence("analysis.closes-early", name=self.assembly.blocks[index].name)
            for index in self.assembly.closed_early
        )

    @cached_property
    def stability(self) -> tuple[Stability, ...]:
        """Cache stability: how much stays the same if assembled every turn, once, or per conversation."""
        return stability(self.assembly, self.analysis.catalog)

    @cached_property
    def block_tokens(self) -> Mapping[int, int]:
        """Index of a block → the tokens of its own text and the separator after it."""
        tokens: dict[int, int] = {}
        for block, count in self._counts:
            tokens[block] = tokens.get(block, 0) + count.count
        return tokens

    @cached_property
    def tokens(self) -> TokenCount:
        """The tokens of the whole text."""
        return self._sum(count for _, count in self._counts)

    def tokens_before(self, output_offset: int) -> TokenCount:
        """Return the tokens of the text before an offset."""
        whole = bisect_right(self._ends, output_offset)
        start = self._ends[whole - 1] if whole else 0
        rest = count_tokens(self.text[start:output_offset], self._model)
        return self._sum([*(count for _, count in self._counts[:whole]), rest])

    def block_at(self, output_offset: int) -> InBlock | None:
        """Return the block that the character at an offset belongs to, None past the end."""
        segment = self.assembly.segment_at(output_offset)
        if segment is None:
            return None
        reasons = self.outcome.block_outcomes[segment.block].reasons
        is_open = dict.fromkeys(reason.short for reason in reasons if reason.state is ConstraintState.OPEN)
        holds = dict.fromkeys(reason.short for reason in reasons if reason.state is ConstraintState.HOLDS)
        reasons_of = [*(is_open or holds)]
        why = Sentence("analysis.sent-because", reasons=reasons_of) if reasons_of else ""
        return InBlock(self.assembly.blocks[segment.block].name, why, _ADDED.get(segment.role, ""))

    def origin_of(self, name: str) -> str:
        """Return in words where the value of a variable comes from."""
        if name in self.situation.values and self.situation.values[name] == self.given.get(name):
            return Sentence("analysis.from-situation")
        return super().origin_of(name)

    @cached_property
    def _counts(self) -> tuple[tuple[int, TokenCount], ...]:
        return tuple((block, count_tokens(text, self._model)) for block, text in self.assembly.stretches)

    @cached_property
    def _ends(self) -> Sequence[int]:
        return list(accumulate(len(text) for _, text in self.assembly.stretches))

    @property
    def _model(self) -> str | None:
        return self.snapshot.context.model if self.snapshot is not None else None

    def _sum(self, counts: Iterable[TokenCount]) -> TokenCount:
        parts = list(counts)
        count = sum(part.count for part in parts)
        return TokenCount(count, is_estimate=any(part.is_estimate for part in parts))

    def _why_not(self, index: int, role: Role) -> str:
        if role is Role.BLANK:
            return Sentence("analysis.renders-as-nothing")
        if role is Role.DROPPED:
            return Sentence("analysis.it-loses")
        reasons = self.outcome.block_outcomes[index].reasons
        return next((reason.short for reason in reasons if reason.state is ConstraintState.CONTRADICTS), "")


_ADDED = {
    Role.SEPARATOR: Sentence("analysis.line-break-before"),
    Role.HEADING: Sentence("analysis.heading-before"),
    Role.OPENING: Sentence("analysis.tag-that-opens"),
    Role.CLOSING: Sentence("analysis.tag-that-closes"),
}


def assembled_text(
    analysis: Analysis,
    message: SystemMessageReading,
    values: Values,
    snapshot: Snapshot | None,
    situation: Situation,
    options: AssemblyOptions | None = None,
    memory: SystemMessageMemory | None = None,
) -> AssembledText:
    """Resolve and assemble a system message.

    `values` override those of the situation, which override those of the snapshot.
    """
    memory = memory or SystemMessageMemory()
    options = options or AssemblyOptions()
    overriding = {**situation.values, **{name: value for name, value in values.items() if value is not None}}
    known: Mapping[str, str | None] = overriding if snapshot is None else {**snapshot.values, **overriding}
    outcome = resolve_blocks(message.blocks, situation, message.head.priority_model, memory.resolution)
    assembly = assemble(
        message.blocks,
        outcome,
        known,
        known_types=types_of(analysis.catalog),
        priority_model=message.head.priority_model,
        options=options,
        situation=situation,
        memory=memory.assembly,
        source=message.source,
    )
    return AssembledText(
        assembly.text,
        assembly,
        analysis,
        known,
        snapshot,
        (),
        overriding,
        assembly,
        outcome,
        situation,
        options,
    )
