"""What the model gets from a system message in a situation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.gets import ModelText, Values
from editor_app.analysis.message_memory import MessageMemory
from editor_app.system_messages import (
    Assembly,
    AssemblyOptions,
    MessageReading,
    Outcome,
    Role,
    Situation,
    Verdict,
    assemble,
    settle,
)
from editor_app.variables import Snapshot
from editor_app.variables.catalog import types_of


@dataclass(frozen=True, slots=True)
class LeftOutBlock:
    """A block that is in the file but not in the text, with those inside it, and why in a few words.

    `output` is where it would stand. `role` says which it is: OUT, DROPPED or BLANK.
    """

    index: int
    output: int
    role: Role
    reason: str


@dataclass(frozen=True)
class AssembledText(ModelText):
    """An assembled system message, and what became of its blocks in `situation`."""

    assembly: Assembly
    outcome: Outcome
    situation: Situation
    options: AssemblyOptions

    @cached_property
    def left_out_blocks(self) -> tuple[LeftOutBlock, ...]:
        """The outermost blocks that have no text here, in its order."""
        return tuple(
            LeftOutBlock(segment.block, start, segment.role, self._why_not(segment.block, segment.role))
            for segment, start in zip(self.assembly.segments, self.assembly.starts, strict=False)
            if segment.role in {Role.OUT, Role.DROPPED, Role.BLANK}
        )

    def _why_not(self, index: int, role: Role) -> str:
        if role is Role.BLANK:
            return "it renders as nothing"
        if role is Role.DROPPED:
            return "it is outranked"
        reasons = self.outcome.standings[index].reasons
        return next((reason.short for reason in reasons if reason.verdict is Verdict.CONTRADICTS), "")


def assembled_text(
    analysis: Analysis,
    message: MessageReading,
    values: Values,
    snapshot: Snapshot | None,
    situation: Situation,
    options: AssemblyOptions | None = None,
    memory: MessageMemory | None = None,
) -> AssembledText:
    """Settle and assemble a message; `values` lie over the situation's, and those over the snapshot's."""
    memory = memory or MessageMemory()
    options = options or AssemblyOptions()
    given = {**situation.values, **{name: value for name, value in values.items() if value is not None}}
    known: Mapping[str, str | None] = given if snapshot is None else {**snapshot.values, **given}
    outcome = settle(message.blocks, situation, message.priority_model, memory.settling)
    assembly = assemble(
        message.blocks,
        outcome,
        known,
        known_types=types_of(analysis.catalog),
        priority_model=message.priority_model,
        options=options,
        situation=situation,
        memory=memory.assembly,
        source=message.source,
    )
    return AssembledText(
        assembly.text, assembly, analysis, known, snapshot, (), given, assembly, outcome, situation, options
    )
