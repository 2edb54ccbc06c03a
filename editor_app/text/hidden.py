"""Invisible characters: reporting those that a model would read unseen, with fixes that remove them."""

from __future__ import annotations

import re
from collections.abc import Callable

from editor_app.text.diagnostics import MOST_PROBLEMS, Diagnostic, Fix, Severity, more_problems
from editor_app.text.edits import Edit
from editor_app.text.sentences.language import Sentence
from editor_app.text.spans import Span

_BIDI = {
    "\u061c": Sentence("text.char-arabic-letter-mark"),
    "\u200e": Sentence("text.char-left-to-right-mark"),
    "\u200f": Sentence("text.char-right-to-left-mark"),
    "\u202a": Sentence("text.char-left-to-right-embedding"),
    "\u202b": Sentence("text.char-right-to-left-embedding"),
    "\u202c": Sentence("text.char-pop-directional-formatting"),
    "\u202d": Sentence("text.char-left-to-right-override"),
    "\u202e": Sentence("text.char-right-to-left-override"),
    "\u2066": Sentence("text.char-left-to-right-isolate"),
    "\u2067": Sentence("text.char-right-to-left-isolate"),
    "\u2068": Sentence("text.char-first-strong-isolate"),
    "\u2069": Sentence("text.char-pop-directional-isolate"),
}
_ZERO_WIDTH = {
    "\u00ad": Sentence("text.char-soft-hyphen"),
    "\u034f": Sentence("text.char-combining-grapheme-joiner"),
    "\u180e": Sentence("text.char-mongolian-vowel-separator"),
    "\u200b": Sentence("text.char-zero-width-space"),
    "\u200c": Sentence("text.char-zero-width-non-joiner"),
    "\u200d": Sentence("text.char-zero-width-joiner"),
    "\u2060": Sentence("text.char-word-joiner"),
    "\u2061": Sentence("text.char-function-application"),
    "\u2062": Sentence("text.char-invisible-times"),
    "\u2063": Sentence("text.char-invisible-separator"),
    "\u2064": Sentence("text.char-invisible-plus"),
    "\u206a": Sentence("text.char-inhibit-symmetric-swapping"),
    "\u206b": Sentence("text.char-activate-symmetric-swapping"),
    "\u206c": Sentence("text.char-inhibit-arabic-form-shaping"),
    "\u206d": Sentence("text.char-activate-arabic-form-shaping"),
    "\u206e": Sentence("text.char-national-digit-shapes"),
    "\u206f": Sentence("text.char-nominal-digit-shapes"),
    "\ufeff": Sentence("text.char-byte-order-mark"),
    "\ufff9": Sentence("text.char-interlinear-annotation-anchor"),
    "\ufffa": Sentence("text.char-interlinear-annotation-separator"),
    "\ufffb": Sentence("text.char-interlinear-annotation-terminator"),
}
_NAMES = _BIDI | _ZERO_WIDTH
_SINGLES = "".join(_NAMES)
_TAGS = "\U000e0000-\U000e007f"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"

# A region's flag is spelled in tags behind a black one. One variation selector chooses how the character
# before it looks; several in a row carry bytes, and behind a hidden character there is nothing to choose for.
_FLAG = "\U0001f3f4[\U000e0061-\U000e007a]{2}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,4}\U000e007f"
_runs = re.compile(
    f"{_FLAG}|(?P<run>[{_SINGLES}{_TAGS}][{_SINGLES}{_TAGS}{_SELECTORS}]*|[{_SELECTORS}]{{2,}})"
).finditer
_is_selector = re.compile(f"[{_SELECTORS}]").match
_is_emoji = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
).match

