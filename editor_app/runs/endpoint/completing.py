"""A chat completion: a body is sent, and its answer read into parts."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from editor_app.runs.endpoint.addresses import Endpoint
from editor_app.runs.endpoint.answers import Answer, short_line
from editor_app.runs.endpoint.errors import DeniedError, EndpointError
from editor_app.runs.endpoint.exchange import Announce, Cancelled, exchanged, never, silent
from editor_app.runs.endpoint.keys import HidingStream, Key, check_private, hidden_key
from editor_app.runs.endpoint.limits import Limits
from editor_app.runs.endpoint.requesting import Piece, Post
from editor_app.runs.endpoint.server_sent import EventReader, check_event_size
from editor_app.runs.model.session import TextPart


@dataclass(frozen=True, slots=True)
class Connection:
    """How an endpoint is asked: its address, its key, the limits, what cancels, and what is told of waits.

    `cancelled` is asked by the thread that reads the answer, and may be answered from any other.
    """

    endpoint: Endpoint
    key: Key | None = None
    limits: Limits = field(default_factory=Limits)
    cancelled: Cancelled = never
    announce: Announce = silent


def completed(connection: Connection, body: Mapping[str, Any]) -> Generator[TextPart, None, Answer]:
    """Yield the text of the answer as it comes and return all of it.

    Where it breaks off BrokenOffError is raised, with what came of its calls; DeniedError for want of a key.
    """
    if connection.key is not None:
        check_private(connection.endpoint)
    hidden = hidden_key(connection.key)
    answer, text = Answer(hidden), HidingStream(hidden)
    pieces = exchanged(
        _post(connection, body),
        connection.limits,
        cancelled=connection.cancelled,
        announce=connection.announce,
    )
    try:
        with closing(pieces):
            for data in _events(pieces):
                for part in answer.take(data):
                    if shown := text.take(part.text):
                        yield TextPart(shown)
                if answer.is_done:
                    break
        if rest := text.end():
            yield TextPart(rest)
    except DeniedError:
        raise
    except EndpointError as error:
        if rest := text.end():
            yield TextPart(rest)
        said = str(error) if connection.key is None else connection.key.hidden_in(str(error))
        raise BrokenOffError(said, answer) from None  # the error itself may say the key that a server repeats
    if not answer.is_complete:
        what = "The answer broke off" if answer.has_begun else "The endpoint sent no answer"
        raise BrokenOffError(f"{what}: {connection.endpoint.host} closed the connection.", answer)
    return answer


class BrokenOffError(EndpointError):
    """An answer that did not come to its end; `answer` is what came of it besides its text."""

    def __init__(self, message: str, answer: Answer) -> None:
        """Keep what came; the message names a call that came only in part."""
        half = next((call.part.name for call in answer.calls(0, set()) if call.error is not None), None)
        more = f" The call of ‘{half}’ came only in part, and was not run." if half is not None else ""
        super().__init__(f"{message}{more}")
        self.answer = answer


def _post(connection: Connection, body: Mapping[str, Any]) -> Post:
    sent = {
        **body,
        "model": connection.endpoint.model,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    try:
        data = json.dumps(sent, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, TypeError, RecursionError) as error:
        raise EndpointError(
            f"The request is no JSON, so it was not sent: {short_line(str(error))}."
        ) from None
    return Post(connection.endpoint.url, data, connection.endpoint.host, connection.key)


def _events(pieces: Iterator[Piece]) -> Iterator[str]:
    """Yield the data of each event; one JSON document is one."""
    reader, document = EventReader(), bytearray()
    try:
        for piece in pieces:
            if piece.is_stream:
                yield from reader.take(piece.data)
            else:
                document += piece.data
                check_event_size(len(document))
        yield from reader.end()
        if document:
            yield document.decode("utf-8")
    except UnicodeDecodeError:
        raise EndpointError("The answer is no UTF-8 text.") from None
