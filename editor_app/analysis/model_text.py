"""What the model gets from a file: the one place every face takes it from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.gets import ModelText, Values
from editor_app.library import Kind
from editor_app.prompts import missing_required, render_with
from editor_app.system_messages import EMPTY_SITUATION, Situation
from editor_app.template import render
from editor_app.variables import Snapshot

if TYPE_CHECKING:  # a window that starts with a prompt needs none of it
    from editor_app.analysis.message_memory import MessageMemory
    from editor_app.system_messages import AssemblyOptions


def model_text(
    analysis: Analysis,
    values: Values,
    snapshot: Snapshot | None = None,
    situation: Situation = EMPTY_SITUATION,
    options: AssemblyOptions | None = None,
    memory: MessageMemory | None = None,
) -> ModelText | None:
    """Return what the model gets from a file, or None for a kind that is sent to none.

    `values` hold what was given, by name; None and absent are not given. For
    templates and system messages they lie over the values of `snapshot`. A
    system message is assembled for `situation`, and an AssembledText.
    """
    if analysis.message is not None:
        from editor_app.analysis.assembled_text import assembled_text

        return assembled_text(analysis, analysis.message, values, snapshot, situation, options, memory)
    template = analysis.template
    if template is None:
        return None
    given = {name: value for name, value in values.items() if value is not None}
    missing: tuple[str, ...] = ()
    known: Values = given
    if analysis.kind is Kind.TEMPLATE:
        known = {**snapshot.values, **given} if snapshot is not None else given
        rendering = render(template, known)
    elif analysis.kind is Kind.PROMPT:
        missing = missing_required(analysis.variables, given)
        rendering = render_with(template, analysis.variables, given)
    else:
        rendering = render(template, given, trim_blank_ends=True)
    return ModelText(rendering.text, rendering, analysis, known, snapshot, missing, given)
