"""How soon there is a window, beside a bare QPlainTextEdit: whole processes, in turn."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from measure import Row

CHILDREN = Path(__file__).parent / "children"
ROUNDS = 15
EXAMPLE = Path(__file__).parents[2] / "prompts" / "test-scenario-generation.md"


def rows(rounds: int = ROUNDS) -> Iterator[Row]:
    """Measure from the start of the process to the first sight of the text, and to the live editor."""
    with TemporaryDirectory() as place:
        environment = fresh_environment(Path(place))
        for what in ("first", "ready"):
            _run("whole_window.py", what, environment)  # compiles what is to be compiled
        for what, work, target in (
            ("first", "first window", 1.5),
            ("ready", "window, all panels live", None),
        ):
            ours, bare = [], []
            for _ in range(rounds):
                bare.append(_run("bare_window.py", what, environment))
                ours.append(_run("whole_window.py", what, environment))
            yield Row(work, "2 KB", median(ours), "bare QPlainTextEdit", median(bare), target)


def fresh_environment(place: Path) -> dict[str, str]:
    """Return the environment of somebody whose files are in `place`, where a window was open before."""
    folders = {f"XDG_{name}_HOME": str(place / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    own = {
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(place),
        "PYTHONPYCACHEPREFIX": str(place / "compiled"),
        "PYTHONDONTWRITEBYTECODE": "",
        "XDG_RUNTIME_DIR": str(place / "runtime"),
    }
    (place / "runtime").mkdir(mode=0o700)
    state = place / "state" / "foreword"
    state.mkdir(parents=True)
    look = "#f1f0ec|#fafaf8|#ffffff|#1f2328|#dedcd5|JetBrains Mono|1.0"
    (state / "window.ini").write_text(f"[window]\nlook={look}\n", encoding="utf-8")
    return {**os.environ, **folders, **own}


def _run(child: str, what: str, environment: dict[str, str]) -> float:
    for left_over in Path(environment["XDG_RUNTIME_DIR"]).iterdir():
        left_over.unlink()  # a child that ends in the middle leaves its socket
    started = perf_counter()
    command = [sys.executable, str(CHILDREN / child), str(EXAMPLE), what]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    taken = perf_counter() - started
    if ran.returncode:
        raise SystemExit(f"{ran.stderr}Exit status {ran.returncode}: {' '.join(command)}")
    return taken
