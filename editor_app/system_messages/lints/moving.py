"""Diagnostics of blocks that an edit did not touch, shifted to their new places."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping

from editor_app.system_messages.lints.rules import Finding
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.text import Diagnostic, Edit, Fix, Span, difference


class RevisionDiagnostics:
    """The diagnostics made for one revision, by finding."""

    def __init__(self, reading: SystemMessageReading, found: Mapping[Finding, Diagnostic]) -> None:
        """Keep the revision's reading, and the diagnostic of each finding."""
        self._reading = reading
        self._found = found

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
        is_same = [one.body is other.body for one, other in zip(old, new, strict=True)]
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
    places = [diagnostic.span, *[one.span for fix in diagnostic.fixes for one in fix.edits]]
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

    fixes = tuple(
        Fix(fix.title, tuple(Edit(moved(span), text) for span, text in fix.edits), fix.rename)
        for fix in diagnostic.fixes
    )
    return Diagnostic(
        diagnostic.code,
        diagnostic.severity,
        moved(diagnostic.span),
        diagnostic.message,
        diagnostic.args,
        fixes,
    )
