"""Whether a template names only variables that its kind of file has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from editor_app.template.dialect import TagKind
from editor_app.template.insertion import literal_edits
from editor_app.template.template import Template
from editor_app.template.tree import Condition, Tag
from editor_app.text import (
    MOST_PROBLEMS,
    Diagnostic,
    Edit,
    Fix,
    Severity,
    more_problems,
    nearest,
)
from editor_app.variables.catalog import TEMPLATE_CATALOG, Catalog, entry_for, short_name, types_of
from editor_app.variables.unclosed_names import check_unclosed_names


def check_catalog(
    template: Template, catalog: Catalog = TEMPLATE_CATALOG, *, unknown_types_stay: bool = False
) -> tuple[Diagnostic, ...]:
    """Report each tag of a brackets template that names nothing in the catalog, or lacks its closing bracket.

    `unknown_types_stay`: in block contents and trigger texts a tag of unknown
    type is text.
    """
    unknown = {name: _look_up(name, catalog) for name in template.names if not entry_for(name, catalog)}
    unclosed = tuple(check_unclosed_names(template, catalog))
    if not unknown:
        return unclosed
    reported = {problem.span.start for problem in unclosed}
    tags = (tag for tag in template.tags if tag.name in unknown and tag.span.start not in reported)
    return (*unclosed, *_problems(template, tags, unknown, unknown_types_stay))


class _Unknown(NamedTuple):
    """A name that is not in the catalog, and the one in it that was probably `meant`, if any."""

    name: str
    type_is_known: bool
    meant: str | None


def _look_up(name: str, catalog: Catalog) -> _Unknown:
    kind, _, rest = name.partition(":")
    types = types_of(catalog)
    if kind in types:
        of_type = {entry.name: entry.key for entry in catalog if entry.type == kind}
        meant = (of_type[near] for near in nearest(rest, of_type))
    else:
        moved = [f"{near}:{rest}" for near in nearest(kind, types)]
        fixed = [entry.key for entry in catalog if not entry.dynamic]
        meant = (key for key in [*moved, *nearest(name, fixed)] if entry_for(key, catalog))
    return _Unknown(name, kind in types, next(meant, None))


def _problems(
    template: Template, tags: Iterable[Tag], unknown: Mapping[str, _Unknown], unknown_types_stay: bool
) -> Iterator[Diagnostic]:
    conditions = {condition.opening: condition for condition in template.conditions}
    made, rest_from = 0, None
    rest: Counter[tuple[str, Severity]] = Counter()
    for tag in tags:
        found = unknown[tag.name]
        if tag.name_span is None:
            continue
        code = "unknown-name" if found.type_is_known else "unknown-type"
        made += 1
        if made > MOST_PROBLEMS:
            rest_from = rest_from or tag.name_span
            rest[code, Severity.WARNING] += 1
            continue
        stays = unknown_types_stay and not found.type_is_known
        condition = conditions.get(tag.span)
        yield Diagnostic(
            code,
            Severity.WARNING,
            tag.name_span,
            _sentence(found, tag, stays=stays),
            {
                "name": found.name,
                "meant": found.meant or "",
                "renders": _renders(tag, stays=stays),
            },
            tuple(_fixes(template, found, tag, condition)),
        )
    if rest_from is not None:
        yield more_problems(rest_from, rest)


def _sentence(found: _Unknown, tag: Tag, *, stays: bool) -> str:
    kind, _, rest = map(short_name, found.name.partition(":"))
    there_is = f"There is no variable type ‘{kind}’"
    if found.type_is_known:
        there_is = f"The type ‘{kind}’ has no variable ‘{rest}’"
    effect = {
        "as-written": "the tag stays in the text as written",
        "nothing": "the tag renders as nothing",
        "always": "the condition always holds",
        "never": "the condition never holds",
    }[_renders(tag, stays=stays)]
    meant = f" Did you mean ‘{short_name(found.meant)}’?" if found.meant else ""
    return f"{there_is}, so {effect}.{meant}"


def _renders(tag: Tag, *, stays: bool) -> str:
    if stays:
        return "as-written"
    if tag.kind is TagKind.IF:
        return "always" if tag.negated else "never"
    return "nothing"


def _fixes(template: Template, found: _Unknown, tag: Tag, condition: Condition | None) -> Iterator[Fix]:
    if found.meant and tag.name_span:
        yield Fix(f"Use ‘{short_name(found.meant)}’", (Edit(tag.name_span, found.meant),))
    spans = [tag.span]
    if condition is not None:
        spans += [span for span in (condition.otherwise, condition.closing) if span]
    edits = tuple(edit for span in spans for edit in literal_edits(template, span))
    yield Fix("Make it literal text", edits)
