"""The states of the window with the run of a scenario that screenshots are taken of."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from editor_app.text import Span
from editor_app.window.app import Workbench
from editor_app.window.kinds.scenario.scenario_perspective import ScenarioPerspective


def run(workbench: Workbench) -> Iterator[None]:
    """Show the step of a run at which the context is 80 % full."""
    perspective = yield from _played(workbench)
    perspective.run.choose_step(65)
    yield


def settings(workbench: Workbench) -> Iterator[None]:
    """Show the settings of a run."""
    perspective = yield from _played(workbench)
    perspective.page.line.unfold(unfolded=True)
    yield


def strategies(workbench: Workbench) -> Iterator[None]:
    """Show all strategies side by side."""
    perspective = yield from _played(workbench)
    perspective.run.choose_step(65)
    workbench.actions.action("compare_strategies").trigger()
    while perspective.run.is_playing:
        yield


def table(workbench: Workbench) -> Iterator[None]:
    """Show the chart as a table."""
    yield from run(workbench)
    perspective = workbench.current.perspective
    if isinstance(perspective, ScenarioPerspective):
        perspective.view.as_table.setChecked(True)
    yield


def trigger(workbench: Workbench) -> Iterator[None]:
    """Show one trigger that is tried."""
    yield from run(workbench)
    perspective = workbench.current.perspective
    if isinstance(perspective, ScenarioPerspective):
        perspective.trigger.choose("context-warning-80")
        perspective.trigger.sliders["context"].setValue(83)
    workbench.window.show_right("trigger")
    yield


def completion(workbench: Workbench) -> Iterator[None]:
    """Show what can be written at a place of a triggers file."""
    workbench.commands.files.open(workbench.library.library.root / "runs" / "triggers.yaml")
    yield
    file, editor = workbench.current.file, workbench.current.editor
    if file is not None and editor is not None:
        key = "signal: "
        start = file.text.index(key) + len(key)
        editor.go_to(Span(start, start))
        editor.complete()
    yield


def _played(workbench: Workbench) -> Generator[None, None, ScenarioPerspective]:
    """Open the sample’s long run, and wait until it is played."""
    workbench.commands.files.open(workbench.library.library.root / "runs" / "long-refactor.yaml")
    perspective = workbench.current.perspective
    assert isinstance(perspective, ScenarioPerspective)
    while perspective.run.played is None:
        yield
    return perspective
