"""Text as YAML writes it, so that reading gives the same text back."""

from __future__ import annotations

import re

# Letters first, so that it is no number, date or mark; then what means nothing where it stands.
_PLAIN = re.compile(r"(?:[^\W\d]|[/(])(?:[^\s,\[\]{}#:\x00-\x1f]| |(?<=\S)\#|:(?=[^\s,\[\]{}]))*")
_RESERVED = frozenset("null true false yes no on off y n".split())  # noqa: SIM905  one line
_NOT_IN_BLOCKS = re.compile(
    "[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_TRAILING_BLANK = re.compile(r"[ \t](?=\n|\Z)")
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


_LONGEST_KEY = 1000  # characters; readers look at most 1 024 further for its colon

_ONE_LINE_BLOCKED = re.compile(r": | #|:\Z|\A[\s,\[\]{}#&*!|>'\"%@`]|\A[-?:](?:\s|\Z)|\A(?:---|\.\.\.)|\s\Z")
_NOT_IN_BRACKETS = re.compile(r"[,\[\]{}?]|\A:")


def spell(value: str | None, indent: int = 0, *, flow: bool = False) -> str:
    """Write a scalar so that it reads back as `value`, in the style a person would choose.

    `indent` is the column of the key it belongs to; a text of several lines
    becomes a block below it, unless it stands in brackets (`flow`).
    """
    if value is None:
        return "null"
    if "\n" in value:
        in_lines = not flow and fits_a_block(value) and not value.lstrip("\n").startswith(" ")
        return _block(value, indent + 2) if in_lines else quoted_scalar(value)
    return value if is_plain(value, flow=flow) else quoted_scalar(value)


def spell_key(name: str) -> str:
    """Write a key of a mapping in braces; one that readers would not look along for its colon is marked."""
    written = spell(name, flow=True)
    return written if len(written) <= _LONGEST_KEY else f"? {written}"


def is_plain(value: str, *, flow: bool = True) -> bool:
    """Whether an unquoted `value` is that text for every reader, in brackets too if `flow`; errs to quotes.

    PyYAML's own reader, unlike libyaml, ends an unquoted text in brackets at a question mark.
    """
    return (
        _PLAIN.fullmatch(value) is not None
        and (not flow or fits_brackets(value))
        and value.lower() not in _RESERVED
        and not value.endswith(" ")
        and _NOT_IN_BLOCKS.search(value) is None
    )


def quoted_scalar(value: str) -> str:
    """Write `value` in quotes on one line: single ones where it has backslashes or double quotes."""
    if ("\\" in value or '"' in value) and not _NOT_IN_BLOCKS.search(value) and "\n" not in value:
        return "'" + value.replace("'", "''") + "'"
    return quoted_twice(value)


def quoted_twice(value: str) -> str:
    """Write `value` in double quotes on one line, as YAML and JSON both read it."""
    return f'"{escaped(value)}"'


def escaped(value: str) -> str:
    """Write `value` as it stands between double quotes."""
    import json

    text = json.dumps(value, ensure_ascii=False)[1:-1]
    return _ESCAPED.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def fits_a_block(value: str) -> bool:
    """Whether a person would put `value` on lines of its own below a `|`."""
    return (
        _NOT_IN_BLOCKS.search(value) is None and bool(value.strip()) and _TRAILING_BLANK.search(value) is None
    )


def stays_readable(value: str) -> bool:
    """Whether every character of `value` may stand in YAML as it is."""
    return _NOT_IN_BLOCKS.search(value.replace("\t", "")) is None


def stays_plain(value: str, *, flow: bool, first: bool = True) -> bool:
    """Whether one line of an unquoted text is read as such; `first`: whether the text begins with it."""
    return (
        bool(value)
        and _NOT_IN_BLOCKS.search(value) is None
        and _ONE_LINE_BLOCKED.search(value if first else f"x{value}") is None
        and not (flow and (not fits_brackets(value) or value.startswith("-")))
    )


def fits_brackets(value: str) -> bool:
    """Whether one line that is read as an unquoted text outside of brackets is so inside, by every reader."""
    return _NOT_IN_BRACKETS.search(value) is None


def resolves_to(value: str, tag: str) -> bool:
    """Whether YAML takes an unquoted `value` for what `tag` says."""
    if value.lower() in _RESERVED and tag == "str":
        return False
    if _PLAIN.fullmatch(value) and value.lower() not in _RESERVED:
        return tag == "str"
    import yaml

    for known, pattern in yaml.SafeLoader.yaml_implicit_resolvers.get(value[:1], ()):
        if pattern.match(value):
            return str(known) == f"tag:yaml.org,2002:{tag}"
    return tag == "str"


def _block(value: str, indent: int) -> str:
    body = value.rstrip("\n")
    ends = len(value) - len(body)
    header = "|" + ("-" if ends == 0 else "" if ends == 1 else "+")
    lines = [" " * indent + line if line else "" for line in body.split("\n")]
    return "\n".join([header, *lines, *[""] * max(ends - 1, 0)])
