"""How much the requests of a run have, summed from its first step on, so that none is read for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Self

from editor_app.requests.building import message_entries
from editor_app.requests.parts import Provider
from editor_app.runs.counting import arguments_text
from editor_app.runs.model.session import Deliver, ToolPart
from editor_app.runs.sent.placement import ModelMessage, ModelRole, delivered_text, placed_chunk
from editor_app.text.tokens import estimated_tokens


class RequestSums(NamedTuple):
    """What the requests of a run have in all, up to the one of a step.

    These are parts, entries of each provider's conversation, tokens of each origin, those of triggers with
    their tags, and how many of the steps have new messages of triggers. Calls are the assistant's, their
    answers the tools'.
    """

    parts: int = 0
    openai: int = 0
    anthropic: int = 0
    google: int = 0
    system: int = 0
    user: int = 0
    assistant: int = 0
    tool: int = 0
    trigger: int = 0
    with_triggers: int = 0

    def minus(self, earlier: Self) -> RequestSums:
        """Return what came since an earlier step."""
        return RequestSums(*(one - before for one, before in zip(self, earlier, strict=True)))

    def entries(self, provider: Provider) -> int:
        """Return how many entries of a provider's conversation there are."""
        return self[_ENTRIES[provider]]

    @property
    def tokens(self) -> int:
        """The tokens of all origins."""
        return self.system + self.user + self.assistant + self.tool + self.trigger


_ENTRIES: Final = {Provider.OPENAI: 1, Provider.ANTHROPIC: 2, Provider.GOOGLE: 3}


def sums_after(sums: RequestSums, new: Sequence[ModelMessage], deliver: Deliver) -> RequestSums:
    """Return the sums with what is new in the next request."""
    tokens = dict.fromkeys(ModelRole, 0)
    for message in new:
        if message.role is ModelRole.TOOL:
            tokens[message.role] += sum(
                estimated_tokens((call.error if call.error is not None else call.result) or "")
                for call in message.calls
            )
        elif message.role is ModelRole.TRIGGER:
            tokens[message.role] += estimated_tokens(delivered_text([message], Provider.OPENAI, deliver))
        else:
            tokens[message.role] += estimated_tokens(message.text) + sum(map(_call, message.calls))
    has_triggers = any(one.role is ModelRole.TRIGGER for one in new)
    parts, openai, anthropic, google = _counts(new, deliver, has_triggers=has_triggers)
    return RequestSums(
        sums.parts + parts,
        sums.openai + openai,
        sums.anthropic + anthropic,
        sums.google + google,
        sums.system + tokens[ModelRole.SYSTEM],
        sums.user + tokens[ModelRole.USER],
        sums.assistant + tokens[ModelRole.ASSISTANT],
        sums.tool + tokens[ModelRole.TOOL],
        sums.trigger + tokens[ModelRole.TRIGGER],
        sums.with_triggers + has_triggers,
    )


def _counts(
    new: Sequence[ModelMessage], deliver: Deliver, *, has_triggers: bool
) -> tuple[int, int, int, int]:
    """Return the parts of new messages, and their entries for each provider."""
    if has_triggers:
        placed = {one: placed_chunk(new, one, deliver) for one in _ENTRIES}
        parts = sum(
            len(one.answers) + len(one.further) + _has_text(one.content, one.calls, one.answers)
            for one in placed[Provider.OPENAI]
        )
        openai, anthropic, google = (
            sum(len(message_entries(provider, one)) for one in messages)
            for provider, messages in placed.items()
        )
        return parts, openai, anthropic, google
    answers = [len(one.calls) for one in new if one.role is ModelRole.TOOL]
    texts = sum(_has_text(one.text, one.calls) for one in new if one.role is not ModelRole.TOOL)
    others = len(new) - len(answers)
    return texts + sum(answers), others + sum(answers), len(new), len(new)


def _has_text(text: str, calls: Sequence[object], answers: Sequence[object] = ()) -> bool:
    """Whether a message has a text part: one beside calls has none if it is empty, nor have answers."""
    return not answers and (not calls or bool(text.strip("\n")))


def _call(call: ToolPart) -> int:
    return estimated_tokens(call.name + arguments_text(call.arguments))
