"""The path of a request: its segments, each decoded once from the bytes that were sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, unquote_to_bytes

from editor_app.http_api.answers import ErrorAnswer
from editor_app.http_api.requests.bodies import shortened
from editor_app.text import did_you_mean, nearest

ANY_SEGMENT = "{id}"
ANY_SEGMENTS = "{name}"

_broken_escape = re.compile(rb"%(?![0-9A-Fa-f]{2})").search


def segments_of(raw_path: bytes) -> tuple[bytes, ...]:
    """Return what stands between the slashes of a path, without its query, as it was sent."""
    return tuple(raw_path.partition(b"?")[0].split(b"/")[1:])


def match_path(pattern: tuple[str, ...], segments: tuple[bytes, ...]) -> Mapping[str, bytes] | None:
    """Return the variable part of a path, still as it was sent; None where the pattern is another path's.

    `{id}` is one segment, empty ones too; `{name}` is one or more, with the slashes between them.
    """
    if ANY_SEGMENTS in pattern:
        at = pattern.index(ANY_SEGMENTS)
        behind = len(pattern) - at - 1
        if len(segments) < len(pattern):
            return None
        end = len(segments) - behind
        name = b"/".join(segments[at:end])
        segments = (*segments[:at], name, *segments[end:])
    if len(segments) != len(pattern):
        return None
    variables: dict[str, bytes] = {}
    for part, segment in zip(pattern, segments, strict=True):
        if part in {ANY_SEGMENT, ANY_SEGMENTS}:
            variables[part] = segment
        elif part.encode() != segment:
            return None
    return variables


def decode_segment(segment: bytes) -> str:
    """Return a part of a path as text; one that is not UTF-8, or no correct encoding, raises ErrorAnswer."""
    if _broken_escape(segment):
        raise ErrorAnswer(
            400, "bad-path", "The path has a ‘%’ without two digits behind it. Write ‘%25’ for it."
        )
    try:
        return unquote_to_bytes(segment).decode("utf-8")
    except UnicodeDecodeError:
        raise ErrorAnswer(400, "bad-path", "The path is not UTF-8 once it is percent-decoded.") from None


_MOST_PARAMETERS = 20


def read_query(query: bytes, known: tuple[str, ...]) -> Mapping[str, str]:
    """Return the parameters; an unknown one, one that stands twice, and one not UTF-8 raise ErrorAnswer."""
    try:
        text = query.decode("ascii")
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_MOST_PARAMETERS)
    except ValueError:
        raise ErrorAnswer(400, "bad-query", "The query of the address cannot be read.") from None
    parameters: dict[str, str] = {}
    for name, value in pairs:
        if name not in known:
            near = nearest(name, known)
            message = f"The query has {shortened(name)}, which means nothing here.{did_you_mean(near)}"
            raise ErrorAnswer(400, "unknown-key", message, suggestions=near)
        if name in parameters:
            raise ErrorAnswer(400, "bad-query", f"‘{name}’ stands twice in the query. Keep one.")
        parameters[name] = value
    return parameters


def read_limit(text: str | None, most: int) -> int:
    """Return how many are asked for, `most` where nothing is said; all but 1 to `most` is refused."""
    if text is None:
        return most
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= most):
        raise ErrorAnswer(400, "bad-query", f"‘limit’ must be a whole number from 1 to {most}.")
    return int(text)
