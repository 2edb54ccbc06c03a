"""The requests of a run: what is new in each, which texts are of triggers, and how much they have."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from operator import add, sub
from typing import NamedTuple, Self

from editor_app.requests.building import assemble_request, message_entries
from editor_app.requests.parts import Provider, Request, RequestPart, SystemText
from editor_app.runs.counting import arguments_text
from editor_app.runs.model.session import PROVIDERS, Deliver
from editor_app.runs.sent.placement import BLANK_LINE, ModelMessage, ModelRole, delivered_text, placed_chunk
from editor_app.text import Span
from editor_app.text.tokens import estimated_tokens


@dataclass(frozen=True, slots=True)
class RequestLog:
    """What is new in the request of each step.

    `starts` are the steps whose request begins anew: step 0, and each one after a compaction. `sums` are
    those up to each step, none in a run whose requests were not checked.
    """

    system: SystemText
    deliver: Deliver = Deliver.USER
    provider: Provider = Provider.OPENAI
    model: str | None = None
    chunks: Sequence[tuple[ModelMessage, ...]] = ()
    starts: Sequence[int] = (0,)
    sums: Sequence[RequestSums] = ()

    def start_of(self, step: int) -> int:
        """Return the step since which the requests up to a step only grew."""
        return self.starts[bisect_right(self.starts, step) - 1]

    def sums_between(self, first: int, last: int) -> RequestSums:
        """Return the sums of what is new in the requests of some steps, the last one's included."""
        return self.sums[last].minus(self.sums[first - 1] if first else RequestSums())

    def messages_at(self, step: int) -> tuple[ModelMessage, ...]:
        """Return the messages in the request of a step."""
        return tuple(chain.from_iterable(self.chunks[self.start_of(step) : step + 1]))

    def request_at(
        self, step: int, provider: Provider | None = None, deliver: Deliver | None = None
    ) -> Request:
        """Return the request of a step, for the run's provider and way of delivery if no other is named."""
        api, way = provider or self.provider, deliver or self.deliver
        chunks = self.chunks[self.start_of(step) : step + 1]
        placed = (placed_chunk(chunk, api, way) for chunk in chunks)
        model = self.model if api is self.provider else None
        return assemble_request(api, chain.from_iterable(placed), system=self.system, model=model)

    def texts_at(self, step: int) -> tuple[str, ...]:
        """Return the texts that the model reads in the request of a step, in order."""
        return tuple(part.text for part in self.request_at(step).parts)

    def new_texts_at(self, step: int) -> tuple[str, ...]:
        """Return the texts of the request of a step that the one before it does not have."""
        if step == self.start_of(step):
            return self.texts_at(step)
        placed = placed_chunk(self.chunks[step], self.provider, self.deliver)
        made = assemble_request(self.provider, placed, system=SystemText(""))
        return tuple(part.text for part in made.parts)


class Insertion(NamedTuple):
    """Messages of triggers that stand together in a request.

    `part` is the number of the request's part that they are in, `span` where in its text; `step` is that
    whose request was the first to hold them.
    """

    part: int
    span: Span
    step: int
    messages: tuple[ModelMessage, ...]


def insertions(
    log: RequestLog, step: int, request: Request, deliver: Deliver | None = None
) -> Iterator[Insertion]:
    """Return the messages of triggers in the request of a step, in order.

    `request` is the one that the log makes of that step, for any provider.
    """
    way = deliver or log.deliver
    return insertions_in(log.messages_at(step), request.parts, request.provider, way)


def insertions_in(
    messages: Sequence[ModelMessage], parts: Sequence[RequestPart], provider: Provider, deliver: Deliver
) -> Iterator[Insertion]:
    """Yield the messages of triggers among some, in order; `parts` has the texts that they became."""
    number = 0
    for group in _groups(messages):
        text = delivered_text(group, provider, deliver)
        number = next(at for at in range(number, len(parts)) if _holds(parts[at], text, deliver))
        end = len(parts[number].text)
        yield Insertion(number, Span(end - len(text), end), group[0].request, group)
        number += 1


