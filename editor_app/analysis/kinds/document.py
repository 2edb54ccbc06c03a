"""Documents: Markdown in which any name may be used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from editor_app.analysis.analysis import Analysis, FilesAround, Form, KindRow, Reading, ReadWith
from editor_app.analysis.model_text import ModelSending, ModelText
from editor_app.analysis.new_files import NewFile, new_text
from editor_app.analysis.trials import Trial
from editor_app.prompts.checking.checking import check_document
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.text.completions import Completion


def _read(text: Analysis, _reading: ReadWith) -> Analysis:
    check = check_document(text.source)
    return replace(
        text,
        template=check.template,
        frontmatter=check.frontmatter,
        variables=check.variables,
        diagnostics=check.diagnostics,
    )


def _render(
    analysis: Analysis, values: Mapping[str, str], trial: Trial, _memory: object | None
) -> ModelText | None:
    if analysis.template is None:
        return None
    rendering = render(analysis.template, values, trim_blank_ends=True)
    return ModelText(rendering.text, rendering, analysis, values, trial.snapshot, (), values)


def _completions(analysis: Analysis, offset: int, _around: FilesAround | None) -> tuple[Completion, ...]:
    """Return the variables that other tags of the document have."""
    from editor_app.variables.tag_completion import complete_tag, typed_tag

    tag = typed_tag(analysis.source, offset, Dialect.BRACES)
    return () if tag is None else complete_tag(tag, ((name, "variable") for name in analysis.names))


ROW = KindRow(
    Reading(_read),
    form=Form(
        dialect=Dialect.BRACES,
        tag_opener="{{",
        is_markdown=True,
        has_frontmatter=True,
        has_free_metadata=True,
    ),
    sending=ModelSending(render=_render),
    completions=_completions,
    new=NewFile(lambda _name, _now: new_text("", "", "")),
)
