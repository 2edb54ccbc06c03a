"""What odd endpoints cost: `python tests/benchmarks endpoints [WORDS]` prints a table of them.

For each path of `odd_endpoint.py`: what came of a request there, how long it went on after Cancel where it
was not over by then, and how much more memory the process had at its most while it was asked (Linux alone
tells that). What is over its limit is marked, and the command ends with exit status 1.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from endpoint_connections import OddEndpoint, served
from odd_endpoint import ODD_EVENTS, Handler

from editor_app.runs.endpoint.model import send_once
from editor_app.runs.loop.models import ModelCancelledError, ModelError
from editor_app.runs.model.session import TextPart, ToolPart

ASKED = 3.0
"""Seconds after which a request is cancelled."""
CANCEL = 0.25
MEMORY = 200
_OF_HANDLER = {"large_calls", "odd_event", "tiny", "whole", "finish", "handle", "setup"}
_NO_PATHS = {"head", "events", "wait_until_closed", "json", "once_called"}
_LARGE = (
    *("large-calls--64-3900", "large-calls--65-10", "large-calls--256-100", "large-calls--1-245000"),
    *("large-calls--1-4000000", "tiny--2000000", "whole--900000", "whole--16000000"),
)
_MESSAGE = '[["read_file", "{}"], ["list_files", "["]]'  # what `ladder` is to ask for


class _Came(NamedTuple):
    """What came of a request, and what it cost: seconds after Cancel, and megabytes."""

    words: str
    after_cancel: float | None
    memory: int


def paths() -> list[str]:
    """Return each kind of oddness."""
    own = [name for name, member in vars(Handler).items() if callable(member) and name[0] != "_"]
    plain = [name.replace("_", "-") for name in own if name not in _OF_HANDLER | _NO_PATHS]
    return [*plain, *_LARGE, *(f"odd-event--{name}" for name in ODD_EVENTS)]


def print_all(words: list[str]) -> bool:
    """Print the table of the paths that have all of `words`; return whether all keep their limits."""
    wanted = [path for path in paths() if all(word in path for word in words)]
    fine = True
    print(f"{'endpoint':<30} {'Cancel':>8} {'memory':>8}  what came of it")
    with TemporaryDirectory() as place, served(Path(place) / "log") as odd:
        _ask(odd, "streams")  # what is imported once is no row's
        for path in wanted:
            came = _ask(odd, path)
            fine &= _print_row(path, came)
    print(f"{len(wanted)} endpoints")
    return fine


def _print_row(path: str, came: _Came) -> bool:
    is_over = (came.after_cancel or 0) > CANCEL or came.memory > MEMORY
    cancel = "" if came.after_cancel is None else f"{came.after_cancel * 1000:.0f} ms"
    print(
        f"{path:<30} {cancel:>8} {came.memory:>5} MB  {came.words[:100]}{'  over' * is_over}",
        flush=True,
    )
    return not is_over


def _ask(odd: OddEndpoint, path: str) -> _Came:
    """Send a request in a thread, and cancel it if it is not over soon."""
    cancelled, over, said = Event(), Event(), []
    connection = odd.connection(path, cancelled=cancelled.is_set)
    body = {"messages": [{"role": "user", "content": _MESSAGE}]}

    def ask() -> None:
        said.append(_said(connection, body))
        over.set()

    before = _memory("VmRSS")
    _forget_peak()
    Thread(target=ask, daemon=True).start()
    after = None
    if not over.wait(ASKED):
        cancelled.set()
        begun = perf_counter()
        over.wait(30)
        after = perf_counter() - begun
    return _Came(said[0] if said else "goes on", after, max(_memory("VmHWM") - before, 0))


def _said(connection, body) -> str:
    size, calls, ended = 0, 0, "ended"
    try:
        for part in send_once(connection, body):
            size += len(part.text) if isinstance(part, TextPart) else 0
            calls += isinstance(part, ToolPart)
    except ModelCancelledError:
        ended = "cancelled"
    except ModelError as error:
        ended = str(error)
    return f"{size:,} characters, {calls} calls: {ended}"


def _memory(which: str) -> int:
    """Return megabytes of this process, 0 where the system does not tell."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith(which)), 0)


def _forget_peak() -> None:
    peak = Path("/proc/self/clear_refs")
    if peak.exists():
        peak.write_text("5")


if __name__ == "__main__":
    sys.exit(not print_all(sys.argv[1:]))
