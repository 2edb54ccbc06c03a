"""Compaction instructions: plain text that is added as it stands after the prompt that is rebuilt."""

from __future__ import annotations

from collections.abc import Mapping

from editor_app.analysis.analysis import Analysis, Form, KindRow, Reading, ReadWith
from editor_app.analysis.model_text import ModelText, Rendered
from editor_app.analysis.trials import Trial
from editor_app.template.rendering import render_plain
from editor_app.text import Span


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    del reading
    return text


def _render(
    analysis: Analysis, given: Mapping[str, str], trial: Trial, memory: object | None
) -> ModelText | None:
    """Return the text without its final newlines; values and what looks like a tag mean nothing here."""
    del memory
    rendering = render_plain(analysis.source, [Span(0, len(analysis.source.rstrip("\n")))])
    return ModelText(rendering.text, rendering, analysis, {}, trial.snapshot, (), given)


ROW = KindRow(Reading(_read), form=Form(is_markdown=True), sending=Rendered(render=_render))
