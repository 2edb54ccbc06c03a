"""What a situation answers to each condition, changes of situations, and a situation in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from editor_app.system_messages.model.condition_values import in_words
from editor_app.system_messages.resolution.emphasis import cut, plain, strong_names
from editor_app.system_messages.situations.choices import SituationChoices
from editor_app.system_messages.situations.parts import NONE
from editor_app.system_messages.situations.situation import OPEN, ConditionKey, Open, Situation
from editor_app.text import Sentence, listed


class Answer(StrEnum):
    """What a situation says of a condition: any where it says nothing."""

    ANY = "any"
    YES = "yes"
    NO = "no"


def answer_of(situation: Situation, key: ConditionKey) -> Answer:
    """Return a situation's answer for a condition; one for a kind without value counts for all values."""
    kind = ConditionKey(key.kind)
    for wanted in (key, kind):
        if wanted in situation.fails:
            return Answer.NO
        if wanted in situation.holds:
            return Answer.YES
    return Answer.ANY


def with_answer(
    situation: Situation, key: ConditionKey, answer: Answer, conditions: Iterable[ConditionKey]
) -> Situation:
    """Return the situation with another answer for one condition; others of its kind keep theirs."""
    kind = ConditionKey(key.kind)
    holds, fails = set(situation.holds), set(situation.fails)
    if kind in holds | fails:
        for other in conditions:
            if other.kind == key.kind:
                (fails if answer_of(situation, other) is Answer.NO else holds).add(other)
    for answers in (holds, fails):
        answers -= {key, kind}
    if answer is not Answer.ANY:
        (holds if answer is Answer.YES else fails).add(key)
    return replace(situation, holds=frozenset(holds), fails=frozenset(fails))


def conditions_shown(situation: Situation, choices: SituationChoices) -> tuple[ConditionKey, ...]:
    """Return the conditions of the message, then those that only the situation has."""
    kinds = {key.kind for key in choices.conditions}
    known = set(choices.conditions) | {ConditionKey(kind) for kind in kinds}
    own = sorted((situation.holds | situation.fails) - known, key=lambda key: (key.kind, key.value or ""))
    return (*choices.conditions, *own)


def conditions_in_words(situation: Situation, shown: Sequence[ConditionKey]) -> str:
    """Return "1 is yes, 2 are no"."""
    answers = [answer_of(situation, key) for key in shown]
    counts = ((answers.count(answer), answer) for answer in Answer)
    words = [
        Sentence("system_messages.answer-count", answer=answer, count=count)
        for count, answer in counts
        if count
    ]
    return listed(words)


def condition_words(key: ConditionKey) -> str:
    """Return the name of a condition in the form."""
    return cut(in_words(key.kind, key.value), 200)


def situation_in_words(situation: Situation, shown: Sequence[ConditionKey]) -> str:
    """Return all of a situation in one line, "any file" where nobody set the file; `shown` as in a form."""
    parts = {
        "file": _given("file", situation.file),
        "mode": _given("mode", situation.mode),
        "tools": _given("tools", situation.tools),
    }
    if not shown:
        return Sentence("system_messages.situation", **parts)
    answers = conditions_in_words(situation, shown)
    return Sentence("system_messages.situation-and-conditions", conditions=answers, **parts)


def _given(part: str, value: str | Sequence[str] | Open | None) -> str:
    if isinstance(value, Open):
        return Sentence("system_messages.part-any", part=part)
    if not value:
        return Sentence("system_messages.part-none", part=part)
    if isinstance(value, str):
        return cut(value, 80)
    return plain(Sentence("system_messages.part-names", names=strong_names(value)))


NO_TOOLS: Final = NONE
"""What stands among the tools of a form where there are none."""


def tools_given(names: tuple[str, ...]) -> tuple[str, ...] | Open:
    """Return the tools that the names in a form stand for: any without names, none by the word for it."""
    if not names:
        return OPEN
    return () if names[-1] == NO_TOOLS else tuple(name for name in names if name != NO_TOOLS)


def file_in(text: str) -> str:
    """Return the path that a typed text stands for, relative to the workspace; "" for none."""
    return text.strip().replace("\\", "/").removeprefix("./")
