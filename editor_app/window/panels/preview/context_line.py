"""“As if in ~/atlas · model · clock frozen 14:02”: the circumstances of the values, which can be changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.card.text_popup import TextPopup
from editor_app.window.kit.form.flow_layout import FlowLayout
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size
from editor_app.window.kit.words.labels import PlainLabel, menu_words, set_plain_tooltip

_CLOCK_HINT: Final = "like 2026-03-04 14:02:11, in UTC"


@dataclass(frozen=True, slots=True)
class AsIf:
    """The circumstances that values were resolved in.

    `folder` is as shown ("~/atlas"), `taken_at` is the time, and `frozen` whether that is fixed.
    """

    folder: str
    taken_at: datetime
    model: str | None = None
    conversation_id: str | None = None
    frozen: bool = False
    whole_folder: str = ""


class ContextLine(QWidget):
    """Shows an `AsIf`, and announces the changes the user asks for."""

    folder_requested = Signal()
    model_chosen = Signal(object)
    conversation_chosen = Signal(object)
    clock_chosen = Signal(object)
    refresh_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._as_if: AsIf | None = None
        self.setAccessibleName("What the values were found with")
        self._flow = FlowLayout(self, 0, 0)
        self._words: list[PlainLabel] = []
        self._rows: dict[QToolButton, QHBoxLayout] = {}
        self._folder = self._part("Folder", before="as if in")
        self._folder.clicked.connect(lambda _checked=False: self.folder_requested.emit())
        self._model = self._part("Model")
        self._model.clicked.connect(lambda _checked=False: self._ask_model())
        self._conversation = self._part("Conversation")
        self._conversation.clicked.connect(lambda _checked=False: self._ask_conversation())
        self._clock = self._part("Clock", behind="")
        self._clock.clicked.connect(lambda _checked=False: self._offer_times())
        self._refresh = self._part("Find the values again", behind="", beside=self._clock)
        self._refresh.clicked.connect(lambda _checked=False: self.refresh_requested.emit())
        on_theme(self, self._restyle)
        self.hide()

    def show_context(self, as_if: AsIf | None) -> None:
        """Show the circumstances of the values; None hides the line."""
        self._as_if = as_if
        self.setVisible(as_if is not None)
        if as_if is None:
            return
        self._say(self._folder, as_if.folder, as_if.whole_folder or as_if.folder)
        self._say(
            self._model, as_if.model or "no model", as_if.model or "No model: prompt:model does not exist"
        )
        conversation = as_if.conversation_id
        without = "No conversation: prompt:conversation_id does not exist"
        self._say(self._conversation, conversation or "no conversation", conversation or without)
        shown = f"{as_if.taken_at:%H:%M}"
        self._say(
            self._clock,
            f"clock frozen {shown}" if as_if.frozen else f"clock {shown}",
            f"{as_if.taken_at:%Y-%m-%d %H:%M:%S} UTC",
        )

    def _restyle(self) -> None:
        theme = current_theme()
        px = theme.px
        self._flow.setContentsMargins(px(12), px(4), px(8), px(5))
        for label in self._words:
            label.setFixedHeight(px(24))
        height = f"min-height: {px(22)}px; max-height: {px(22)}px; padding: 0 2px"
        style = f"color: {theme.colors['ink']}; font-size: {px(12)}px; {height}"
        for button in (self._folder, self._model, self._conversation, self._clock, self._refresh):
            button.setStyleSheet(f"QToolButton {{ {style} }}")  # the button only, not its popups
        self._refresh.setIcon(icon("refresh-cw", "soft"))
        self._refresh.setIconSize(icon_size() * 0.875)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().color("panel"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, current_theme().color("line"))
        painter.end()

    def _part(
        self, name: str, *, before: str = "", behind: str = "·", beside: QToolButton | None = None
    ) -> QToolButton:
        """Append a button, which a line break never separates from the words or the button beside it."""
        item = QWidget(self)
        row = QHBoxLayout(item)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        button = QToolButton(item)
        self._rows[button] = row
        button.setAccessibleName(name)
        button.setToolTip(name)
        for part in (PlainLabel(before, "soft", item), button, PlainLabel(behind, "faint", item)):
            row.addWidget(part)
            if isinstance(part, PlainLabel):
                part.setVisible(bool(part.text()))
                self._words.append(part)
        (self._flow if beside is None else self._rows[beside]).addWidget(item)
        return button

    def _say(self, button: QToolButton, words: str, whole: str) -> None:
        what = button.accessibleName().partition(":")[0]
        button.setText(menu_words(words, 32))
        button.setAccessibleName(f"{what}: {words}")
        set_plain_tooltip(button, f"{what}: {whole}")

    def _ask_model(self) -> None:
        old = self._as_if.model if self._as_if else None
        popup = TextPopup("Model", old or "", "no model", self._model)
        popup.ask(self._take_model)

    def _ask_conversation(self) -> None:
        old = self._as_if.conversation_id if self._as_if else None
        popup = TextPopup("Conversation", old or "", "no conversation", self._conversation)
        popup.ask(self._take_conversation)

    def _offer_times(self) -> None:
        menu = round_menu(QMenu(self))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_clock_menu(menu)
        menu.popup(self._clock.mapToGlobal(QPoint(0, self._clock.height() + 2)))

    def fill_clock_menu(self, menu: QMenu) -> None:
        """Add the choices of the clock to `menu`."""
        as_if = self._as_if
        if as_if is None:
            return
        running = menu.addAction("Time of each refresh")
        frozen = menu.addAction(f"Frozen at {as_if.taken_at:%Y-%m-%d %H:%M:%S}")
        for action, checked in ((running, not as_if.frozen), (frozen, as_if.frozen)):
            action.setCheckable(True)
            action.setChecked(checked)
        running.triggered.connect(lambda: self.clock_chosen.emit(None))
        frozen.triggered.connect(lambda: self.clock_chosen.emit(as_if.taken_at))
        menu.addSeparator()
        menu.addAction("Freeze at another time…").triggered.connect(self._ask_time)

    def _ask_time(self) -> None:
        old = f"{self._as_if.taken_at:%Y-%m-%d %H:%M:%S}" if self._as_if else ""
        TextPopup("Freeze the clock at", old, _CLOCK_HINT, self._clock).ask(self._take_time)

    def _take_model(self, text: str) -> None:
        self.model_chosen.emit(text or None)

    def _take_conversation(self, text: str) -> None:
        self.conversation_chosen.emit(text or None)

    def _take_time(self, text: str) -> str | None:
        """Freeze the clock at the typed time; return what is wrong with it, None for nothing."""
        if not text:
            self.clock_chosen.emit(None)
            return None
        try:
            time = datetime.fromisoformat(text)
        except ValueError:
            return f"‘{text[:40]}’ is no date and time; write it {_CLOCK_HINT}."
        self.clock_chosen.emit(time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC))
        return None
