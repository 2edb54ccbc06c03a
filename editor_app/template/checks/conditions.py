"""Misplaced tags: stray or second `else`, stray closers, closers that name the other opener."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.template.checks.changes import first_problems, fixes, keep_as_text, opener_of, tag_removal
from editor_app.template.pairing import TagProblem
from editor_app.template.tree import Tree
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity


def check_conditions(tree: Tree) -> Iterator[Diagnostic]:
    """Report stray and second tags, and closers that name the other opener."""
    return first_problems(
        (problem for problem in tree.problems if problem.code != "unclosed-condition"),
        lambda problem: (_mismatched if problem.code == "mismatched-close" else _stray)(tree, problem),
        lambda problem: (tree.span(problem.place), problem.code, Severity.WARNING),
    )


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
        Sentence("template.mismatched-close", tag=spelling, opener=opener, closer=closer),
        {"tag": spelling, "opener": opener, "closer": closer},
        (Fix(Sentence("text.write", text=closer), (Edit(span, closer),)),),
    )


def _stray(tree: Tree, problem: TagProblem) -> Diagnostic:
    span, spelling = tree.span(problem.place), tree.spelling(problem.place)
    args = {"tag": spelling}
    if problem.code == "second-else":
        opener = args["opener"] = tree.spelling(problem.opener)
        why = Sentence("template.second-else", tag=spelling, opener=opener)
    elif problem.code == "stray-else":
        why = Sentence("template.stray-else", tag=spelling)
    else:
        why = Sentence("template.stray-close", tag=spelling)
    remove = Fix(Sentence("text.remove-it"), (tag_removal(tree, span),))
    offered = fixes(remove, keep_as_text(tree, span, opener_of(tree)))
    return Diagnostic(problem.code, Severity.WARNING, span, why, args, offered)
