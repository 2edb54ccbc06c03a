"""System-prompt templates: their variables are resolved on this machine (time, files, git)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from editor_app.analysis.analysis import Analysis, FilesAround, Form, KindRow, Reading, ReadWith, Values
from editor_app.analysis.model_text import ModelSending, ModelText
from editor_app.analysis.new_files import NewFile, new_text
from editor_app.analysis.trials import Trial
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.template.template import parse
from editor_app.text import in_file_order
from editor_app.text.completions import Completion
from editor_app.variables.checks import check_catalog


def _read(text: Analysis, _reading: ReadWith) -> Analysis:
    template = parse(text.source, Dialect.BRACKETS)
    diagnostics = in_file_order([*template.diagnostics, *check_catalog(template, text.catalog)])
    return replace(text, template=template, diagnostics=diagnostics)


def _render(
    analysis: Analysis, values: Mapping[str, str], trial: Trial, _memory: object | None
) -> ModelText | None:
    if analysis.template is None:
        return None
    snapshot = trial.snapshot
    known: Values = {**snapshot.values, **values} if snapshot is not None else values
    rendering = render(analysis.template, known)
    return ModelText(rendering.text, rendering, analysis, known, snapshot, (), values)


def _completions(analysis: Analysis, offset: int, _around: FilesAround | None) -> tuple[Completion, ...]:
    """Return the variables of the catalog that the tag at an offset can name."""
    from editor_app.variables.tag_completion import complete_variables

    return complete_variables(analysis.source, offset, analysis.catalog)


ROW = KindRow(
    Reading(_read),
    form=Form(dialect=Dialect.BRACKETS, tag_opener="[", is_markdown=True),
    sending=ModelSending(
        render=_render, has_stable_prefix=True, is_constructed_once=True, resolves_variables=True
    ),
    completions=_completions,
    new=NewFile(lambda _name, _now: new_text("", "You are a helpful assistant.")),
)
