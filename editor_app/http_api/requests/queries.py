"""The query of a request: which page of a list is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

from editor_app.http_api.answers import ErrorAnswer
from editor_app.http_api.requests.strict_json import shortened
from editor_app.text import nearest

_MOST_PARAMETERS = 20


def read_query(query: bytes, known: tuple[str, ...]) -> Mapping[str, str]:
    """Return the parameters; an unknown one, one that stands twice, and one not UTF-8 raise ErrorAnswer."""
    try:
        text = query.decode("ascii")
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_MOST_PARAMETERS)
    except ValueError:
        raise ErrorAnswer(400, "bad-query", "The query of the address cannot be read.") from None
    found: dict[str, str] = {}
    for name, value in pairs:
        if name not in known:
            near = nearest(name, known)
            meant = f" Did you mean ‘{near[0]}’?" if near else ""
            message = f"The query has {shortened(name)}, which means nothing here.{meant}"
            raise ErrorAnswer(400, "unknown-key", message, suggestions=near)
        if name in found:
            raise ErrorAnswer(400, "bad-query", f"‘{name}’ stands twice in the query. Keep one.")
        found[name] = value
    return found


def read_limit(text: str | None, most: int) -> int:
    """Return how many are asked for, `most` where nothing is said; all but 1 to `most` is refused."""
    if text is None:
        return most
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= most):
        raise ErrorAnswer(400, "bad-query", f"‘limit’ must be a whole number from 1 to {most}.")
    return int(text)
