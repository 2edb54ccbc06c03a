"""The brackets dialect: `[type:name]`, `[if type:name]`, `[else]`, `[endif]` and `[literal:text]`."""

from __future__ import annotations

import re

from editor_app.template.dialect import TEXT, TagKind, Token

# A name that its line does not close takes the rest of the line, where no tag can be complete,
# so that no later bracket has to search for the same closer in vain.
# An optional group is not possessive here: Python 3.11.2 would keep the part of it that it read in vain.
_NAMED = r"(?:if[ \t]++!?+)?[A-Za-z0-9_]++:[^\]\n]*+\]?+"
_WORD = r"(?:else|endif)[ \t]*+\]"

split = re.compile(rf"(\[[ \t]*+(?:{_NAMED}|{_WORD}))").split

_condition = re.compile(r"if[ \t]+(!?)").match

ELSE = Token(TagKind.ELSE, "e")
END = Token(TagKind.END, "x")


def classify(tag: str) -> Token:
    """Return the token of a piece that `split` gives as a tag; TEXT for one that is none."""
    if tag[-1] != "]":
        return TEXT
    inner = tag[1:-1].lstrip(" \t")
    type_, colon, name = inner.partition(":")
    if not colon:
        return ELSE if inner.startswith("else") else END
    condition = _condition(type_)
    if condition:
        type_ = type_[condition.end() :]
    literal = type_ == "literal"
    if literal and not condition:
        return Token(TagKind.LITERAL, text=name)
    key = type_ + ":" + (name if literal else name.rstrip(" \t"))
    offset = len(tag) - 1 - len(inner) + (condition.end() if condition else 0)
    if condition:
        return Token(TagKind.IF, "u" if condition[1] else "i", key, offset, bool(condition[1]))
    return Token(TagKind.INSERT, "", key, offset)


def is_literal(name: str) -> bool:
    """Whether `name` is that of a `[literal:…]` tag: syntax, which always exists and is in no catalog."""
    return name.startswith("literal:")
