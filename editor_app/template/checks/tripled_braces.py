"""`{{{name}}}`, which elsewhere inserts without escaping: here it is a tag between braces."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.template.checks.changes import first_problems
from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.tree import Tree
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span


def check_tripled_braces(tree: Tree) -> Iterator[Diagnostic]:
    """Report braces directly round a tag that inserts."""
    if tree.dialect is not Dialect.BRACES:
        return iter(())
    listed = tree.listed
    behind_braces = (2 * text + 1 for text, before in enumerate(listed[:-1:2]) if before[-1:] == "{")
    return first_problems(
        (
            place
            for place in behind_braces
            if listed[place + 1][:1] == "}" and tree.token(listed[place]).kind is TagKind.INSERT
        ),
        lambda place: _diagnostic(tree, place),
        lambda place: (tree.span(place), "foreign-tag", Severity.INFORMATION),
    )


def _diagnostic(tree: Tree, place: int) -> Diagnostic:
    before, tag, behind = tree.listed[place - 1 : place + 2]
    depth = min(len(before) - len(before.rstrip("{")), len(behind) - len(behind.lstrip("}")))
    start, end = tree.span(place)
    span = Span(start - depth, end + depth)
    name = tree.token(tag).name
    return Diagnostic(
        "foreign-tag",
        Severity.INFORMATION,
        span,
        Sentence("template.tripled-braces", name=name),
        {"tag": tag, "name": name},
        (
            Fix(Sentence("text.write", text=tag), (Edit(span, tag),)),
            Fix(Sentence("template.keep-braces"), (Edit(Span(start, start), " "), Edit(Span(end, end), " "))),
        ),
    )
