"""Cases files: saved values for the text beside them, and the text each case expects."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from editor_app.analysis.analysis import (
    Analysis,
    FileTest,
    Form,
    KindRow,
    Naming,
    NamingFile,
    Reading,
    ReadWith,
)
from editor_app.library.kinds import Kind, owners_of
from editor_app.prompts.cases.cases import CaseFile, read_cases

_PROMPT_SUFFIX: Final = ".md"


def content_of(analysis: Analysis) -> CaseFile | None:
    """Return the cases of a file, None for another kind."""
    return analysis.content if isinstance(analysis.content, CaseFile) else None


def _read(text: Analysis, _reading: ReadWith) -> Analysis:
    cases, problems = read_cases(text.source)
    return replace(text, content=cases, diagnostics=problems)


def _parts(analysis: Analysis) -> tuple[int, str]:
    content = content_of(analysis)
    return (len(content.cases) if content is not None else 0), "case"


def _names_from(_analysis: Analysis, path: Path) -> NamingFile | None:
    """Return the prompt whose variables the cases give values to."""
    owner = next((name for name in owners_of(path.name) if name.endswith(_PROMPT_SUFFIX)), None)
    return None if owner is None else NamingFile(path.with_name(owner), Kind.PROMPT)


ROW = KindRow(
    Reading(_read, parts=_parts),
    form=Form(is_data=True),
    naming=Naming(names_from=_names_from),
    tested=FileTest.CASES,
)
