"""The icon of an open file's tab, and the rows of the card over a tag."""

from __future__ import annotations

from pathlib import PurePath

from editor_app.text import Fix
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.trust.fixes import fix_for, note_on
from editor_app.window.kit.words.plain_text import one_line


def icon_of(file: OpenFile) -> str:
    """Return the name of the icon of a file's tab."""
    return file.kind.listing.icon if file.binary_sort is None else "file"


def value_fix(file: OpenFile, name: str) -> Fix | None:
    """Return what helps where a variable is not read for want of trust, for the card over its tag."""
    result = file.result
    return fix_for(note_on(result, name)) if result is not None else None


def value_facts(file: OpenFile, name: str) -> tuple[tuple[str, str], ...]:
    """Return label and value pairs about a variable's current value, for the card over its tag."""
    result = file.result
    if result is None:
        return ()
    value = result.values.get(name)
    if value is not None:
        origin = file.value_origins().get(name)
        row = ("Value", one_line(value) or "empty")
        return (row, ("Value from", origin)) if origin is not None else (row,)
    variable = file.analysis.variable_names.get(name)
    if variable is not None and variable.default is not None:
        return (("Value", one_line(variable.default) or "empty"), ("Value from", "its default"))
    note = result.snapshot.notes.get(name) if result.snapshot is not None else None
    return (("Value", note.sentence if note is not None else "not set"),)


def file_label(name: str) -> str:
    """Return a file's path, and only the file's name where the path leads out of the folder."""
    path = PurePath(shown := name.removeprefix("file:"))
    return path.name if shown != name and (path.anchor or ".." in path.parts) else shown
