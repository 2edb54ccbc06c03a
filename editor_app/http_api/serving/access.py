"""Who may use the API: programs of this computer that know the token, and no page in a browser."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hmac import compare_digest
from pathlib import Path

from editor_app.http_api.answers import ErrorAnswer
from editor_app.text import Sentence

_HTTP_PORT = 80


@dataclass(frozen=True, slots=True)
class Access:
    """The token and port of a server, and the folders that variables may be resolved in, links resolved."""

    token: str = field(repr=False)
    port: int
    workspaces: tuple[Path, ...] = ()

    @property
    def hosts(self) -> frozenset[str]:
        """What the Host header may be, in lower case."""
        names = ("127.0.0.1", "localhost")
        without_port = names if self.port == _HTTP_PORT else ()  # programs leave that port out
        return frozenset((*(f"{name}:{self.port}" for name in names), *without_port))


def why_refused(headers: Iterable[tuple[bytes, bytes]], access: Access) -> ErrorAnswer | None:
    """Return why a request is refused, None if it is not; `headers` have names in lower case.

    The order is Host, Origin, Sec-Fetch-Site, token, so that a page that guesses learns nothing of the token.
    """
    values: dict[bytes, list[bytes]] = {}
    for name, value in headers:
        values.setdefault(name, []).append(value)
    hosts = access.hosts
    if [_text(value) for value in values.get(b"host", [])] not in [[host] for host in hosts]:
        return ErrorAnswer("host", Sentence("http-api.wrong-host", hosts=sorted(hosts)))
    origins = {f"http://{host}" for host in hosts}
    if any(_text(value) not in origins for value in values.get(b"origin", [])):
        return ErrorAnswer("origin", Sentence("http-api.other-origin"))
    if any(_text(value) == "cross-site" for value in values.get(b"sec-fetch-site", [])):
        return ErrorAnswer("cross-site", Sentence("http-api.other-site"))
    sent = values.get(b"authorization", [])
    scheme, _, token = sent[0].strip().partition(b" ") if len(sent) == 1 else (b"", b"", b"")
    is_right = compare_digest(token.strip(), access.token.encode())
    if not (is_right and scheme.lower() == b"bearer"):
        wanted = {"WWW-Authenticate": "Bearer"}
        return ErrorAnswer("token", Sentence("http-api.send-token"), headers=wanted)
    return None


def _text(value: bytes) -> str:
    return value.decode("latin-1").strip().lower()
