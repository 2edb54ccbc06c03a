"""Pygments lexers for both template dialects, built on the template parser; published as entry points.

Text around the tags is `Token.Text`, which another lexer may colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, String, Text, _TokenType

from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.template import parse
from editor_app.template.tree import Tag

_Token = tuple[int, _TokenType, str]
_WHOLE = {TagKind.COMMENT: Comment.Multiline, TagKind.LITERAL: String.Escape}
_MARKS = {Dialect.BRACES: 2, Dialect.BRACKETS: 1}  # characters that open a tag, and close it


class _TemplateLexer(Lexer):
    """Reads a text as a template of its `dialect`; every text is a valid one."""

    dialect: ClassVar[Dialect]

    def __init__(self, **options: object) -> None:
        """Let Pygments neither strip nor add newlines, unless `options` say so."""
        super().__init__(**{"stripnl": False, "ensurenl": False, **options})

    def get_tokens_unprocessed(self, text: str) -> Iterator[_Token]:
        """Yield the start, type and text of each token; the texts joined are `text`."""
        offset = 0
        for tag in parse(text, self.dialect).tags:
            if offset < tag.span.start:
                yield offset, Text, text[offset : tag.span.start]
            yield from _tokens_of(tag, text, _MARKS[self.dialect])
            offset = tag.span.end
        if offset < len(text):
            yield offset, Text, text[offset:]


class BracesLexer(_TemplateLexer):
    """Prompts and documents: `{{name}}`, `{{#if name}}`."""

    name = "Foreword braces"
    aliases: ClassVar[list[str]] = ["foreword-braces"]
    filenames: ClassVar[list[str]] = []
    mimetypes: ClassVar[list[str]] = []
    dialect = Dialect.BRACES


class BracketsLexer(_TemplateLexer):
    """The system-prompt template and the contents of blocks: `[type:name]`, `[if type:name]`."""

    name = "Foreword brackets"
    aliases: ClassVar[list[str]] = ["foreword-brackets"]
    filenames: ClassVar[list[str]] = ["system-prompt.tmpl"]
    mimetypes: ClassVar[list[str]] = []
    dialect = Dialect.BRACKETS


def _tokens_of(tag: Tag, text: str, marks: int) -> Iterator[_Token]:
    start, end = tag.span
    if tag.kind in _WHOLE:
        yield start, _WHOLE[tag.kind], text[start:end]
        return
    name = tag.name_span
    parts = [(start, start + marks, Comment.Preproc)]
    if name is None:
        parts.append((start + marks, end - marks, Keyword))
    else:
        parts += [(start + marks, name.start, Keyword), (name.start, name.end, Name.Variable)]
        parts.append((name.end, end - marks, Text.Whitespace))
    parts.append((end - marks, end, Comment.Preproc))
    for begin, stop, token in parts:
        part = text[begin:stop]
        if part:
            yield begin, Text.Whitespace if part.isspace() else token, part
