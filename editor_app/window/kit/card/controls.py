"""Small controls: a button that looks like a link, one that is an icon, and an icon that only tells.

    bar = Bar(Sign("info"), ..., link_button("Undo", None, undo), icon_button("x", "Close", None, close))

What they say is shown literally.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget

from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.theme.svg_images import svg_pixmap
from editor_app.window.kit.words.labels import set_plain_tooltip


def link_button(words: str, parent: QWidget | None, activated: Callable[[], object]) -> QPushButton:
    """Return a button that looks like a link."""
    button = QPushButton(parent)
    button.setProperty("look", "link")
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setAutoDefault(True)  # so that Enter presses it, as Space does
    button.clicked.connect(lambda _checked=False: activated())
    set_link_words(button, words)
    return button


def set_link_words(button: QPushButton, words: str) -> None:
    """Show other words on a button, literally."""
    button.setText(words.replace("&", "&&"))
    button.setAccessibleName(words)


def icon_button(
    icon: str, name: str, parent: QWidget | None, activated: Callable[[], object], *, about: str = ""
) -> QToolButton:
    """Return a button that is an icon; `name` is its accessible name, and its tooltip unless `about` is."""
    button = with_icon(QToolButton(parent), icon, "soft")
    button.setProperty("look", "icon")
    set_plain_tooltip(button, about or name)
    button.setAccessibleName(name)
    button.clicked.connect(lambda _checked=False: activated())
    return button


class Sign(QLabel):
    """An icon that only tells, in the colour of a role."""

    def __init__(
        self, icon: str = "", role: str = "soft", parent: QWidget | None = None, *, size: int = 14
    ) -> None:
        """Show an icon; `size` is in pixels of the design."""
        super().__init__(parent)
        self._icon, self._role, self._size = icon, role, size
        on_theme(self, self._draw)

    def show_icon(self, icon: str, role: str) -> None:
        """Show another icon."""
        self._icon, self._role = icon, role
        self._draw()

    def _draw(self) -> None:
        if self._icon:
            theme = current_theme()
            color, side = theme.colors[self._role], theme.px(self._size)
            self.setPixmap(svg_pixmap(self._icon, color, side, self.devicePixelRatioF()))
