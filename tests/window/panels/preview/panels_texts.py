"""Texts as a model gets them, for the tests of the panels that show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from editor_app.analysis.analysis import analyse
from editor_app.analysis.model_text import ModelText, render
from editor_app.analysis.trials import Trial
from editor_app.library.kinds import Kind
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.resolver import Context, Snapshot

HERE = Path(__file__).parent
PROMPT = (HERE / "page-analysis.md").read_text(encoding="utf-8")
TEMPLATE = (HERE / "system-prompt.tmpl").read_text(encoding="utf-8")
FOUND = Snapshot(
    {
        "file:AGENTS.md": "# Atlas\nRun the tests.\n",
        "prompt:cwd": "/home/ada/atlas",
        "prompt:model": None,
        "git:branch": "main",
        "git:status": "",
        "system:date": "2026-03-04",
        "system:time": "2026-03-04T14:02:11.123Z",
    },
    {"prompt:model": Note(Cause.NOT_GIVEN, "No model was given.")},
    Context(cwd=Path("/home/ada/atlas")),
    datetime(2026, 3, 4, 14, 2, 11, tzinfo=UTC),
)


def document_result(source: str, values: Mapping[str, str | None]) -> ModelText:
    result = render(analyse(source, Kind.DOCUMENT, "notes.md"), Trial(values))
    assert result is not None
    return result


def prompt_result(values: Mapping[str, str | None], source: str = PROMPT) -> ModelText:
    result = render(analyse(source, Kind.PROMPT, "page-analysis.md"), Trial(values))
    assert result is not None
    return result


def template_result(overrides: Mapping[str, str | None] | None = None, source: str = TEMPLATE) -> ModelText:
    result = render(
        analyse(source, Kind.TEMPLATE, "system-prompt.tmpl"), Trial(overrides or {}, snapshot=FOUND)
    )
    assert result is not None
    return result


def untrusted_result(source: str) -> ModelText:
    """Return a text with the branch unread for want of trust."""
    note = Note(Cause.NOT_TRUSTED, "The folder is not trusted.")
    unread = replace(FOUND, values={**FOUND.values, "git:branch": None}, notes={"git:branch": note})
    result = render(analyse(source, Kind.TEMPLATE, "system-prompt.tmpl"), Trial({}, snapshot=unread))
    assert result is not None
    return result
