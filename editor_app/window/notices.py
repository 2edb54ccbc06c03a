"""Quiet notices at the bottom of the centre: what happened, and a way back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from editor_app.window.announcing import announce
from editor_app.window.icons import icon, icon_size
from editor_app.window.keys import keep_key
from editor_app.window.theme import Theme
from editor_app.window.timers import single_shot
from editor_app.window.widgets.words import ElidedLabel, repolish

SHOWN_MS = 10_000
_BELOW = 12


class Notices(QFrame):
    """One notice at a time over the bottom of its parent; it stays while pointer or focus is in it."""

    gone = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Be hidden."""
        super().__init__(parent)
        self._theme = theme
        self._over = parent
        self._act: Callable[[], object] | None = None
        self.setProperty("look", "popup")
        self.setAccessibleName("Notice")
        self.words = ElidedLabel("", "", parent=self)
        self.link = QPushButton(self)
        self.close_button = QToolButton(self)
        self._timer = single_shot(self, SHOWN_MS)
        self._row = QHBoxLayout(self)
        for widget in (self.words, self.link, self.close_button):
            self._row.addWidget(widget)
        self.link.setProperty("look", "link")
        self.close_button.setProperty("look", "icon")
        self.close_button.setAccessibleName("Dismiss the notice")
        for widget in (self.link, self.close_button):
            widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus where somebody works
        self._timer.timeout.connect(self._time_out)
        self.link.clicked.connect(self._do)
        self.close_button.clicked.connect(self.dismiss)
        for widget in (self.link, self.close_button):
            keep_key(widget, "Esc", self.dismiss)
        parent.installEventFilter(self)
        self.apply_theme(theme)
        self.hide()

    def show_notice(self, sentence: str, link: str = "", act: Callable[[], object] | None = None) -> None:
        """Say `sentence`; `link`, such as "Undo", does `act` and takes the notice away."""
        self._act = act
        self.words.setText(sentence)
        self.link.setText(link)
        self.link.setAccessibleName(f"{link}: {sentence}" if link else "")
        self.link.setVisible(bool(link) and act is not None)
        repolish(self)
        self._place()
        self.show()
        self.raise_()
        self._timer.start()
        announce(self, sentence)

    def dismiss(self) -> None:
        """Take the notice away."""
        self._timer.stop()
        self._act = None
        if self.isVisible():
            self.hide()
            self.gone.emit()

    def apply_theme(self, theme: Theme) -> None:
        """Take the sizes and the icon of `theme`; the style sheet has the colours."""
        self._theme = theme
        self.close_button.setIcon(icon("x", theme, "soft"))
        self.close_button.setIconSize(icon_size(theme))
        self._row.setContentsMargins(theme.px(14), theme.px(4), theme.px(6), theme.px(4))
        self._row.setSpacing(theme.px(8))
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the bottom of the parent."""
        if event.type() == QEvent.Type.Resize and watched is self._over:
            self._place()
        return super().eventFilter(watched, event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Wait while the pointer is here."""
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Go on counting."""
        if self.isVisible():
            self._timer.start()
        super().leaveEvent(event)

    def _do(self) -> None:
        act, self._act = self._act, None
        self.dismiss()
        if act is not None:
            act()

    def _time_out(self) -> None:
        if self.link.hasFocus() or self.close_button.hasFocus():
            self._timer.start()
        else:
            self.dismiss()

    def _place(self) -> None:
        parent = self._over
        room = parent.width() - 2 * self._theme.px(_BELOW)
        needed = self._row.totalSizeHint().width()
        width = max(0, min(needed, room))
        height = self._row.totalSizeHint().height()
        below = parent.height() - height - self._theme.px(_BELOW)
        self.setGeometry((parent.width() - width) // 2, below, width, height)
