"""What providers refuse in the requests of a run: tool calls and results, and what stands between them.

Legality goes along with the run: for each provider a frozen state takes the new entries of each request and
gives what they break. `check_run_request` does the same with a whole body.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

from editor_app.requests.building import assemble_request, message_entries
from editor_app.requests.parts import Finding, Place, Provider, SystemText, by_model, facts_of, shown_place
from editor_app.requests.provider_rules import RULES, ProviderRules, judge_blank_text
from editor_app.runs.model.records import Refusal
from editor_app.runs.model.scenario import RunSettings
from editor_app.runs.model.session import PROVIDERS
from editor_app.runs.sent.placement import ModelMessage, placed_chunk
from editor_app.text import Sentence, Severity, some_of

Entry: TypeAlias = Mapping[str, Any]


class OpenCalls(NamedTuple):
    """The calls of an assistant's message that wait for their results.

    They are known by their ids, Google's by their names; `place` is that of the message.
    """

    ids: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class ConversationState:
    """A provider's conversation so far: who spoke last, and which calls are open.

    `is_misplaced` says that the last entry is a system message at a place of which that was said already.
    """

    provider: Provider
    rules: ProviderRules
    model: str | None = None
    count: int = 0
    last_role: str | None = None
    is_misplaced: bool = False
    open: OpenCalls | None = None

    def ended(self) -> tuple[ConversationState, tuple[Finding, ...]]:
        """Return what a request breaks that ends here: open calls, or the assistant's message last."""
        if self.open is not None:
            return replace(self, open=None), (self._unanswered(self.open),)
        if self.provider is Provider.OPENAI or self.last_role != self.rules.assistant:
            return self, ()
        continues = facts_of(self.provider, self.model).continues_reply
        if continues:
            return self, ()
        severity, depends = by_model(continues)
        place: Place = (self.rules.conversation, self.count - 1)
        says = Sentence("requests.newer-refuse", depends=depends)
        if self.model is not None and continues is False:
            says = Sentence("requests.refused-end-with-user", model=self.model)
        message = Sentence("requests.last-of-assistant", place=shown_place(place), says=says)
        return self, (_refusal("final-assistant", place, message, severity),)

    def broken_by(self, entry: Entry) -> Iterator[Finding]:
        """Yield what the next entry breaks."""
        rules, role = self.rules, entry.get("role")
        place: Place = (rules.conversation, self.count)
        if self.provider is Provider.OPENAI:
            yield from self._broken_in_openai(entry, place)
            return
        if self.last_role is None and role == rules.assistant:
            message = Sentence("requests.first-of-assistant")
            yield _refusal("first-not-user", place, message, Severity.WARNING)
        yield from self._broken_results(entry, place)
        if self.provider is Provider.GOOGLE:
            yield from self._broken_in_google(entry, place)
        yield from self._blank_texts(entry, place)
        if self.provider is Provider.ANTHROPIC:
            if role == "system":
                yield from self._broken_system_message(place)
            if self.last_role == "system" and not self.is_misplaced and role not in {"assistant", "system"}:
                before: Place = (rules.conversation, self.count - 1)
                yield self._misplaced(before, "not-before-assistant")

    def after(self, entry: Entry) -> ConversationState:
        """Return what is known after the next entry."""
        role = str(entry.get("role", "user" if self.provider is Provider.GOOGLE else None))
        calls, is_openai = self.open, self.provider is Provider.OPENAI
        if is_openai and role == "tool" and calls is not None:
            answered = str(entry.get("tool_call_id"))
            calls = calls._replace(ids=tuple(id_ for id_ in calls.ids if id_ != answered))
        elif not (is_openai and role == "system"):
            place = (self.rules.conversation, self.count)
            calls = OpenCalls(_calls_in(self.provider, self.rules, entry), place)
        return ConversationState(
            self.provider,
            self.rules,
            self.model,
            self.count + 1,
            role,
            is_misplaced=role == "system" and self.last_role != "user",
            open=calls if calls is not None and calls.ids else None,
        )

    def _broken_in_openai(self, entry: Entry, place: Place) -> Iterator[Finding]:
        if entry.get("role") == "tool":
            id_ = str(entry.get("tool_call_id"))
            if self.open is None or id_ not in self.open.ids:
                yield self._uncalled(place, [id_])
        elif self.open is not None and entry.get("role") == "system":
            message = Sentence("runs.system-between-calls", place=shown_place(place))
            yield _refusal("system-placement", place, message)
        elif self.open is not None:
            yield self._unanswered(self.open)

    def _broken_results(self, entry: Entry, place: Place) -> Iterator[Finding]:
        """Yield what is wrong with the results in an entry, or with there being none."""
        is_anthropic = self.provider is Provider.ANTHROPIC
        parts = _mappings(entry.get(self.rules.content))
        if is_anthropic:
            ids = tuple(str(part.get("tool_use_id")) for part in parts if _is_result(part))
        else:
            ids = _names(parts, "functionResponse")
        if not ids and self.open is None:
            return
        leading = sum(1 for _ in takewhile(_is_result, parts))
        is_mixed = leading < len(ids) if is_anthropic else 0 < len(ids) < len(parts)
        results = Counter(ids)
        calls = Counter(self.open.ids if self.open is not None else ())
        is_elsewhere = is_anthropic and entry.get("role") != "user"
        if self.open is not None and (is_elsewhere or calls - results):
            yield self._unanswered(self.open)
        if results - calls:
            yield self._uncalled(place, (results - calls).elements())
        if is_mixed:
            message = Sentence("runs.mixed-results", place=shown_place(place), provider=self.provider)
            yield _refusal("tool-results", place, message)

    def _broken_in_google(self, entry: Entry, place: Place) -> Iterator[Finding]:
        if self.last_role not in {"user", "function"} and _calls_in(self.provider, self.rules, entry):
            message = Sentence("runs.call-not-after-user", place=shown_place(place))
            yield _refusal("tool-calls", place, message)
        if entry.get("role") == "system":
            yield _system_not_first(place, Sentence("requests.google-takes-none"))

    def _broken_system_message(self, place: Place) -> Iterator[Finding]:
        """Yield what Anthropic refuses of a system message at a place."""
        takes = facts_of(self.provider, self.model).takes_system_messages
        if takes is False and self.model is not None:
            yield _system_not_first(place, Sentence("requests.takes-none", model=self.model))
        elif self.last_role is None:
            yield self._misplaced(place, "first")
        elif self.last_role == "system":
            yield self._misplaced(place, "beside-another")
        elif self.last_role != "user":
            yield self._misplaced(place, "not-after-user")
        elif takes is None:
            yield _system_not_first(place, Sentence("requests.old-takes-none"), Severity.WARNING)

    def _blank_texts(self, entry: Entry, place: Place) -> Iterator[Finding]:
        is_google, key = self.provider is Provider.GOOGLE, self.rules.content
        content = entry.get(key)
        texts: list[tuple[object, Place]] = []
        if isinstance(content, list):
            texts = [
                (part.get("text"), (*place, key, number, "text"))
                for number, part in enumerate(content)
                if isinstance(part, Mapping) and (is_google or part.get("type") == "text")
            ]
        if not is_google and (content == [] or isinstance(content, str)):
            texts = [(content or "", (*place, key))]
        for text, text_place in texts:
            if isinstance(text, str) and not text.strip():
                severity, says = judge_blank_text(self.provider, text)
                message = Sentence("requests.text-empty", place=shown_place(text_place), says=says)
                if text:
                    message = Sentence("requests.text-blank", place=shown_place(text_place), says=says)
                yield _refusal("blank-content", text_place, message, severity)

    def _misplaced(self, place: Place, why: str) -> Finding:
        message = Sentence(
            "runs.system-misplaced", place=shown_place(place), why=why, model=self.model or "Anthropic"
        )
        return _refusal("system-placement", place, message)

    def _unanswered(self, calls: OpenCalls) -> Finding:
        message = Sentence(
            "runs.calls-unanswered",
            place=shown_place(calls.place),
            ids=_listed(calls.ids),
            provider=self.provider,
        )
        return _refusal("tool-results", calls.place, message)

    def _uncalled(self, place: Place, ids: Iterable[str]) -> Finding:
        message = Sentence(
            "runs.result-uncalled", place=shown_place(place), ids=_listed(ids), provider=self.provider
        )
        return _refusal("tool-results", place, message)


