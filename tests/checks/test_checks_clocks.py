"""Nothing below the faces reads a clock: it would be another thing tomorrow, and on another machine."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from parsed_modules import module_nodes

PACKAGE = Path(__file__).resolve().parents[2] / "editor_app"
CLOCK = "clock.py"
FACES = (
    "cli/",
    "window/app.py",
    "window/startup/",
    # Promised to Python programs, which need not say what time it is.
    "analysis/rendered_file.py",
    "chats/chat.py",
    "conversations/service.py",
    "prompts/loading.py",
)

OF_THE_CLASS = {  # of datetime, date and Qt's, by whatever name they are imported
    "now",
    "today",
    "utcnow",
    "currentDate",
    "currentDateTime",
    "currentDateTimeUtc",
    "currentMSecsSinceEpoch",
    "currentSecsSinceEpoch",
    "currentTime",
}
# Waiting is measured with monotonic() and perf_counter(), which know no date.
OF_TIME = {"asctime", "clock_gettime", "clock_gettime_ns", "ctime", "gmtime", "localtime", "time", "time_ns"}
GIVEN = {"utc_now", "local_now", "local_time"}
OF_A_MOMENT = {"astimezone", "fromtimestamp"}  # without a zone they ask for the machine's
may_read_a_clock = re.compile(
    rf"\.\s*({'|'.join(OF_THE_CLASS | OF_TIME | GIVEN | OF_A_MOMENT)})\b"
    rf"|\b({'|'.join(GIVEN)})\b|\bfrom\s+time\b"
).search


def reads_of_a_clock(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each place that asks what time it is, or in which zone."""
    modules = {
        alias.asname or alias.name: alias.name
        for node in nodes
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            if node.module == "time" and OF_TIME.intersection(alias.name for alias in node.names):
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Attribute):
            is_of_time = isinstance(node.value, ast.Name) and modules.get(node.value.id) == "time"
            if node.attr in OF_TIME if is_of_time else node.attr in OF_THE_CLASS and _is_class(node.value):
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            given = len(node.args) + len(node.keywords)
            if (node.func.attr == "astimezone" and not given) or (
                node.func.attr == "fromtimestamp" and given < 2
            ):
                yield node.lineno, ast.unparse(node)


def _is_class(node: ast.expr) -> bool:
    """Whether an expression names a class that tells the time: `datetime`, `datetime.date`, `QDateTime`."""
    return ast.unparse(node).rpartition(".")[2] in {"datetime", "date", "QDate", "QDateTime", "QTime"}


def takes_of_the_time(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield where one of the functions that give the time is named."""
    for node in nodes:
        name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
        if name in GIVEN:
            yield node.lineno, name


def places(files: Iterable[Path], folder: Path) -> list[str]:
    """Return where a clock is read that may not be."""
    found = []
    for file in files:
        name, source = file.relative_to(folder).as_posix(), file.read_text("utf-8")
        if name == CLOCK or not may_read_a_clock(source):
            continue
        nodes = module_nodes(file)
        lines = [*reads_of_a_clock(nodes), *(() if name.startswith(FACES) else takes_of_the_time(nodes))]
        found += [f"{name}:{line}: {text}" for line, text in lines]
    return found


def test_only_the_faces_read_a_clock() -> None:
    assert places(sorted(PACKAGE.rglob("*.py")), PACKAGE) == []


def test_the_functions_that_give_the_time_are_known() -> None:
    functions = [
        node.name
        for node in ast.parse((PACKAGE / CLOCK).read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
    ]
    assert set(functions) == GIVEN
    assert all((PACKAGE / face).exists() for face in FACES)


def test_the_search_for_clocks_finds_each(tmp_path: Path) -> None:
    lines = [
        "import time",
        "import datetime as dt",
        "from datetime import UTC, date, datetime",
        "from PySide6.QtCore import QDateTime",
        "from editor_app.clock import utc_now",
        "a = datetime.now(UTC)",
        "b = dt.datetime.now(UTC)",
        "c = date.today()",
        "d = time.time()",
        "e = time.localtime()",
        "f = QDateTime.currentDateTime()",
        "g = moment.astimezone()",
        "h = datetime.fromtimestamp(0)",
        "i = lambda: datetime.utcnow",
        "def j(clock=utc_now): return clock()",
        "from time import time_ns",
        "k = time.monotonic()",
        "l = moment.astimezone(UTC), datetime.fromtimestamp(0, UTC), message.now, self.time(), event.today",
        "from time import monotonic, perf_counter, sleep",
    ]
    (tmp_path / "prompts").mkdir()
    for name in ("below.py", "prompts/loading.py", "clock.py"):
        (tmp_path / name).write_text("\n".join(lines))

    def found_in(name: str) -> list[int]:
        return sorted(int(place.split(":")[1]) for place in places([tmp_path / name], tmp_path))

    assert found_in("below.py") == [*range(6, 17)]
    assert found_in("prompts/loading.py") == [line for line in range(6, 17) if line != 15]
    assert found_in("clock.py") == []
