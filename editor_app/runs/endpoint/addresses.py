"""The address of an OpenAI-compatible endpoint, and where its requests may go."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import ClassVar, NamedTuple
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

from editor_app.runs.loop.models import ModelError
from editor_app.text import Sentence


@dataclass(frozen=True, slots=True)
class Retries:
    """The seconds between the tries of a request, of which there is one more.

    A server may ask for longer ones, up to `longest`.
    """

    waits: tuple[float, ...] = (0.5, 1.0, 2.0)
    longest: float = 60.0

    @property
    def tries(self) -> int:
        """How often a request is sent at most."""
        return len(self.waits) + 1


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a step, times in seconds.

    `first_byte` is until the first byte of the answer's text, `between` the longest pause after it, `step`
    all of a step with its tries. `most_bytes` are read in a step. `poll` is how often a cancel is looked for.
    """

    connect: float = 10.0
    first_byte: float = 60.0
    between: float = 30.0
    step: float = 600.0
    most_bytes: int = 16_000_000
    retries: Retries = Retries()
    redirects: int = 3
    poll: float = 0.05


class RetryWait(NamedTuple):
    """A pause before a request is sent again: the number of that try, from 2, of `tries`, and why."""

    attempt: int
    tries: int
    seconds: float
    reason: str


class EndpointError(ModelError):
    """An endpoint could not be asked, or its answer not be read.

    `wants_key` is whether it wants a key, or another one.
    """

    wants_key: ClassVar[bool] = False


class DeniedError(EndpointError):
    """An endpoint does not take the key, or wants one (401 and 403)."""

    wants_key = True


_PORTS = {"http": 80, "https": 443}
_PATH = "/chat/completions"
_MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible endpoint: the address that requests go to, and the model that is asked for.

    `origin` is scheme, host and port, under which its key is kept.
    """

    url: str
    model: str

    @property
    def origin(self) -> str:
        """The scheme, host and port, which is written out."""
        parts = urlsplit(self.url)
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
        return f"{parts.scheme}://{host}:{_port(parts)}"

    @property
    def host(self) -> str:
        """The host, with its port where it is not the usual one."""
        return urlsplit(self.url).netloc

    @property
    def is_private(self) -> bool:
        """Whether nobody between here and there can read what is sent: https, or this machine."""
        parts = urlsplit(self.url)
        if parts.scheme == "https" or parts.hostname == "localhost":
            return True
        try:
            return ip_address(parts.hostname or "").is_loopback
        except ValueError:
            return False


def endpoint_at(address: str, model: str | None) -> Endpoint:
    """Return the endpoint at an address, such as `https://host/v1`; raises EndpointError for any other."""
    shown = _shown(address)
    parts = _split(address)
    if parts is None or parts.scheme not in _PORTS or not parts.hostname:
        raise EndpointError(Sentence("runs.not-an-endpoint", address=shown))
    if parts.username is not None or parts.password is not None:
        raise EndpointError(Sentence("runs.address-with-password"))
    if not model:
        raise EndpointError(Sentence("runs.no-model-named", host=parts.netloc))
    path = parts.path.rstrip("/")
    path = path if path.endswith(_PATH) else path + _PATH
    return Endpoint(urlunsplit((parts.scheme, parts.netloc, path, parts.query, "")), model)


def origin_of(address: str) -> str:
    """Return scheme, host and port of an address without its path and query, which may hold a key.

    It is "" for what is no address of an endpoint.
    """
    try:
        return endpoint_at(address, "any").origin
    except EndpointError:
        return ""


def redirected(url: str, location: str) -> str:
    """Return where an answer sends a request on; raises EndpointError for another host, and for http."""
    to = urljoin(url, location) if _split(location) is not None else location
    before, after = urlsplit(url), _split(to)
    if after is None or after.scheme not in _PORTS or not after.hostname:
        to = _shown(location)
        raise EndpointError(Sentence("runs.sent-on-nowhere", host=before.netloc, address=to))
    if after.scheme == "http" and before.scheme != "http":
        raise EndpointError(Sentence("runs.sent-on-to-http", host=before.netloc))
    is_same = after.hostname == before.hostname and (
        _port(after) == _port(before) or (_is_usual(after) and _is_usual(before))
    )
    if not is_same or after.username is not None:
        to_host = _shown(after.netloc.rpartition("@")[2])
        raise EndpointError(Sentence("runs.sent-on-to-other-host", host=before.netloc, other=to_host))
    return to


def _split(address: str) -> SplitResult | None:
    if not address.isprintable() or any(character.isspace() for character in address):
        return None
    try:
        parts = urlsplit(address)
        _ = parts.port
        (parts.hostname or "").encode("idna")
    except ValueError:  # UnicodeError is one
        return None
    return parts


def _port(parts: SplitResult) -> int:
    return parts.port if parts.port is not None else _PORTS[parts.scheme]


def _is_usual(parts: SplitResult) -> bool:
    return _port(parts) == _PORTS[parts.scheme]


def _shown(text: str) -> str:
    plain = "".join(character if character.isprintable() else "�" for character in text)
    return plain if len(plain) <= _MOST_SHOWN else plain[: _MOST_SHOWN - 1] + "…"
