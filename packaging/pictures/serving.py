"""The states of *Tools ▸ Serve* that pictures are made of; no server runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from editor_app.http_api.errors import refusal_in_words
from editor_app.window.app import Workbench
from editor_app.window.server.process import ServerAddress

_TEXTS: Final = (
    ("14:01:58", "GET", "/health", "200", "0.8", ""),
    ("14:02:03", "GET", "/system-prompt", "200", "1.4", ""),
    ("14:02:03", "POST", "/conversations/c-0042/construct", "200", "38.2", ""),
    ("14:02:04", "GET", "/conversations/c-0042", "200", "0.6", ""),
    ("14:02:06", "GET", "/system-prompt", "401", "0.2", refusal_in_words("token")),
    ("14:02:09", "PUT", "/system-prompt", "409", "2.9", refusal_in_words("unsaved-elsewhere")),
    ("14:02:10", "", "", "408", "5000.1", refusal_in_words("late-headers")),
    ("14:02:11", "POST", "/conversations/nightly-8812/compact", "200", "41.7", ""),
)


def stopped(workbench: Workbench) -> Iterator[None]:
    """Show that nothing runs."""
    yield
    workbench.commands.program.server.show()
    yield


def running(workbench: Workbench) -> Iterator[None]:
    """Show a server and its log, in which some requests were refused."""
    yield from stopped(workbench)
    dialog = workbench.commands.program.server.dialog
    dialog.show_started(
        ServerAddress("http://127.0.0.1:8137", "0" * 64, "~/.local/state/foreword/serve/8137.token")
    )
    for texts in _TEXTS:
        dialog.add_row(texts)
    yield


def port_in_use(workbench: Workbench) -> Iterator[None]:
    """Show that another server has the port."""
    yield from stopped(workbench)
    workbench.commands.program.server.dialog.show_ended(
        "Port 8137 is in use. Choose another; 0 takes a free one. There ‘~/northwind/prompts’ is"
        " served already."
    )
    yield


def extra_missing(workbench: Workbench) -> Iterator[None]:
    """Show what to install where the libraries that serve are not there."""
    yield from stopped(workbench)
    workbench.commands.program.server.dialog.show_ended(
        "‘foreword serve’ needs starlette and uvicorn, and uvicorn is not installed. Install them:"
        " /srv/foreword/.venv/bin/python -m pip install 'starlette>=0.50' 'uvicorn>=0.38'"
    )
    yield
