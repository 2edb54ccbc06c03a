"""Whether a template names only variables that its kind of file has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from editor_app.structured.nodes import ScalarNode
from editor_app.template.checks.malformed_tags import malformed_tag
from editor_app.template.dialect import TagKind
from editor_app.template.insertion import literal_edits
from editor_app.template.template import Template
from editor_app.template.tree import Tag
from editor_app.text import (
    MOST_PROBLEMS,
    Diagnostic,
    Edit,
    Fix,
    Sentence,
    Severity,
    Span,
    in_order,
    meant,
    more_problems,
    nearest,
)
from editor_app.variables.catalog import LITERAL, TEMPLATE_CATALOG, Catalog, entry_for, short_name, types_of

_opener = re.compile(r"\[[ \t]*+(?:if[ \t]++!?+)?([A-Za-z0-9_]++):")
_LOOKED_BACK = 200
_WRONG_CLOSERS = ("}", ")")
_PUNCTUATION = ".,;:!?)}>'\"’”"


def check_unclosed_names(template: Template, catalog: Catalog) -> Iterator[Diagnostic]:
    """Report what begins like a tag of a type in the catalog and lacks its closing bracket.

    A later ‘]’ in the line closes the tag. Text behind a name of a dynamic type, such as a file's, may be
    a part of the name (`[file:my file.md`), so that no closed tag is offered there.
    """
    names: dict[str, list[str]] = {kind: [] for kind in (*types_of(catalog), LITERAL)}
    for entry in catalog:
        if not entry.dynamic:
            names[entry.type].append(entry.name)
    names = {kind: sorted(of_kind, key=len, reverse=True) for kind, of_kind in names.items()}
    count = 0
    rest_from: Span | None = None
    for start, text in _candidates(template, names):
        length, is_sure = _length(text, names, catalog)
        if not length:
            continue
        count += 1
        tag, behind = text[:length], text[length : length + 1]
        is_closer = behind == "}"
        if behind == ")":  # unless a parenthesis may have opened shortly before, in its line
            place = start - template.offset
            line = template.source[max(place - _LOOKED_BACK, 0) : place].rpartition("\n")[2]
            is_closer = "(" not in line
        written = tag + behind if is_closer else tag
        span = Span(start, start + len(written))
        if count > MOST_PROBLEMS:
            rest_from = rest_from or span
            continue
        meant = f"{tag}]" if is_sure else None
        if template.tag_at(start) is None:
            yield malformed_tag(template, span, written, meant)
        else:
            yield malformed_tag(template, span, written, meant, runs_on=True)
    if rest_from is not None:
        yield more_problems(rest_from, {("malformed-tag", Severity.WARNING): count - MOST_PROBLEMS})


def _candidates(template: Template, names: dict[str, list[str]]) -> Iterator[tuple[int, str]]:
    """Yield where each may begin in the file, and its text up to the line's end or the next tag's opener."""
    spans = list(template.open_ended)
    for name in template.names:
        if "[" in name:
            tags = (template.tag_at(use.start) for use in template.uses[name])
            spans += (tag.span for tag in tags if tag is not None)
    for span in sorted(spans):
        text = span.shifted(-template.offset).of(template.source)
        later = (match for match in _opener.finditer(text, 1) if match[1] in names)
        following = next(later, None)
        if following is not None or text[-1] != "]":
            yield span.start, text[: following.start()] if following else text


def _length(text: str, names: dict[str, list[str]], catalog: Catalog) -> tuple[int, bool]:
    """Return the length of the unclosed tag that `text` begins with, and whether the tag surely ends there.

    (0, False) where it begins with none.
    """
    opener = _opener.match(text)
    if opener is None or opener[1] not in names:
        return 0, False
    kind, rest = opener[1], text[opener.end() :]
    words = rest.split(maxsplit=1) if rest and not rest[0].isspace() else []
    if not words:
        return 0, False
    if kind == LITERAL:
        return (len(text), True) if len(words[0]) == len(rest) else (0, False)
    known = next((name for name in names[kind] if _begins_with(rest, name)), None)
    name = known or words[0].rstrip(_PUNCTUATION)
    behind = rest[len(name) :]
    is_whole = known is not None or behind.startswith(_WRONG_CLOSERS) or not behind.strip()
    is_free = entry_for(f"{kind}:{name}", catalog) is not None
    is_sure = is_whole or (is_free and not behind.strip(_PUNCTUATION + " \t"))
    return (opener.end() + len(name), is_sure) if name and (is_whole or is_free) else (0, False)


def _begins_with(rest: str, name: str) -> bool:
    behind = rest[len(name) : len(name) + 1]
    return rest.startswith(name) and not (behind.isalnum() or behind == "_")


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


class _UnknownName(NamedTuple):
    """A name that is not in the catalog, and the one in it that was probably `meant`, if any."""

    name: str
    type_is_known: bool
    meant: str | None


def _look_up(name: str, catalog: Catalog) -> _UnknownName:
    kind, _, rest = name.partition(":")
    types = types_of(catalog)
    if kind in types:
        of_type = {entry.name: entry.key for entry in catalog if entry.type == kind}
        meant = (of_type[near] for near in nearest(rest, of_type))
    else:
        moved = [f"{near}:{rest}" for near in nearest(kind, types)]
        fixed = [entry.key for entry in catalog if not entry.dynamic]
        meant = (key for key in [*moved, *nearest(name, fixed)] if entry_for(key, catalog))
    return _UnknownName(name, kind in types, next(meant, None))


def _problems(
    template: Template, tags: Iterable[Tag], unknown: Mapping[str, _UnknownName], unknown_types_stay: bool
) -> Iterator[Diagnostic]:
    conditions = {condition.opening: condition for condition in template.conditions}
    made, rest_from = 0, None
    rest: Counter[tuple[str, Severity]] = Counter()
    for tag in tags:
        cause = unknown[tag.name]
        if tag.name_span is None:
            continue
        code = "unknown-name" if cause.type_is_known else "unknown-type"
        made += 1
        if made > MOST_PROBLEMS:
            rest_from = rest_from or tag.name_span
            rest[code, Severity.WARNING] += 1
            continue
        stays = unknown_types_stay and not cause.type_is_known
        spans: list[Span | None] = [tag.span]
        if (condition := conditions.get(tag.span)) is not None:
            spans += condition.otherwise, condition.closing
        literal = tuple(edit for span in spans if span for edit in literal_edits(template, span))
        fixes = [Fix(Sentence("variables.make-literal"), literal)]
        if cause.meant:
            edit = Edit(tag.name_span, cause.meant)
            fixes.insert(0, Fix(Sentence("variables.use", name=short_name(cause.meant)), (edit,)))
        yield Diagnostic(
            code,
            Severity.WARNING,
            tag.name_span,
            _sentence(cause, tag, stays=stays),
            {
                "name": cause.name,
                "meant": cause.meant or "",
                "renders": _renders(tag, stays=stays),
            },
            tuple(fixes),
        )
    if rest_from is not None:
        yield more_problems(rest_from, rest)


def _sentence(unknown: _UnknownName, tag: Tag, *, stays: bool) -> str:
    kind, _, rest = map(short_name, unknown.name.partition(":"))
    effect = _renders(tag, stays=stays)
    near = meant([short_name(unknown.meant)] if unknown.meant else [])
    if unknown.type_is_known:
        return Sentence("variables.unknown-name", effect=effect, kind=kind, name=rest, near=near)
    return Sentence("variables.unknown-type", effect=effect, kind=kind, near=near)


def _renders(tag: Tag, *, stays: bool) -> str:
    if stays:
        return "as-written"
    if tag.kind is TagKind.IF:
        return "always" if tag.negated else "never"
    return "nothing"


# A fix in such a template writes the whole scalar again, in its style. After so many characters, further
# problems of it get no fixes: in a large text with many problems they would take a minute.
_MOST_REWRITTEN = 2_000_000


def may_have_tags(text: str) -> bool:
    """Whether a text may have tags in brackets, or such of other languages that are taken for them."""
    return "[" in text or "{" in text


def check_scalar(source: str, node: ScalarNode, template: Template, catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield the problems of a brackets template, the value of a scalar, in which unknown types are text."""
    diagnostics = [*template.diagnostics, *check_catalog(template, catalog, unknown_types_stay=True)]
    if not diagnostics:
        return
    from editor_app.structured.scalar_places import scalar_map

    places = scalar_map(source, node)
    left = _MOST_REWRITTEN if places.is_exact else 0
    for problem in diagnostics:
        fixes = (*_named_alike(problem, catalog), *problem.fixes) if left > 0 else ()
        left -= len(fixes) * node.span.length
        yield replace(
            problem,
            span=places.source_span(problem.span),
            fixes=tuple(_fix(source, node, template.source, fix) for fix in fixes),
        )


def _named_alike(problem: Diagnostic, catalog: Catalog) -> Iterator[Fix]:
    """Yield the fix of a prompt's tag that inserts the only variable in the catalog with its name."""
    name = problem.args.get("tag", "").strip("{ \t}")
    keys = [entry.key for entry in catalog if entry.name == name]
    if len(keys) == 1:
        ours = f"[{keys[0]}]"
        yield Fix(Sentence("text.write", text=ours), (Edit(problem.span, ours),))


def _fix(source: str, node: ScalarNode, text: str, fix: Fix) -> Fix:
    """Return a fix of a template's text as a fix of its scalar."""
    from editor_app.structured.editing.scalars import edit_scalar

    ordered = in_order(fix.edits)
    start = at = ordered[0].span.start
    parts: list[str] = []
    for span, new in ordered:
        parts += text[at : span.start], new
        at = span.end
    return Fix(fix.title, tuple(edit_scalar(source, node, Edit(Span(start, at), "".join(parts)))))
