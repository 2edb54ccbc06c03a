"""What the user may do where a variable is blank for want of trust, in the form that fixes have."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Final

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.model_text import ModelText
from editor_app.text import Diagnostic, Fix, Sentence, Severity, Span, in_file_order
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.resolver import Snapshot
from editor_app.variables.secrets import may_hold_secrets
from editor_app.window.documents.trust.words import home_relative

TRUST_WORDS: Final = Sentence("window-documents.trust")
_MOST_SHOWN: Final = 80
_MOST_OF_PATH: Final = 160  # who allows a file has to see which


@dataclass(frozen=True, slots=True)
class TrustFix(Fix):
    """Opens the popup in which the folder is trusted."""


@dataclass(frozen=True, slots=True)
class AllowFix(Fix):
    """Allows one file to be read."""

    path: Path = Path()


def note_on(result: ModelText, name: str) -> Note | None:
    """Return why a variable was not read for want of trust; None where it was, or has a given value."""
    note = result.snapshot.notes.get(name) if result.snapshot is not None else None
    is_about_trust = note is not None and note.cause in {Cause.NOT_TRUSTED, Cause.NEEDS_GRANT}
    return note if is_about_trust and result.values.get(name) is None else None


def fix_for(note: Note | None) -> Fix | None:
    """Return what helps against a note on a variable, None where that is nothing about trust."""
    if note is None:
        return None
    if note.cause is Cause.NOT_TRUSTED:
        return TrustFix(TRUST_WORDS)
    if note.cause is Cause.NEEDS_GRANT and note.path is not None:
        return allow_fix(note.path)
    return None


def allow_fix(path: Path) -> AllowFix:
    """Return the fix that allows a file, which its title names in full."""
    how_long = "session" if may_hold_secrets(path) else "always"
    return AllowFix(Sentence("window-documents.allow", file=_quoted(path), how_long=how_long), path=path)


def short_cause(note: Note | None, name: str) -> str:
    """Return a note about trust in a few words, "" for any other note."""
    if note is None:
        return ""
    if note.cause is Cause.NOT_TRUSTED and note.path is not None:
        return Sentence("window-documents.restricted-besides", file=_quoted(note.path))
    if note.cause is Cause.NOT_TRUSTED:
        return Sentence("window-documents.folder-is-restricted")
    if note.cause is Cause.NEEDS_GRANT:
        elsewhere = _elsewhere(note, name)
        why = "elsewhere" if elsewhere else _why_refused(note, name)
        return Sentence("window-documents.why-refused", why=why, file=elsewhere)
    return ""


def state_words(note: Note | None) -> str:
    """Return the word for a note about trust, "" for any other."""
    is_of_trust = note is not None and note.cause in {Cause.NOT_TRUSTED, Cause.NEEDS_GRANT}
    return Sentence("window-documents.restricted") if is_of_trust else ""


def names_refused(snapshot: Snapshot | None, values: dict[str, str | None]) -> frozenset[str]:
    """Return the names of the files that are not read because nobody allowed them yet."""
    if snapshot is None:
        return frozenset()
    refused = (name for name, note in snapshot.notes.items() if note.cause is Cause.NEEDS_GRANT)
    return frozenset(name for name in refused if values.get(name) is None)


def with_refused(analysis: Analysis, snapshot: Snapshot | None, names: frozenset[str]) -> Analysis:
    """Return an analysis with a problem for each file among `names` that its text uses."""
    if not names or snapshot is None:
        return analysis
    problems = [
        _problem(snapshot.notes[name], name, span)
        for name, span in _places(analysis, names).items()
        if name in snapshot.notes
    ]
    if not problems:
        return analysis
    return replace(analysis, diagnostics=in_file_order([*analysis.diagnostics, *problems]))


def _problem(note: Note, name: str, span: Span) -> Diagnostic:
    shown = _cut(name.partition(":")[2])
    why, elsewhere = _why_refused(note, name), _elsewhere(note, name)
    sentence = Sentence("window-documents.refused", name=shown, why=why)
    if elsewhere:
        sentence = Sentence("window-documents.refused-elsewhere", name=shown, why=why, file=elsewhere)
    fix = fix_for(note)
    return Diagnostic(
        Cause.NEEDS_GRANT.value, Severity.WARNING, span, sentence, {"name": name}, (fix,) if fix else ()
    )


def _elsewhere(note: Note, name: str) -> str:
    """Return the path of the file itself where a link hides it behind the variable's name, "" elsewhere."""
    if note.path is None:
        return ""
    named = PurePath(os.path.normpath(name.partition(":")[2]))
    parts = tuple(part for part in named.parts if part != "..")
    is_named = note.path.parts[len(note.path.parts) - len(parts) :] == parts
    if is_named and _why_refused(note, name) != "link":
        return ""
    return _quoted(note.path)


def _quoted(path: Path) -> str:
    return f"‘{_cut(home_relative(path), _MOST_OF_PATH)}’"


def _cut(path: str, most: int = _MOST_SHOWN) -> str:
    return path if len(path) <= most else f"…{path[1 - most :]}"


def _why_refused(note: Note, name: str) -> str:
    path = PurePath(name.partition(":")[2])
    if note.path is not None and may_hold_secrets(note.path):
        return "secrets"
    return "outside" if path.anchor or ".." in path.parts else "link"


def _places(analysis: Analysis, names: frozenset[str]) -> dict[str, Span]:
    """Return where each name is used first; one that is not found has no place."""
    if analysis.template is not None:
        places: dict[str, Span] = {}
        for tag in analysis.template.tags:
            if tag.name in names:
                places.setdefault(tag.name, tag.span)
        return places
    used = names.intersection(analysis.names)
    starts = {name: analysis.source.find(f"{name}]") for name in used}
    return {name: Span(start, start + len(name)) for name, start in starts.items() if start >= 0}
