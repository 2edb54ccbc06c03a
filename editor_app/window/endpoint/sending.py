"""Sending the request of the Request panel to an endpoint, and its answer there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from editor_app.requests.parts import Provider, Request
from editor_app.runs.endpoint.addresses import Endpoint, EndpointError
from editor_app.text import Sentence, Severity
from editor_app.window.endpoint.asking import LiveAnswer, Sent
from editor_app.window.endpoint.endpoints import Endpoints, KeyAnswer
from editor_app.window.endpoint.send_question import (
    OTHER_SHAPE,
    KeyQuestion,
    KeysOfPlaces,
    KeyState,
    SendAnswer,
    SendQuestion,
    endpoint_of,
    problem_of,
)
from editor_app.window.frame.notices import User
from editor_app.window.kit.words.qt_strings import for_qt
from editor_app.window.panels.request.request_panel import RequestPanel
from editor_app.window.panels.request.request_view import ANSWER, RequestView
from editor_app.window.panels.request.words import total_words

_WHY: Final = Sentence("window-endpoint.what-key-is-for")


class Sending(QObject):
    """Asks where to send the shown request, sends it once, and shows the answer of the subject in front.

    A subject is what a request is made of, such as a chat's folder: its answer is shown while it is in front.
    `add_requested` has the text of an answer that is to be a message of the subject in front.
    """

    add_requested = Signal(object)  # a str of Qt would lose some characters

    def __init__(
        self,
        *,
        panel: RequestPanel,
        user: User,
        endpoints: Endpoints,
        take_typed: Callable[[], object],
        suggested: Callable[[], Sequence[SendAnswer]] = tuple,
        parent: QObject | None = None,
    ) -> None:
        """Use these parts.

        `take_typed` commits what is being typed in a form. `suggested` returns places that the file in front
        names, which come before those that were used.
        """
        super().__init__(parent)
        self._panel = panel
        self._dialogs = user.dialogs
        self._keys, self._places = endpoints.keys, endpoints.places
        self._say, self._announce = user.notifier.say, user.notifier.announce
        self._take_typed = take_typed
        self._suggested = suggested
        self._subject: Hashable | None = None
        self._answers: dict[Hashable, LiveAnswer] = {}
        panel.copies.send_requested.connect(self.send)
        panel.answer.cancel_requested.connect(self.cancel)
        panel.answer.copy_requested.connect(self._copy)
        panel.answer.add_requested.connect(self._add)
        panel.answer.key_requested.connect(self.give_key)

    @property
    def answer(self) -> LiveAnswer | None:
        """The answer of the subject in front."""
        return self._answers.get(self._subject) if self._subject is not None else None

    def show(self, subject: Hashable | None) -> None:
        """Show the answer of another subject, if it has one; None leaves the panel as it is."""
        if subject is not None and subject != self._subject:
            self._subject = subject
            self._show_answer()

    def move(self, before: Hashable, after: Hashable) -> None:
        """Keep the answer of a subject that is known by another name now."""
        if before in self._answers:
            self._answers[after] = self._answers.pop(before)
        if self._subject == before:
            self._subject = after

    def forget(self, subject: Hashable) -> None:
        """Cancel and forget the answer of a subject that is closed."""
        self._drop(subject)
        if subject == self._subject:
            self._show_answer()
            self._subject = None

    def _drop(self, subject: Hashable) -> None:
        answer = self._answers.pop(subject, None)
        if answer is not None:
            answer.close()
            answer.deleteLater()

    def close(self) -> None:
        """Cancel all that is running."""
        for answer in self._answers.values():
            answer.cancel()
        for answer in self._answers.values():
            answer.close()

    def cancel(self) -> None:
        """Cancel the answer in front; what came of it stays."""
        if self.answer is not None:
            self.answer.cancel()

    def send(self) -> None:
        """Ask where to send the request that is shown, and send it."""
        self._take_typed()
        view = self._panel.shown_view
        request = view.request
        if request is None:
            self._say(Sentence("window-endpoint.no-request"))
            return
        chosen = self._dialogs.ask(self._question(view, request))
        if chosen is None:
            return
        if chosen.switches:
            self._panel.provider_chosen.emit(Provider.OPENAI.value)
            if self._panel.shown_view.provider is Provider.OPENAI:
                self.send()
            return
        self._send_shown(chosen)

    def _send_shown(self, chosen: SendAnswer) -> None:
        """Send what is shown by now: what was typed before it was asked where is in it."""
        view = self._panel.shown_view
        request = view.request
        problem = problem_of(chosen) or (view.why_none if request is None else _refusal(view, request))
        if request is None or problem:
            self._say(Sentence("window-endpoint.not-sent", why=problem))
            return
        self._places.note(chosen.address, chosen.model)
        self._begin(Sent(endpoint_of(chosen), request.body))

    def give_key(self) -> None:
        """Ask for the key that the endpoint wanted, and send the request again with it."""
        answer = self.answer
        if answer is not None and answer.wants_key and self._change_key(answer.sent.endpoint, answer.error):
            self._begin(answer.sent)

    # Asking -------------------------------------------------------------------------------------------------

    def _question(self, view: RequestView, request: Request) -> SendQuestion:
        known = (*self._suggested(), *(SendAnswer(*place) for place in self._places.all))
        return SendQuestion(
            known,
            request.model or "",
            _what(view, request),
            keys=KeysOfPlaces(
                self._look,
                lambda answer: self._change_key(
                    endpoint_of(answer), _WHY, action=Sentence("window-endpoint.use-key")
                ),
                self._forget_key,
            ),
            refused=_refusal(view, request),
            is_other_shape=view.provider is not Provider.OPENAI,
        )

    def _look(self, answer: SendAnswer, told: Callable[[KeyState], object]) -> None:
        """Tell whether there is a key for a place."""
        try:
            endpoint = endpoint_of(answer)
        except EndpointError:
            told(KeyState(""))
            return
        if not endpoint.is_private:
            told(KeyState(Sentence("window-endpoint.no-key-by-http")))
            return

        def tell(key: KeyAnswer) -> None:
            if key.error:
                told(KeyState(key.error))
            elif key.key is None:
                told(KeyState(Sentence("window-endpoint.no-key")))
            else:
                kept = "given" if key.is_given else key.place
                told(KeyState(Sentence("window-endpoint.key-is-there", kept=kept), is_there=True))

        self._keys.read(endpoint, tell)

    def _forget_key(self, answer: SendAnswer, done: Callable[[], object]) -> None:
        def tell(forgotten: KeyAnswer) -> None:
            self._say(forgotten.error or Sentence("window-endpoint.key-forgotten"))
            done()

        self._keys.forget(endpoint_of(answer), tell)

    def _change_key(
        self, endpoint: Endpoint, why: str, *, action: str = Sentence("window-endpoint.send-again")
    ) -> bool:
        """Ask for a key; return whether there is one now."""
        answer = self._dialogs.ask(KeyQuestion(endpoint.origin, why, action=action))
        if answer is None:
            return False
        if answer.is_kept:
            self._keys.keep(endpoint, answer.key, partial(tell_not_kept, self._say))
        else:
            self._keys.give(endpoint, answer.key)
        return True

    # Answers ------------------------------------------------------------------------------------------------

    def _begin(self, sent: Sent) -> None:
        if self._subject is None:
            return
        self._drop(self._subject)
        answer = self._answers[self._subject] = LiveAnswer(sent, self)
        answer.changed.connect(self._show_answer)
        answer.ended.connect(partial(self._after_end, answer))
        self._show_answer()
        self._panel.choose_view(ANSWER)
        self._panel.answer.setFocus(Qt.FocusReason.OtherFocusReason)
        if sent.endpoint.is_private:
            self._keys.read(sent.endpoint, partial(self._send_with_key, answer))
        else:
            answer.send(None)

    def _send_with_key(self, answer: LiveAnswer, key: KeyAnswer) -> None:
        if answer not in self._answers.values():
            return
        if key.error and key.key is None and answer.sent.endpoint.url.startswith("https:"):
            answer.fail(key.error, wants_key=True)
        else:
            answer.send(key.key)

    def _after_end(self, answer: LiveAnswer) -> None:
        if answer is not self.answer:
            return
        view = answer.view()
        self._announce(Sentence("window-endpoint.answer-over", status=view.status, error=view.error))
        if answer.wants_key and self._panel.isVisible():
            QTimer.singleShot(0, self, self.give_key)

    def _show_answer(self) -> None:
        answer = self.answer
        self._panel.show_answer(answer.view() if answer is not None else None)

    def _copy(self) -> None:
        if self.answer is not None:
            QGuiApplication.clipboard().setText(for_qt(self.answer.content))
            self._say(Sentence("window-endpoint.answer-copied"))

    def _add(self) -> None:
        if self.answer is not None and self.answer.text.strip():
            self.add_requested.emit(self.answer.text)


def tell_not_kept(say: Callable[[str], object], kept: KeyAnswer) -> None:
    """Say why a key could not be kept, if it could not."""
    if kept.error:
        say(Sentence("window-endpoint.key-not-kept", why=kept.error))


def _refusal(view: RequestView, request: Request) -> str:
    """Return the rule by which a request is refused, "" for one that is taken."""
    from editor_app.runs.legality import check_run_request

    if view.provider is not Provider.OPENAI:
        return OTHER_SHAPE
    findings = (*view.findings, *check_run_request(Provider.OPENAI, request.body, request.model))
    errors = list(
        dict.fromkeys(finding.message for finding in findings if finding.severity is Severity.ERROR)
    )
    if not errors:
        return ""
    maker, more = view.provider.maker, len(errors) - 1
    return Sentence("window-endpoint.refused", maker=maker, reason=errors[0], more=more)


def _what(view: RequestView, request: Request) -> str:
    """Return what is sent: "7 messages after the system text, ≈ 1 204 tokens"."""
    messages = request.body.get("messages")
    has_system = view.structure.system_parts > 0
    if not isinstance(messages, list):
        return Sentence("window-endpoint.all-of-it", tokens=total_words(view))
    return Sentence(
        "window-endpoint.messages-and-tokens",
        messages=Sentence("text.messages", count=len(messages) - has_system),
        system="yes" if has_system else "no",
        tokens=total_words(view),
    )
