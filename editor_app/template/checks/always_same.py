"""Conditions that always hold or never hold, whatever the values."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.template.brackets import is_literal
from editor_app.template.checks.changes import first_problems
from editor_app.template.dialect import Dialect
from editor_app.template.pairing import ELSE_OF, stand_side_by_side
from editor_app.template.syntax import SYNTAX
from editor_app.template.tree import Tree
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span


def check_always_same(tree: Tree) -> Iterator[Diagnostic]:
    """Report conditions on what always exists, or on a name that an outer condition has decided."""
    return first_problems(
        _decided_conditions(tree),
        lambda condition: _diagnostic(tree, *condition),
        lambda condition: (tree.span(condition[0]), "always-same", Severity.INFORMATION),
    )


def _decided_conditions(tree: Tree) -> Iterator[tuple[int, bool, bool]]:
    """Yield the place of each such condition, whether it holds, and whether what it names always exists."""
    is_brackets = tree.dialect is Dialect.BRACKETS
    if not is_brackets and stand_side_by_side(tree.letters):
        return
    token_of = SYNTAX[tree.dialect].token
    decided: dict[str, bool] = {}
    around: list[tuple[int, str]] = []
    for start, end, key in zip(*tree.structure.sides, strict=True):
        while around and around[-1][0] <= start:
            decided.pop(around.pop()[1], None)
        token = token_of(key.removeprefix(ELSE_OF))
        in_else = key[0] == ELSE_OF
        always_exists = is_brackets and (token.name.startswith("system:") or is_literal(token.name))
        if not in_else and (always_exists or token.name in decided):
            exists = always_exists or decided[token.name]
            yield start, exists != token.negated, always_exists
        elif token.name not in decided and not always_exists:
            decided[token.name] = token.negated == in_else
            around.append((end, token.name))


def _diagnostic(tree: Tree, index: int, holds: bool, always_exists: bool) -> Diagnostic:
    span, name = tree.span(index), tree.token(tree.listed[index]).name
    word = "always" if holds else "never"
    cause = "exists" if always_exists else "decided"
    return Diagnostic(
        "always-same",
        Severity.INFORMATION,
        span,
        Sentence("template.always-same", tag=tree.spelling(index), holds=word, cause=cause, name=name),
        {"name": name, "holds": word},
        (Fix(Sentence("template.keep-shown"), tuple(_unwrapping(tree, index, holds))),),
    )


def _unwrapping(tree: Tree, opening: int, holds: bool) -> Iterator[Edit]:
    """Yield the edits that remove a condition's tags and the side never shown; the output stays the same."""
    middle = tree.side_end[opening]
    closing = tree.side_end.get(middle, middle)
    first, second, third = (tree.line(index) or tree.span(index) for index in (opening, middle, closing))
    if holds:
        yield Edit(first, "")
        yield Edit(Span(second.start, third.end), "")
    else:
        yield Edit(Span(first.start, second.end), "")
        if closing != middle:
            yield Edit(third, "")
