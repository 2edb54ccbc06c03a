"""Misplaced tags: stray or second `else`, stray closers, closers that name the other opener."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from editor_app.template.checks.changes import fixes, keep_as_text, opener_of, tag_removal
from editor_app.template.pairing import TagProblem
from editor_app.template.tree import Tree
from editor_app.text import MOST_PROBLEMS, Diagnostic, Edit, Fix, Severity, more_problems


def check_conditions(tree: Tree) -> Iterator[Diagnostic]:
    """Report stray and second tags, and closers that name the other opener."""
    problems = [problem for problem in tree.problems if problem.code != "unclosed-condition"]
    for problem in problems[:MOST_PROBLEMS]:
        yield (_mismatched if problem.code == "mismatched-close" else _stray)(tree, problem)
    if len(problems) > MOST_PROBLEMS:
        rest = Counter((problem.code, Severity.WARNING) for problem in problems[MOST_PROBLEMS:])
        yield more_problems(tree.span(problems[MOST_PROBLEMS].place), rest)


def _mismatched(tree: Tree, problem: TagProblem) -> Diagnostic:
    span, spelling, opener = (
        tree.span(problem.place),
        tree.spelling(problem.place),
        tree.spelling(problem.opener),
    )
    closer = f"{{{{/{tree.token(opener).word}}}}}"
    return Diagnostic(
        "mismatched-close",
        Severity.WARNING,
        span,
        f"‘{spelling}’ closes ‘{opener}’; write ‘{closer}’.",
        {"tag": spelling, "opener": opener, "closer": closer},
        (Fix(f"Write ‘{closer}’", (Edit(span, closer),)),),
    )


def _stray(tree: Tree, problem: TagProblem) -> Diagnostic:
    span, spelling = tree.span(problem.place), tree.spelling(problem.place)
    args = {"tag": spelling}
    if problem.code == "second-else":
        opener = args["opener"] = tree.spelling(problem.opener)
        why = f"‘{opener}’ has an ‘{spelling}’ already, so this one is shown as text; remove it."
    elif problem.code == "stray-else":
        why = (
            f"‘{spelling}’ stands in no condition, so it is shown as text; remove it, or open one before it."
        )
    else:
        why = (
            f"‘{spelling}’ closes nothing, so it is shown as text; remove it, or open a condition before it."
        )
    remove = Fix("Remove it", (tag_removal(tree, span),))
    offered = fixes(remove, keep_as_text(tree, span, opener_of(tree)))
    return Diagnostic(problem.code, Severity.WARNING, span, why, args, offered)
