"""Prompts: frontmatter that declares variables, and a body that is sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.kinds.row import KindRow, ReadWith
from editor_app.analysis.model_text import ModelText, Values
from editor_app.analysis.trials import Trial
from editor_app.prompts import PromptError, SystemPrompt, check_prompt, missing_required, render_with
from editor_app.template import Dialect
from editor_app.text import Severity


def content_of(analysis: Analysis) -> SystemPrompt | None:
    """Return the prompt; None where an error keeps it from being used, and for other kinds."""
    found = analysis.content
    if not isinstance(found, SystemPrompt):
        return None
    return None if any(one.severity is Severity.ERROR for one in analysis.diagnostics) else found


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    check = check_prompt(text.source, reading.file_name)
    return replace(
        text,
        template=check.template,
        frontmatter=check.frontmatter,
        variables=check.variables,
        declarations=check.declarations,
        diagnostics=check.diagnostics,
        max_tokens=check.head.max_tokens,
        content=check.prompt,
    )


def _render(
    analysis: Analysis, given: Mapping[str, str], trial: Trial, memory: object | None
) -> ModelText | None:
    del memory
    if analysis.template is None:
        return None
    missing = missing_required(analysis.variables, given)
    rendering = render_with(analysis.template, analysis.variables, given)
    return ModelText(rendering.text, rendering, analysis, given, trial.snapshot, missing, given)


def _refused(analysis: Analysis, given: Values) -> PromptError | None:
    """Return the error that a prompt raises when it is rendered without a value it requires."""
    prompt = content_of(analysis)
    if prompt is not None:
        try:
            prompt.render(given)
        except PromptError as error:
            return error
    return None


ROW = KindRow(
    read=_read,
    dialect=Dialect.BRACES,
    tag_opener="{{",
    is_markdown=True,
    has_frontmatter=True,
    declares_variables=True,
    needs_utf8=True,
    has_typed_errors=True,
    is_sent=True,
    has_stable_prefix=True,
    render=_render,
    refused=_refused,
)
