"""Misspelled tags: a brace or bracket is missing, is the wrong one, or is set apart by blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from editor_app.template.checks.changes import (
    first_problems,
    fixes,
    keep_as_text,
    opener_of,
    short_spelling,
)
from editor_app.template.dialect import Dialect
from editor_app.template.tree import Tree
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span, line_at

_BODY = r"([ \t]*+)((?:#(?:if|unless)[ \t]++)?[A-Za-z_][A-Za-z0-9_]*+|/(?:if|unless))[ \t]*+"
# In other languages a tag may span lines, so a closer alone on the next line is taken for this tag's.
_LINE_END = r"(?=\r?\n|\Z)(?:[ \t\r\n]*+\}\})?"
_in_braces = re.compile(
    rf"(?<![{{\\$])\{{(?:\{{{_BODY}(?:\}}(?![ \t]*+\}})|{_LINE_END})|[ \t]*+\{{{_BODY}\}}[ \t]*+\}})"
).finditer
_in_brackets = re.compile(r"\[([ \t]*+)(else|endif)[ \t]*+(?:[)}]|(?=\r?\n|\Z))").finditer
_brace = re.compile("[{}]").finditer


def check_malformed_tags(tree: Tree) -> Iterator[Diagnostic]:
    """Report text that is nearly a tag and so would reach the model."""
    return first_problems(
        _malformed(tree),
        lambda tag: malformed_tag(tree, *tag),
        lambda tag: (tag[0], "malformed-tag", Severity.WARNING),
    )


def malformed_tag(
    tree: Tree, span: Span, written: str, meant: str | None, *, runs_on: bool = False
) -> Diagnostic:
    """Return the warning that what is `written` at `span` is not the tag it was probably `meant` to be.

    `meant` is None where nobody can tell how far the tag was to go. It `runs_on` if a later ‘]’ ends it.
    """
    opener = opener_of(tree)
    first_line, tag = short_spelling(written.partition("\n")[0].rstrip()), short_spelling(meant or "")
    effect = "runs-on" if runs_on else "stays"
    message = Sentence("template.malformed-tag", written=first_line, effect=effect, meant=tag)
    if not meant:
        message = Sentence("template.unclosed-tag", written=first_line, effect=effect)
    return Diagnostic(
        "malformed-tag",
        Severity.WARNING,
        span,
        message,
        {"written": written, **({"meant": meant} if meant else {})},
        fixes(
            Fix(Sentence("text.write", text=tag), (Edit(span, meant),)) if meant else None,
            keep_as_text(tree, span, opener) if written.startswith(opener) else None,
        ),
    )


def _malformed(tree: Tree) -> Iterator[tuple[Span, str, str]]:
    """Yield the candidates but those of other languages, whose first brace is closed later (`{{x}_i}`)."""
    source = tree.source
    behind, unclosed = -1, frozenset[int]()
    for span, written, meant in _candidates(tree):
        if written.startswith("{{") and written.count("}") == 1:
            start = span.start - tree.offset
            if start > behind:
                begin, behind = line_at(source, start)
                unclosed = _unclosed_braces(source, begin, behind)
            if start not in unclosed:
                continue
        yield span, written, meant


def _candidates(tree: Tree) -> Iterator[tuple[Span, str, str]]:
    """Yield what is nearly a tag in the texts between tags: its span and text, and the tag that was meant."""
    is_braces = tree.dialect is Dialect.BRACES
    listed, last = tree.listed, len(tree.listed) - 1
    search, opener = (_in_braces, "{") if is_braces else (_in_brackets, "[")
    for index in range(0, len(listed), 2):
        piece = listed[index]
        if opener not in piece:
            continue
        for match in search(piece):
            written = match[0].rstrip(" \t")
            if match.end() == len(piece) and index < last and written[-1] not in "})":
                continue  # the line continues with a tag
            blank, body = (part for part in match.groups() if part is not None)
            start = tree.starts[index] + match.start()
            meant = f"{{{{{blank}{body}{blank}}}}}" if is_braces else f"[{blank}{body}]"
            yield Span(start, start + len(written)), written, meant


def _unclosed_braces(source: str, start: int, end: int) -> frozenset[int]:
    """Return the offsets of the opening braces between `start` and `end` that are not closed there."""
    opened: list[int] = []
    for match in _brace(source, start, end):
        if match[0] == "{":
            opened.append(match.start())
        elif opened:
            opened.pop()
    return frozenset(opened)
