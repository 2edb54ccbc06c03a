"""Tags of conditions that do not fit together."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.template.checks.changes import fixes, keep_as_text, removal
from editor_app.template.checks.closing_place import closer_of, closing_edits
from editor_app.template.dialect import Dialect
from editor_app.template.pairing import Problem
from editor_app.template.tree import Tree
from editor_app.text import Diagnostic, Edit, Fix, Severity, Span


def check_conditions(tree: Tree) -> Iterator[Diagnostic]:
    """Report unclosed conditions, stray and second tags, and closers that name the other opener."""
    if not tree.problems:
        return
    closers = closing_edits(tree)
    for problem in tree.problems:
        if problem.code == "unclosed-condition":
            yield _unclosed(tree, problem, closers[problem.place])
        elif problem.code == "mismatched-close":
            yield _mismatched(tree, problem)
        else:
            yield _stray(tree, problem)


def _unclosed(tree: Tree, problem: Problem, closing: Edit) -> Diagnostic:
    span, spelling = _tag(tree, problem.place)
    closer = closer_of(tree, problem.place)
    tags = [span] if problem.divider < 0 else [span, tree.span(problem.divider)]
    as_text = [keep_as_text(tree, tag, _opener(tree)) for tag in tags]
    return Diagnostic(
        "unclosed-condition",
        Severity.WARNING,
        span,
        f"‘{spelling}’ is never closed, so it is shown as text; write ‘{closer}’ where it ends.",
        {"tag": spelling, "closer": closer},
        fixes(
            Fix(f"Close it with ‘{closer}’", (closing,)),
            Fix("Remove it", tuple(removal(tree, tag) for tag in tags)),
            None
            if None in as_text
            else Fix("Mark it as text", tuple(fix.edits[0] for fix in as_text if fix)),
        ),
    )


def _mismatched(tree: Tree, problem: Problem) -> Diagnostic:
    span, spelling = _tag(tree, problem.place)
    _, opener = _tag(tree, problem.opener)
    closer = closer_of(tree, problem.opener)
    return Diagnostic(
        "mismatched-close",
        Severity.WARNING,
        span,
        f"‘{spelling}’ closes ‘{opener}’; write ‘{closer}’.",
        {"tag": spelling, "opener": opener, "closer": closer},
        (Fix(f"Write ‘{closer}’", (Edit(span, closer),)),),
    )


def _stray(tree: Tree, problem: Problem) -> Diagnostic:
    span, spelling = _tag(tree, problem.place)
    args = {"tag": spelling}
    if problem.code == "second-else":
        opener = args["opener"] = _tag(tree, problem.opener)[1]
        why = f"‘{opener}’ has an ‘{spelling}’ already, so this one is shown as text; remove it."
    elif problem.code == "stray-else":
        why = (
            f"‘{spelling}’ stands in no condition, so it is shown as text; remove it, or open one before it."
        )
    else:
        why = (
            f"‘{spelling}’ closes nothing, so it is shown as text; remove it, or open a condition before it."
        )
    remove = Fix("Remove it", (removal(tree, span),))
    offered = fixes(remove, keep_as_text(tree, span, _opener(tree)))
    return Diagnostic(problem.code, Severity.WARNING, span, why, args, offered)


def _tag(tree: Tree, at: int) -> tuple[Span, str]:
    span = tree.span(at)
    return span, span.shifted(-tree.offset).of(tree.source)


def _opener(tree: Tree) -> str:
    return "{{" if tree.dialect is Dialect.BRACES else "["
