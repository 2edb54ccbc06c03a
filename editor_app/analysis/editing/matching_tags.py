"""The tags of a condition that belong together, found from any of them or from the text between."""

from __future__ import annotations

from bisect import bisect_right

from editor_app.analysis.analysis import Analysis
from editor_app.template.dialect import TagKind
from editor_app.template.tree import Condition
from editor_app.text import Span


def condition_of(analysis: Analysis, tag: Span) -> Condition | None:
    """Return the condition that a control tag belongs to, or None."""
    conditions = analysis.template.conditions if analysis.template is not None else ()
    for condition in conditions:
        if tag in {condition.opening, condition.otherwise, condition.closing}:
            return condition
    return None


def tags_of_condition_at(analysis: Analysis, offset: int) -> tuple[Span, ...]:
    """Return the spans of all tags of the condition one of whose tags an offset touches."""
    template = analysis.template
    for tag in template.tags_between(max(offset - 1, 0), offset + 1) if template is not None else ():
        if tag.kind in {TagKind.IF, TagKind.ELSE, TagKind.END} and tag.span.touches(offset):
            condition = condition_of(analysis, tag.span)
            if condition is not None:
                spans = condition.opening, condition.otherwise, condition.closing
                return tuple(span for span in spans if span is not None)
    return ()


def matching_tag(analysis: Analysis, offset: int) -> Span | None:
    """Return the next tag of the condition one of whose tags an offset touches, after the last the first.

    Between tags, that is the end of the innermost condition around; None where there is none.
    """
    tags = tags_of_condition_at(analysis, offset)
    if tags:
        touched = next(index for index, tag in enumerate(tags) if tag.touches(offset))
        return tags[(touched + 1) % len(tags)]
    conditions = analysis.template.conditions if analysis.template is not None else ()
    before = bisect_right(conditions, offset, key=lambda condition: condition.opening.start)
    around = (one for one in reversed(conditions[:before]) if one.closing.start >= offset)
    found = next(around, None)
    return None if found is None else found.closing
