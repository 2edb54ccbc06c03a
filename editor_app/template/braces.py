r"""The spelling of `{{name}}`, `{{#if name}}`, `{{! comment }}` and `\{{`."""

from __future__ import annotations

import re
from itertools import chain

from editor_app.template.dialect import TEXT, TagKind, Token

# A block tag at the start of its line takes the line's end with it when only blanks stand between:
# such a line goes as a whole, and most block tags stand like that. Otherwise a run without braces
# or `!` up to `}}` is the whole tag; which tag comes later, once per spelling. A comment that its
# line does not close takes the rest of the line, so that no later opener has to look for the same
# closer in vain; `split_unclosed` cuts that rest up again.
_LINE = r"(?<=\n\{\{)(?:[#/][^{}\n!]*+|else)\}\}[ \t]*+\n"
_PLAIN = rf"{_LINE}|[^{{}}\n!]*+\}}\}}"
_NOTE = r"(?!--)[^\n]*?\}\}"
_DASHED_NOTE = r"(?=--)[^\n]*?--\}\}"
_TAG = rf"\{{\{{(?:{_PLAIN}|[ \t]*+!(?:{_NOTE}|{_DASHED_NOTE}|[^\n]*+))"
_TAG_AFTER_DASHED = rf"\{{\{{(?:{_PLAIN}|[ \t]*+!(?!--)(?:{_NOTE}|[^\n]*+))"
_ESCAPE = r"\\(?:\\(?=\{\{)|\{\{)"

# Each starts with one literal, which makes it several times faster than an alternative would.
_split_plain = re.compile(f"({_TAG})").split
_split_escaped = re.compile(f"({_TAG}|{_ESCAPE})").split
_split_after_dashed = re.compile(f"({_TAG_AFTER_DASHED}|{_ESCAPE})").split
_split_escapes_only = re.compile(f"({_ESCAPE})").split

_comment_opener = re.compile(r"\{\{[ \t]*!(?:--)?").match
_condition = re.compile(r"#(if|unless)[ \t]+([A-Za-z_][A-Za-z0-9_]*)").fullmatch
_closer = re.compile(r"/(if|unless)").fullmatch

ESCAPED = Token(TagKind.LITERAL, text="{{")
BACKSLASH = Token(TagKind.LITERAL, text="\\")
ELSE = Token(TagKind.ELSE)
COMMENT = Token(TagKind.COMMENT)
UNCLOSED_COMMENT = Token(None, unclosed=True)


def split(source: str) -> list[str]:
    """Return text and tags in turn, text first and last; joined they are `source`."""
    if "\\" in source and "\\{{" in source:  # one character is found many times faster than three
        return _split_escaped(source)
    return _split_plain(source)


def classify(tag: str) -> Token:
    """Say what a piece that `split` took for a tag is."""
    tag = tag.rstrip(" \t\n")
    if tag[0] == "\\":
        return ESCAPED if len(tag) == 3 else BACKSLASH
    body = tag[2:-2].strip(" \t")
    if body.isidentifier() and body.isascii():
        return ELSE if body == "else" else Token(TagKind.INSERT, body, tag.index(body))
    opener = _comment_opener(tag)
    if opener:
        return _classify_comment(tag, opener.end())
    if match := _condition(body):
        word, name = match.groups()
        return Token(TagKind.IF, name, tag.index("#") + match.start(2), word == "unless", word)
    if match := _closer(body):
        return Token(TagKind.END, word=match[1])
    return TEXT


def _classify_comment(tag: str, opener: int) -> Token:
    closer = "--}}" if tag[opener - 1] == "-" else "}}"
    return COMMENT if tag.endswith(closer) else UNCLOSED_COMMENT


def split_unclosed(tag: str) -> list[str]:
    """Cut a comment opener that its line does not close, and the line's rest, into pieces.

    They are text and tags in turn, like those of `split`; the opener is the first tag.
    """
    opener = _comment_opener(tag)
    assert opener
    end = opener.end()
    if tag[end - 1] != "-":  # without a closer in the rest, no tag is complete there either
        return ["", tag[:end], *_split_escapes_only(tag[end:])]
    pieces = _split_after_dashed(tag[end:])
    last = pieces[-2] if len(pieces) > 1 else ""
    if last and classify(last) is UNCLOSED_COMMENT:
        pieces = join_pieces(pieces[:-2], join_pieces(split_unclosed(last), pieces[-1:]))
    return join_pieces(["", tag[:end], ""], pieces)


def join_pieces(before: list[str], after: list[str]) -> list[str]:
    """Put one alternating list behind another; the texts that meet become one."""
    return list(chain(before[:-1], (before[-1] + after[0],), after[1:]))
