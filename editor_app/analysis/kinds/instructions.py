"""Compaction instructions: plain text that is added as it stands after the prompt that is rebuilt."""

from __future__ import annotations

from collections.abc import Mapping

from editor_app.analysis.analysis import Analysis, Form, KindRow
from editor_app.analysis.model_text import ModelSending, ModelText
from editor_app.analysis.trials import Trial
from editor_app.template.rendering import render_plain
from editor_app.text import Span


def _render(
    analysis: Analysis, values: Mapping[str, str], trial: Trial, _memory: object | None
) -> ModelText | None:
    """Return the text without its final newlines; values and what looks like a tag mean nothing here."""
    rendering = render_plain(analysis.source, [Span(0, len(analysis.source.rstrip("\n")))])
    return ModelText(rendering.text, rendering, analysis, {}, trial.snapshot, (), values)


ROW = KindRow(form=Form(is_markdown=True), sending=ModelSending(render=_render))
