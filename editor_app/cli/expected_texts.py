"""Edits that save a case's text as the expected one, and keep everything else in its file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from editor_app.clock import utc_now
from editor_app.library.files.reading import FileContent
from editor_app.library.files.saving import save_file
from editor_app.library.files.unsaved_marks import writing_allowed
from editor_app.library.paths import state_dir
from editor_app.prompts.cases.cases import Case, read_cases
from editor_app.prompts.cases.expectations import ExpectationKind
from editor_app.structured.spelling import spell
from editor_app.text import Edit, apply_edits, decode, encode_edited
from editor_app.variables.access import FileAccess


def update_edit(source: str, case: Case, text: str) -> Edit | None:
    """Return the edit that makes a case expect `text`.

    None where the case expects anything but one exact text, or where that can't be replaced alone.
    """
    if [expectation.kind for expectation in case.expect] != [ExpectationKind.EQUALS]:
        return None
    (old,) = case.expect
    ends_line = old.text.endswith("\n") and not text.endswith("\n")
    value = f"{text}\n" if ends_line else text
    column = case.span.start - (source.rfind("\n", 0, case.span.start) + 1)
    in_braces = source.startswith("{", case.span.start)
    for flow in (in_braces, True):  # a block scalar can't be written before a comment on the same line
        edit = Edit(old.span, spell(value, column, flow=flow))
        if _changes_only(source, edit, case, value):
            return edit
    return None


def save_updates(
    path: Path, content: FileContent, edits: Iterable[Edit], access: FileAccess | None
) -> tuple[str, ...]:
    """Save a cases file with these edits, keeping its newlines and byte order mark; return warnings.

    `access` is as for `save_file`.
    """
    data = encode_edited(decode(content.data), edits)
    with writing_allowed(state_dir(), path) as unknown:
        saved = save_file(
            path, data, expected=content.stamp, state_dir=state_dir(), now=utc_now(), access=access
        )
    return (*unknown, *saved.warnings)


def _changes_only(source: str, edit: Edit, case: Case, text: str) -> bool:
    """Whether the edited file differs in this case alone; other cases may repeat its text by an alias."""
    before, problems_before = read_cases(source)
    after, problems_after = read_cases(apply_edits(source, [edit]))
    if len(problems_before) != len(problems_after) or len(before.cases) != len(after.cases):
        return False
    for old, new in zip(before.cases, after.cases, strict=True):
        wanted = [text] if old.name == case.name else [expectation.text for expectation in old.expect]
        if _without_places(old) != _without_places(new) or [one.text for one in new.expect] != wanted:
            return False
    return True


def _without_places(case: Case) -> tuple[object, ...]:
    kinds = tuple((one.kind, one.names, one.is_all) for one in case.expect)
    return case.name, dict(case.values), case.clock, case.cwd, case.model, kinds
