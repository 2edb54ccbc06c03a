"""Documents: Markdown in which any name may be used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.kinds.row import KindRow, ReadWith
from editor_app.analysis.model_text import ModelText
from editor_app.analysis.trials import Trial
from editor_app.prompts import check_document
from editor_app.template import Dialect, render


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    del reading
    check = check_document(text.source)
    return replace(
        text,
        template=check.template,
        frontmatter=check.frontmatter,
        variables=check.variables,
        diagnostics=check.diagnostics,
    )


def _render(
    analysis: Analysis, given: Mapping[str, str], trial: Trial, memory: object | None
) -> ModelText | None:
    del memory
    if analysis.template is None:
        return None
    rendering = render(analysis.template, given, trim_blank_ends=True)
    return ModelText(rendering.text, rendering, analysis, given, trial.snapshot, (), given)


ROW = KindRow(
    read=_read,
    dialect=Dialect.BRACES,
    tag_opener="{{",
    is_markdown=True,
    has_frontmatter=True,
    has_free_metadata=True,
    is_sent=True,
    render=_render,
)
