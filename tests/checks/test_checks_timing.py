"""No test reads a clock, waits a fixed time or asserts what is always so: none of these tells a fault."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from parsed_modules import source_nodes

TESTS = Path(__file__).resolve().parents[1]
CLOCKS = {"time", "monotonic", "perf_counter", "process_time", "thread_time"}
CLOCKS |= {f"{clock}_ns" for clock in CLOCKS}
CLASSES_THAT_MEASURE = {"QElapsedTimer", "QDeadlineTimer"}
MODULES_THAT_MEASURE = {"timeit", "cProfile", "profile", "pytest_benchmark"}
PROCESS_TIMES = {("os", "times"), ("resource", "getrusage"), ("time", "clock_gettime")}
SLEEPS = {"qWait", "qSleep", "msleep", "usleep"}


def faults_of(source: str) -> list[str]:
    """Return the line and the fault of each place that measures time, sleeps or asserts nothing."""
    found = [(node.lineno, fault) for node in source_nodes(source) for fault in _faults_at(node)]
    return [f"line {line}: {fault}" for line, fault in sorted(found)]


def _faults_at(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.ImportFrom(module="time", names=names):
            yield from (f"takes {one.name} from time" for one in names if one.name in CLOCKS | {"sleep"})
        case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in MODULES_THAT_MEASURE:
            yield f"imports {module}"
        case ast.Import(names=names):
            yield from (f"imports {one.name}" for one in names if one.name in MODULES_THAT_MEASURE)
        case ast.Attribute(value=ast.Name(id="time"), attr=attribute) if attribute in CLOCKS | {"sleep"}:
            yield f"uses time.{attribute}"
        case ast.Attribute(value=ast.Name(id=module), attr=attribute) if (module, attribute) in PROCESS_TIMES:
            yield f"uses {module}.{attribute}"
        case ast.Attribute(attr=attribute) if attribute in SLEEPS:
            yield f"waits a fixed time with {attribute}"
        case ast.Call(func=ast.Attribute(value=receiver, attr="wait")) if "qtbot" in ast.unparse(receiver):
            yield "waits a fixed time with qtbot.wait"
        case ast.Call(func=ast.Attribute(value=ast.Name(id="QThread"), attr="sleep")):
            yield "waits a fixed time with QThread.sleep"
        case ast.Call(func=ast.Attribute(attr="assertNotEmitted"), keywords=[*_, ast.keyword(arg="wait")]):
            yield "waits a fixed time with assertNotEmitted"
        case ast.Name(id=name) if name in CLASSES_THAT_MEASURE:
            yield f"uses {name}"
        case ast.Assert(test=test) if _is_always_true(test):
            yield "asserts what is always so"


def _is_always_true(test: ast.expr) -> bool:
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Tuple(elts=parts):
            return bool(parts)
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(_is_always_true(value) for value in values)
        case ast.BoolOp(op=ast.And(), values=values):
            return all(_is_always_true(value) for value in values)
        case ast.UnaryOp(op=ast.Not(), operand=ast.Constant(value=value)):
            return not value
    return False


def test_no_test_depends_on_how_fast_the_machine_is() -> None:
    files = [file for file in TESTS.rglob("*.py") if "benchmarks" not in file.parts]
    assert [f"{file.name}, {fault}" for file in files for fault in faults_of(file.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "source",
    [
        "import time\nassert time.process_time() - begun < 3",
        "import time\nbegun = time.monotonic()",
        "time.time_ns() < limit",
        "from time import perf_counter, strftime",
        "from time import sleep",
        "time.sleep(0.1)",
        "import timeit",
        "from timeit import timeit",
        "os.times().user",
        "resource.getrusage(resource.RUSAGE_SELF).ru_utime",
        "timer = QElapsedTimer()",
        "qtbot.wait(100)",
        "self._qtbot.wait(100)",
        "with qtbot.assertNotEmitted(panel.chosen, wait=200):\n    pass",
        "QTest.qWait(10)",
        "QThread.msleep(5)",
        "QThread.sleep(1)",
        "assert True",
        "assert 1",
        "assert (found, 'a message')",
        "assert found == 1 or True",
        "assert not False",
        "assert not 0 and True",
    ],
)
def test_what_measures_sleeps_or_asserts_nothing_is_found(source: str) -> None:
    assert len(faults_of(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "qtbot.waitUntil(lambda: done, timeout=10_000)",
        "with qtbot.waitSignal(document.filled):\n    pass",
        "with qtbot.assertNotEmitted(panel.chosen):\n    pass",
        "bench.wait(lambda: bench.bar)",
        "process.wait()",
        "from datetime import datetime, time",
        "assert found or other",
        "assert False, 'not reached'",
        "clock = iter([0.0, 1.0])",
        "parser.parse('time.sleep(1)')",
    ],
)
def test_what_waits_for_something_passes(source: str) -> None:
    assert faults_of(source) == []
