"""Every test runs in folders of its own, headless, and fails on any warning or unexpected log line."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import HealthCheck, settings

from editor_app.text import Sentence

if TYPE_CHECKING:
    from endpoint_connections import OddEndpoint
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

PATIENCE_MS = 200_000
SCREEN = Path(__file__).with_name("screen.json")
# A screen that the windows of the tests fit on: on Qt's own, of 800 pixels, each would be laid out twice.
# Qt reads the path as Latin-1, up to a colon.
_CAN_BE_NAMED = str(SCREEN).isascii() and ":" not in str(SCREEN)
os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={SCREEN}" if _CAN_BE_NAMED else "offscreen"
os.environ.pop("FOREWORD_LIBRARY", None)

yaml.SafeDumper.add_multi_representer(Sentence, lambda dumper, text: dumper.represent_data(str(text)))

settings.register_profile(
    "foreword",
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
settings.register_profile(
    "explore", settings.get_profile("foreword"), max_examples=750, derandomize=False, print_blob=True
)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Take the examples that every run takes, unless the command line asks for others."""
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("foreword")
    elif config.getoption("--timeout", None) is None:
        config.option.timeout = 0  # a search may take as long as it does
    gc.disable()  # a thread that collects would delete widgets outside of theirs, which Qt does not survive


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Collect garbage between tests, in the thread of widgets, and seldom."""
    try:
        return (yield)
    finally:
        young, _, old = gc.get_count()
        if young > 100_000:
            gc.collect(2 if old > 5 else 1)


def pytest_collection_finish() -> None:
    """Keep what was collected out of every later search for garbage: it stays until the end."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens", action="store_true", help="write what the code gives into the expected files"
    )


@pytest.fixture
def update_goldens(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-goldens"))


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> Iterator[QApplication]:
    """Empty the clipboard at the end: without a screen Qt keeps what was copied until Python is gone.

    What an editor copies is an object of Python's, and its end would then be a crash of the finished run.
    """
    yield qapp
    qapp.clipboard().clear()


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Wait for what will happen as long as a busy machine takes for it."""
    from pytestqt.qtbot import QtBot

    bot = QtBot(request)
    for name in ("waitUntil", "waitSignal", "waitSignals"):
        setattr(bot, name, partial(getattr(bot, name), timeout=PATIENCE_MS))
    return bot


@pytest.fixture(scope="session")
def new_homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return paths that nothing else uses; pytest itself looks through all it made for the next free name."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_home(new_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a HOME and XDG folders that nothing else uses."""
    home = next(new_homes)
    home.mkdir(mode=0o700)
    monkeypatch.setenv("HOME", str(home))
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    return home


@pytest.fixture
def estimated_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tokens be estimated, also where the library that counts them is installed."""
    from editor_app.text import tokens

    monkeypatch.setattr(tokens, "_counter", lambda _encoding: None)


@pytest.fixture(scope="session")
def odd_endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OddEndpoint]:
    """Return a server in a process of its own that answers as the path says."""
    from endpoint_connections import served

    with served(tmp_path_factory.mktemp("endpoint") / "log") as endpoint:
        yield endpoint


@pytest.fixture(autouse=True)
def no_unexpected_logs(caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest):
    """Fail a test that logs a warning it did not announce with `expected_logs`."""
    yield
    expected: list[str] = getattr(request.node, "expected_logs", [])
    unexpected = [
        record.getMessage()
        for record in caplog.get_records("call")
        if record.levelno >= logging.WARNING and not any(part in record.getMessage() for part in expected)
    ]
    assert not unexpected, f"unexpected log lines: {unexpected}"


@pytest.fixture
def expect_log(request: pytest.FixtureRequest):
    """Return a function that announces a part of a log line the test provokes on purpose."""

    def expect(part: str) -> None:
        request.node.expected_logs = [*getattr(request.node, "expected_logs", []), part]

    return expect
