"""The server's own small window: where it is, how to get in, and what was asked of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from editor_app.text import Sentence
from editor_app.window.kit.card.controls import Sign
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.dialogs.dialog import CalmDialog
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.layouts import add, row, stacked
from editor_app.window.kit.theme.current import current_theme, on_theme, sized, spaced
from editor_app.window.kit.theme.icons import icon
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, ReadableLabel, plain_tooltip
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.server.process import ServerAddress

MOST_ROWS = 1000
_MOST_PORT = 65_535
_PATH, _MILLISECONDS, _WHY = 2, 4, 5
_ICON = 14
_TO_THE_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_COLUMNS = (
    Sentence("window-server.time"),
    Sentence("window-server.method"),
    Sentence("window-server.path"),
    Sentence("window-server.status"),
    Sentence("window-server.milliseconds"),
    Sentence("window-server.why-refused"),
)


class ServerDialog(CalmDialog):
    """Starts and stops the server, shows its address and its log; the window behind can be used meanwhile."""

    start_requested = Signal(int)

    def __init__(self, port: str, parent: QWidget | None) -> None:
        """Show that nothing runs; `port` is what the field has."""
        super().__init__(Sentence("window-server.serve"), Sentence("window-server.what-it-does"), parent)
        self.setModal(False)
        self.address: ServerAddress | None = None  # where the server is while it runs
        self._sign = spaced(Sign(size=_ICON), margins=(0, 2, 0, 0))
        self.state = ReadableLabel("", "strong", self)
        self.port = sized(LineField(port, self), width=72)
        self.start_button = QPushButton(Sentence("window-server.start"), self, autoDefault=False)
        self.stop_button = QPushButton(Sentence("window-server.stop"), self, autoDefault=False)
        self.copy_address_button = self._copy_button(
            Sentence("window-server.copy-address"), lambda address: address.url
        )
        self.copy_token_button = self._copy_button(
            Sentence("window-server.copy-token"), lambda address: address.token
        )
        self.token_file = ElidedLabel("", "", Qt.TextElideMode.ElideMiddle, self)
        self.copy_token_file_button = self._copy_button(
            Sentence("window-server.copy-path"), lambda address: address.token_file
        )
        self.log = QTreeWidget(self)
        self._no_rows = EmptyPlace(
            Sentence("window-server.no-requests"),
            Sentence("window-server.what-is-listed"),
            ground="panel",
        )
        self._pages = stacked(self, self._no_rows, self.log)
        self._build()
        self.add_button(Sentence("window-server.close"), QDialogButtonBox.ButtonRole.RejectRole)
        self.start_button.clicked.connect(self._start)
        self.port.returnPressed.connect(self._start)
        self.show_ended("")
        self.resize(current_theme().px(800), current_theme().px(480))
        on_theme(self, self._take_sizes)

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the button that is of use now."""
        super().showEvent(event)
        (self.start_button if self.start_button.isEnabled() else self.stop_button).setFocus()

    def show_busy(self, words: str, *, can_stop: bool) -> None:
        """Show that the server is starting, or answers its last requests."""
        self._show("circle-dot", "soft", words, is_running=True)
        self.stop_button.setEnabled(can_stop)

    def show_started(self, address: ServerAddress) -> None:
        """Show where the server is."""
        self._show(
            "circle-check",
            "ok",
            Sentence("window-server.served-at", url=address.url),
            is_running=True,
            address=address,
        )

    def show_ended(self, why: str) -> None:
        """Show that nothing runs, and why if nobody asked for that."""
        icon_name, role = ("circle-alert", "err") if why else ("circle-dashed", "soft")
        self._show(icon_name, role, why or Sentence("window-server.not-running"), is_running=False)

    def _take_sizes(self) -> None:
        px = current_theme().px
        self.log.setIconSize(QSize(px(_ICON), px(_ICON)))
        self.log.header().resizeSection(_WHY, px(264))
        for item in self.log.findItems("", Qt.MatchFlag.MatchStartsWith):
            self._sign_row(item)

    def add_row(self, texts: Sequence[str]) -> None:
        """Add a line of the log below the others; the oldest go."""
        bar = self.log.verticalScrollBar()
        is_at_end = bar.value() == bar.maximum()
        item = QTreeWidgetItem([one_line(text) for text in texts])
        for column in (_PATH, _WHY):  # which may be cut
            item.setToolTip(column, plain_tooltip(texts[column]))
        item.setTextAlignment(_MILLISECONDS, _TO_THE_RIGHT)
        self._sign_row(item)
        self.log.addTopLevelItem(item)
        self._pages.setCurrentWidget(self.log)
        if self.log.topLevelItemCount() > MOST_ROWS:
            self.log.takeTopLevelItem(0)
        if is_at_end:
            self.log.scrollToBottom()

    def _build(self) -> None:
        self.start_button.setProperty("look", "primary")
        self.port.setAccessibleName(Sentence("window-server.port"))
        label = PlainLabel(Sentence("window-server.port"), "soft", self)
        label.setBuddy(self.port)
        self.log.setAccessibleName(Sentence("window-server.requests"))
        self.log.setHeaderLabels(_COLUMNS)
        self.log.setRootIsDecorated(False)
        self.log.setUniformRowHeights(True)
        self.log.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # both ends of a path tell
        self.log.setProperty("look", "log")
        self.log.headerItem().setTextAlignment(_MILLISECONDS, _TO_THE_RIGHT)
        header = self.log.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_PATH, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_WHY, QHeaderView.ResizeMode.Interactive)
        self.copy_token_file_button.setAccessibleName(Sentence("window-server.copy-token-file"))
        state = row(None, self._sign, (self.state, 1), spacing=4)
        state.setAlignment(self._sign, Qt.AlignmentFlag.AlignTop)
        copies = self.copy_address_button, self.copy_token_button
        served = row(None, label, self.port, self.start_button, self.stop_button, ..., *copies, spacing=8)
        file = (
            PlainLabel(Sentence("window-server.token-file"), "soft"),
            (self.token_file, 1),
            self.copy_token_file_button,
        )
        add(self.content, state, 4, served, row(None, *file, spacing=8), 8, (self._pages, 1))

    def _copy_button(self, text: str, part: Callable[[ServerAddress], str]) -> QPushButton:
        button = QPushButton(text, self, autoDefault=False)
        button.clicked.connect(lambda: self._copy(part))
        return button

    def _copy(self, part: Callable[[ServerAddress], str]) -> None:
        if self.address is not None:
            QGuiApplication.clipboard().setText(part(self.address))

    def _show(
        self, icon_name: str, role: str, words: str, *, is_running: bool, address: ServerAddress | None = None
    ) -> None:
        self.address = address
        self.state.say(words)
        self.state.set_look("strong" if address is not None else "")
        self._sign.show_icon(icon_name, role)  # its shape tells as much as its colour
        self.port.setEnabled(not is_running)
        self.start_button.setEnabled(not is_running)
        self.stop_button.setEnabled(is_running)
        for button in (self.copy_address_button, self.copy_token_button, self.copy_token_file_button):
            button.setEnabled(address is not None)
        self.token_file.setText(
            address.token_file if address is not None else Sentence("window-server.token-file-to-come")
        )

    def _sign_row(self, item: QTreeWidgetItem) -> None:
        """Mark a request that was refused."""
        if item.text(_WHY):
            item.setIcon(_WHY, icon("circle-alert", "err"))

    def _start(self) -> None:
        words = self.port.text().strip()
        port = int(words) if words.isascii() and words.isdigit() and len(words) < 6 else _MOST_PORT + 1
        if port > _MOST_PORT:
            self.show_ended(Sentence("window-server.bad-port", most=str(_MOST_PORT)))
            self.port.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.start_requested.emit(port)
