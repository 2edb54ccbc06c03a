"""Reading the tags of other template languages, and their equivalents here."""

from __future__ import annotations

import re
from typing import NamedTuple

from editor_app.template import braces
from editor_app.template.dialect import Dialect, TagKind

_NAME = "[A-Za-z_][A-Za-z0-9_]*"
_is_name = re.compile(_NAME).fullmatch
_key = re.compile(r"[A-Za-z0-9_]+:[^\]\n]*").fullmatch
_else_if = re.compile(r"(?:else[ \t]*if|elsif|elif|else[ \t]+(unless))[ \t]+(\S.*)", re.IGNORECASE).fullmatch
_if = re.compile(r"(?:(if)|unless)[ \t]+(not[ \t]+|![ \t]*)?(\S.*)", re.IGNORECASE).fullmatch
_end_if = re.compile(r"end[ \t_]?if|/[ \t]*(?:if|unless)", re.IGNORECASE).fullmatch

_SIGILS = ("^", "#", "/", "&")
_BLOCK_WORDS = ("if", "unless", "each", "with", "else")


class ForeignForm(NamedTuple):
    """What a foreign tag does.

    `role` is "open", "else", "else if" or "close" for a tag of a condition, "" for any other.
    An opener and its closer have the same `label`. `ours` is the equivalent in this dialect,
    None if the tag alone does not tell it; for "else if" it is the opener behind the `else`.
    """

    role: str = ""
    label: str = ""
    ours: str | None = None
    is_warning: bool = False


def read_braces(spelling: str) -> ForeignForm:
    """Return the form of a foreign tag in a braces template."""
    if spelling.startswith("{%"):
        return _read_condition(spelling[2:-2].strip(" \t-+"), Dialect.BRACES)
    body = spelling[2:-2].strip(" \t")
    if body.startswith("~") or body.endswith("~"):
        # It trims the spaces beside it; its equivalent is the tag without `~`.
        inner = body.strip("~ \t")
        ours = f"{{{{{inner}}}}}"
        token = braces.classify(ours)
        if token.kind is None or token.kind is TagKind.COMMENT:
            return ForeignForm(is_warning=True)
        return ForeignForm(_ROLES.get(token.kind, ""), token.word, ours, is_warning=True)
    if body[:1] in _SIGILS:
        return _read_sigil(body[0], body[1:].strip(" \t"))
    form = _read_condition(body, Dialect.BRACES)
    if form.role == "else if":
        return form._replace(is_warning=True)
    underscored = body.replace("-", "_")
    return ForeignForm(
        ours=f"{{{{{underscored}}}}}" if underscored != body and _is_name(underscored) else None
    )


def _read_sigil(sigil: str, rest: str) -> ForeignForm:
    """Read Mustache's sections, their closers, inverted sections and unescaped insertions."""
    if sigil == "^":
        if not rest:
            return ForeignForm("else", "", "{{else}}", is_warning=True)
        return ForeignForm(
            "open", rest, f"{{{{#unless {rest}}}}}" if _is_name(rest) else None, is_warning=True
        )
    if sigil == "#":
        form = _read_condition(rest, Dialect.BRACES)
        if form.role == "open":
            return form
        word = rest.split(maxsplit=1)[0] if rest else ""
        is_section = _is_name(rest) and rest not in _BLOCK_WORDS
        return ForeignForm("open", word, f"{{{{#if {rest}}}}}" if is_section else None)
    if sigil == "/":
        is_ours = rest.lower() in ("if", "unless")
        return (
            ForeignForm("close", rest.lower(), f"{{{{/{rest.lower()}}}}}")
            if is_ours
            else ForeignForm("close", rest)
        )
    return ForeignForm(ours=f"{{{{{rest}}}}}" if _is_name(rest) else None)


def read_brackets(spelling: str) -> ForeignForm:
    """Return the form of a foreign tag in a brackets template."""
    if spelling[0] == "[":
        return _read_condition(spelling[1:-1].strip(" \t"), Dialect.BRACKETS)
    body = spelling[2:-2].strip(" \t-+~")
    form = _read_condition(body.removeprefix("#"), Dialect.BRACKETS)
    if form.role:
        return form
    return ForeignForm(ours=f"[{body}]" if spelling.startswith("{{") and _key(body) else None)


def _read_condition(body: str, dialect: Dialect) -> ForeignForm:
    """Read `if x`, `unless x`, `else if x`, `else` and `endif`, in any case."""
    if body.lower() == "else":
        return ForeignForm("else", "", "{{else}}" if dialect is Dialect.BRACES else "[else]")
    if _end_if(body):
        return ForeignForm("close", "if", "{{/if}}" if dialect is Dialect.BRACES else "[endif]")
    if match := _else_if(body):
        return ForeignForm("else if", "", _opener(match[2], bool(match[1]), dialect))
    if match := _if(body):
        return ForeignForm("open", "if", _opener(match[3], (not match[1]) != bool(match[2]), dialect))
    return ForeignForm()


def _opener(name: str, negated: bool, dialect: Dialect) -> str | None:
    if dialect is Dialect.BRACKETS:
        name = name.strip(" \t")
        return f"[if {'!' if negated else ''}{name}]" if _key(name) else None
    return f"{{{{#{'unless' if negated else 'if'} {name}}}}}" if _is_name(name) else None


_ROLES = {TagKind.IF: "open", TagKind.ELSE: "else", TagKind.END: "close"}
