"""Problems as lines that editors and build logs understand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from editor_app.cli.paths import show_path
from editor_app.cli.streams import Streams
from editor_app.library import shown
from editor_app.wire import Problem


def problem_line(problem: Problem) -> str:
    """Return `path:line:col: severity code message`, without line and column where there is no text."""
    path = problem.file_path
    if Path(path).is_absolute():
        path = show_path(Path(path))
    place = f":{problem.region.start.line}:{problem.region.start.column}" if problem.region else ""
    return shown(f"{path}{place}: {problem.severity} {problem.code} {problem.message}")


def complain_of(problems: Iterable[Problem], streams: Streams) -> None:
    """Write problems to standard error, a line each."""
    for problem in problems:
        streams.complain(problem_line(problem))
