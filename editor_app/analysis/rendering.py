"""Rendering the text that a model gets, for window, command line and Python programs alike."""

from __future__ import annotations

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.model_text import ModelText, Rendered
from editor_app.analysis.trials import Trial


def render(analysis: Analysis, trial: Trial, memory: object | None = None) -> ModelText | None:
    """Return the text that a model gets from a file, None for a kind that is sent to no model.

    Case and situation of the trial have to be values, not names; `render_file` looks up names beside a file.
    `memory` is what the kind's `new_memory` returned for this file: what did not change is taken from it. The
    result for a system message is an AssembledText.
    """
    case, situation = trial.case, trial.situation
    if isinstance(case, str) or isinstance(situation, str):
        raise TypeError("The trial names a case or a situation. ‘render_file’ finds it; ‘render’ needs it.")
    values = {**case.values, **trial.values} if case is not None else trial.values
    given = {name: value for name, value in values.items() if value is not None}
    sending = analysis.row.sending
    return sending.render(analysis, given, trial, memory) if isinstance(sending, Rendered) else None
