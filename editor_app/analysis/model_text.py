"""The text that a model gets, and where each part of it comes from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from editor_app.analysis.analysis import Analysis, Sending, Values
from editor_app.analysis.trials import Trial
from editor_app.template.dialect import Dialect
from editor_app.template.first_change import first_change, sure_characters
from editor_app.template.rendering import Rendering
from editor_app.template.source_map import LeftOut, Piece, SourceMap, Why
from editor_app.text import Fix, Sentence, Span
from editor_app.variables.catalog import FAILED_CAUSES, UNKNOWN_EXISTENCE, Cause, Volatility, entry_for
from editor_app.variables.resolver import Snapshot
from editor_app.variables.stability import Break, Stability, how_stable

if TYPE_CHECKING:  # not imported for a prompt, so that the window starts sooner
    from editor_app.system_messages.assembly.assembly import Assembly


_UNREAD = {
    Cause.NOT_TRUSTED: Sentence("analysis.folder-restricted"),
    Cause.NEEDS_GRANT: Sentence("analysis.not-allowed"),
}


@dataclass(frozen=True)
class Blank:
    """A tag that inserts nothing, or stays as written, and why.

    `span` is that of the tag in the file; `fix` is the first fix of the problem there, None if there is none.
    The tag may open a condition, whose text is left out, or kept as for `[if !file:…]` (`blank_effect`).
    """

    tag: str
    name: str
    span: Span
    cause: Cause
    sentence: str
    fix: Fix | None = None


@dataclass(frozen=True)
class LeftOutPart:
    """Source that a condition keeps from the model, and the reason in words.

    `source` is its span, and `output` the offset where it would be. `condition` is the span of the opening
    tag; `tag` that of the tag before the part, which may be the `else`. With `is_unread` whether it would be
    left out is not known: the variable was not read for want of trust.
    """

    source: Span
    output: int
    condition: Span
    tag: Span
    reason: str
    is_unread: bool = False


class InBlock(NamedTuple):
    """The block of a system message that a character belongs to; `id` is its id or label.

    `why` says in words why it is sent, "" where it always is. `added` says what a character between contents
    is ("line break before", "heading before"), "" for one of a content.
    """

    id: str
    why: str = ""
    added: str = ""


class BlockNotSent(NamedTuple):
    """A block that is not in the assembled text, with those inside it, and the reason in a few words.

    `id` is the block's id, "" if it has none, and `name` its id or label; `span` is in the file, and `output`
    the offset in the text where it would be.
    """

    id: str
    name: str
    span: Span
    output: int
    reason: str


@dataclass(frozen=True)
class ModelText:
    """The text that a model gets, and what it was rendered from.

    `values` are those it was rendered with: the `given` ones, which override the resolved ones of `snapshot`.
    `missing_required` are the required variables without a value; while there are any, a strict caller sends
    nothing.
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
        """The source map of the text, whose sources are spans of the file."""
        return self.rendering.source_map

    def output_of(self, source_offset: int) -> int | None:
        """Return the offset in the text nearest to what an offset of the file was rendered as.

        None for an offset before the part that is sent, such as one in the frontmatter.
        """
        if source_offset < self.analysis.sent_from:
            return None
        return self.source_map.output_at(source_offset)

    @cached_property
    def blank(self) -> tuple[Blank, ...]:
        """The tags outside of left out parts that insert nothing or stay as written, one per name."""
        blanks: dict[str, Blank] = {}
        for piece in self.source_map.named:
            name = piece.name or ""
            if name not in blanks and (piece.why is Why.UNKNOWN or piece.output.length == 0):
                blanks[name] = self._blank(piece, name)
        return tuple(blanks.values())

    @cached_property
    def unresolved(self) -> tuple[Blank, ...]:
        """The tags outside of left out parts whose variables were refused or not readable, one per name.

        A condition is among them if it was decided without knowing whether its variable exists: one that
        left its text out, unless its variable is among them anyway, and a negated one that kept its text.
        """
        notes = self.snapshot.notes if self.snapshot is not None else {}
        if not any(note.cause in FAILED_CAUSES for note in notes.values()):
            return ()  # without a failed variable the source map is not needed
        failed = {(blank.name, False): blank for blank in self.blank if blank.cause in FAILED_CAUSES}
        uncertain = {name for name, note in notes.items() if note.cause in UNKNOWN_EXISTENCE}
        sent = (piece for piece in self.source_map.pieces if piece.output.length)
        for condition in self.source_map.conditions_in_force(sent) if uncertain else ():
            name, is_kept = condition.name, condition.negated
            if name in uncertain and self._value(name) is None and (name, is_kept) not in failed:
                note, span = notes[name], condition.opening
                tag = span.of(self.analysis.source)
                failed[name, is_kept] = Blank(tag, name, span, note.cause, note.sentence)
        return tuple(sorted(failed.values(), key=lambda blank: blank.span))

    @cached_property
    def left_out(self) -> tuple[LeftOutPart, ...]:
        """The parts that conditions leave out, in order, without those nested in another."""
        return tuple(
            LeftOutPart(
                part.source,
                part.output,
                part.branch.condition.opening,
                (part.branch.in_else and part.branch.condition.otherwise) or part.branch.condition.opening,
                self.reason(part),
                bool(self._unread(part.branch.condition.name)),
            )
            for part in self.source_map.sides_left_out
            if part.branch is not None
        )

    @cached_property
    def stability(self) -> tuple[Stability, ...]:
        """How much stays the same if made every turn, once, or per conversation; () if not cached."""
        rendering = self.rendering
        if not self.analysis.row.sending.has_stable_prefix or not isinstance(rendering, Rendering):
            return ()
        dialect = self.analysis.dialect or Dialect.BRACKETS

        def first_break(names: Collection[str]) -> Break | None:
            change = first_change(rendering.source_map, rendering.text, names, dialect)
            if change is None:
                return None
            sure = sure_characters(change, rendering.text, trims_blank_ends=rendering.trims_blank_ends)
            return Break(sure, change.tag, source=change.source)

        volatility = _volatility(self.analysis, self.values, self.given)
        return how_stable(len(rendering.text), volatility, first_break)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about the assembled text, in sentences; only a system message has any."""
        return ()

    @property
    def blocks_not_sent(self) -> tuple[BlockNotSent, ...] | None:
        """The outermost blocks that have no text here, in output order; None for a text without blocks."""
        return None

    def block_at(self, output_offset: int) -> InBlock | None:
        """Return the block that a character belongs to; None for all kinds but system messages."""
        del output_offset
        return None

    def origin_of(self, name: str) -> str:
        """Return in words where the value of a variable comes from."""
        if name not in self.given and self.snapshot is not None:
            return Sentence("analysis.resolved-at", time=f"{self.snapshot.taken_at:%H:%M:%S}")
        return Sentence("analysis.given")

    def reason(self, part: LeftOut) -> str:
        """Return in a few words why a condition leaves `part` out."""
        if part.branch is None:
            return part.why
        name = part.branch.condition.name
        unread = self._unread(name)
        if not unread:
            return self.state_of(name, short=True)
        return Sentence("analysis.unread", name=name.removeprefix("file:"), why=unread)

    def _unread(self, name: str) -> str:
        """Return why a variable was not read for want of trust, "" where it was, or has a given value."""
        note = self.snapshot.notes.get(name) if self.snapshot is not None else None
        if note is None or self._value(name) is not None:
            return ""
        return _UNREAD.get(note.cause, "")

    def state_of(self, name: str, *, short: bool = False) -> str:
        """Return in words whether a variable has a value, or in brackets whether it exists."""
        if self.analysis.dialect is Dialect.BRACKETS:
            subject = name.removeprefix("file:") if short else name
            if self._value(name) is None:
                return Sentence("analysis.does-not-exist", name=subject)
            return Sentence("analysis.exists", name=subject)
        value = self._value(name)
        if value:
            return Sentence("analysis.has-a-value", name=name)
        if value == "":
            return Sentence("analysis.is-empty", name=name)
        return Sentence("analysis.is-not-set", name=name)

    def _value(self, name: str) -> str | None:
        value = self.values.get(name)
        if value is None and (variable := self.analysis.variable_names.get(name)):
            return variable.default
        return "" if name.startswith("literal:") else value

    def _blank(self, piece: Piece, name: str) -> Blank:
        span, diagnostics = piece.source, self.analysis.diagnostics
        cause, sentence = self._cause(piece, name)
        first = bisect_left(diagnostics, span.start, key=lambda diagnostic: diagnostic.span.start)
        last = bisect_left(diagnostics, span.end, first, key=lambda diagnostic: diagnostic.span.start)
        fix = next((problem.fixes[0] for problem in diagnostics[first:last] if problem.fixes), None)
        return Blank(span.of(self.analysis.source), name, span, cause, sentence, fix)

    def _cause(self, piece: Piece, name: str) -> tuple[Cause, str]:
        if piece.why is Why.UNKNOWN:
            if self.analysis.row.form.declares_variables:
                return Cause.NOT_DECLARED, Sentence("analysis.name-is-not-declared", name=name)
            if self.analysis.dialect is Dialect.BRACKETS:
                kind = name.partition(":")[0]
                return Cause.UNKNOWN_TYPE, Sentence("analysis.type-is-unknown", kind=kind)
            return Cause.NOT_GIVEN, Sentence("analysis.name-is-not-set", name=name)
        if piece.why is not Why.TEXT and self._value(name) == "":
            return Cause.EMPTY, Sentence("analysis.name-is-empty", name=name)
        if self.snapshot is not None and name in self.snapshot.notes:
            note = self.snapshot.notes[name]
            return note.cause, note.sentence
        if name in self.missing_required:
            return Cause.NOT_GIVEN, Sentence("analysis.name-is-required", name=name)
        return Cause.NOT_GIVEN, Sentence("variables.not-set", name=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSending(Sending):
    """How a text is sent, and what makes the text that the model gets.

    `render` gets the given values, the trial they come from, and the memory of the kind's reading.
    """

    is_sent: ClassVar[bool] = True
    render: Callable[[Analysis, Mapping[str, str], Trial, object | None], ModelText | None]


def _volatility(analysis: Analysis, values: Values, given: Values) -> Mapping[str, Volatility]:
    """Return how long the value of each variable in the text stays the same.

    What a program gives can be another value each turn: the variables that a prompt declares, and those that
    no catalog has.
    """
    if analysis.row.form.declares_variables:
        return dict.fromkeys([*analysis.variable_names, *given], Volatility.TURN)
    volatility: dict[str, Volatility] = {}
    for name in analysis.names:
        entry = entry_for(name, analysis.catalog)
        if entry is not None:
            volatility[name] = entry.volatility
        elif name in values:
            volatility[name] = Volatility.TURN
    return volatility


def render(analysis: Analysis, trial: Trial, memory: object | None = None) -> ModelText | None:
    """Return the text that a model gets from a file, None for a kind that is sent to no model.

    Case and situation of the trial have to be values, not names; `render_file` looks up names beside a file.
    `memory` is what the kind's `new_memory` returned for this file: what did not change is taken from it. The
    result for a system message is an AssembledText.
    """
    case, situation = trial.case, trial.situation
    if isinstance(case, str) or isinstance(situation, str):
        raise TypeError(Sentence("analysis.trial-names"))
    values = {**case.values, **trial.values} if case is not None else trial.values
    given = {name: value for name, value in values.items() if value is not None}
    sending = analysis.row.sending
    return sending.render(analysis, given, trial, memory) if isinstance(sending, ModelSending) else None
