"""Lints of a system message: its findings as diagnostics, with sentences and fixes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping

from editor_app.system_messages.lints.fixes import fixes_of
from editor_app.system_messages.lints.rules import Finding, Lint, rule_findings
from editor_app.system_messages.lints.texts import TextMemory, text_findings
from editor_app.system_messages.model.entities import Block
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.system_messages.resolution.emphasis import cut
from editor_app.system_messages.resolution.resolution import RulesMemory
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span, difference, in_file_order

MOST_NOTES = 1000

_SEVERITIES = {Lint.NEVER_ACTIVE: Severity.WARNING, Lint.DUPLICATE: Severity.WARNING}
_FIELDS = {
    Lint.TIED: ("priority", "id"),
    Lint.NEVER_ACTIVE: ("scope", "id"),
    Lint.OUTRANKED: ("priority", "id"),
}
_CONTENT = ("content.text", "content", "id")


class LintMemory:
    """The findings of the last revision, so that only what changed is linted again."""

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        self.texts = TextMemory()
        self.rules = RulesMemory()
        self.model: tuple[str, ...] = ()
        self.rule_findings: tuple[Finding, ...] = ()
        self.last_diagnostics: RevisionDiagnostics | None = None


def co_activity_lints(
    reading: SystemMessageReading, memory: LintMemory | None = None
) -> tuple[Diagnostic, ...]:
    """Return the lints: ties, blocks that are never active or always outranked, repeated or opposed texts."""
    memory = memory or LintMemory()
    blocks = reading.blocks
    if len(blocks) < 2:
        return ()
    if not memory.rules.are_same(blocks) or memory.model != reading.head.priority_model:
        memory.model = reading.head.priority_model
        memory.rule_findings = tuple(rule_findings(blocks, reading.head.priority_model))
        memory.last_diagnostics = None
    findings = (*memory.rule_findings, *text_findings(blocks, memory.texts))
    left_out = len(findings) - MOST_NOTES + 1 if len(findings) > MOST_NOTES else 0
    if left_out:
        findings = findings[:-left_out]
    last = memory.last_diagnostics
    moved = last.moved_to(reading, findings) if last is not None else {}
    diagnostics = {finding: moved.get(finding) or _diagnostic(reading, finding) for finding in findings}
    memory.last_diagnostics = RevisionDiagnostics(reading, diagnostics)
    notes = in_file_order(list(diagnostics.values()))
    if not left_out:
        return notes
    message = Sentence("system_messages.more-notes", count=left_out)
    more = Diagnostic("message-limit", Severity.INFORMATION, notes[-1].span, message, {"field": ""})
    return (*notes, more)


def _diagnostic(reading: SystemMessageReading, finding: Finding) -> Diagnostic:
    blocks, lint = reading.blocks, finding.lint
    block = blocks[finding.others[-1]] if lint is Lint.TIED else blocks[finding.block]
    field, span = _place(reading, block, finding)
    path = f"{block.label}.{field}" if field else block.label
    others = finding.others if lint is not Lint.TIED else (finding.block, *finding.others)
    return Diagnostic(
        lint,
        _SEVERITIES.get(lint, Severity.INFORMATION),
        span,
        _SENTENCES.get(lint, _pair)(blocks, finding),
        {"field": path, "blocks": ", ".join(blocks[other].name for other in others)},
        fixes_of(reading, finding),
    )


def _place(reading: SystemMessageReading, block: Block, finding: Finding) -> tuple[str, Span]:
    """Return the field to show a finding at ("" for the block), and the span of its first line."""
    if finding.lint is Lint.ALWAYS_NEVER and block.content_node is not None:
        from editor_app.structured.scalar_places import scalar_map

        _, first, last = finding.detail
        claim = Span(int(first), int(last))
        return "content", scalar_map(reading.source, block.content_node).source_span(claim)
    for field in _FIELDS.get(finding.lint, _CONTENT):
        place = block.place(field)
        if place is not None and place.length:
            end = reading.source.find("\n", place.start, place.end)
            return field, place if end < 0 else Span(place.start, end)
    end = reading.source.find("\n", block.span.start, block.span.end)
    return "", block.span if end < 0 else Span(block.span.start, end)


def _tied(blocks: tuple[Block, ...], finding: Finding) -> str:
    first = blocks[finding.block]
    names = [blocks[index].name for index in (finding.block, *finding.others)]
    return Sentence("system_messages.blocks-tie", names=names, priority=first.priority)


def _never_active(blocks: tuple[Block, ...], finding: Finding) -> str:
    block, other = blocks[finding.block], blocks[finding.others[0]]
    mine, outer = block.body.scope, other.body.scope
    if finding.detail[0] == "file":
        return Sentence("system_messages.never-sent-files", name=block.name, other=other.name)
    if mine is None or outer is None or not outer.modes:
        return Sentence("system_messages.never-sent-around", name=block.name)
    return Sentence(
        "system_messages.never-sent-modes",
        name=block.name,
        modes=mine.modes,
        other=other.name,
        others=outer.modes,
    )


def _pair(blocks: tuple[Block, ...], finding: Finding) -> str:
    detail = cut(finding.detail[0], 60) if finding.detail else ""
    block, other = blocks[finding.block], blocks[finding.others[0]]
    return Sentence(
        "system_messages.two-blocks",
        lint=finding.lint,
        name=block.name,
        other=other.name,
        priority=block.priority,
        greater=other.priority,
        detail=detail,
    )


_SENTENCES = {Lint.TIED: _tied, Lint.NEVER_ACTIVE: _never_active}


class RevisionDiagnostics:
    """The diagnostics made for one revision, by finding."""

    def __init__(self, reading: SystemMessageReading, diagnostics: Mapping[Finding, Diagnostic]) -> None:
        """Keep the revision's reading, and the diagnostic of each finding."""
        self._reading = reading
        self._found = diagnostics

    def moved_to(
        self, reading: SystemMessageReading, findings: Iterable[Finding]
    ) -> dict[Finding, Diagnostic]:
        """Return the diagnostics of findings that an edit inside one content did not change, shifted.

        Ids, types, priorities, scopes and conditions of the blocks have to be the same as in that revision.
        """
        edit = _edit_in_content(self._reading, reading)
        if edit is None:
            return {}
        old, new = self._reading.blocks, reading.blocks
        is_same = [block.body is other.body for block, other in zip(old, new, strict=True)]
        moved: dict[Finding, Diagnostic] = {}
        for finding in findings:
            before = self._found.get(finding)
            if before is not None and is_same[finding.block] and all(is_same[at] for at in finding.others):
                after = _moved(before, edit)
                if after is not None:
                    moved[finding] = after
        return moved


