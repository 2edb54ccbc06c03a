"""The states that a run can be in, for screenshots: empty, playing, paused, failed, refused."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final

from editor_app.window.app import Workbench
from editor_app.window.kinds.scenario.scenario_perspective import ScenarioPerspective

_STILL_MS: Final = 3_600_000  # longer than a picture takes: the mark stays where it is
_UNANSWERED: Final = """\
format: 1
system:
  text: You are Atlas Assistant. Answer in a sentence.
context_limit: 200000
provider: anthropic
steps:
  - user: Which file decides the key for “Duplicate line”?
    tools:
      - {name: search, args: {text: duplicate_line}, result: null}
    usage: {total: 4120}
  - text: "`src/editor/keys.py`, line 118: it is Ctrl+Shift+D."
    usage: {total: 4190}
expect:
  - legal for anthropic
  - stops with finished
"""


def empty(workbench: Workbench) -> Iterator[None]:
    """Show a scenario without steps."""
    yield from _opened(workbench, "begun.yaml", "format: 1\nsteps: []\n")
    workbench.actions.action("show_run").trigger()
    yield


def playing(workbench: Workbench) -> Iterator[None]:
    """Show a run whose mark moves by itself."""
    perspective = yield from _sample(workbench)
    perspective.run.choose_step(30)
    perspective.view.transport.toggle()
    perspective.view.transport.timer.start(_STILL_MS)
    yield


def paused(workbench: Workbench) -> Iterator[None]:
    """Show a run that was paused."""
    perspective = yield from _sample(workbench)
    perspective.run.choose_step(47)
    perspective.view.transport.toggle()
    perspective.view.transport.pause()
    yield


def failed(workbench: Workbench) -> Iterator[None]:
    """Show an expectation that does not hold, at the step where it fails."""
    text = (workbench.library.library.root / "runs" / "long-refactor.yaml").read_text("utf-8")
    text = text.replace("\nexpect:\n", "\nexpect:\n  - never resource-warning-cpu\n", 1)
    perspective = yield from _played(workbench, "failed.yaml", text)
    perspective.run.choose_step(47)
    yield


def refused(workbench: Workbench) -> Iterator[None]:
    """Show a request that a provider would refuse."""
    perspective = yield from _played(workbench, "unanswered.yaml", _UNANSWERED)
    perspective.run.choose_step(1)
    yield


def _sample(workbench: Workbench) -> Generator[None, None, ScenarioPerspective]:
    """Open the sample’s long run, and wait until it is played."""
    text = (workbench.library.library.root / "runs" / "long-refactor.yaml").read_text("utf-8")
    return (yield from _played(workbench, "long-refactor.yaml", text))


def _played(workbench: Workbench, name: str, text: str) -> Generator[None, None, ScenarioPerspective]:
    perspective = yield from _opened(workbench, name, text)
    while perspective.run.played is None:
        yield
    return perspective


def _opened(workbench: Workbench, name: str, text: str) -> Generator[None, None, ScenarioPerspective]:
    """Open a scenario with that text among the runs of the sample."""
    path = workbench.library.library.root / "runs" / name
    path.write_text(text, "utf-8")
    workbench.library.refresh()
    workbench.commands.files.open(path)
    yield
    perspective = workbench.current.perspective
    assert isinstance(perspective, ScenarioPerspective)
    return perspective
