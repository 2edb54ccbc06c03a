"""The forms that an expectation about a run can have: reading one sentence to what it means."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from editor_app.requests.parts import Provider
from editor_app.runs.model.session import PROVIDERS, End
from editor_app.structured.nodes import short_value
from editor_app.text import Sentence, Span, meant, nearest


class FiringPlace(StrEnum):
    """Where a firing is expected, as seen from a step."""

    BEFORE = "before"
    AT = "at"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Fires:
    """A trigger fires, with `when` at such a place; `step` is the number of a step then."""

    trigger: str
    when: FiringPlace | None = None
    step: int | None = None


@dataclass(frozen=True, slots=True)
class NeverFires:
    """A trigger does not fire."""

    trigger: str


@dataclass(frozen=True, slots=True)
class FiresAtMost:
    """A trigger fires at most so many times, with `steps` in any such number of steps in a row."""

    trigger: str
    times: int
    steps: int | None = None


@dataclass(frozen=True, slots=True)
class PresentAfterCompaction:
    """After each compaction the model has the message of a trigger again."""

    trigger: str


@dataclass(frozen=True, slots=True)
class RequestContains:
    """The texts of the request at a step contain a text, or do not."""

    step: int
    text: str
    is_in: bool = True


@dataclass(frozen=True, slots=True)
class IsLegal:
    """No request of the run would be refused by a provider."""

    provider: Provider


@dataclass(frozen=True, slots=True)
class PrefixKept:
    """Each request begins with the whole of the one before, but for compactions."""


@dataclass(frozen=True, slots=True)
class StopsWith:
    """The run ends in such a way."""

    end: End


OfTrigger: TypeAlias = Fires | NeverFires | FiresAtMost | PresentAfterCompaction
Meaning: TypeAlias = OfTrigger | RequestContains | IsLegal | PrefixKept | StopsWith


class UnreadableExpectation(NamedTuple):
    """Why a text is no expectation, the part of it that is wrong, and what would be right there, if known."""

    message: str
    span: Span
    better: str | None = None


MOST_STEP: Final = 1_000_000
_MOST_DIGITS: Final = 9
_words = re.compile(r"\S++").finditer


class _Word(NamedTuple):
    text: str
    span: Span


def read_expectation(text: str) -> Meaning | UnreadableExpectation:
    """Return what an expectation means, or why it is none; spans are of `text`."""
    words = [_Word(match.group(), Span(*match.span())) for match in _words(text)]
    if not words:
        return UnreadableExpectation(Sentence("runs.expectation-blank"), Span(0, len(text)))
    if [word.text for word in words[1:3]] == ["at", "most"]:
        return _at_most(words)
    read = _READERS.get(words[0].text)
    if read is not None:
        return read(text, words)
    near = nearest(words[0].text, _READERS)
    instead = meant(near, Sentence("runs.some-forms"))
    message = Sentence("runs.not-expected", text=short_value(text), instead=instead)
    whole = Span(words[0].span.start, words[-1].span.end)
    return UnreadableExpectation(message, words[0].span if near else whole, next(iter(near), None))


def trigger_of(meaning: Meaning) -> str | None:
    """Return the id of the trigger that an expectation is about; None for one about something else."""
    return meaning.trigger if isinstance(meaning, OfTrigger) else None


def trigger_span(text: str, meaning: Meaning) -> Span | None:
    """Return where in an expectation the id of its trigger stands."""
    if trigger_of(meaning) is None:
        return None
    at = 0 if isinstance(meaning, FiresAtMost) else 3 if isinstance(meaning, PresentAfterCompaction) else 1
    return next((Span(*match.span()) for index, match in enumerate(_words(text)) if index == at), None)


def _fires(_: str, words: list[_Word]) -> Meaning | UnreadableExpectation:
    if len(words) == 2:
        return Fires(words[1].text)
    if len(words) == 5 and words[3].text == "step":
        if words[2].text not in tuple(FiringPlace):
            return _unknown(words[2], tuple(FiringPlace), Sentence("runs.where-it-fires"))
        step = _number(words[4], 0)
        return (
            step
            if isinstance(step, UnreadableExpectation)
            else Fires(words[1].text, FiringPlace(words[2].text), step)
        )
    return _not_so(words, "fires ID", "fires ID before step N")


def _never(_: str, words: list[_Word]) -> Meaning | UnreadableExpectation:
    return NeverFires(words[1].text) if len(words) == 2 else _not_so(words, "never ID")


def _at_most(words: list[_Word]) -> Meaning | UnreadableExpectation:
    wanted = ("ID at most K times", "ID at most K times in M steps")
    tail = [word.text for word in words[4:]]
    if len(words) < 5 or tail[0] not in {"times", "time"}:
        return _not_so(words, *wanted)
    times = _number(words[3], 0)
    if isinstance(times, UnreadableExpectation) or len(words) == 5:
        return times if isinstance(times, UnreadableExpectation) else FiresAtMost(words[0].text, times)
    if len(words) != 8 or tail[1] != "in" or tail[3] not in {"steps", "step"}:
        return _not_so(words, *wanted)
    steps = _number(words[6], 1)
    return steps if isinstance(steps, UnreadableExpectation) else FiresAtMost(words[0].text, times, steps)


def _present(_: str, words: list[_Word]) -> Meaning | UnreadableExpectation:
    if len(words) == 4 and [words[1].text, words[2].text] == ["after", "compaction:"]:
        return PresentAfterCompaction(words[3].text)
    return _not_so(words, "present after compaction: ID")


def _request(text: str, words: list[_Word]) -> Meaning | UnreadableExpectation:
    wanted = ('request at step N contains "…"', 'request at step N does not contain "…"')
    if len(words) < 6 or [words[1].text, words[2].text] != ["at", "step"]:
        return _not_so(words, *wanted)
    step = _number(words[3], 0)
    if isinstance(step, UnreadableExpectation):
        return step
    operands = [word.text for word in words[4:7]]
    if operands[0] == "contains":
        is_in, start = True, words[4].span.end
    elif operands == ["does", "not", "contain"]:
        is_in, start = False, words[6].span.end
    else:
        return _not_so(words, *wanted)
    quoted = text[start:].strip()
    if len(quoted) < 3 or quoted[0] not in _QUOTES or quoted[-1] != _QUOTES[quoted[0]]:
        span = Span(len(text) - len(text[start:].lstrip()), len(text.rstrip()))
        sentence = Sentence("runs.text-needs-quotes")
        return UnreadableExpectation(sentence, span if span.length > 0 else words[-1].span)
    return RequestContains(step, quoted[1:-1], is_in)


_QUOTES: Final = {'"': '"', "'": "'", "“": "”", "‘": "’"}


def _legal(_: str, words: list[_Word]) -> Meaning | UnreadableExpectation:
    if len(words) != 3 or words[1].text != "for":
        return _not_so(words, "legal for PROVIDER")
    known = tuple(map(str, PROVIDERS))
    if words[2].text not in known:
        return _unknown(words[2], known, Sentence("runs.a-provider"))
    return IsLegal(Provider(words[2].text))


def _prefix(_: str, words: list[_Word]) -> Meaning | UnreadableExpectation:
    if len(words) == 2 and words[1].text == "kept":
        return PrefixKept()
    return _not_so(words, "prefix kept")


def _stops(_: str, words: list[_Word]) -> Meaning | UnreadableExpectation:
    if len(words) != 3 or words[1].text != "with":
        return _not_so(words, "stops with END")
    known = tuple(map(str, End))
    if words[2].text not in known:
        return _unknown(words[2], known, Sentence("runs.an-end"))
    return StopsWith(End(words[2].text))


_READERS: Final[Mapping[str, Callable[[str, list[_Word]], Meaning | UnreadableExpectation]]] = {
    "fires": _fires,
    "never": _never,
    "present": _present,
    "request": _request,
    "legal": _legal,
    "prefix": _prefix,
    "stops": _stops,
}


def _number(word: _Word, least: int) -> int | UnreadableExpectation:
    digits = word.text
    if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS:
        number = int(digits)
        if least <= number <= MOST_STEP:
            return number
    message = Sentence("runs.not-a-number", text=short_value(digits), least=least, most=MOST_STEP)
    return UnreadableExpectation(message, word.span)


def _unknown(word: _Word, known: tuple[str, ...], noun: str) -> UnreadableExpectation:
    near = nearest(word.text, known)
    sentence = Sentence(
        "runs.not-one-of", text=short_value(word.text), noun=noun, words=known, near=meant(near)
    )
    return UnreadableExpectation(sentence, word.span, next(iter(near), None))


def _not_so(words: list[_Word], *forms: str) -> UnreadableExpectation:
    """Return that the first word is known, and the rest is not as that goes on."""
    written = short_value(" ".join(word.text for word in words))
    sentence = Sentence("runs.written-otherwise", text=written, forms=forms)
    return UnreadableExpectation(sentence, Span(words[0].span.start, words[-1].span.end))