def _edit_in_content(old: SystemMessageReading, new: SystemMessageReading) -> Edit | None:
    """Return the edit between two readings if it is inside one block's content; None if it is not."""
    if len(old.blocks) != len(new.blocks):
        return None
    edit = difference(old.source, new.source)
    if edit is None:
        return Edit(Span(0, 0), "")
    index = bisect_right(old.blocks, edit.span.start, key=lambda block: block.span.start) - 1
    if index < 0:
        return None
    before, after = old.blocks[index].content_span, new.blocks[index].content_span
    if before is None or after is None or not before.start < edit.span.start <= edit.span.end < before.end:
        return None
    return edit if after == Span(before.start, before.end + edit.growth) else None


def _moved(diagnostic: Diagnostic, edit: Edit) -> Diagnostic | None:
    """Return a diagnostic with spans shifted by an edit, None if the edit touches one of them."""
    start, end = edit.span
    places = [diagnostic.span, *[edit.span for fix in diagnostic.fixes for edit in fix.edits]]
    if max([place.end for place in places]) < start:
        return diagnostic
    growth = edit.growth
    # the usual case, without comparisons in `moved`, as it runs for each diagnostic at every key
    if min([place.start for place in places]) > end:

        def moved(span: Span) -> Span:
            return Span(span.start + growth, span.end + growth)

    elif any(place.start <= end and place.end >= start for place in places):
        return None
    else:

        def moved(span: Span) -> Span:
            return span if span.end < start else span.shifted(growth)

    return Diagnostic(
        diagnostic.code,
        diagnostic.severity,
        moved(diagnostic.span),
        diagnostic.message,
        diagnostic.args,
        tuple(
            Fix(fix.title, tuple(Edit(moved(span), text) for span, text in fix.edits), fix.rename)
            for fix in diagnostic.fixes
        ),
    )
