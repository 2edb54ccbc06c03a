"""What the model gets from a file: the one place every face takes it from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.model_text import ModelText, Values
from editor_app.analysis.trials import Trial
from editor_app.library import Kind
from editor_app.prompts import missing_required, render_with
from editor_app.system_messages import EMPTY_SITUATION
from editor_app.template import render as render_template

if TYPE_CHECKING:  # a window that starts with a prompt needs none of it
    from editor_app.analysis.message_memory import MessageMemory


def render(analysis: Analysis, trial: Trial, memory: MessageMemory | None = None) -> ModelText | None:
    """Return what the model gets from a file, or None for a kind that is sent to none.

    Case and situation of the trial are there, not named: names are looked up beside a file, which
    `render_file` does. A system message is put together to an AssembledText, with its last `memory`
    from what did not change.
    """
    case, situation = trial.case, trial.situation
    if isinstance(case, str) or isinstance(situation, str):
        raise TypeError("The trial names a case or a situation. ‘render_file’ finds it; ‘render’ needs it.")
    values = {**case.values, **trial.values} if case is not None else trial.values
    snapshot = trial.snapshot
    if analysis.message is not None:
        from editor_app.analysis.assembled_text import assembled_text

        situation = situation or EMPTY_SITUATION
        return assembled_text(analysis, analysis.message, values, snapshot, situation, trial.options, memory)
    template = analysis.template
    if template is None:
        return None
    given = {name: value for name, value in values.items() if value is not None}
    missing: tuple[str, ...] = ()
    known: Values = given
    if analysis.kind is Kind.TEMPLATE:
        known = {**snapshot.values, **given} if snapshot is not None else given
        rendering = render_template(template, known)
    elif analysis.kind is Kind.PROMPT:
        missing = missing_required(analysis.variables, given)
        rendering = render_with(template, analysis.variables, given)
    else:
        rendering = render_template(template, given, trim_blank_ends=True)
    return ModelText(rendering.text, rendering, analysis, known, snapshot, missing, given)
