"""The command *Serve*: the server and its small window, made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence

if TYPE_CHECKING:  # imported when they are first asked for, so that the window starts sooner
    from editor_app.window.server.dialog import ServerDialog
    from editor_app.window.server.process import ServerAddress, ServerProcess

_PORT_KEY = "server/port"
_USUAL_PORT = "8137"


class ServerCommands:
    """Serves one library while its window is open."""

    def __init__(
        self,
        library: Path,
        folder: Path,
        settings: QSettings,
        window: QWidget,
        trusted: Callable[[], bool | None],
        show_served: Callable[[str], object],
        show_help: Callable[[QWidget], object],
    ) -> None:
        """Use these parts; only the user can write to `folder`, in which the server is started.

        `trusted` returns whether this window alone trusts the workspace; None is what the disk says.
        `show_served` shows in the window where programs are served, "" where none are;
        `show_help` opens the manual over the small window.
        """
        self._library = library
        self._folder = folder
        self._settings = settings
        self._window = window
        self._trusted = trusted
        self._show_served = show_served
        self._show_help = show_help
        self._dialog: ServerDialog | None = None
        self._process: ServerProcess | None = None

    @property
    def process(self) -> ServerProcess:
        """The server's process, which may not run."""
        if self._process is None:
            from editor_app.window.server.process import ServerProcess

            process = self._process = ServerProcess(self._library, self._folder, self._window)
            process.started.connect(self._after_start)
            process.logged.connect(self.dialog.add_row)
            process.ended.connect(self._after_end)
        return self._process

    def show(self) -> None:
        """Show the small window, in front; the server is started there."""
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    @property
    def dialog(self) -> ServerDialog:
        """The small window, which may be hidden."""
        if self._dialog is None:
            from editor_app.window.server.dialog import ServerDialog

            port = str(self._settings.value(_PORT_KEY, _USUAL_PORT))
            dialog = self._dialog = ServerDialog(port, self._window)
            dialog.start_requested.connect(self._start)
            dialog.help_requested.connect(lambda: self._show_help(dialog))
            dialog.stop_button.clicked.connect(self._stop)
        return self._dialog

    def follow_trust(self) -> None:
        """Tell the server that trust was given or taken back."""
        if self._process is not None:
            self._process.say_trust(self._trusted())

    def close(self) -> None:
        """End the server: its window closes."""
        if self._process is not None:
            self._process.close()
        if self._dialog is not None:
            self._dialog.close()

    def _start(self, port: int) -> None:
        self._settings.setValue(_PORT_KEY, str(port))
        self.dialog.show_busy(Sentence("window-server.starting"), can_stop=True)
        self.process.start(port, trusted=self._trusted())

    def _stop(self) -> None:
        self.dialog.show_busy(Sentence("window-server.stopping"), can_stop=False)
        self.process.stop()

    def _after_start(self, address: ServerAddress) -> None:
        self.dialog.show_started(address)
        self._show_served(address.url)

    def _after_end(self, why: str) -> None:
        self.dialog.show_ended(why)
        self._show_served("")
