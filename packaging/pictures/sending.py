"""The states of sending a request that pictures are made of; nothing is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from editor_app.requests.parts import Provider
from editor_app.window.app import Workbench
from editor_app.window.endpoint.send_question import (
    KeyQuestion,
    KeysOfPlaces,
    KeyState,
    SendAnswer,
    SendQuestion,
)
from editor_app.window.kit.dialogs.dialog import QuestionDialog
from editor_app.window.panels.request.request_view import (
    ANSWER,
    AnswerState,
    AnswerView,
    ShownCall,
)
from pictures import chats

_HOST: Final = "api.example.org"
_PLACE: Final = SendAnswer(f"https://{_HOST}/v1", "gpt-5")
_TEXT: Final = """The slices keep the selection, because `beginInsertRows` tells the tree where rows \
come in, and no row is replaced.

Two things are left to check:

1. A filter that is typed while rows still come: rows that do not match must not be shown for a moment.
2. A folder that changes while it is scanned. The revision in `_scan` drops the rest, but the rows that were \
handed over stay until the next scan.
"""
_RUNNING: Final = AnswerView(1, AnswerState.RUNNING, "Answering · 3 s", f"gpt-5 at {_HOST}", _TEXT[:210])
_ENDED: Final = replace(
    _RUNNING,
    of=2,
    state=AnswerState.ENDED,
    status="Ended with calls, not run · 2\u2009318 tokens · 6 s",
    text=_TEXT,
    calls=(ShownCall("read_file", '{\n  "path": "src/listing.py"\n}'),),
)


def dialog(workbench: Workbench) -> Iterator[None]:
    """Show where a request is sent."""
    yield from _asked(workbench, lambda question: question)


def refused(workbench: Workbench) -> Iterator[None]:
    """Show that a request in another form than OpenAI’s can’t be sent."""
    yield from _asked(workbench, lambda question: replace(question, is_other_shape=True))


def key(workbench: Workbench) -> Iterator[None]:
    """Show the question for a key."""
    yield from _opened(workbench)
    why = f"{_HOST} answered 401: No key was given. No key is stored for it. Add one."
    asked = KeyQuestion(f"https://{_HOST}:443", why, "ring", "Send again").question()
    QuestionDialog(asked, workbench.window).show()
    yield


def running(workbench: Workbench) -> Iterator[None]:
    """Show an answer that comes."""
    yield from _answered(workbench, _RUNNING)


def waiting(workbench: Workbench) -> Iterator[None]:
    """Show that an endpoint is busy, and when it is asked again."""
    status, reason = "Waiting 12 s · then try 2 of 4", f"{_HOST} answered 429: Slow down."
    yield from _answered(workbench, replace(_RUNNING, of=3, status=status, text="", remark=reason))


def ended(workbench: Workbench) -> Iterator[None]:
    """Show an answer with a call."""
    yield from _answered(workbench, _ENDED)


def failed(workbench: Workbench) -> Iterator[None]:
    """Show an answer that broke off."""
    error = f"{_HOST} stopped in the middle of its answer: nothing came for 30 s."
    view = replace(_RUNNING, of=4, state=AnswerState.FAILED, status="Broke off · 34 s", error=error)
    yield from _answered(workbench, view)


def without_key(workbench: Workbench) -> Iterator[None]:
    """Show that an endpoint wants a key."""
    error = f"{_HOST} answered 401: No key was given. No key is stored for it. Add one."
    where = f"gpt-5 at {_HOST}"
    view = AnswerView(5, AnswerState.FAILED, "No answer · 0 s", where, error=error, asks_key=True)
    yield from _answered(workbench, view)


def _asked(workbench: Workbench, change: Callable[[SendQuestion], SendQuestion]) -> Iterator[None]:
    yield from _opened(workbench)
    question = SendQuestion(
        (_PLACE,),
        "gpt-5",
        "7 messages after the system text, ≈ 1\u2009909 tokens",
        keys=KeysOfPlaces(
            lambda _answer, told: told(KeyState("Kept in the keyring of the system", is_there=True)),
            lambda _answer: None,
            lambda _answer, _done: None,
        ),
    )
    QuestionDialog(change(question).question(), workbench.window).show()
    yield


def _answered(workbench: Workbench, view: AnswerView) -> Iterator[None]:
    yield from _opened(workbench)
    panel = chats.chat_in_front(workbench).panels.request
    panel.show_answer(view)
    panel.choose_view(ANSWER)
    workbench.window.show_right("request")
    yield


def _opened(workbench: Workbench) -> Iterator[None]:
    yield from chats.message(workbench)
    chats.chat_in_front(workbench).current.choose_provider(Provider.OPENAI)
    yield
