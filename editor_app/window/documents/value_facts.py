"""The icon of an open file's tab, and the rows of the card over a tag."""

from __future__ import annotations

from pathlib import PurePath

from editor_app.text import Fix, Sentence
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


def value_origins(file: OpenFile) -> dict[str, str]:
    """Return by name where each value that a file is tried with comes from, in words."""
    case = file.case
    return {
        name: Sentence("window-documents.from-case", name=case.name)
        if case is not None and case.values.get(name) == value
        else Sentence("window-documents.typed-value")
        for name, value in file.values.items()
    }


def value_facts(file: OpenFile, name: str) -> tuple[tuple[str, str], ...]:
    """Return label and value pairs about a variable's current value, for the card over its tag."""
    result = file.result
    if result is None:
        return ()
    value, origin = result.values.get(name), value_origins(file).get(name)
    variable = file.analysis.variable_names.get(name)
    if value is None and variable is not None and variable.default is not None:
        value, origin = variable.default, Sentence("window-documents.its-default")
    note = result.snapshot.notes.get(name) if result.snapshot is not None else None
    if value is None:
        shown = note.sentence if note is not None else Sentence("window-documents.not-set")
        origin = None
    else:
        shown = one_line(value) or Sentence("window-documents.empty")
    facts = ((Sentence("window-documents.value"), shown),)
    return facts if origin is None else (*facts, (Sentence("window-documents.value-from"), origin))


def file_label(name: str) -> str:
    """Return a file's path, and only the file's name where the path leads out of the folder."""
    path = PurePath(shown := name.removeprefix("file:"))
    return path.name if shown != name and (path.anchor or ".." in path.parts) else shown
