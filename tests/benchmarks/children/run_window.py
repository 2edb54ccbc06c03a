"""Show a run of many steps in a window, and print what the window was kept from, as JSON.

Arguments: a folder for the library and the state, and the number of steps, 0 for a window without a run. All
figures are seconds of the window's thread but the `memory`, which is in bytes.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import thread_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from editor_app.clock import local_now
from editor_app.window.driver import WindowDriver, application, open_window

_SCENARIO = """\
format: 1
system: {text: Be kind.}
provider: anthropic
context_limit: 200000
max_steps: 20000
steps:
  - ramp: {steps: %d, from: 20000, to: 190000, tools: [{name: read_file, args: {path: a.py}, result: %s}]}
    user: Refactor it
"""
_TRIGGERS = """\
format: 1
triggers:
  - {id: half, signal: context, at: 50, text: "[context:percent] % are used."}
  - {id: long, signal: steps, at: 50, every: 100, text: "[step:left] steps are left."}
  - {id: late, signal: steps-left, at: 10, text: Come to an end.}
  - {id: edits, signal: tool-unused, tool: Edit, at: 30, text: Edit something.}
"""
_STEPS = 30


class Blocks:
    """Measures the longest time that the window's thread worked between two turns of a timer."""

    def __init__(self) -> None:
        """Start at once."""
        self.longest = 0.0
        self._last = thread_time()
        self._timer = QTimer(interval=0)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = thread_time()
        self.longest = max(self.longest, now - self._last)
        self._last = now

    def during(self, act: Callable[[], object], is_over: Callable[[], bool], turns: int = 8) -> float:
        """Act, turn the event loop until all is over and some turns more; return the longest block."""
        application().processEvents()
        self.longest, self._last = 0.0, thread_time()
        act()
        while not is_over():
            application().processEvents()
        for _ in range(turns):
            application().processEvents()
        self._beat()
        return self.longest


def main(place: Path, steps: int) -> None:
    """Print the figures."""
    library = place / "library"
    (library / "runs").mkdir(parents=True, exist_ok=True)
    (library / "runs" / "long.yaml").write_text(_SCENARIO % (max(steps, 1), json.dumps("line of code\n" * 8)))
    (library / "runs" / "triggers.yaml").write_text(_TRIGGERS)
    driver = open_window(
        library, state_dir=place / "state", config_dir=place / "config", clock=local_now, is_checked=False
    )
    driver.come_to_front()
    found = _measured(driver) if steps else {}
    print(json.dumps({**found, "memory": _resident()}), flush=True)
    os._exit(0)


def _measured(driver: WindowDriver) -> dict[str, float]:
    blocks = Blocks()
    driver.open("runs/long.yaml")
    run = driver.workbench.perspectives.of(driver.file)
    driver.workbench.files.disk.ended.disconnect(run.run.refresh)  # each look at the disk plays anew
    found = {"first": blocks.during(lambda: None, lambda: run.run.played is not None, 30)}
    chart, last = run.view.chart, len(run.run.played.result.steps) - 1

    def walk() -> tuple[float, float]:
        run.run.choose_step(last - 2 * _STEPS)
        blocks.during(lambda: None, lambda: True, 40)
        taken = []
        for _ in range(_STEPS):
            start = thread_time()
            QTest.keyClick(chart, Qt.Key.Key_Right)
            application().processEvents()
            application().processEvents()
            taken.append(thread_time() - start)
        return median(taken), blocks.during(lambda: QTest.keyClick(chart, Qt.Key.Key_Right), lambda: True, 60)

    for view in ("structure", "raw", "compare"):
        found[f"{view} chosen"] = blocks.during(lambda view=view: run.request._choose(view), lambda: True, 60)
        found[f"{view} step"], found[f"{view} block"] = walk()
    run.request._choose("structure")
    found["all"] = blocks.during(lambda: run.view.groupings.chosen.emit("all"), lambda: True, 30)
    found["all step"], found["all block"] = walk()
    return found


def _resident() -> int:
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


main(Path(sys.argv[1]), int(sys.argv[2]))
