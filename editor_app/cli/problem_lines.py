"""Problems as lines that editors and build logs understand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from editor_app.cli.paths import show_path
from editor_app.cli.streams import Streams
from editor_app.library.files.errors import shown
from editor_app.wire.problems import Problem


def problem_lines(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield `path:line:col: severity code message` for each problem, without line and column if unknown."""
    paths: dict[str, str] = {}  # computed once for each file, which may have a thousand problems
    for problem in problems:
        given = problem.file_path
        if given not in paths:
            paths[given] = show_path(Path(given)) if Path(given).is_absolute() else given
        region = problem.region
        place = f":{region.start.line}:{region.start.column}" if region else ""
        yield shown(f"{paths[given]}{place}: {problem.severity} {problem.code} {problem.message}")


def complain_of(problems: Iterable[Problem], streams: Streams) -> None:
    """Write problems to standard error, a line each."""
    for line in problem_lines(problems):
        streams.complain(line)
