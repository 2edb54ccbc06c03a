"""Finding in the files of a library, and replacing in those that are not open."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.finding.queries import MOST_HITS, Query, find_all
from editor_app.finding.replacing import Replaced, edits_of_matches
from editor_app.library.files.file_changes import TextReplacement, save_edits
from editor_app.library.files.reading import FileError, quoted, read_file
from editor_app.text import Sentence, Span, decode
from editor_app.variables.access import FileAccess

_BEFORE: Final = 60
_LONGEST: Final = 240


@dataclass(frozen=True, slots=True)
class FileHits:
    """The hits in the text a file had, with the hash of its bytes; that is "" for the text of an editor.

    `problem` is a sentence on why these are not all.
    """

    path: Path
    text: str
    hash: str
    spans: tuple[Span, ...]
    matches: tuple[re.Match[str], ...]
    problem: str = ""


def count_of(files: Iterable[FileHits]) -> int:
    """Return how many hits there are in files."""
    return sum(len(hits.spans) for hits in files)


class HitLine(NamedTuple):
    """A hit in its line: the number of that, from 1, and what stands before and behind, shortened."""

    number: int
    before: str
    hit: str
    behind: str


def search_file(
    path: Path,
    query: Query,
    *,
    text: str | None = None,
    access: FileAccess | None = None,
    most: int = MOST_HITS,
) -> FileHits | None:
    """Return the first hits in a file, or in the `text` that an editor has of it; None without any.

    Raises FileError where the file cannot be read, or is no text.
    """
    hash_ = ""
    if text is None:
        content = read_file(path, access=access)
        decoded = decode(content.data)
        if decoded.bad_byte is not None:
            raise FileError(Sentence("finding.not-text", name=quoted(path.name)), path)
        text, hash_ = decoded.text, content.stamp.hash
    matched = list[re.Match[str]]()
    spans, problem = find_all(text, query, matched=matched, most=most)
    return FileHits(path, text, hash_, spans, tuple(matched), problem) if spans or problem else None


def file_edits(
    hits: FileHits, query: Query, replacement: str, only: Collection[Span] | None = None
) -> Replaced:
    """Return the edits that replace the hits in a file, or some of them."""
    wanted = (match for match in hits.matches if only is None or match.span() in only)
    return edits_of_matches(hits.text, wanted, query, replacement)


def hit_lines(hits: FileHits) -> Iterator[HitLine]:
    """Yield the line of each hit."""
    text, number, at = hits.text, 1, 0
    for start, end in hits.spans:
        number += text.count("\n", at, start)
        at = start
        begin = max(text.rfind("\n", 0, start) + 1, start - _BEFORE)
        shown = min(end, start + _LONGEST)
        newline = text.find("\n", shown, shown + _LONGEST)
        behind = text[shown : newline if newline >= 0 else shown + _LONGEST] if shown == end else "…"
        yield HitLine(number, text[begin:start].lstrip(), text[start:shown], behind)


def replace_in_file(
    hits: FileHits,
    query: Query,
    replacement: str,
    only: Collection[Span],
    *,
    state_dir: Path,
    now: datetime,
    access: FileAccess | None = None,
) -> tuple[TextReplacement, tuple[str, ...]]:
    """Replace some hits in a file that is as it was; the version before goes to local history.

    Returns what was replaced, and the warnings of saving. Raises FileError where the file was changed
    meanwhile, is gone or cannot be written, and where the replacement is refused; nothing is written then.
    """
    content = read_file(hits.path, access=access)
    if content.stamp.hash != hits.hash:
        raise FileError(Sentence("finding.changed-meanwhile", name=quoted(hits.path.name)), hits.path)
    replaced = file_edits(hits, query, replacement, only)
    if not replaced.edits:
        name = quoted(hits.path.name)
        raise FileError(Sentence("finding.stays", name=name, problem=replaced.problem), hits.path)
    return save_edits(hits.path, content, replaced.edits, state_dir, now)
