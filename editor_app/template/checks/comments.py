"""Comments that are not closed on their line, so that private notes would reach the model."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from editor_app.template.checks.changes import (
    first_problems,
    fixes,
    keep_as_text,
    line_alone,
    tag_removal,
)
from editor_app.template.tree import Tree
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span, line_end

_BLANKS = " \t\r"
_closers = re.compile(r"\}\}").finditer
_openers = re.compile(r"\{\{[ \t]*+(!?)").finditer


def check_comments(tree: Tree) -> Iterator[Diagnostic]:
    """Report comments that are not closed on their line."""
    if not tree.unclosed_comments:
        return iter(())
    closers = _LaterClosers(tree)
    return first_problems(
        tree.unclosed_comments,
        lambda place: _diagnostic(tree, place, closers),
        lambda place: (tree.span(place), "unclosed-comment", Severity.ERROR),
    )


def _diagnostic(tree: Tree, place: int, closers: _LaterClosers) -> Diagnostic:
    """Return the error about the comment opener at a place among the pieces."""
    start, opened = tree.starts[place], tree.starts[place + 1]
    later = closers.closer(opened, is_dashed=tree.listed[place].endswith("-"))
    inside = opened - tree.offset
    rest = tree.source[inside : line_end(tree.source, inside)].rstrip(_BLANKS)
    span = Span(start, opened + len(rest))
    closer = "--}}" if tree.source.endswith("-", 0, opened - tree.offset) else "}}"
    braces = opened + rest.find("}}")
    at_end, at_braces = Span(span.end, span.end), Span(braces, braces)
    whole = Span(start, later.end) if later else span
    return Diagnostic(
        "unclosed-comment",
        Severity.ERROR,
        span,
        Sentence("template.unclosed-comment", closer=closer)
        if later is None
        else Sentence("template.comment-of-lines"),
        {"closer": closer},
        fixes(
            _comment_each_line(tree, start, opened, later) if later is not None else None,
            Fix(
                Sentence("template.close-at-line-end"),
                (Edit(at_end, _closing(rest, closer)),),
            ),
            Fix(Sentence("template.end-at-braces"), (Edit(at_braces, "--"),)) if "}}" in rest else None,
            Fix(
                Sentence("template.remove-comment"),
                (tag_removal(tree, whole),),
            ),
            keep_as_text(tree, span, "{{"),
        ),
    )


class _LaterClosers:
    """Finds the closers of comments that span lines; the source is searched once for all of them."""

    def __init__(self, tree: Tree) -> None:
        source = tree.source
        self._offset = tree.offset
        self._closers = [match.start() for match in _closers(source)]
        self._dashed = [offset for offset in self._closers if source.endswith("--", 0, offset)]
        openers = list(_openers(source))
        self._tags = [match.start() for match in openers]
        self._comments = [match.start() for match in openers if match[1]]

    def closer(self, opened: int, *, is_dashed: bool) -> Span | None:
        """Return the closer of a comment open from `opened` on; None if there is none before the next tag.

        A dashed comment may have tags in it, but no comment.
        """
        closers, openers = (self._dashed, self._comments) if is_dashed else (self._closers, self._tags)
        length = 2 if is_dashed else 0
        start = opened - self._offset
        index = bisect_left(closers, start + length)
        if index == len(closers):
            return None
        end = closers[index]
        opener = bisect_left(openers, start)
        if opener < len(openers) and openers[opener] < end:
            return None
        return Span(end - length, end + 2).shifted(self._offset)


def _comment_each_line(tree: Tree, start: int, opened: int, closer: Span) -> Fix:
    """Return the fix that makes each line of a comment its own; lines with only its opener or closer go."""
    source, offset = tree.source, tree.offset
    opener, closing = (Span(*part).shifted(-offset).of(source) for part in ((start, opened), closer))
    lines = source[opened - offset : closer.start - offset].split("\n")
    if len(lines) > 1 and not lines[0].strip() and line_alone(tree, Span(start, opened)):
        lines[:2] = [lines[1].lstrip(_BLANKS)]  # the first line of text moves up to the opener's
    if len(lines) > 1 and line_alone(tree, closer):
        del lines[-1]
    indents = ["", *(line[: len(line) - len(line.lstrip(_BLANKS))] for line in lines[1:])]
    texts = [f"{text} " if (text := line.strip(_BLANKS)) else "" for line in lines]
    comments = (f"{indent}{opener} {text}{closing}" for indent, text in zip(indents, texts, strict=True))
    edit = Edit(Span(start, closer.end), tree.line_break.join(comments))
    return Fix(Sentence("template.comment-each-line"), (edit,))


def _closing(rest: str, closer: str) -> str:
    """Return what is missing of `closer` behind `rest`, of which a part may have been typed."""
    for typed in range(len(closer) - 1, 0, -1):
        if rest.endswith(closer[:typed]) and not (typed == 1 and closer == "--}}"):
            return closer[typed:]
    return " " + closer