# Scripts whose spelling needs joiners (Arabic, Syriac, N'Ko, the Indic ones, Tibetan, Mongolian …),
# those that mark where a line may break with a zero-width space, and Mongolian with its own.
_joins = re.compile(
    "[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\u1900-\u1aaf\u1b00-\u1c4f\ua800-\uabff"
    "\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00010aff\U00010d00-\U00010fff\U00011000-\U00011fff\U0001e900-\U0001e95f]"
).match
_breaks = re.compile("[\u0e00-\u109f\u1780-\u17ff\u1950-\u1aaf\ua980-\ua9ff]").match
_mongolian = re.compile("[\u1800-\u18af]").match
_NEEDED_BY: dict[str, Callable[[str], object]] = {
    "\u200b": _breaks,
    "\u200c": _joins,
    "\u200d": _joins,
    "\u180e": _mongolian,
}
_LONGEST_SHOWN = 60
_MOST_NAMED = 8


def hidden_characters(source: str) -> tuple[Diagnostic, ...]:
    """Report invisible characters that neither an emoji nor a script needs."""
    if source.isascii():
        return ()
    runs = [match for match in _runs(source) if match["run"] and not _is_needed(source, *match.span())]
    edits = tuple(Edit(Span(*match.span()), "") for match in runs)
    more: tuple[Fix, ...] = ()
    if len(runs) > 1:
        more = (Fix(Sentence("text.remove-hidden-everywhere", count=len(runs)), edits),)
    described: dict[str, tuple[str, str, dict[str, str]]] = {}
    diagnostics: list[Diagnostic] = []
    for match, edit in zip(runs[:MOST_PROBLEMS], edits, strict=False):
        run = match[0]
        if run not in described:
            decoded = _decoded(run)
            codes = " ".join(f"U+{ord(character):04X}" for character in run[:_MOST_NAMED])
            args = {"characters": codes, "count": str(len(run)), "decoded": decoded}
            described[run] = Sentence("text.remove-hidden", count=len(run)), _message(run, decoded), args
        title, message, args = described[run]
        fixes = (Fix(title, (edit,)), *more)
        diagnostics.append(Diagnostic("hidden-character", Severity.WARNING, edit.span, message, args, fixes))
    if len(runs) > MOST_PROBLEMS:
        rest = {("hidden-character", Severity.WARNING): len(runs) - MOST_PROBLEMS}
        diagnostics.append(more_problems(edits[MOST_PROBLEMS].span, rest))
    return tuple(diagnostics)


def _is_needed(source: str, start: int, end: int) -> bool:
    run = source[start:end]
    if run not in _NEEDED_BY:  # a run of several is never needed
        return False
    base = start - 1
    while base > 0 and _is_selector(source, base):
        base -= 1
    before, behind = source[max(base, 0) : start], source[end : end + 1]
    if run == "\u200d" and _is_emoji(before) and _is_emoji(behind):
        return True
    is_needed_beside = _NEEDED_BY[run]
    return bool(is_needed_beside(before) or is_needed_beside(behind))


def _message(run: str, decoded: str) -> str:
    if decoded:
        shown = decoded if len(decoded) <= _LONGEST_SHOWN else decoded[:_LONGEST_SHOWN] + "…"
        shown = "".join(character if character.isprintable() else "�" for character in shown)
        return Sentence("text.hidden-spelling", text=shown)
    if len(run) > 1:
        names = tuple(dict.fromkeys(_name(character) for character in run[:_MOST_NAMED]))
        return Sentence("text.hidden-run", count=len(run), names=names)
    if run in _BIDI:
        return Sentence("text.hidden-direction", name=_name(run))
    return Sentence("text.hidden-one", name=_name(run))


def _name(character: str) -> str:
    code = f"U+{ord(character):04X}"
    if _is_selector(character):
        return Sentence("text.variation-selector", code=code)
    return (
        Sentence("text.named-character", name=_NAMES[character], code=code) if character in _NAMES else code
    )


def _decoded(run: str) -> str:
    """Return what tag characters spell, or the text whose bytes variation selectors carry."""
    tags = [chr(ord(character) - 0xE0000) for character in run if "\U000e0020" <= character <= "\U000e007e"]
    codes = [ord(character) for character in run if _is_selector(character)]
    if tags or len(codes) < 2:
        return "".join(tags)
    data = bytes(code - 0xFE00 if code < 0xE0000 else code - 0xE0100 + 16 for code in codes)
    return data.decode("utf-8", "replace")