def _system_not_first(place: Place, says: str, severity: Severity = Severity.ERROR) -> Finding:
    message = Sentence("runs.system-not-first", place=shown_place(place), says=says)
    return _refusal("system-not-first", place, message, severity)


def _refusal(code: str, place: Place, message: str, severity: Severity = Severity.ERROR) -> Finding:
    return Finding(code, severity, place, message)


def _calls_in(provider: Provider, rules: ProviderRules, entry: Entry) -> tuple[str, ...]:
    """Return the ids of the calls in an entry, Google's names of them."""
    if provider is Provider.OPENAI:
        return tuple(str(call.get("id")) for call in _mappings(entry.get("tool_calls")))
    parts = _mappings(entry.get(rules.content))
    if provider is Provider.GOOGLE:
        return _names(parts, "functionCall")
    is_reply = entry.get("role") == "assistant"
    return tuple(str(part.get("id")) for part in parts if is_reply and part.get("type") == "tool_use")


def _names(parts: Sequence[Mapping[str, Any]], key: str) -> tuple[str, ...]:
    functions = (part[key] for part in parts if key in part)
    return tuple(str(each.get("name")) if isinstance(each, Mapping) else "" for each in functions)


def _is_result(block: Mapping[str, Any]) -> bool:
    return block.get("type") == "tool_result"


