"""Files of steps: those of the scenario beside them, a step a line."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from editor_app.analysis.analysis import Analysis, FilesAround, Form, KindRow, Reading, ReadWith
from editor_app.analysis.data_files import too_much_data
from editor_app.runs.model.scenario import WRITES, Steps
from editor_app.runs.reading.scenario_settings import MODEL_TOOLS
from editor_app.runs.reading.steps_file import StepsReading, read_steps
from editor_app.text.completions import Completion

_MOST_CHARACTERS: Final = 1_000_000  # that are looked through for tools


def _completions(analysis: Analysis, offset: int, _around: FilesAround | None) -> tuple[Completion, ...]:
    from editor_app.runs.reading.completion import KnownNames, complete_steps, tools_in

    def tools() -> tuple[str, ...]:
        called = tools_in(analysis.source[:_MOST_CHARACTERS], offset)
        return tuple(dict.fromkeys((*called, *WRITES, *MODEL_TOOLS)))

    return complete_steps(analysis.source, offset, KnownNames(tools=tools))


def _read(text: Analysis, _reading: ReadWith) -> Analysis:
    steps = read_steps(text.source)
    return replace(text, content=steps, diagnostics=steps.diagnostics)


def _parts(analysis: Analysis) -> tuple[int, str]:
    steps = analysis.content
    return (len(Steps(steps.items)) if isinstance(steps, StepsReading) else 0), "step"


ROW = KindRow(
    Reading(_read, too_much=too_much_data, parts=_parts),
    form=Form(is_data=True),
    completions=_completions,
)
