"""The questions where to send a request, and for the key of an endpoint.

Enter in a field sends no request, only the button and Ctrl+Enter do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLineEdit, QPushButton
from shiboken6 import isValid

from editor_app.runs.endpoint.addresses import Endpoint, EndpointError, endpoint_at
from editor_app.runs.endpoint.keys import Key, check_private, key_of
from editor_app.text import Sentence
from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.dialogs.question import (
    CANCEL,
    Button,
    FieldsAnswer,
    Question,
    QuestionFields,
    Values,
    line,
)
from editor_app.window.kit.form.choice import Tick
from editor_app.window.kit.form.field import ReadOnlyText
from editor_app.window.kit.form.form import Form
from editor_app.window.kit.words.labels import PlainLabel


@dataclass(frozen=True, slots=True)
class GivenKey:
    """A key that the user gave for an endpoint, and whether to keep it beyond this window."""

    key: Key
    is_kept: bool = False


@dataclass(frozen=True, slots=True)
class KeyQuestion:
    """A question for the key of the endpoint at `origin`, by scheme, host and port; `why` is said first.

    `place` says where it would be kept, as in a `KeyAnswer`; `action` is the button’s.
    """

    origin: str
    why: str
    place: str = ""
    action: str = Sentence("window-endpoint.use-key")

    def question(self) -> Question[GivenKey | None]:
        """Return how it is asked; without a key that can be sent there, the answer is None."""
        fields = (
            line("key", "", "", Sentence("window-endpoint.key")),
            Tick("keep", "", words=Sentence("window-endpoint.keep-key", place=self.place)),
        )
        buttons = CANCEL, Button(self.action, None, is_primary=True)
        return Question(
            Sentence("window-endpoint.key-for", host=self._endpoint.host),
            self.why,
            buttons,
            QuestionFields(fields, self._read, dress=self._dress),
        )

    @property
    def _endpoint(self) -> Endpoint:
        return Endpoint(self.origin.removesuffix(":443" if self.origin.startswith("https:") else ":80"), "")

    def _read(self, values: Values) -> FieldsAnswer[GivenKey | None]:
        remark = Sentence("window-endpoint.key-is-private", kept="yes" if values["keep"] else "no")
        try:
            check_private(self._endpoint)
            key = key_of(values["key"]) if values["key"].strip() else None
        except EndpointError as error:
            return FieldsAnswer(None, error.sentence, remark if self._endpoint.is_private else "")
        return FieldsAnswer(GivenKey(key, values["keep"]) if key is not None else None, "", remark)

    def _dress(self, form: Form) -> None:
        """Hide what is typed, beside a button that shows it."""
        field, modes = form.cell("key").widget, QLineEdit.EchoMode
        assert isinstance(field, QLineEdit)

        def show(*, shown: bool) -> None:
            field.setEchoMode(modes.Normal if shown else modes.Password)
            button.setText(Sentence("window-endpoint.hide") if shown else Sentence("window-endpoint.show"))
            button.setAccessibleName(
                Sentence("window-endpoint.hide-key") if shown else Sentence("window-endpoint.show-key")
            )

        button = QPushButton(form)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: show(shown=field.echoMode() is modes.Password))
        show(shown=False)
        form.cell("key").row.addWidget(button)
        for cell in form.cells:
            cell.setEnabled(self._endpoint.is_private)


OTHER_SHAPE: Final = Sentence("window-endpoint.other-form")


class SendAnswer(NamedTuple):
    """Where a request is sent, and which model is asked; with `switches`, show it in OpenAI’s form first."""

    address: str
    model: str
    switches: bool = False


def endpoint_of(answer: SendAnswer) -> Endpoint:
    """Return the endpoint of a place; raises EndpointError for what is none."""
    return endpoint_at(answer.address, answer.model or None)


def problem_of(answer: SendAnswer) -> str:
    """Return what is wrong with a place, "" for nothing."""
    try:
        endpoint_of(answer)
    except EndpointError as error:
        return error.sentence
    return ""


def _host_of(answer: SendAnswer) -> str:
    """Return the host of an address, "" while it is none."""
    try:
        return endpoint_at(answer.address, answer.model or "any").host
    except EndpointError:
        return ""


class KeyState(NamedTuple):
    """Whether there is a key for an endpoint, and where, in words."""

    words: str
    is_there: bool = False


class KeysOfPlaces(NamedTuple):
    """What is asked of the key for an answer: `look` tells later whether there is one.

    `change` asks for one, and `forget` forgets it and calls what it is given.
    """

    look: Callable[[SendAnswer, Callable[[KeyState], object]], object]
    change: Callable[[SendAnswer], object]
    forget: Callable[[SendAnswer, Callable[[], object]], object]


@dataclass(frozen=True, slots=True)
class SendQuestion:
    """A question where to send a request.

    `known` are the places it was sent to before, the last one first; `summary` says what is sent, `refused`
    why it cannot be. `is_other_shape` is whether it is not in OpenAI’s form, which endpoints take.
    """

    known: Sequence[SendAnswer]
    model: str
    summary: str
    keys: KeysOfPlaces
    refused: str = ""
    is_other_shape: bool = False

    def question(self) -> Question[SendAnswer | None]:
        """Return how it is asked, starting with the place that was asked last."""
        last = self.known[0] if self.known else SendAnswer("", "")
        fields = (
            line(
                "address",
                Sentence("window-endpoint.address"),
                last.address,
                "https://host/v1",
                [place.address for place in self.known],
            ),
            line(
                "model",
                Sentence("window-endpoint.model"),
                self.model or last.model,
                Sentence("window-endpoint.name-there"),
            ),
            ReadOnlyText("key", Sentence("window-endpoint.key"), look="soft"),
        )
        switch = Button(Sentence("window-endpoint.show-in-form"), SendAnswer("", "", switches=True))
        return Question(
            Sentence("window-endpoint.send-request"),
            Sentence("window-endpoint.sent-once"),
            (CANCEL, Button(Sentence("window-endpoint.send"), None, is_primary=True)),
            QuestionFields(fields, self._read, dress=partial(_KeyLinks, self)),
            links=(switch,) if self.is_other_shape else (),
            by_enter=False,
        )

    def _read(self, values: Values) -> FieldsAnswer[SendAnswer | None]:
        answer = _answer(values["address"], values["model"])
        is_whole = bool(answer.address and answer.model)
        wrong = OTHER_SHAPE if self.is_other_shape else self.refused
        if not wrong and is_whole:
            wrong = problem_of(answer)
        host = _host_of(answer)
        remark = Sentence("window-endpoint.sent-to", what=self.summary, host=host) if host else self.summary
        return FieldsAnswer(answer if is_whole else None, wrong, remark)


class _KeyLinks(QObject):
    """Says in a form whether there is a key for the address, with links that change and forget it.

    It is looked for once for each host that was typed: a keyring may ask the user.
    """

    def __init__(self, question: SendQuestion, form: Form) -> None:
        super().__init__(form)
        self._question = question
        self._looked = ""
        self._lines = [cell.widget for cell in form.cells if isinstance(cell.widget, QLineEdit)]
        [self._words] = (cell.widget for cell in form.cells if isinstance(cell.widget, PlainLabel))
        self._change = link_button(Sentence("window-endpoint.change"), form, self._change_key)
        self._change.setAccessibleName(Sentence("window-endpoint.change-key"))
        self._forget = link_button(Sentence("window-endpoint.forget"), form, self._forget_key)
        self._forget.setAccessibleName(Sentence("window-endpoint.forget-key"))
        for link in (self._change, self._forget):
            link.setAutoDefault(False)
            form.cell("key").row.addWidget(link)
        self._forget.hide()
        self._lines[0].textChanged.connect(self._wait)
        self._lines[0].editingFinished.connect(self._look)
        self._wait()
        self._look()

    @property
    def _answer(self) -> SendAnswer:
        return _answer(*(line.text() for line in self._lines))

    def _say(self, words: str, *, is_there: bool = False) -> None:
        self._words.setText(words)
        self._forget.setVisible(is_there)

    def _wait(self) -> None:
        host = _host_of(self._answer)
        self._change.setEnabled(bool(host))
        if host != self._looked:
            self._looked = ""
            self._say(Sentence("window-endpoint.looked-for-later") if host else "")

    def _look(self) -> None:
        answer = self._answer
        host = _host_of(answer)
        if host and host != self._looked:
            self._looked = host
            self._say(Sentence("window-endpoint.looking-for-it"))
            self._question.keys.look(answer, partial(self._show, host))

    def _show(self, host: str, state: KeyState) -> None:
        if isValid(self) and host == self._looked:
            self._say(state.words, is_there=state.is_there)

    def _change_key(self) -> None:
        self._question.keys.change(self._answer)
        self._look_again()

    def _forget_key(self) -> None:
        self._change.setFocus()
        self._question.keys.forget(self._answer, self._look_again)

    def _look_again(self) -> None:
        if isValid(self):
            self._looked = ""
            self._look()


def _answer(address: str, model: str) -> SendAnswer:
    return SendAnswer(address.strip(), model.strip())