def _listed(ids: Iterable[str]) -> Sequence[str]:
    """Return the first three of some ids, and how many there are more."""
    return some_of([name[:64] for name in ids], 3)


def _mappings(value: object) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def next_request(
    state: ConversationState, entries: Sequence[Entry]
) -> tuple[ConversationState, tuple[Finding, ...]]:
    """Return what is known after the new entries of the next request, and what is refused in it for them."""
    findings: list[Finding] = []
    for entry in entries:
        findings += state.broken_by(entry)
        state = state.after(entry)
    state, at_end = state.ended()
    return state, (*findings, *at_end)


def check_run_request(
    provider: Provider, body: Mapping[str, object], model: str | None = None
) -> tuple[Finding, ...]:
    """Return what a provider refuses in a finished body of calls, results and messages between them."""
    entries = body.get(RULES[provider].conversation)
    state = ConversationState(provider, RULES[provider], model)
    findings = next_request(state, entries if isinstance(entries, list) else ())[1]
    return (*check_system(provider, body), *findings)


def check_system(provider: Provider, body: Mapping[str, object]) -> tuple[Finding, ...]:
    """Return the finding that a system text is only whitespace, which Anthropic refuses."""
    blocks = body.get("system")
    if provider is not Provider.ANTHROPIC or not isinstance(blocks, list):
        return ()
    message = Sentence("runs.blank-system")
    return tuple(
        _refusal("blank-content", ("system", number, "text"), message)
        for number, block in enumerate(blocks)
        if isinstance(block, Mapping) and not str(block.get("text")).strip()
    )


class GrowingRequests:
    """The requests of a run, as each provider would check them one after the other."""

    __slots__ = ("_deliver", "_models", "_states", "_system")

    def __init__(self, system: SystemText, settings: RunSettings) -> None:
        """Begin with nothing sent; only the model of the provider of the settings is known."""
        self._system = system
        self._deliver = settings.deliver
        self._models = {api: settings.model if api is settings.provider else None for api in PROVIDERS}
        self._states: dict[Provider, ConversationState] = {}

    def restart(self) -> None:
        """Forget what was sent: a compaction begins the requests anew."""
        self._states.clear()

    def next(self, new: Sequence[ModelMessage]) -> tuple[Refusal, ...]:
        """Return what is refused in the next request for its new messages, provider after provider."""
        refusals: list[Refusal] = []
        for provider in PROVIDERS:
            placed = placed_chunk(new, provider, self._deliver)
            state = self._states.get(provider)
            model = self._models[provider]
            findings: tuple[Finding, ...] = ()
            if state is None:
                body = assemble_request(provider, placed, system=self._system, model=model).body
                findings = check_system(provider, body)
                state = ConversationState(provider, RULES[provider], model)
                entries = body[RULES[provider].conversation]
            else:
                entries = [entry for message in placed for entry in message_entries(provider, message)]
            self._states[provider], further = next_request(state, entries)
            refusals += [
                Refusal(provider, finding.code, finding.severity, finding.place, finding.message)
                for finding in (*findings, *further)
            ]
        return tuple(refusals)
