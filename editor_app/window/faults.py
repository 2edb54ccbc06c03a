"""What happens when the program itself fails: one place, and the text stays."""

from __future__ import annotations

import logging
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

_log = logging.getLogger("foreword.faults")


class Faults(QObject):
    """Catches exceptions that reach Qt's event loop and announces them as one sentence."""

    happened = Signal(str, str)

    def install(self) -> None:
        """Take the place of Python's own hook, which would only print."""
        sys.excepthook = self._caught

    def _caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        _log.error("an action failed\n%s", details)
        self.happened.emit(f"That did not work: {error or kind.__name__}. Your text is unchanged.", details)


class TerminationNotifier(QObject):
    """Turns SIGTERM and SIGINT into a Qt signal, so that the window can close cleanly."""

    requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Listen on the wake-up socket that Python's signal handling writes to."""
        super().__init__(parent)
        self._reading, self._writing = socket.socketpair()
        self._reading.settimeout(0)
        self._writing.settimeout(0)
        self._notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)

    def install(self) -> Callable[[], None]:
        """Start listening; returns what puts the former handlers back."""
        before = {number: signal.signal(number, _nothing) for number in (signal.SIGTERM, signal.SIGINT)}
        descriptor = signal.set_wakeup_fd(self._writing.fileno(), warn_on_full_buffer=False)

        def restore() -> None:
            signal.set_wakeup_fd(descriptor)
            for number, handler in before.items():
                signal.signal(number, handler)
            self._notifier.setEnabled(False)
            self._reading.close()
            self._writing.close()

        return restore

    def _woken(self) -> None:
        if self._reading.recv(64):
            self.requested.emit()


def _nothing(_number: int, _frame: object) -> None:
    """Stand as a handler, so that the signal wakes the event loop instead of ending the program."""
