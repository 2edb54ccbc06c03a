"""Text that looks like another template language's tag."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from editor_app.template import braces
from editor_app.template.checks.changes import (
    first_problems,
    fixes,
    keep_as_text,
    line_alone,
    short_spelling,
    tag_removal,
)
from editor_app.template.checks.foreign_forms import ForeignForm, read_braces, read_brackets
from editor_app.template.dialect import TEXT, Dialect
from editor_app.template.syntax import SYNTAX
from editor_app.template.tree import Condition, Tree
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span

# How far a closer is looked for is bounded, so that many openers without one stay linear.
_OTHER = r"\{\{(?!\{)[^\n]{1,200}?\}\}|\{%[^\n]{0,200}?%\}"
_in_braces = re.compile(_OTHER).finditer
_in_brackets = re.compile(
    r"\[[ \t]*+(?:(?i:(?:else[ \t]*)?if|elsif|elif|unless)[ \t]+!?[ \t]*[A-Za-z0-9_.-]+[ \t]*:[^\]\n]{0,200}"
    r"|(?i:else|end[ \t_]?if|/[ \t]*if)[ \t]*"
    rf"|[A-Za-z0-9_]*[.-][A-Za-z0-9_.-]*:[^\]\n]{{0,200}})\]|{_OTHER}"
).finditer
_LIKE = {"open": "[if type:name]", "else": "[else]", "close": "[endif]"}
_says_something = re.compile("[A-Za-z_~^]").search


@dataclass(slots=True)
class _Foreign:
    """A foreign tag, its equivalent `ours` if known, and the `group` of tags of its condition."""

    span: Span
    spelling: str
    form: ForeignForm
    ours: str | None
    group: list[_Foreign] = field(default_factory=list)


def check_foreign_tags(tree: Tree) -> Iterator[Diagnostic]:
    """Report text that looks like a tag of another template language."""
    read = read_braces if tree.dialect is Dialect.BRACES else read_brackets
    forms = ((span, spelling, read(spelling)) for span, spelling in _spellings(tree))
    tags = [_Foreign(span, spelling, form, form.ours) for span, spelling, form in forms]
    if not tags:
        return iter(())
    _match(tags)
    _forget_lone(tree, tags)
    else_ifs = [(tag.span, tag.ours) for tag in tags if tag.form.role == "else if" and tag.ours]
    edits = else_if_edits(tree, else_ifs)
    return first_problems(
        tags,
        lambda tag: _diagnostic(tree, tag, edits.get(tag.span)),
        lambda tag: (tag.span, "foreign-tag", _severity(tag)),
    )


def _spellings(tree: Tree) -> Iterator[tuple[Span, str]]:
    listed, starts = tree.listed, tree.starts
    token = SYNTAX[tree.dialect].token
    tags = {tag for tag in dict.fromkeys(listed[1::2]) if token(tag) is TEXT}
    in_braces = tree.dialect is Dialect.BRACES
    search = _in_braces if in_braces else _in_brackets
    for index, piece in enumerate(listed):
        if index % 2:
            if in_braces and piece in tags and _says_something(piece):
                yield tree.span(index), tree.spelling(index)
        elif "{" in piece or (not in_braces and "[" in piece):
            for match in search(piece):
                if _says_something(match[0]):
                    yield Span(starts[index] + match.start(), starts[index] + match.end()), match[0]


def _match(tags: list[_Foreign]) -> None:
    """Group the foreign tags of each condition, and set the equivalents of the closers."""
    opened: list[_Foreign] = []
    for foreign in tags:
        role, label, *_ = foreign.form
        if role == "open":
            foreign.group = [foreign]
            opened.append(foreign)
        elif role == "else" and opened and opened[-1].ours:
            opened[-1].group.append(foreign)
            foreign.group = opened[-1].group
        elif role == "close" and opened and opened[-1].form.label == label:
            opener = opened.pop()
            if opener.ours:
                closer = "{{/unless}}" if opener.ours.startswith("{{#unless") else "{{/if}}"
                foreign.ours = closer if opener.ours.startswith("{{") else "[endif]"
                opener.group.append(foreign)
                foreign.group = opener.group


def _forget_lone(tree: Tree, tags: list[_Foreign]) -> None:
    """Clear the equivalent of each `else` and closer for which no condition is open."""
    unclosed = (problem.place for problem in tree.problems if problem.code == "unclosed-condition")
    first = next(unclosed, None)
    open_from = len(tree.source) + tree.offset if first is None else tree.starts[first]
    lone = [tag for tag in tags if tag.form.role in ("else", "close") and not tag.group]
    around = enclosing(tree, [tag.span for tag in lone])
    for tag, condition in zip(lone, around, strict=True):
        divides = tag.form.role == "else" and condition and not condition.otherwise
        if tag.span.start < open_from and not divides:
            tag.ours = None


def _diagnostic(tree: Tree, foreign: _Foreign, else_if: tuple[Edit, ...] | None) -> Diagnostic:
    span, spelling, form = foreign.span, foreign.spelling, foreign.form
    ours = None if form.role == "else if" else foreign.ours
    rewrite: Fix | None = None
    if else_if:
        rewrite = Fix(Sentence("template.nest-condition"), else_if)
    elif ours:
        group = foreign.group or [foreign]
        rewrite = Fix(
            Sentence("text.write", text=ours), tuple(Edit(tag.span, tag.ours) for tag in group if tag.ours)
        )
    offered = fixes(rewrite, keep_as_text(tree, span, "[" if spelling[0] == "[" else spelling[:2]))
    return Diagnostic(
        "foreign-tag",
        _severity(foreign),
        span,
        _message(tree, spelling, form, ours),
        {"tag": spelling},
        offered or (Fix(Sentence("text.remove-it"), (tag_removal(tree, span),)),),
    )


def _severity(foreign: _Foreign) -> Severity:
    return Severity.WARNING if foreign.form.is_warning else Severity.INFORMATION


def _message(tree: Tree, spelling: str, form: ForeignForm, ours: str | None) -> Sentence:
    tag, is_in_braces = short_spelling(spelling), spelling.startswith("{{")
    if tree.dialect is Dialect.BRACKETS and is_in_braces and braces.classify(spelling) is not TEXT:
        return Sentence("template.prompt-tag", tag=tag, ours=ours or _LIKE.get(form.role, "[type:name]"))
    if ours:
        return Sentence("template.foreign-tag", tag=tag, ours=ours)
    if form.role == "else if":
        return Sentence("template.foreign-else-if", tag=tag)
    return Sentence("template.unknown-foreign-tag", tag=tag)


def else_if_edits(tree: Tree, tags: Iterable[tuple[Span, str]]) -> Mapping[Span, tuple[Edit, ...]]:
    """Return for the span of each `else if`, given with its opener, the edits that nest a condition there.

    One that stands in no closed condition, or behind an `else`, has none.
    """
    edits: dict[Span, tuple[Edit, ...]] = {}
    tags = list(tags)
    spans = [span for span, _ in tags]
    for (span, opener), condition in zip(tags, enclosing(tree, spans), strict=True):
        if condition and not (condition.otherwise and condition.otherwise.start < span.start):
            edits[span] = tuple(_nest(tree, span, opener, condition))
    return edits


def _nest(tree: Tree, span: Span, opener: str, condition: Condition) -> Iterator[Edit]:
    is_braces = tree.dialect is Dialect.BRACES
    divider = "{{else}}" if is_braces else "[else]"
    closer = "[endif]" if not is_braces else "{{/unless}}" if opener.startswith("{{#unless") else "{{/if}}"
    yield Edit(span, divider + _line_break(tree, span) + opener)
    closing = condition.closing
    yield Edit(Span(closing.start, closing.start), closer + _line_break(tree, closing))


def _line_break(tree: Tree, span: Span) -> str:
    """Return a line break with the indentation of `span` if it is alone on its line, else ""."""
    line = line_alone(tree, span)
    return (
        tree.line_break + Span(line.start, span.start).shifted(-tree.offset).of(tree.source) if line else ""
    )


def enclosing(tree: Tree, spans: list[Span]) -> Iterator[Condition | None]:
    """Return for each of `spans`, which are in order, the innermost closed condition round it."""
    around: list[Condition] = []
    conditions = iter(tree.conditions if spans else ())
    condition = next(conditions, None)
    for span in spans:
        while condition and condition.opening.start < span.start:
            while around and around[-1].closing.end <= condition.opening.start:
                around.pop()
            around.append(condition)
            condition = next(conditions, None)
        while around and around[-1].closing.end <= span.start:
            around.pop()
        yield around[-1] if around else None
