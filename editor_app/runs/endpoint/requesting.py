"""Sending a request: its tries, the redirects it follows, and how long each part of the answer may take."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from editor_app.runs.endpoint.addresses import DeniedError, EndpointError, Limits, RetryWait, redirected
from editor_app.runs.endpoint.answers import error_text, short_line
from editor_app.runs.endpoint.keys import Key
from editor_app.text import Sentence

if TYPE_CHECKING:
    import ssl

    import httpx

_TRY_AGAIN = frozenset({429, 500, 502, 503, 504})
_SEND_ON = frozenset({301, 302, 307, 308})
_MOST_OF_AN_ERROR = 65_536


@dataclass(frozen=True, slots=True)
class Post:
    """What is sent: the address, the body as JSON, and the key; sentences call the endpoint `host`."""

    url: str
    data: bytes
    host: str
    key: Key | None = field(default=None, repr=False)


class Piece(NamedTuple):
    """Bytes of an answer, and whether it is a stream of events; else it is one JSON document."""

    data: bytes
    is_stream: bool


Tell: TypeAlias = Callable[[Piece | RetryWait], None]


class _Retry(NamedTuple):
    """Why a request may be sent again, and the seconds that the server asks to wait, None without."""

    reason: str
    seconds: float | None = None


async def ask(post: Post, limits: Limits, tell: Tell) -> None:
    """Send a request until it is answered, and tell each piece; raises EndpointError where that fails."""
    import httpx

    timeout = httpx.Timeout(limits.first_byte, connect=limits.connect)
    try:
        async with (
            asyncio.timeout(limits.step),
            # Proxies and ~/.netrc would see the key, or send another.
            httpx.AsyncClient(
                verify=_trusted_authorities(), timeout=timeout, trust_env=False, follow_redirects=False
            ) as client,
        ):
            for attempt in range(1, limits.retries.tries + 1):
                again = await _try(client, post, limits, tell)
                if again is None:
                    return
                seconds = _wait(again, limits, attempt, post.host)
                tell(RetryWait(attempt + 1, limits.retries.tries, seconds, again.reason))
                await asyncio.sleep(seconds)
    except TimeoutError:
        raise EndpointError(
            Sentence("runs.answer-not-ended", host=post.host, time=_in_words(limits.step))
        ) from None


@cache
def _trusted_authorities() -> ssl.SSLContext:
    """Return what certificates are checked by; reading the authorities again for each step takes 27 ms."""
    import httpx

    return httpx.create_ssl_context(trust_env=False)


def _wait(again: _Retry, limits: Limits, attempt: int, host: str) -> float:
    """Return how long to wait before the next try; raises EndpointError where there is none."""
    if attempt == limits.retries.tries:
        raise EndpointError(Sentence("runs.asked-times", reason=again.reason, count=attempt))
    if again.seconds is None:
        return limits.retries.waits[attempt - 1]
    if again.seconds > limits.retries.longest:
        seconds = round(again.seconds)
        raise EndpointError(Sentence("runs.wait-too-long", reason=again.reason, host=host, seconds=seconds))
    return again.seconds


async def _try(client: httpx.AsyncClient, post: Post, limits: Limits, tell: Tell) -> _Retry | None:
    """Send a request once, over redirects; return why it may be sent again, None where it was answered."""
    import httpx

    url = post.url
    headers = {
        "Content-Type": "application/json",
        "Accept": "text/event-stream, application/json",
        "Accept-Encoding": "identity",  # what is packed could become any size
    }
    if post.key is not None:
        headers["Authorization"] = f"Bearer {post.key.value}"
    try:
        for _ in range(limits.redirects + 1):
            async with client.stream("POST", url, content=post.data, headers=headers) as response:
                if response.status_code in _SEND_ON:
                    url = redirected(url, response.headers.get("location", ""))
                    continue
                if response.status_code != 200:
                    return await _refused(response, post, limits)
                await _read(response, post, limits, tell)
                return None
    except httpx.ConnectTimeout:
        raise EndpointError(
            Sentence("runs.no-connection-in", host=post.host, time=_in_words(limits.connect))
        ) from None
    except httpx.TimeoutException:
        raise EndpointError(_unanswered(post, limits.first_byte)) from None
    except httpx.ConnectError as error:
        if any(isinstance(cause, ConnectionRefusedError) for cause in _causes(error)):
            return _Retry(Sentence("runs.connection-refused", host=post.host))
        raise EndpointError(
            Sentence("runs.no-connection", host=post.host, reason=_reason(error, post))
        ) from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise EndpointError(
            Sentence("runs.connection-broke", host=post.host, reason=_reason(error, post))
        ) from None
    raise EndpointError(Sentence("runs.sent-on-too-often", host=post.host, most=limits.redirects))


async def _read(response: httpx.Response, post: Post, limits: Limits, tell: Tell) -> None:
    """Tell the pieces of an answer."""
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise EndpointError(Sentence("runs.answer-packed", host=post.host))
    is_stream = not response.headers.get("content-type", "").lower().startswith("application/json")
    size, pause = 0, limits.first_byte
    pieces = response.aiter_raw()
    while (data := await _next(pieces, pause, post, is_first=not size)) is not None:
        size += len(data)
        if size > limits.most_bytes:
            most = f"{limits.most_bytes / 1e6:g}"
            raise EndpointError(Sentence("runs.answer-too-large", host=post.host, most=most))
        tell(Piece(data, is_stream))
        pause = limits.between


async def _next(pieces: AsyncIterator[bytes], pause: float, post: Post, *, is_first: bool) -> bytes | None:
    """Return the next bytes, None at the end."""
    import httpx

    try:
        async with asyncio.timeout(pause):
            return await anext(pieces, None)
    except (TimeoutError, httpx.ReadTimeout):
        if is_first:
            raise EndpointError(_unanswered(post, pause)) from None
        raise EndpointError(Sentence("runs.answer-stopped", host=post.host, time=_in_words(pause))) from None


async def _refused(response: httpx.Response, post: Post, limits: Limits) -> _Retry:
    """Return why a request may be sent again; raises EndpointError where that would not help."""
    message = await _said(response, post, limits)
    status = response.status_code
    reason = Sentence(
        "runs.answered-with",
        host=post.host,
        status=str(status),
        message=message,
        said="yes" if message else "no",
    )
    if status in _TRY_AGAIN:
        return _Retry(reason, _retry_after(response))
    if status in {401, 403}:
        key = "refused" if post.key is not None else "missing"
        raise DeniedError(Sentence("runs.key-denied", reason=reason, key=key))
    if status == 404:
        raise EndpointError(Sentence("runs.check-address", reason=reason))
    raise EndpointError(reason)


async def _said(response: httpx.Response, post: Post, limits: Limits) -> str:
    """Return what the body of an error says without its full stop; nothing where it says nothing."""
    import httpx

    data = b""
    try:
        async with asyncio.timeout(limits.between):
            async for piece in response.aiter_raw():
                data += piece
                if len(data) > _MOST_OF_AN_ERROR:
                    break
    except (TimeoutError, httpx.HTTPError):
        pass
    try:
        message = error_text(json.loads(data))
    except (ValueError, RecursionError):
        is_page = data.lstrip().startswith(b"<")
        message = "" if is_page else short_line(data.decode("utf-8", "replace"))
    return _without_key(message, post).rstrip(".")


def _retry_after(response: httpx.Response) -> float | None:
    """Return the seconds that a server asks to wait; a date counts from the server's own."""
    text = response.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        until, since = parsedate_to_datetime(text), parsedate_to_datetime(response.headers.get("date", ""))
        return max((until - since).total_seconds(), 0.0)
    except (ValueError, TypeError, OverflowError):  # the last for years beyond those of computers
        return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and all that led to it."""
    waiting, seen = [error], set[int]()
    while waiting:
        cause = waiting.pop()
        if cause is None or id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        waiting += [cause.__cause__, cause.__context__]
        if isinstance(cause, BaseExceptionGroup):
            waiting += cause.exceptions


def _reason(error: BaseException, post: Post) -> str:
    if any(isinstance(cause, socket.gaierror) for cause in _causes(error)):
        return Sentence("runs.unknown-host")
    message = short_line(str(error))
    if message.startswith("[Errno ") and "] " in message:
        message = message.partition("] ")[2]  # what the system says of it without its number
    return _without_key(message or type(error).__name__, post).rstrip(".")


def _without_key(text: str, post: Post) -> str:
    return text if post.key is None else post.key.hidden_in(text)


def _in_words(seconds: float) -> str:
    if seconds >= 120:
        return Sentence("runs.minutes", number=f"{seconds / 60:g}")
    return Sentence("runs.seconds", number=f"{seconds:g}")


def _unanswered(post: Post, seconds: float) -> str:
    return Sentence("runs.not-answered-in", host=post.host, time=_in_words(seconds))
