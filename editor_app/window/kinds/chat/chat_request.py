"""The request of the chat in front: assembled from its messages and the text that goes first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from editor_app.analysis.chat_requests.problems import (
    ChatFix,
    RequestMessages,
    RequestProblem,
    chat_fix,
    message_number,
    request_problems,
)
from editor_app.analysis.chat_requests.settings import RequestSettings
from editor_app.chats.chat import ChatProblem
from editor_app.library.files.reading import quoted
from editor_app.requests.building import assemble_request
from editor_app.requests.checking import check_assembled
from editor_app.requests.parts import Finding, Provider, Request, RequestMessage
from editor_app.requests.structure import structure_of
from editor_app.text import Sentence, Severity
from editor_app.window.kinds.chat.message_rows import MessageRow
from editor_app.window.kinds.chat.system_text import MadeSystem
from editor_app.window.panels.request.request_view import BlockedPart, RequestView

_BLANK: Final = "blank-content"
_SEND_NONE: Final = Sentence("window-chat.send-no-system-text")


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A chat's request with its problems, or without a request, why there is none.

    `source_of` returns the text of a message's file.
    """

    provider: Provider
    source_of: Callable[[Path], str]
    request: Request | None = None
    findings: tuple[Finding, ...] = ()
    problems: tuple[RequestProblem, ...] = ()
    sentence: str = ""
    blocked: tuple[BlockedPart, ...] = ()

    def fix_of(self, finding: Finding) -> ChatFix | None:
        """Return what mends a finding in the chat's files, None where nothing there does."""
        if self.request is None:
            return None
        return chat_fix(finding, RequestMessages(self.request), self.source_of)

    def is_of_blank_system(self, finding: Finding) -> bool:
        """Whether a finding is that the text that goes first is blank, so that sending none mends it."""
        if self.request is None or finding.code != _BLANK:
            return False
        return RequestMessages(self.request).is_of_system(finding.place)

    def _title_of(self, messages: RequestMessages, finding: Finding) -> str:
        """Return what a link at a finding does, "" where nothing mends it here."""
        if self.is_of_blank_system(finding):
            return _SEND_NONE
        fix = chat_fix(finding, messages, self.source_of)
        return fix.title if fix is not None else ""

    def view(self, current: Path | None, *, context: str, note: str) -> RequestView:
        """Return what the request panel shows of it, the message of `current` in front."""
        request = self.request
        if request is None:
            return RequestView(
                self.provider,
                why_none=self.sentence,
                blocked=self.blocked,
                current=current,
                context=context,
            )
        messages = RequestMessages(request)
        sentences = {
            id(problem.finding): problem.diagnostic.message for problem in self.problems if problem.number
        }
        findings = [
            replace(finding, message=sentences.get(id(finding), finding.message)) for finding in self.findings
        ]
        structure = structure_of(request, findings, fix_of=partial(self._title_of, messages))
        return RequestView(
            self.provider, request, structure, current=current, context=context, system_note=note
        )


def request_of(
    messages: Sequence[MessageRow],
    problems: Sequence[ChatProblem],
    system: MadeSystem,
    settings: RequestSettings,
    provider: Provider,
    source_of: Callable[[Path], str],
) -> ChatRequest:
    """Return the request of a chat's messages to a provider; where one has an error, there is none."""
    why = _why_none(messages, problems, system)
    if why or system.text is None:
        blocked: list[BlockedPart] = []
        for row in messages:
            words = row.words or Sentence("window-chat.is-empty", name=quoted(row.path.name))
            blocked.append(BlockedPart(row.role_in_words, words, row.path, _error_of(row)))
        return ChatRequest(provider, source_of, sentence=why, blocked=tuple(blocked))
    sent = [RequestMessage(row.role or "", row.text, row.path) for row in messages]
    request = assemble_request(
        provider,
        sent,
        system=system.text,
        model=settings.model,
        max_tokens=settings.max_tokens,
        cache=settings.cache,
    )
    findings = check_assembled(request)
    of_request = request_problems(request, findings, source_of)
    return ChatRequest(provider, source_of, request, findings, of_request)


def _why_none(messages: Sequence[MessageRow], problems: Sequence[ChatProblem], system: MadeSystem) -> str:
    for problem in problems:
        if problem.diagnostic.severity is Severity.ERROR:
            return problem.diagnostic.message
    for index, row in enumerate(messages):
        reason = _error_of(row)
        if reason:
            return Sentence("window-chat.of-message", number=message_number(row.path, index), reason=reason)
    return (
        "" if system.text is not None else Sentence("window-chat.of-system-message", reason=system.why_none)
    )


def _error_of(row: MessageRow) -> str:
    errors = (problem.message for problem in row.diagnostics if problem.severity is Severity.ERROR)
    return next(errors, "")