def _holds(part: RequestPart, text: str, deliver: Deliver) -> bool:
    if part.role == "tool":
        return deliver is Deliver.TOOL_RESULT and part.text.endswith(text)
    return part.text in {text, BLANK_LINE + text}


def _groups(messages: Sequence[ModelMessage]) -> Iterator[tuple[ModelMessage, ...]]:
    for (role, _), group in groupby(messages, key=lambda message: (message.role, message.request)):
        if role is ModelRole.TRIGGER:
            yield tuple(group)


class RequestSums(NamedTuple):
    """What the requests of a run have in all, up to the one of a step.

    These are parts, entries of the conversation for each of `PROVIDERS`, tokens of each `ModelRole`, those of
    triggers with their tags, and how many of the steps have new messages of triggers. Calls are the
    assistant's, their answers the tools'.
    """

    parts: int = 0
    of_providers: tuple[int, ...] = (0, 0, 0)
    of_roles: tuple[int, ...] = (0,) * len(ModelRole)
    with_triggers: int = 0

    def minus(self, earlier: Self) -> RequestSums:
        """Return what came since an earlier step."""
        return RequestSums(
            self.parts - earlier.parts,
            tuple(map(sub, self.of_providers, earlier.of_providers)),
            tuple(map(sub, self.of_roles, earlier.of_roles)),
            self.with_triggers - earlier.with_triggers,
        )

    def entries(self, provider: Provider) -> int:
        """Return how many entries of a provider's conversation there are."""
        return self.of_providers[PROVIDERS.index(provider)]

    @property
    def tokens(self) -> int:
        """The tokens of all roles."""
        return sum(self.of_roles)


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
            tokens[message.role] += estimated_tokens(message.text) + sum(
                estimated_tokens(call.name + arguments_text(call.arguments)) for call in message.calls
            )
    has_triggers = any(message.role is ModelRole.TRIGGER for message in new)
    parts, entries = _counts(new, deliver, has_triggers=has_triggers)
    return RequestSums(
        sums.parts + parts,
        tuple(map(add, sums.of_providers, entries)),
        tuple(map(add, sums.of_roles, tokens.values())),
        sums.with_triggers + has_triggers,
    )


def _counts(
    new: Sequence[ModelMessage], deliver: Deliver, *, has_triggers: bool
) -> tuple[int, Sequence[int]]:
    """Return the parts of new messages, and their entries for each provider."""
    if has_triggers:
        placed = {provider: placed_chunk(new, provider, deliver) for provider in PROVIDERS}
        parts = sum(
            len(message.answers)
            + len(message.further)
            + _has_text(message.content, message.calls, message.answers)
            for message in placed[Provider.OPENAI]
        )
        return parts, [
            sum(len(message_entries(provider, message)) for message in messages)
            for provider, messages in placed.items()
        ]
    answers = [len(message.calls) for message in new if message.role is ModelRole.TOOL]
    texts = sum(
        _has_text(message.text, message.calls) for message in new if message.role is not ModelRole.TOOL
    )
    others = len(new) - len(answers)
    return texts + sum(answers), (others + sum(answers), len(new), len(new))


def _has_text(text: str, calls: Sequence[object], answers: Sequence[object] = ()) -> bool:
    """Whether a message has a text part: one beside calls has none if it is empty, nor have answers."""
    return not answers and (not calls or bool(text.strip("\n")))


def tokens_by_role(log: RequestLog, step: int) -> Mapping[ModelRole, int]:
    """Return how many tokens the request of a step has of each role, counted as the context is.

    Texts of triggers count with the tags around them, which the context leaves out. Calls are the
    assistant's, their answers the tools'; roles without any are left out.
    """
    tokens = dict(zip(ModelRole, log.sums_between(log.start_of(step), step).of_roles, strict=True))
    tokens[ModelRole.SYSTEM] += estimated_tokens(log.system.text)
    order = (ModelRole.SYSTEM, ModelRole.USER, ModelRole.ASSISTANT, ModelRole.TOOL, ModelRole.TRIGGER)
    return {role: tokens[role] for role in order if tokens[role]}
