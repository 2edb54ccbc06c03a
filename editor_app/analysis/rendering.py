"""What the model gets from a file: the one place every face takes it from."""

from __future__ import annotations

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.model_text import ModelText
from editor_app.analysis.trials import Trial


def render(analysis: Analysis, trial: Trial, memory: object | None = None) -> ModelText | None:
    """Return what the model gets from a file, or None for a kind that is sent to none.

    Case and situation of the trial are there, not named: names are looked up beside a file, which
    `render_file` does. With the `memory` that the file's kind made, what did not change is taken from it; a
    system message is put together to an AssembledText.
    """
    case, situation = trial.case, trial.situation
    if isinstance(case, str) or isinstance(situation, str):
        raise TypeError("The trial names a case or a situation. ‘render_file’ finds it; ‘render’ needs it.")
    values = {**case.values, **trial.values} if case is not None else trial.values
    given = {name: value for name, value in values.items() if value is not None}
    return analysis.row.render(analysis, given, trial, memory)
