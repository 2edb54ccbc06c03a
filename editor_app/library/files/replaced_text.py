"""A piece of a file's text that a file operation replaces, and puts back when it is undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from editor_app.library.files.reading import FileContent
from editor_app.library.files.saving import save_file
from editor_app.text import Edit, Span, decode, encode_edited


@dataclass(frozen=True, slots=True)
class Replaced:
    """A piece of the text of a file, which is at `path` now.

    `before` is all text in front of the piece, `behind` the rest of its line; `hash_before` and `hash_after`
    are the whole file's.
    """

    path: Path
    before: str
    old: str
    new: str
    behind: str
    hash_before: str
    hash_after: str

    def edit_of(self, source: str) -> Edit | None:
        """Return the same edit of another text; None where that text does not begin alike."""
        start = len(self.before)
        if not source.startswith(f"{self.before}{self.old}{self.behind}"):
            return None
        return Edit(Span(start, start + len(self.old)), self.new)


def edit_text(
    path: Path, content: FileContent, make_edit: Callable[[str], Edit | None], state_dir: Path, now: datetime
) -> tuple[tuple[Replaced, ...], tuple[str, ...]]:
    """Save a file with the edit that `make_edit` returns; the version before goes to local history.

    Returns what was replaced, empty without an edit, and the warnings of saving.
    """
    decoded = decode(content.data)
    edit = None if decoded.bad_byte is not None else make_edit(decoded.text)
    if edit is None:
        return (), ()
    data = encode_edited(decoded, [edit])
    saved = save_file(path, data, expected=content.stamp, state_dir=state_dir, now=now)
    source, (start, end) = decoded.text, edit.span
    newline = source.find("\n", end)
    behind = source[end : newline + 1 if newline >= 0 else len(source)]
    hashes = content.stamp.hash, saved.stamp.hash
    replaced = Replaced(path, source[:start], source[start:end], edit.text, behind, *hashes)
    return (replaced,), saved.warnings
