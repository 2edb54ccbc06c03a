"""The handling of uncaught exceptions and of signals that end the program: no text is lost."""

from __future__ import annotations

import logging
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

from editor_app.text import Sentence
from editor_app.window.kit.error_log import described
from editor_app.window.kit.words.plain_text import one_line

_MOST_WORDS = 200
_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name))
_log = logging.getLogger("foreword.faults")


class _Handled(Exception):  # noqa: N818  nothing has failed
    """What is being handled all the time that the window runs."""


def with_whole_exceptions(run: Callable[[], int]) -> int:
    """Return what `run` returns; each exception in it is an object from the moment it is raised.

    While no other is being handled, Python 3.11 keeps one that C raised, such as of a wrong index, as a class
    and its words until it is caught. PySide6 takes the words for the object where such a one leaves an
    override inside of a method of Qt's that was called from Python: the process ends in a segmentation fault.
    """
    try:
        raise _Handled  # noqa: TRY301  so that it is being handled
    except _Handled:
        return run()


class Faults(QObject):
    """Catches exceptions that reach Qt's event loop and announces each as one sentence."""

    happened = Signal(str, str)
    _seen = Signal(str, str)  # emitted in any thread; `happened` follows in the window's

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        flush: Callable[[], object] = lambda: None,
        log: Callable[[BaseException], str] = described,
    ) -> None:
        """Start without hooks; `install` sets them.

        `flush` is called first, and brings unsaved text to the disk; `log` then notes the exception, and
        returns what may be written about it anywhere: nothing of anybody's text.
        """
        super().__init__(parent)
        self._flush = flush
        self._log_error = log
        self._seen.connect(self.happened)

    def install(self) -> Callable[[], None]:
        """Replace Python's exception hooks, which only print; return a function that restores them."""
        before, before_in_threads = sys.excepthook, threading.excepthook
        sys.excepthook = self._caught
        threading.excepthook = self._caught_in_thread

        def restore() -> None:
            sys.excepthook, threading.excepthook = before, before_in_threads

        return restore

    def _caught_in_thread(self, caught: threading.ExceptHookArgs) -> None:
        if caught.exc_value is not None:
            self._caught(caught.exc_type, caught.exc_value, caught.exc_traceback)

    def _caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        following: BaseException | None = error
        while following is not None:  # none of them came of what is always being handled
            if isinstance(following.__context__, _Handled):
                following.__context__ = None
            following = following.__context__
        try:
            self._flush()
            noted = self._log_error(error)
        except Exception as second:  # noqa: BLE001  the first is still to be told
            noted = f"{kind.__name__}; it could not be noted: {type(second).__name__}"
        _log.error("an action failed\n%s", noted)
        details = "".join(traceback.format_exception(kind, error, trace))
        words = one_line(str(error))[:_MOST_WORDS].rstrip(".") or kind.__name__
        self._seen.emit(Sentence("window-startup.did-not-work", reason=words), details)


class TerminationNotifier(QObject):
    """Turns SIGTERM, SIGINT and SIGHUP into a Qt signal, so that the window can close cleanly."""

    requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Create the socket that Python's signal handling writes to, and listen on it."""
        super().__init__(parent)
        self.was_requested = False
        self._reading, self._writing = socket.socketpair()
        self._reading.settimeout(0)
        self._writing.settimeout(0)
        self._notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)

    def install(self) -> Callable[[], None]:
        """Install the handlers; return a function that restores the former ones.

        Ignored signals stay ignored: a shell starts background jobs like that, so that Ctrl+C does not end
        them.
        """
        heard = [number for number in _SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, _nothing) for number in heard}
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
            self.was_requested = True
            self.requested.emit()


def _nothing(_number: int, _frame: object) -> None:
    """Do nothing: with a handler installed, a signal wakes the event loop instead of ending the program."""
