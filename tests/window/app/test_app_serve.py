"""Tools ▸ Serve: a process of its own that serves the library, and ends with the window."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from running_server import PATIENCE_SECONDS

from editor_app import http_api
from editor_app.clock import local_now
from editor_app.conversations.results import ConversationError
from editor_app.http_api.errors import refusal_in_words
from editor_app.http_api.serving.server import REQUIREMENTS
from editor_app.library.paths import state_dir
from editor_app.library.trust.trust import read_trust, trust_workspace
from editor_app.window.driver import WindowDriver, open_window
from editor_app.window.server import dialog as dialog_module
from editor_app.window.server.dialog import ServerDialog
from editor_app.window.server.process import ServerAddress, ServerProcess

_OWNER = """
import sys
from PySide6.QtCore import QCoreApplication
from pathlib import Path
from editor_app.window.server.process import ServerProcess
app = QCoreApplication([])
server = ServerProcess(Path(sys.argv[1]), Path(sys.argv[2]))
server.started.connect(lambda address: print(server._process.processId(), address.url, flush=True))
server.start(0)
app.exec()
"""

_WITHOUT_UVICORN = """import sys
sys.modules["uvicorn"] = None
from editor_app.cli import main
sys.exit(main())"""
_PYTHON = sys.executable


@pytest.fixture
def folder(root: Path) -> Path:
    """The workspace of the library, a repository with rules."""
    subprocess.run(["git", "init", "-q"], cwd=root.parent, check=True)
    (root.parent / "AGENTS.md").write_text("Run the tests.\n")
    return root.parent


@pytest.fixture
def window(
    qapp: QApplication, root: Path, folder: Path, own_home: Path, tmp_path: Path
) -> Iterator[WindowDriver]:
    with open_window(
        root, state_dir=state_dir(), config_dir=tmp_path / "config", clock=local_now, is_checked=False
    ) as driver:
        yield driver


def test_the_window_serves_its_library_and_shows_what_was_asked(
    window: WindowDriver, root: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.workbench.trust.trust_here(folder)
    window.trigger("serve")
    server = window.workbench.commands.program.server
    dialog = server.dialog
    assert dialog.isVisible()
    assert not dialog.isModal()
    assert (dialog.port.text(), dialog.state.text()) == ("8137", "Not running")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", os.fspath(tmp_path / "python"))
        _check_what_is_said_of_servers_that_do_not_start(window, dialog, tmp_path / "python")

    dialog.port.setText("0")
    dialog.start_button.click()
    assert not dialog.copy_token_button.isEnabled()
    assert not window.window.status.server.isVisible()
    window.wait_until(dialog.copy_token_button.isEnabled, PATIENCE_SECONDS)
    mark = window.window.status.server
    assert (mark.isVisible(), mark.text()) == (True, "Serving")
    dialog.hide()
    mark.click()
    assert dialog.isVisible()
    _check_what_is_copied_and_logged(window, dialog, root)
    _check_that_trust_is_the_windows(window, dialog, folder)
    dialog.stop_button.click()
    assert dialog.state.text() == "Stopping…"
    window.wait_until(lambda: not server.process.is_running, PATIENCE_SECONDS)
    assert dialog.state.text() == "Not running"
    assert not mark.isVisible()

    dialog.start_button.click()
    os.kill(server.process._process.processId(), signal.SIGKILL)
    window.wait_until(lambda: not server.process.is_running, PATIENCE_SECONDS)
    assert dialog.state.text() == "The server was ended by the system, or by another program."
    dialog.start_button.click()
    window.wait_until(dialog.copy_token_button.isEnabled, PATIENCE_SECONDS)
    number = server.process._process.processId()
    window.close()
    assert not _runs(number)
    assert os.listdir(state_dir() / "serve") == []


def _check_what_is_said_of_servers_that_do_not_start(
    window: WindowDriver, dialog: ServerDialog, python: Path
) -> None:
    """`python` is called as Python is: -P -m editor_app …"""
    process = window.workbench.commands.program.server.process

    def said(script: str, port: str) -> str:
        python.write_text(script)
        python.chmod(0o700)
        dialog.port.setText(port)
        dialog.start_button.click()
        window.wait_until(lambda: not process.is_running, PATIENCE_SECONDS)
        assert dialog.start_button.isEnabled(), "it can be tried again"
        return dialog.state.text()

    assert said("", "70000").startswith("There is no such port.")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        words = said(f'#!/bin/sh\nexec {shlex.quote(_PYTHON)} "$@"\n', port)
    assert words == f"Port {port} is in use. Choose another; 0 takes a free one."
    python_without = f"exec {shlex.quote(_PYTHON)} -P -c '{_WITHOUT_UVICORN}' \"$@\""
    words = said(f"#!/bin/sh\nshift 3\n{python_without}\n", "0")
    assert "needs starlette and uvicorn" in words
    assert f"-m pip install '{REQUIREMENTS[0]}' '{REQUIREMENTS[1]}'" in words


def _check_that_trust_is_the_windows(window: WindowDriver, dialog: ServerDialog, folder: Path) -> None:
    assert "Run the tests." in _asked(dialog.address, folder)
    assert not read_trust(state_dir(), folder)[0].is_trusted, "nothing of it is on the disk"
    window.workbench.trust.take_back(folder)
    window.wait_until(lambda: "Run the tests." not in _asked(dialog.address, folder), PATIENCE_SECONDS)
    window.workbench.trust.trust_here(folder)
    window.wait_until(lambda: "Run the tests." in _asked(dialog.address, folder), PATIENCE_SECONDS)


def _check_what_is_copied_and_logged(window: WindowDriver, dialog: ServerDialog, root: Path) -> None:
    clipboard = QGuiApplication.clipboard()
    dialog.copy_address_button.click()
    url = clipboard.text()
    assert dialog.state.text() == f"Served at {url}"
    dialog.copy_token_button.click()
    headers = {"Authorization": f"Bearer {clipboard.text()}"}
    dialog.copy_token_file_button.click()
    assert dialog.token_file.text() == clipboard.text()
    assert headers["Authorization"].endswith(Path(clipboard.text()).read_text().strip())
    assert httpx.get(f"{url}/health", headers=headers).json()["library"] == str(root)
    assert httpx.get(f"{url}/system-prompt").status_code == 401
    window.wait_until(lambda: len(_rows(dialog)) == 2, PATIENCE_SECONDS)
    first, second = _rows(dialog)
    assert (first[1:4], first[5]) == (["GET", "/health", "200"], "")
    assert (second[1:4], second[5]) == (["GET", "/system-prompt", "401"], "The token is missing or wrong.")
    item = dialog.log.topLevelItem(1)
    assert item is not None
    assert "The token is missing or wrong." in item.toolTip(5)


def _rows(dialog: ServerDialog) -> list[list[str]]:
    """Return the rows of the log, the oldest first."""
    items = (dialog.log.topLevelItem(at) for at in range(dialog.log.topLevelItemCount()))
    return [[item.text(column) for column in range(dialog.log.columnCount())] for item in items if item]


def test_every_code_of_a_refusal_has_words() -> None:
    sources = Path(http_api.__file__).parent.rglob("*.py")
    pattern = r'(?:ErrorAnswer|Refusal|_unusable|note_refusal)\(\s*"([a-z-]+)"|refused="([a-z-]+)"'
    codes = {one or other for path in sources for one, other in re.findall(pattern, path.read_text())}
    codes |= {code for error in _all_below(ConversationError) if (code := error.code)}
    assert {"token", "silent", "late-body", "unsaved-elsewhere", "busy-store"} <= codes, (
        "the pattern finds some"
    )
    assert [code for code in sorted(codes - {"fault"}) if refusal_in_words(code) == code] == []


def _all_below(error: type[ConversationError]) -> Iterator[type[ConversationError]]:
    yield error
    for below in error.__subclasses__():
        yield from _all_below(below)


class _SilentProcess(ServerProcess):
    """Its first line comes only when it is asked for, as from a window that is busy."""

    def say_trust(self, trusted: bool | None) -> None:
        """Say nothing."""

    def say_it_now(self, trusted: bool | None) -> None:
        super().say_trust(trusted)


def test_before_the_first_line_comes_the_server_trusts_no_more_than_the_window(
    qtbot, root: Path, folder: Path, own_home: Path, tmp_path: Path
) -> None:
    trust_workspace(state_dir(), folder, now=local_now())  # the disk says more than the window
    server = _SilentProcess(root, tmp_path)
    with qtbot.waitSignal(server.started, timeout=PATIENCE_SECONDS * 1000) as started:
        server.start(0, trusted=False)
    try:
        [address] = started.args
        assert "Run the tests." not in _asked(address, folder)
        server.say_it_now(None)
        qtbot.waitUntil(lambda: "Run the tests." in _asked(address, folder), timeout=PATIENCE_SECONDS * 1000)
    finally:
        server.close()


def _asked(address: ServerAddress | None, folder: Path) -> str:
    """Return what a program is told that a conversation would get."""
    assert address is not None
    answer = httpx.post(
        f"{address.url}/conversations/c-1/preview",
        json={"cwd": str(folder)},
        headers={"Authorization": f"Bearer {address.token}"},
    )
    return str(answer.json()["systemPrompt"])


def test_the_small_window_follows_another_theme_while_it_is_open(qtbot, theme_choice) -> None:
    def filled() -> ServerDialog:
        dialog = ServerDialog("8137", None)
        qtbot.addWidget(dialog)
        dialog.show_started(ServerAddress("http://127.0.0.1:8137", "0" * 64))
        dialog.add_row(("12:00:00", "GET", "/health", "401", "1.0", "token"))
        return dialog

    open_before = filled()
    light = open_before.grab().toImage()
    theme_choice.choose("dark")
    dark = open_before.grab().toImage()
    assert dark == filled().grab().toImage()
    assert dark != light


def test_the_server_ends_when_the_window_is_killed(root: Path, own_home: Path) -> None:
    words = [sys.executable, "-c", _OWNER, str(root), str(own_home)]
    owner = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])
    assert owner.stdout is not None
    number, url = owner.stdout.readline().split()
    assert httpx.get(url).status_code == 401  # it is there
    descriptor = os.pidfd_open(int(number))
    owner.kill()
    owner.communicate()
    import select

    assert select.select([descriptor], [], [], PATIENCE_SECONDS)[0]
    os.close(descriptor)
    assert os.listdir(state_dir() / "serve") == []  # it ended in order


def test_the_log_keeps_its_last_rows_and_shows_no_control_characters(
    theme_choice, qtbot, monkeypatch
) -> None:
    monkeypatch.setattr(dialog_module, "MOST_ROWS", 20)
    dialog = ServerDialog("8137", None)
    qtbot.addWidget(dialog)
    for number in range(21):
        dialog.add_row(("12:00:00", "GET", f"/\u202e{number}\n", "200", "1.0", ""))
    assert len(_rows(dialog)) == 20
    assert _rows(dialog)[0][2].split() == ["/", "1"]


def _runs(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True
