"""What a situation answers to each condition, changes of situations, and a situation in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from editor_app.system_messages.model.condition_values import in_words
from editor_app.system_messages.resolution.constraints import cut, listed
from editor_app.system_messages.situations.choices import SituationChoices
from editor_app.system_messages.situations.situation import OPEN, ConditionKey, Open, Situation


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
    """Return "1 is yes, 2 are no"; "none in this system message" if there are no conditions."""
    answers = [answer_of(situation, key) for key in shown]
    counts = ((answers.count(answer), answer) for answer in Answer)
    words = (f"{count} {'is' if count == 1 else 'are'} {answer}" for count, answer in counts if count)
    return ", ".join(words) or "none in this system message"


def condition_words(key: ConditionKey) -> str:
    """Return the name of a condition in the form."""
    return cut(in_words(key.kind, key.value), 200)


def situation_in_words(situation: Situation, shown: Sequence[ConditionKey]) -> str:
    """Return all of a situation in one line, "any file" where nobody set the file; `shown` as in a form."""
    tools = situation.tools
    parts = [
        cut(value, 80) if isinstance(value, str) else f"{'no' if value is None else 'any'} {noun}"
        for value, noun in ((situation.file, "file"), (situation.mode, "mode"))
    ]
    if isinstance(tools, Open) or not tools:
        parts.append("any tools" if isinstance(tools, Open) else "no tools")
    else:
        parts.append("".join(listed(tools)))
    if shown:
        parts.append(f"conditions: {conditions_in_words(situation, shown)}")
    return " · ".join(parts)


NO_TOOLS: Final = "none"
"""What stands among the tools of a form where there are none."""


def tools_given(names: tuple[str, ...]) -> tuple[str, ...] | Open:
    """Return the tools that the names in a form stand for: any without names, none by the word for it."""
    if not names:
        return OPEN
    return () if names[-1] == NO_TOOLS else tuple(name for name in names if name != NO_TOOLS)


def file_in(text: str) -> str:
    """Return the path that a typed text stands for, relative to the workspace; "" for none."""
    return text.strip().replace("\\", "/").removeprefix("./")
