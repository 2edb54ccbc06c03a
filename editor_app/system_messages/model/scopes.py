"""Matching of a scope's globs, files and tools."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from editor_app.library.globs import read_glob
from editor_app.text import Sentence

MOST_BYTES = 4096
MOST_DOUBLE_STARS = 32
MOST_ALTERNATIVES = 256
MOST_EXPANDED = 32_768

_WILD = "*?["
_TOOL_SEPARATORS = (".", "/", ":", "__")


@dataclass(frozen=True, slots=True)
class Alternative:
    """A glob without braces, one of those that a glob with braces stands for.

    `literal` is the number of its characters that are no wildcards and no slashes; `prefix` is the text
    before its first wildcard; `extension` is that of all names it can match, "" for names without one, None
    for any.
    """

    text: str
    segments: tuple[str, ...]
    fixed: int
    literal: int
    prefix: str
    extension: str | None

    def matches(self, parts: tuple[str, ...]) -> bool:
        """Whether the glob matches a path, given as its segments."""
        if len(parts) < self.fixed or (self.fixed == len(self.segments) != len(parts)):
            return False
        return _compiled(self.segments).matches(parts)


def normal_glob(pattern: str) -> str:
    """Return a glob trimmed, with slashes for backslashes and without a leading `./`."""
    pattern = pattern.strip()
    if "\\" in pattern:
        pattern = pattern.replace("\\", "/")
    while pattern.startswith("./"):
        pattern = pattern[2:].lstrip()
    return pattern


def glob_problem(pattern: str) -> str | None:
    """Return a sentence that says what is wrong with a glob, None if nothing is."""
    segments = _read(pattern)
    return segments if isinstance(segments, str) else None


def never_closed(pattern: str) -> str:
    """Return the bracket or brace that is never closed, and so is literal; "" if there is none."""
    at, braces = 0, 0
    while at < len(pattern):
        if pattern[at] == "[":
            end = pattern.find("/", at)
            close = pattern.find("]", at + 2, end if end >= 0 else len(pattern))
            if close < 0:
                return "["
            at = close
        elif pattern[at] in "{}":
            braces = max(0, braces + (1 if pattern[at] == "{" else -1))
        at += 1
    return "{" if braces else ""


def alternatives_of(pattern: str) -> tuple[Alternative, ...]:
    """Return the globs that a glob's braces stand for; none for a glob with a problem."""
    segments = _read(pattern)
    return () if isinstance(segments, str) else segments


def size_of(pattern: str) -> int:
    """Return how many alternatives a glob's braces give; the most there can be, if they can't be read."""
    segments = _read(pattern)
    if isinstance(segments, str):
        return MOST_ALTERNATIVES if "{" in pattern else 1
    return len(segments)


def matches_glob(pattern: str, path: str) -> bool:
    """Whether a glob matches a path relative to the workspace."""
    parts = path_parts(path)
    return any(alternative.matches(parts) for alternative in alternatives_of(pattern))


def covers_tool(entry: str, tool: str) -> bool:
    """Whether an entry of `tools` is that tool or its namespace."""
    if not tool.startswith(entry) or not entry:
        return False
    return len(tool) == len(entry) or tool.startswith(_TOOL_SEPARATORS, len(entry))


def matches_file(entry: str, path: str) -> bool:
    """Whether an entry of `files` names a file: by its base name, or with a slash by its whole path."""
    parts = path_parts(path)
    is_path = "/" in entry or "\\" in entry  # `./README.md` names only the file at the root
    return normal_glob(entry) == ("/".join(parts) if is_path else parts[-1])


@lru_cache(maxsize=256)
def path_parts(path: str) -> tuple[str, ...]:
    """Return the segments of a path relative to the workspace."""
    return tuple(normal_glob(path).split("/"))


def _read(pattern: str) -> tuple[Alternative, ...] | str:
    if len(pattern) > MOST_BYTES:  # not cached, as it may be of any size
        pattern = normal_glob(pattern)
        if len(pattern) > MOST_BYTES:
            return Sentence("system_messages.glob-too-long", most=MOST_BYTES)
    return _read_short(pattern)


@lru_cache(maxsize=4096)
def _read_short(pattern: str) -> tuple[Alternative, ...] | str:
    pattern = normal_glob(pattern)
    if not pattern:
        return Sentence("system_messages.glob-is-empty")
    if len(pattern.encode("utf-8", "replace")) > MOST_BYTES:
        return Sentence("system_messages.glob-too-long", most=MOST_BYTES)
    if pattern.count("**") > MOST_DOUBLE_STARS:
        return Sentence("system_messages.too-many-stars", most=MOST_DOUBLE_STARS)
    texts = _expanded(pattern)
    if texts is None:
        return Sentence("system_messages.too-many-braces", most=MOST_ALTERNATIVES)
    for text in texts:
        if problem := _problem_of(text):
            return problem
    return tuple(_alternative(text) for text in texts if text)


def _problem_of(text: str) -> str | None:
    segments = text.split("/")
    if ".." in segments:
        return Sentence("system_messages.glob-leads-out", glob=_shown(text))
    if text.startswith("/"):
        return Sentence("system_messages.glob-with-first-slash", glob=_shown(text))
    if text.endswith("/"):
        return Sentence("system_messages.glob-with-last-slash", glob=_shown(text))
    if "" in segments and text:
        return Sentence("system_messages.glob-with-two-slashes", glob=_shown(text))
    return None


def _shown(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"


def _expanded(pattern: str) -> list[str] | None:
    if "{" not in pattern:
        return [pattern]
    import bracex

    texts: dict[str, None] = {}
    size = 0
    try:
        for text in bracex.iexpand(pattern, keep_escapes=True, limit=MOST_ALTERNATIVES):
            size += len(text)
            if size > MOST_EXPANDED:
                return None
            texts[normal_glob(text)] = None
    except (bracex.ExpansionLimitException, RecursionError):
        return None
    return list(texts)


def _alternative(text: str) -> Alternative:
    segments: list[str] = []
    for segment in text.split("/"):
        if segment != "**" or segments[-1:] != ["**"]:
            segments.append(segment)
    wild = min((at for at in (text.find(mark) for mark in _WILD) if at >= 0), default=-1)
    return Alternative(
        text,
        tuple(segments),
        fixed=sum(segment != "**" for segment in segments),
        literal=sum(_literal_length(segment) for segment in segments),
        prefix=text if wild < 0 else text[:wild],
        extension=_extension_of(segments[-1]),
    )


def _literal_length(segment: str) -> int:
    if "[" not in segment:
        return len(segment) - segment.count("*") - segment.count("?")
    length, at = 0, 0
    while at < len(segment):
        end = segment.find("]", at + 2) if segment[at] == "[" else -1
        if end > 0:
            at = end
        else:
            length += segment[at] not in "*?"
        at += 1
    return length


def _extension_of(last: str) -> str | None:
    stem, dot, extension = last.rpartition(".")
    if any(mark in extension for mark in "*?[]"):
        return None
    if not dot:
        return ""
    if "[" in stem and "]" not in stem:  # the dot may be one of the characters of a class
        return None
    return extension


_compiled = lru_cache(maxsize=4096)(read_glob)
