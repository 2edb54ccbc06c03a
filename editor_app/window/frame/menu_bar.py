"""The menu bar of the main window, and the field at its end that opens the palette."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QMenuBar, QWidget

from editor_app.text import Sentence
from editor_app.window.frame.layout_memory import WIDE_FROM
from editor_app.window.kit.actions import Actions
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import paint_box, paint_icon
from editor_app.window.kit.theme.menu_style import menu_style

_HEIGHT = 32
_FIELD = (280, 24)
_NARROW_FIELD = 150
_SIDE = 12
_PALETTE = "show_palette"


class MenuBar(QMenuBar):
    """The menus, whose mnemonics are underlined while Alt is held; of those of kinds one is shown."""

    def __init__(self, actions: Actions) -> None:
        """Show the menus of the actions, the last of those of kinds of file for kinds without one."""
        super().__init__()
        self.field = PaletteField(actions, self)
        actions.fill(self, actions.menus)
        for entry in self.actions():
            menu = entry.menu()
            if isinstance(menu, QMenu):
                menu.aboutToHide.connect(partial(self.underline, shown=False))  # it consumed Alt's release
        made = zip(actions.menus, self.actions(), strict=True)
        self._of_kinds = {menu.title: entry for menu, entry in made if menu.is_of_kind}
        self._last = self.actions()[-1]
        self.show_kind("")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the field at the end."""
        super().resizeEvent(event)
        px = current_theme().px
        self.field.is_narrow = self.width() < px(WIDE_FROM)
        width, height = px(_NARROW_FIELD if self.field.is_narrow else _FIELD[0]), px(_FIELD[1])
        self.field.setGeometry(self.width() - width - px(_SIDE), (self.height() - height) // 2, width, height)

    def show_kind(self, title: str) -> None:
        """Show the menu of one kind of file, and no other kind's; for "" that of kinds without a menu.

        An unknown title is a KeyError.
        """
        shown = self._of_kinds[title or [*self._of_kinds][-1]]
        for entry in self._of_kinds.values():
            self.removeAction(entry)  # one that is only hidden would still open by its letter
        self.insertAction(self._last, shown)

    def underline(self, *, shown: bool) -> None:
        """Show the mnemonics underlined, or not."""
        menu_style().underlines = shown
        self.update()

    def fold(self, *, folded: bool) -> None:
        """Take no height, or the usual one; it is never hidden, as F10 opens it even then."""
        if not self.isNativeMenuBar():
            self.setFixedHeight(0 if folded else current_theme().px(_HEIGHT))


class PaletteField(QAbstractButton):
    """A button that looks like a field, and opens the palette."""

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        """Trigger the action that opens the palette."""
        super().__init__(parent)
        self.is_narrow = False
        self._action = actions.action(_PALETTE)
        self.clicked.connect(self._action.trigger)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setAccessibleName(Sentence("window-frame.palette"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the field, what it is for, and the key."""
        style, px, theme = row_style(), row_style().px, current_theme()
        with QPainter(self) as painter:
            edge = "acc" if self.hasFocus() else "edge" if self.underMouse() else "line"
            paint_box(painter, self.rect(), "panel", edge)
            place = self.rect().adjusted(px(8), 0, -px(8), 0)
            icon = QRect(place.left(), (self.height() - px(14)) // 2, px(14), px(14))
            paint_icon(painter, icon, "search", theme, "soft")
            words = Sentence("window-frame.palette-field", width="narrow" if self.is_narrow else "wide")
            key = self._action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            taken = style.text(painter, place, key.replace("+", " "), "soft", "small", right=True)
            room, right = place.adjusted(px(22), 0, -taken - px(8), 0), Qt.TextElideMode.ElideRight
            style.text(painter, room, words, "soft", "small", elide=right)
