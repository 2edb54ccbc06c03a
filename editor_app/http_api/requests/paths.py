"""The path of a request: its segments, each decoded once from the bytes that were sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote_to_bytes

from editor_app.http_api.answers import ErrorAnswer

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
    found: dict[str, bytes] = {}
    for part, segment in zip(pattern, segments, strict=True):
        if part in {ANY_SEGMENT, ANY_SEGMENTS}:
            found[part] = segment
        elif part.encode() != segment:
            return None
    return found


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
