"""The choices of the situation form, and the situations that result from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum

from editor_app.system_messages.model.condition_values import in_words
from editor_app.system_messages.model.scopes import matches_glob
from editor_app.system_messages.situations.choices import SituationChoices
from editor_app.system_messages.situations.situation import OPEN, ConditionKey, Open, Situation
from editor_app.window.kit.form.field import Remark
from editor_app.window.kit.words.plain_text import one_line


class Answer(StrEnum):
    """Whether a condition is left open, holds or fails in a situation."""

    OPEN = "open"
    HOLDS = "holds"
    FAILS = "fails"


def answer_of(situation: Situation, key: ConditionKey) -> Answer:
    """Return a situation's answer for a condition; one for a kind without value counts for all values."""
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
    """Return the situation with another answer for one condition; others of its kind keep theirs."""
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
    """Return the conditions of the message, then those that only the situation has."""
    kinds = {key.kind for key in choices.conditions}
    known = set(choices.conditions) | {ConditionKey(kind) for kind in kinds}
    own = sorted((situation.holds | situation.fails) - known, key=lambda key: (key.kind, key.value or ""))
    return (*choices.conditions, *own)


def conditions_in_words(situation: Situation, shown: Sequence[ConditionKey]) -> str:
    """Return "1 holds, 2 fail, 1 open"; "None in this system message" if there are no conditions."""
    if not shown:
        return "None in this system message"
    answers = [answer_of(situation, key) for key in shown]
    numbers = (
        (answers.count(Answer.OPEN), "open", "open"),
        (answers.count(Answer.HOLDS), "holds", "hold"),
        (answers.count(Answer.FAILS), "fails", "fail"),
    )
    return ", ".join(f"{count} {verb if count == 1 else verbs}" for count, verb, verbs in numbers if count)


def condition_words(key: ConditionKey) -> str:
    """Return the name of a condition in the form."""
    return one_line(in_words(key.kind, key.value))


def tools_in_words(tools: tuple[str, ...] | Open) -> str:
    """Return the selected tools, short enough for a field."""
    if isinstance(tools, Open) or not tools:
        return "Left open" if isinstance(tools, Open) else "None"
    return one_line(tools[0]) if len(tools) == 1 else f"{len(tools)} tools"


def with_tool(tools: tuple[str, ...] | Open, tool: str, *, is_added: bool) -> tuple[str, ...] | Open:
    """Return the tools with or without `tool`; if none is left, the tools are left open."""
    others = () if isinstance(tools, Open) else tuple(other for other in tools if other != tool)
    return (*others, tool) if is_added else others or OPEN


def file_in(text: str) -> str:
    """Return the path that a typed text stands for, relative to the workspace; "" for none."""
    return text.strip().replace("\\", "/").removeprefix("./")


def globs_remark(file: str | Open | None, globs: Sequence[str]) -> Remark | None:
    """Return which of the globs a file matches, None where there is no file or no glob."""
    if not isinstance(file, str) or not globs:
        return None
    matching = [one_line(glob) for glob in globs if matches_glob(glob, file)]
    if not matching:
        return Remark("Matches no glob", about="It matches none of the system message's globs.")
    more = f" and {len(matching) - 1} more" if len(matching) > 1 else ""
    return Remark(f"Matches {matching[0]}{more}", about="\n".join(("Matches", *matching)))
