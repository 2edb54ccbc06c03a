"""Requests that are sent from a window to the server of the endpoint tests, and what is shown of them."""

from __future__ import annotations

from pathlib import Path

from editor_app.window.endpoint.send_question import SendAnswer
from editor_app.window.endpoint.sending import Sending
from editor_app.window.panels.request.request_panel import RequestPanel
from editor_app.window.panels.request.request_view import AnswerState

MODEL = "some-model"


class Asked:
    """A window on a chat, and a request of it that is sent to a path of the server."""

    def __init__(self, bench, odd_endpoint, path: str, *, action: str = "send_request") -> None:
        self.action = action
        self.bench = bench
        self.endpoint = odd_endpoint
        self.connection = odd_endpoint.connection(path)
        address = self.connection.endpoint.url.removesuffix("/chat/completions")
        self.place = SendAnswer(address, MODEL)

    @property
    def panel(self) -> RequestPanel:
        return self.sending._panel

    @property
    def sending(self) -> Sending:
        return self.bench.workbench.current.perspective.sending

    @property
    def answer(self):
        return self.sending.answer

    def send(self, *more: object) -> None:
        self.bench.dialogs.answers[:0] = [self.place, *more]
        self.bench.act(self.action)

    def wait(self, *states: AnswerState) -> None:
        states = states or (AnswerState.ENDED, AnswerState.FAILED, AnswerState.CUT, AnswerState.CANCELLED)
        self.bench.wait(lambda: self.answer is not None and self.answer.view().state in states)
        self.bench.wait(lambda: self.panel.answer.text.contents.is_filled)

    @property
    def came(self) -> list[dict]:
        return self.endpoint.came(self.connection)

    @property
    def shown(self) -> str:
        return self.panel.answer.text.toPlainText()

    @property
    def status(self) -> str:
        return self.panel.answer.status.text()


def files_with(place: Path, words: str) -> list[str]:
    """Return the names of all files below a folder that hold some words."""
    return sorted(
        path.name for path in place.rglob("*") if path.is_file() and words.encode() in path.read_bytes()
    )


def question_of(bench):
    """Return the last question where to send."""
    return next(one[1] for one in reversed(bench.dialogs.questions) if one[0] == "send")
