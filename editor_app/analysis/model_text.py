"""What the model gets, and why it reads as it does."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from editor_app.analysis.analysis import Analysis
from editor_app.template import Branch, Condition, Dialect, LeftOut, Piece, Rendering, SourceMap, Why
from editor_app.text import Diagnostic, Fix, Span
from editor_app.variables import FAILED_CAUSES, UNKNOWN_EXISTENCE, Cause, Snapshot

if TYPE_CHECKING:  # a window that starts with a prompt needs none of it
    from editor_app.system_messages import Assembly

Values = Mapping[str, str | None]


@dataclass(frozen=True)
class Blank:
    """A tag that inserts nothing, or stays as written, and why.

    `span` is where it stands in the file; `fix` is the first fix of the
    problem there, if there is one. `is_condition`: what it opens is left out,
    or `is_kept`, as for `[if !file:…]`.
    """

    tag: str
    name: str
    span: Span
    cause: Cause
    sentence: str
    fix: Fix | None = None
    is_condition: bool = False
    is_kept: bool = False


@dataclass(frozen=True)
class LeftOutPart:
    """Source that a condition keeps from the model, and the reason in words.

    `condition` is the opening tag; `tag` the one whose side is left out, which may be its `else`.
    """

    source: Span
    output: int
    condition: Span
    tag: Span
    reason: str


class InBlock(NamedTuple):
    """The block of a message that a character belongs to; `why` it is in, in words, "" where it always is.

    `added` says what a character is that stands between contents: "blank line", "heading", …
    """

    id: str
    why: str = ""
    added: str = ""


class BlockNotSent(NamedTuple):
    """A block that is in the file but not in the text, with those inside it, and why in a few words.

    `id` is what the file says, "" where it says none, and `name` what it is called by; `output` is where it
    would stand.
    """

    id: str
    name: str
    span: Span
    output: int
    reason: str


@dataclass(frozen=True)
class ModelText:
    """The text a model gets, and how it came about.

    `values` are those the text was made with: the `given` ones over resolved ones.
    `missing_required` are the required variables without a value; a caller
    who is strict sends nothing while there are any.
    """

    text: str
    rendering: Rendering | Assembly
    analysis: Analysis
    values: Values
    snapshot: Snapshot | None
    missing_required: tuple[str, ...]
    given: Values

    @property
    def source_map(self) -> SourceMap:
        """Why each character of the text is there, with places of the file."""
        return self.rendering.source_map

    def output_of(self, source_offset: int) -> int | None:
        """Return the place in the text that is nearest to what a place of the file became.

        None for a place before all that is sent, such as one in the frontmatter.
        """
        if source_offset < self.analysis.sent_from:
            return None
        return self.source_map.output_at(source_offset)

    @cached_property
    def blank(self) -> tuple[Blank, ...]:
        """The tags in force that insert nothing or stay as written, each name once, in order."""
        blanks: dict[str, Blank] = {}
        for piece in self.source_map.named:
            name = piece.name or ""
            if name not in blanks and (piece.why is Why.UNKNOWN or piece.output.length == 0):
                blanks[name] = self._blank(piece, name)
        return tuple(blanks.values())

    @cached_property
    def unresolved(self) -> tuple[Blank, ...]:
        """The tags in force whose variable was refused or could not be read, each name once, in order.

        A condition is among them if it was decided without knowing whether its variable exists: one that
        left its text out, unless its variable is among them anyway, and a negated one that kept its text.
        """
        notes = self.snapshot.notes if self.snapshot is not None else {}
        if not any(note.cause in FAILED_CAUSES for note in notes.values()):
            return ()  # nothing failed: no map of the text is needed
        found = {(blank.name, False): blank for blank in self.blank if blank.cause in FAILED_CAUSES}
        uncertain = {name for name, note in notes.items() if note.cause in UNKNOWN_EXISTENCE}
        for condition in self._conditions_in_force() if uncertain else ():
            name, is_kept = condition.name, condition.negated
            if name in uncertain and self._value(name) is None and (name, is_kept) not in found:
                note, span = notes[name], condition.opening
                tag = span.of(self.analysis.source)
                found[name, is_kept] = Blank(
                    tag, name, span, note.cause, note.sentence, is_condition=True, is_kept=is_kept
                )
        return tuple(sorted(found.values(), key=lambda blank: blank.span))

    def _conditions_in_force(self) -> Iterator[Condition]:
        """Go through the conditions that left something out, then those that kept some of the text."""
        for part in self.source_map.sides_left_out:
            if part.branch is not None:
                yield part.branch.condition
        seen: set[Branch] = set()
        for piece in self.source_map.pieces:
            for branch in piece.conditions if piece.output.length else ():
                if branch in seen:
                    break  # the ones around it were seen with it
                seen.add(branch)
                yield branch.condition

    @cached_property
    def left_out(self) -> tuple[LeftOutPart, ...]:
        """The parts that conditions leave out, the outermost of each, in order."""
        return tuple(
            LeftOutPart(
                part.source,
                part.output,
                part.branch.condition.opening,
                (part.branch.in_else and part.branch.condition.otherwise) or part.branch.condition.opening,
                self.reason(part),
            )
            for part in self.source_map.sides_left_out
            if part.branch is not None
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is amiss with the text as it is put together, in sentences."""
        return ()

    @property
    def blocks_not_sent(self) -> tuple[BlockNotSent, ...] | None:
        """The outermost blocks that have no text here, in its order; None for a text that has no blocks."""
        return None

    def block_at(self, output_offset: int) -> InBlock | None:
        """Return the block that a character belongs to; only a message has any."""
        del output_offset
        return None

    def origin_of(self, name: str) -> str:
        """Say where the value of a variable comes from."""
        if name not in self.given and self.snapshot is not None:
            return f"resolved at {self.snapshot.taken_at:%H:%M:%S}"
        return "given"

    def reason(self, part: LeftOut) -> str:
        """Say in a few words why a condition leaves `part` out."""
        if part.branch is None:
            return part.why
        condition = part.branch.condition
        return self.state_of(condition.name, short=True)

    def state_of(self, name: str, *, short: bool = False) -> str:
        """Say whether a variable has a value, or exists, as its conditions see it."""
        if self.analysis.dialect is Dialect.BRACKETS:
            subject = name.removeprefix("file:") if short else name
            return f"{subject} {'exists' if self._value(name) is not None else 'does not exist'}"
        value = self._value(name)
        if value:
            return f"{name} has a value"
        return f"{name} is empty" if value == "" else f"{name} has no value"

    def _value(self, name: str) -> str | None:
        value = self.values.get(name)
        if value is None and (variable := self.analysis.variable_names.get(name)):
            return variable.default
        return "" if name.startswith("literal:") else value

    def _blank(self, piece: Piece, name: str) -> Blank:
        span = piece.source
        cause, sentence = self._cause(piece, name)
        fix = next((found.fixes[0] for found in self._problems_in(span) if found.fixes), None)
        return Blank(span.of(self.analysis.source), name, span, cause, sentence, fix)

    def _problems_in(self, span: Span) -> tuple[Diagnostic, ...]:
        """Return the problems that begin in `span`."""
        diagnostics = self.analysis.diagnostics
        first = bisect_left(diagnostics, span.start, key=lambda diagnostic: diagnostic.span.start)
        last = bisect_left(diagnostics, span.end, first, key=lambda diagnostic: diagnostic.span.start)
        return diagnostics[first:last]

    def _cause(self, piece: Piece, name: str) -> tuple[Cause, str]:
        if piece.why is Why.UNKNOWN:
            if self.analysis.row.declares_variables:
                return Cause.NOT_DECLARED, f"‘{name}’ is not declared, so its tag stays as written."
            if self.analysis.dialect is Dialect.BRACKETS:
                kind = name.partition(":")[0]
                return Cause.UNKNOWN_TYPE, f"There is no variable type ‘{kind}’, so the tag stays as written."
            return Cause.NOT_GIVEN, f"‘{name}’ was not given a value, so its tag stays as written."
        if piece.why is not Why.TEXT and self._value(name) == "":
            return Cause.EMPTY, f"‘{name}’ is empty."
        if self.snapshot is not None and name in self.snapshot.notes:
            note = self.snapshot.notes[name]
            return note.cause, note.sentence
        if name in self.missing_required:
            return Cause.NOT_GIVEN, f"‘{name}’ is required, and was not given a value."
        return Cause.NOT_GIVEN, f"‘{name}’ was not given a value."
