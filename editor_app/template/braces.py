r"""The braces dialect: splitting and classifying `{{name}}`, `{{#if name}}`, `{{! comment }}` and `\{{`."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain

from editor_app.template.dialect import TEXT, TagKind, Token

# A block tag alone on its line takes the line's end with it, so that the line goes as a whole. For a tag at
# the very start of a line the pattern sees that. For one behind blanks no regex that starts with one literal
# can: there the match ends before the tag's last brace, and `decide_lone_tags` decides. Otherwise a run
# without braces or `!` up to `}}` is the whole tag; `classify` says which tag it is, once per spelling. A
# comment that its line does not close takes the rest of the line, so that no later opener has to search for
# the same closer in vain; `split_unclosed` splits that rest.
_RUN = r"[^{}\n!]*+"
_REST_OF_LINE = r"[ \t]*+(?:\r?\n|\Z)"
_AT_LINE_START = r"(?<=\n\{\{.)"
_BEHIND_BLANKS = r"(?<=[\n \t][ \t]\{\{.)"
_BLOCK = "|".join(
    rf"{first}(?:{_AT_LINE_START}{rest}\}}\}}{_REST_OF_LINE}|{_BEHIND_BLANKS}{rest}\}}(?=\}}{_REST_OF_LINE}))"
    for first, rest in (("[#/]", _RUN), ("e", r"lse[ \t]*+"))
)
_PLAIN = rf"{_BLOCK}|{_RUN}\}}\}}"
_NOTE = r"(?!--)[^\n]*?\}\}"
_DASHED_NOTE = r"(?=--)[^\n]*?--\}\}"
_TAG = rf"\{{\{{(?:{_PLAIN}|[ \t]*+!(?:{_NOTE}|{_DASHED_NOTE}|[^\n]*+))"
_TAG_AFTER_DASHED = rf"\{{\{{(?:{_PLAIN}|[ \t]*+!(?!--)(?:{_NOTE}|[^\n]*+))"
_ESCAPE = r"\\(?:\\(?=\{\{)|\{\{)"

# Each starts with one literal, which makes it several times faster than an alternative would.
_split_plain = re.compile(f"({_TAG})").split
_split_escapes_only = re.compile(f"({_ESCAPE})").split
# These are rarely needed, and compiled when first used.
_TAG_BEFORE_ESCAPE = f"({_TAG})".replace(r"\Z", "(?!)")
_TAG_OR_ESCAPE = f"({_TAG}|{_ESCAPE})"
_TAG_OR_ESCAPE_AFTER_DASHED = f"({_TAG_AFTER_DASHED}|{_ESCAPE})"

_comment_opener = re.compile(r"\{\{[ \t]*!(?:--)?").match
_condition = re.compile(r"#(if|unless)[ \t]+([A-Za-z_][A-Za-z0-9_]*)").fullmatch
_rest_of_line = re.compile(_REST_OF_LINE).match
_UNDECIDED_LETTERS = frozenset("~cIUEXY")
UNDECIDED_STARTS = frozenset(("", " ", "\t"))  # too short for the patterns' lookbehinds

ESCAPED = Token(TagKind.LITERAL, text="{{")
BACKSLASH = Token(TagKind.LITERAL, text="\\")
COMMENT = Token(TagKind.COMMENT, "c")
UNCLOSED_COMMENT = Token(None, "?")
HALF = Token(None, "~")
BLOCKS = {
    "else": Token(TagKind.ELSE, "e"),
    "/if": Token(TagKind.END, "x"),
    "/unless": Token(TagKind.END, "y"),
}


def split(source: str) -> list[str]:
    """Return `source` cut into alternating text and tags, text first and last.

    It is split at escapes first, then the texts between them: much faster than searching for both at once.
    In a comment a backslash escapes nothing, so a source with comments is searched for both at once.
    """
    if "\\" not in source:
        return _split_plain(source)
    texts_and_escapes = _split_escapes_only(source)
    if len(texts_and_escapes) == 1:
        return _split_plain(source)
    if "!" in source and re.search(r"\{\{[ \t]*!", source):
        return re.split(_TAG_OR_ESCAPE, source)
    pieces: list[str] = []
    for index in range(0, len(texts_and_escapes) - 1, 2):
        pieces += re.split(_TAG_BEFORE_ESCAPE, texts_and_escapes[index])
        pieces.append(texts_and_escapes[index + 1])
    return pieces + _split_plain(texts_and_escapes[-1])


def classify(tag: str) -> Token:
    """Return the token of a piece that `split` gives as a tag; TEXT for one that is none."""
    tag = tag.rstrip(" \t\r\n")
    if tag[0] == "\\":
        return ESCAPED if len(tag) == 3 else BACKSLASH
    opener = _comment_opener(tag)
    if opener:
        closer = "--}}" if tag[opener.end() - 1] == "-" else "}}"
        return COMMENT if tag.endswith(closer) else UNCLOSED_COMMENT
    if not tag.endswith("}}"):
        return HALF
    token = _classify_body(tag, tag[2:-2].strip(" \t"))
    return token._replace(letter=token.letter.upper()) if token.letter and tag[2] in " \t" else token


def _classify_body(tag: str, body: str) -> Token:
    if body in BLOCKS:
        return BLOCKS[body]
    if body.isidentifier() and body.isascii():
        return Token(TagKind.INSERT, "", body, tag.index(body))
    if match := _condition(body):
        word, name = match.groups()
        letter = "u" if word == "unless" else "i"
        return Token(TagKind.IF, letter, name, tag.index("#") + match.start(2), word == "unless")
    return TEXT


def split_unclosed(tag: str) -> list[str]:
    """Cut a comment opener that its line does not close, and the line's rest, into pieces.

    They are text and tags in turn, like those of `split`; the opener is the first tag.
    """
    opener = _comment_opener(tag)
    assert opener
    end = opener.end()
    if tag[end - 1] != "-":  # without a closer in the rest, no tag is complete there either
        return ["", tag[:end], *_split_escapes_only(tag[end:])]
    pieces = re.split(_TAG_OR_ESCAPE_AFTER_DASHED, tag[end:])
    last = pieces[-2] if len(pieces) > 1 else ""
    if last and classify(last) is UNCLOSED_COMMENT:
        pieces = join_pieces(pieces[:-2], join_pieces(split_unclosed(last), pieces[-1:]))
    return join_pieces(["", tag[:end], ""], pieces)


def join_pieces(before: list[str], after: list[str]) -> list[str]:
    """Put one alternating list behind another; the texts that meet become one."""
    return list(chain(before[:-1], (before[-1] + after[0],), after[1:]))


def decide_lone_tags(
    pieces: list[str], letters: list[str], letter_of: Callable[[str], str]
) -> dict[int, int]:
    """Decide which tags are alone on their lines, where splitting could not tell.

    Changes `pieces` and `letters`: a tag alone on its line gets the line's end into its piece; one that was
    cut before its last brace gets that back, and its letter. Returns the width of the
    indentation of each indented tag that is alone on its line, by its place in `pieces`.
    """
    indents: dict[int, int] = {}
    undecided = [index for index, letter in enumerate(letters) if letter in _UNDECIDED_LETTERS]
    if pieces[0] in UNDECIDED_STARTS and letters[0] not in ("", "?") and undecided[:1] != [0]:
        undecided.insert(0, 0)
    for index in undecided:
        place = 2 * index + 1
        before, tag, behind = pieces[place - 1 : place + 2]
        if letters[index] == "~":
            tag, behind = tag + "}", behind[1:]
            letters[index] = letter_of(tag)
        else:
            letters[index] = letters[index].lower()
        line = before[before.rfind("\n") + 1 :]
        if letters[index] and not line.strip(" \t"):
            starts_line = len(line) < len(before) or place == 1 or pieces[place - 2].endswith("\n")
            rest = _rest_of_line(behind)
            if starts_line and rest and (rest[0].endswith("\n") or place == len(pieces) - 2):
                tag, behind = tag + rest[0], behind[rest.end() :]
                if line:
                    indents[place] = len(line)
        pieces[place : place + 2] = tag, behind
    return indents


def stays_tag(tag: str, source: str, place: int) -> str:
    """Return `tag` with the character that must precede it at `place` for no backslash there to escape it."""
    if source.endswith("\\", 0, place):
        return "\\" + tag
    return " " + tag if source.endswith("\\{", 0, place) else tag
