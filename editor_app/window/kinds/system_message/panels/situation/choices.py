"""What the situation form offers, and what choosing in it makes of a situation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from editor_app.system_messages.situations.situation import OPEN, ConditionKey, Open, Situation
from editor_app.window.style.plain_text import one_line


@dataclass(frozen=True, slots=True)
class SituationChoices:
    """What the message names, each once, in file order, and the files of the workspace."""

    modes: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    conditions: tuple[ConditionKey, ...] = ()
    globs: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


class Answer(StrEnum):
    """What a situation says to a condition."""

    OPEN = "open"
    HOLDS = "holds"
    FAILS = "fails"


def answer_of(situation: Situation, key: ConditionKey) -> Answer:
    """Return what a situation says to a condition; a kind without a value speaks for all its values."""
    kind = ConditionKey(key.kind)
    for wanted in (key, kind):
        if wanted in situation.fails:
            return Answer.FAILS
        if wanted in situation.holds:
            return Answer.HOLDS
    return Answer.OPEN


def with_answer(
    situation: Situation, key: ConditionKey, answer: Answer, conditions: Iterable[ConditionKey]
) -> Situation:
    """Return the situation with another answer to one condition; its kind's others keep theirs."""
    kind = ConditionKey(key.kind)
    holds, fails = set(situation.holds), set(situation.fails)
    if kind in holds | fails:
        for other in conditions:
            if other.kind == key.kind:
                (fails if answer_of(situation, other) is Answer.FAILS else holds).add(other)
    for answers in (holds, fails):
        answers -= {key, kind}
    if answer is not Answer.OPEN:
        (holds if answer is Answer.HOLDS else fails).add(key)
    return replace(situation, holds=frozenset(holds), fails=frozenset(fails))


def conditions_shown(situation: Situation, choices: SituationChoices) -> tuple[ConditionKey, ...]:
    """Return the message's conditions, then those only the situation knows."""
    kinds = {key.kind for key in choices.conditions}
    known = set(choices.conditions) | {ConditionKey(kind) for kind in kinds}
    own = sorted((situation.holds | situation.fails) - known, key=lambda key: (key.kind, key.value or ""))
    return (*choices.conditions, *own)


def conditions_in_words(situation: Situation, shown: Sequence[ConditionKey]) -> str:
    """Return "1 holds, 2 fail, 1 open"; "None in this system message" where there is none."""
    if not shown:
        return "None in this system message"
    answers = [answer_of(situation, key) for key in shown]
    numbers = (
        (answers.count(Answer.OPEN), "open", "open"),
        (answers.count(Answer.HOLDS), "holds", "hold"),
        (answers.count(Answer.FAILS), "fails", "fail"),
    )
    return ", ".join(f"{number} {one if number == 1 else many}" for number, one, many in numbers if number)


def condition_words(key: ConditionKey) -> str:
    """Return a condition as the form names it."""
    value = "" if key.value in {None, "{}"} else f" {key.value}"
    return one_line(f"{key.kind}{value}")


def tools_in_words(tools: tuple[str, ...] | Open) -> str:
    """Return the chosen tools in the width of a field."""
    if isinstance(tools, Open):
        return "Left open"
    if not tools:
        return "None"
    return one_line(tools[0]) if len(tools) == 1 else f"{len(tools)} tools"


def with_tool(tools: tuple[str, ...] | Open, tool: str, *, given: bool) -> tuple[str, ...] | Open:
    """Return the tools with or without one; without the last, they are left open."""
    before = () if isinstance(tools, Open) else tools
    after = (*(each for each in before if each != tool), *([tool] if given else []))
    return after or OPEN
