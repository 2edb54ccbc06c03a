"""The tags that a pasted text brings along and that give nothing: what a window offers to make literal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from editor_app.analysis.model_text import ModelText
from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.insertion import literal_edits
from editor_app.template.template import Template
from editor_app.template.tree import Tag
from editor_app.text import Edit, Sentence, Span
from editor_app.variables.catalog import LACKING_CAUSES, Cause, entry_for

MOST_TAGS = 1_000


@dataclass(frozen=True, slots=True)
class PastedTags:
    """The tags among the first MOST_TAGS of a pasted text that give nothing.

    `nothing` are the spans of those that render as nothing, `as_written` of those that stay in the text as
    they are, since nothing is declared. `edits` make all of them literal, and with them the conditions that
    nothing closes. `untrusted` are the spans of those that are blank only because the folder is not trusted;
    these are none of the others. `is_unsettled`: for some of the other tags it is not known yet whether they
    have a value.
    """

    nothing: tuple[Span, ...] = ()
    as_written: tuple[Span, ...] = ()
    edits: tuple[Edit, ...] = ()
    untrusted: tuple[Span, ...] = ()
    is_unsettled: bool = False

    @property
    def spans(self) -> tuple[Span, ...]:
        """The spans of the tags that the sentence is about, in order."""
        return tuple(sorted((*self.nothing, *self.as_written))) or self.untrusted

    @property
    def needs_only_trust(self) -> bool:
        """Whether there are tags without effect, and trust in the folder is all that they lack."""
        return bool(self.untrusted) and not self.nothing and not self.as_written

    @property
    def sentence(self) -> str:
        """What becomes of them, in words; "" where there are none."""
        count = len(self.spans)
        if self.needs_only_trust:
            return Sentence("analysis.tags-untrusted", count=count)
        if self.nothing and self.as_written:
            return Sentence("analysis.tags-nothing-or-written", count=count)
        if self.as_written:
            return Sentence("analysis.tags-written", count=count)
        return Sentence("analysis.tags-nothing", count=count) if self.nothing else ""


def tags_without_effect(template: Template, pasted: Span, result: ModelText) -> PastedTags:
    """Return which tags that lie in `pasted` give nothing, with the values that `result` was rendered with.

    `template` is that of the whole text, or of the block that was pasted into; spans are its own.
    """
    nothing: list[Tag] = []
    as_written: list[Tag] = []
    untrusted: list[Span] = []
    is_unsettled = False
    for tag in _tags_in(template, pasted):
        has_value = _has_value(tag.name, result)
        if has_value is None:
            is_unsettled = True
        elif has_value or _is_text(tag, result):
            continue
        elif (lacks := _lacks(tag.name, result)) is not None:
            if lacks is Cause.NOT_TRUSTED:
                untrusted.append(tag.span)
        elif (
            tag.kind is TagKind.INSERT
            and result.analysis.row.form.declares_variables
            and tag.name not in result.analysis.variable_names
        ):
            as_written.append(tag)
        else:
            nothing.append(tag)
    return PastedTags(
        tuple(tag.span for tag in nothing),
        tuple(tag.span for tag in as_written),
        _edits(template, pasted, (*nothing, *as_written), result),
        tuple(untrusted),
        is_unsettled,
    )


def _edits(template: Template, pasted: Span, tags: Sequence[Tag], result: ModelText) -> tuple[Edit, ...]:
    """Return the edits that make tags literal, and the unclosed conditions in `pasted` that lack a value."""
    if not tags:
        return ()
    spans = {tag.span for tag in tags}
    for condition in template.conditions:
        if condition.opening in spans:
            spans.update(span for span in (condition.otherwise, condition.closing) if span is not None)
    spans.update(_unclosed(template, result))
    inside = (span for span in sorted(spans) if pasted.start <= span.start and span.end <= pasted.end)
    return tuple(edit for span in inside for edit in literal_edits(template, span))


def _unclosed(template: Template, result: ModelText) -> Iterator[Span]:
    """Yield the spans of the conditions without a value that nothing closes, and those of their `else`."""
    for problem in template.problems:
        if problem.code == "unclosed-condition":
            token = template.token(template.listed[problem.place])
            if _has_value(token.name, result) is False and _lacks(token.name, result) is None:
                yield template.span(problem.place)
                if problem.divider >= 0:
                    yield template.span(problem.divider)


def _tags_in(template: Template, pasted: Span) -> Iterator[Tag]:
    """Yield the tags inside the pasted text that need a value: insertions, and conditions on one."""
    for tag in template.tags_between(pasted.start, pasted.end)[:MOST_TAGS]:
        if tag.span.start < pasted.start or tag.span.end > pasted.end:
            continue
        if tag.kind is TagKind.INSERT or (tag.kind is TagKind.IF and not tag.negated):
            yield tag


def _has_value(name: str, result: ModelText) -> bool | None:
    """Whether a variable has a value, an empty one too; None where it was not looked up yet."""
    analysis = result.analysis
    if result.values.get(name) is not None:
        return True
    if analysis.dialect is not Dialect.BRACKETS:
        variable = analysis.variable_names.get(name)
        return variable is not None and variable.default is not None
    snapshot = result.snapshot
    is_known = entry_for(name, analysis.catalog) is not None
    return None if is_known and (snapshot is None or name not in snapshot.values) else False


def _lacks(name: str, result: ModelText) -> Cause | None:
    """Return why a variable is blank where trust or a permission is all that it lacks, None elsewhere."""
    note = result.snapshot.notes.get(name) if result.snapshot is not None else None
    return note.cause if note is not None and note.cause in LACKING_CAUSES else None


def _is_text(tag: Tag, result: ModelText) -> bool:
    """Whether a tag without a value is plain text here anyway, as it was meant.

    So are a tag of an unknown type in a block of a system message, and any name in a text that declares none.
    """
    row, catalog = result.analysis.row, result.analysis.catalog
    if tag.kind is not TagKind.INSERT:
        return False
    if row.sending.blocks is not None:
        return tag.name.partition(":")[0] not in {entry.type for entry in catalog}
    return result.analysis.dialect is not Dialect.BRACKETS and not row.form.declares_variables
