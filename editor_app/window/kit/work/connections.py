"""Connections as a table, and those to what is looked at now, which end together.

connect((panel.saved, self._save), (panel.closed, self.close))

self._connections = Connections()

def show(self, file: File | None) -> None:
self._connections.end()  # those to the file before
if file is not None:
self._connections.add(file.changed, self._show_text)
self._connections.add(file.renamed, self._show_name)
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import SignalInstance


def connect(*pairs: tuple[SignalInstance, Callable[..., Any] | SignalInstance]) -> None:
    """Connect signals, each to its slot or to another signal."""
    for signal, slot in pairs:
        signal.connect(slot)


class Connections:
    """Remembers connections, to undo them all at once."""

    def __init__(self) -> None:
        """Start without any."""
        self._made: list[tuple[SignalInstance, Callable[..., Any] | SignalInstance]] = []

    def add(self, signal: SignalInstance, *slots: Callable[..., Any] | SignalInstance) -> None:
        """Connect a signal to slots, or to other signals."""
        for slot in slots:
            signal.connect(slot)
            self._made.append((signal, slot))

    def end(self) -> None:
        """Undo the connections; those of what was deleted meanwhile ended with it."""
        for signal, slot in self._made:
            with suppress(RuntimeError):
                signal.disconnect(slot)
        self._made.clear()
