"""The server's own small window: where it is, how to get in, and what was asked of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QPushButton, QTreeWidget, QTreeWidgetItem, QWidget

from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.server.process import RequestRow, ServerAddress
from editor_app.window.style.plain_text import one_line
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.fields import LineField
from editor_app.window.widgets.words import PlainLabel, ReadableLabel

MOST_ROWS = 1000
_MOST_PORT = 65_535
_PATH = 2
_WIDTHS = {0: 80, 1: 72, 3: 64, 4: 64, 5: 128}
_COLUMNS = ("Time", "Method", "Path", "Status", "ms", "Why refused")
_WHAT = (
    "Programs on this computer get the library's prompts over HTTP, if they send the token. "
    "The server runs until you stop it or close Foreword."
)


class ServerDialog(CalmDialog):
    """Starts and stops the server, shows its address and its log; the window behind can be used meanwhile."""

    start_requested = Signal(int)
    stop_requested = Signal()

    def __init__(self, theme: Theme, port: str, parent: QWidget | None) -> None:
        """Show that nothing runs; `port` is what the field has."""
        super().__init__(theme, "Serve", _WHAT.replace("'", "’"), parent)
        self.setModal(False)
        self._address: ServerAddress | None = None
        self.state = ReadableLabel("", "strong", self)
        self.port = LineField(port, self)
        self.start_button = self._button("Start")
        self.stop_button = self._button("Stop")
        self.copy_address_button = self._button("Copy address")
        self.copy_token_button = self._button("Copy token")
        self.log = QTreeWidget(self)
        self._build(theme)
        self.add_cancel("Close")
        self.start_button.clicked.connect(self._start)
        self.port.returnPressed.connect(self._start)
        self.stop_button.clicked.connect(self.stop_requested)
        self.copy_address_button.clicked.connect(self._copy_address)
        self.copy_token_button.clicked.connect(self._copy_token)
        self.show_ended("")
        self.resize(theme.px(720), theme.px(480))

    @property
    def address(self) -> ServerAddress | None:
        """Where the server is while it runs, None while it does not."""
        return self._address

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The rows of the log, the oldest first."""
        items = (self.log.topLevelItem(row) for row in range(self.log.topLevelItemCount()))
        return [tuple(item.text(column) for column in range(len(_COLUMNS))) for item in items if item]

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the button that is of use now."""
        super().showEvent(event)
        (self.start_button if self.start_button.isEnabled() else self.stop_button).setFocus()

    def show_starting(self) -> None:
        """Show that the server is starting."""
        self._show("Starting…", None, is_running=True)

    def show_started(self, address: ServerAddress) -> None:
        """Show where the server is."""
        self._show(f"Served at {address.url}", address, is_running=True)

    def show_stopping(self) -> None:
        """Show that the server answers its last requests."""
        self._show("Stopping…", None, is_running=True)
        self.stop_button.setEnabled(False)

    def show_ended(self, why: str) -> None:
        """Show that nothing runs, and why if nobody asked for that."""
        self._show(why or "Not running.", None, is_running=False)

    def add_row(self, row: RequestRow) -> None:
        """Add a line of the log below the others; the oldest go."""
        bar = self.log.verticalScrollBar()
        is_at_end = bar.value() == bar.maximum()
        texts = (row.time, row.method, row.path, row.status, row.milliseconds, row.why)
        self.log.addTopLevelItem(QTreeWidgetItem([one_line(text) for text in texts]))
        if self.log.topLevelItemCount() > MOST_ROWS:
            self.log.takeTopLevelItem(0)
        if is_at_end:
            self.log.scrollToBottom()

    def _build(self, theme: Theme) -> None:
        self.state.setWordWrap(True)
        self.port.setAccessibleName("Port")
        self.port.setFixedWidth(theme.px(72))
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        label = PlainLabel("Port", "soft", self)
        label.setBuddy(self.port)
        for widget in (label, self.port, self.start_button, self.stop_button):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.copy_address_button)
        row.addWidget(self.copy_token_button)
        self.log.setAccessibleName("Requests")
        self.log.setHeaderLabels(_COLUMNS)
        self.log.setRootIsDecorated(False)
        self.log.setUniformRowHeights(True)
        header = self.log.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(_PATH, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            header.resizeSection(column, theme.px(width))
        self.content.addWidget(self.state)
        self.content.addLayout(row)
        self.content.addWidget(self.log, 1)

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        return button

    def _show(self, state: str, address: ServerAddress | None, *, is_running: bool) -> None:
        self._address = address
        self.state.say(state)
        self.port.setEnabled(not is_running)
        self.start_button.setEnabled(not is_running)
        self.stop_button.setEnabled(is_running)
        self.copy_address_button.setEnabled(address is not None)
        self.copy_token_button.setEnabled(address is not None)

    def _start(self) -> None:
        words = self.port.text().strip()
        port = int(words) if words.isascii() and words.isdigit() and len(words) < 6 else _MOST_PORT + 1
        if port > _MOST_PORT:
            self.show_ended(f"There is no such port. Choose one up to {_MOST_PORT}; 0 takes a free one.")
            self.port.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.start_requested.emit(port)

    def _copy_address(self) -> None:
        if self._address is not None:
            QGuiApplication.clipboard().setText(self._address.url)

    def _copy_token(self) -> None:
        if self._address is not None:
            QGuiApplication.clipboard().setText(self._address.token)
