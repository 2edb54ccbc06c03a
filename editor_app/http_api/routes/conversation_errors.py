"""The answers to what the service of conversations cannot do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from editor_app.conversations.results import (
    BadRequestError,
    BusyStoreError,
    ConversationError,
    NeedsFolderError,
    NeverConstructedError,
    StoreError,
    TextError,
)
from editor_app.http_api.answers import ErrorAnswer
from editor_app.http_api.endpoints import Call
from editor_app.text import LineIndex
from editor_app.wire.problems import Problem, problems_of

_STATUSES: tuple[tuple[type[ConversationError], int], ...] = (
    (BadRequestError, 400),
    (NeedsFolderError, 400),
    (NeverConstructedError, 404),
    (TextError, 422),
    (StoreError, 503),
)


@contextmanager
def conversation_errors_answered(call: Call) -> Iterator[None]:
    """Turn what the service cannot do into the answer that says so."""
    try:
        yield
    except ConversationError as error:
        status = next((status for kind, status in _STATUSES if isinstance(error, kind)), 503)
        is_busy = isinstance(error, BusyStoreError)  # no second mends the others
        headers = {"Retry-After": "1"} if is_busy else {}
        problems = _problems(error) if isinstance(error, TextError) else ()
        # what the store has to say may be why, so the message and the log have it
        notices = call.service.take_notices() if call.service is not None else ()
        message = " ".join((error.sentence, *notices))
        raise ErrorAnswer(
            status, error.code, message, problems=problems, headers=headers, notes=notices
        ) from None


def _problems(error: TextError) -> tuple[Problem, ...]:
    path = "" if error.path is None else str(error.path)
    return problems_of(error.problems, path, LineIndex(error.source))
