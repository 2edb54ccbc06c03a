"""Prompts: frontmatter that declares variables, and a body that is sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from itertools import chain
from pathlib import Path

from editor_app.analysis.analysis import (
    Analysis,
    FilesAround,
    Form,
    KindRow,
    Naming,
    Reading,
    ReadWith,
    Renaming,
    Symbol,
    Values,
)
from editor_app.analysis.model_text import ModelSending, ModelText
from editor_app.analysis.new_files import NewFile, NewText, new_text
from editor_app.analysis.trials import Trial
from editor_app.prompts.cases.case_edits import rename_value
from editor_app.prompts.checking.checking import check_prompt, rename_variable
from editor_app.prompts.checking.head import first_frontmatter
from editor_app.prompts.checking.rules import is_prompt_name, is_variable_name
from editor_app.prompts.entities import PromptError, SystemPrompt, missing_required, render_with
from editor_app.template.dialect import Dialect
from editor_app.text import Sentence, Severity
from editor_app.text.completions import Completion


def content_of(analysis: Analysis) -> SystemPrompt | None:
    """Return the prompt; None where an error keeps it from being used, and for other kinds."""
    prompt = analysis.content
    if not isinstance(prompt, SystemPrompt):
        return None
    return None if any(problem.severity is Severity.ERROR for problem in analysis.diagnostics) else prompt


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    check = check_prompt(text.source, reading.file_name)
    return replace(
        text,
        template=check.template,
        frontmatter=check.head.frontmatter,
        variables=check.variables,
        declarations=check.declarations,
        diagnostics=check.diagnostics,
        max_tokens=check.head.values.max_tokens,
        content=check.prompt,
    )


def _render(
    analysis: Analysis, values: Mapping[str, str], trial: Trial, _memory: object | None
) -> ModelText | None:
    if analysis.template is None:
        return None
    missing = missing_required(analysis.variables, values)
    rendering = render_with(analysis.template, analysis.variables, values)
    return ModelText(rendering.text, rendering, analysis, values, trial.snapshot, missing, values)


def _completions(analysis: Analysis, offset: int, _around: FilesAround | None) -> tuple[Completion, ...]:
    from editor_app.prompts.checking.completion import complete_prompt

    declared = [(variable.name, variable.description) for variable in analysis.variables]
    return complete_prompt(analysis.source, offset, declared, analysis.names)


def _symbol_at(analysis: Analysis, offset: int) -> Symbol | None:
    """Return the variable whose declaration or tag an offset touches."""
    uses = analysis.template.uses if analysis.template is not None else {}
    tags = ((name, span) for name, spans in uses.items() for span in spans)
    places = chain(analysis.declarations.items(), tags)
    return next((Symbol(name, span, "variable") for name, span in places if span.touches(offset)), None)


def _rename(analysis: Analysis, old: str, new: str, users: Mapping[Path, Analysis]) -> Renaming:
    if not is_variable_name(new):
        return Renaming(problem=Sentence("analysis.bad-variable-name", name=new[:60]))
    if new in analysis.declarations or new in analysis.names:
        return Renaming(problem=Sentence("analysis.variable-there", name=new))
    edits = rename_variable(check_prompt(analysis.source, ""), old, new)
    in_cases = {path: rename_value(user.source, old, new) for path, user in users.items()}
    return Renaming(edits, {path: of_file for path, of_file in in_cases.items() if of_file})


def _refused(analysis: Analysis, values: Values) -> PromptError | None:
    """Return the error that a prompt raises when it is rendered without a value it requires."""
    prompt = content_of(analysis)
    if prompt is not None:
        try:
            prompt.render(values)
        except PromptError as error:
            return error
    return None


def _new(name: str, _now: datetime) -> NewText:
    return new_text(f"{first_frontmatter(name)}\n", "You are a helpful assistant.")


def _name_rule(name: str) -> str:
    return "" if is_prompt_name(name) else Sentence("analysis.prompt-name-rule")


ROW = KindRow(
    Reading(_read, needs_utf8=True),
    form=Form(
        dialect=Dialect.BRACES,
        tag_opener="{{",
        is_markdown=True,
        has_frontmatter=True,
        declares_variables=True,
    ),
    sending=ModelSending(render=_render, has_stable_prefix=True, refused=_refused),
    naming=Naming(symbol_at=_symbol_at, sort="variable", rename=_rename),
    completions=_completions,
    new=NewFile(_new, _name_rule),
)
