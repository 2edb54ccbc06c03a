"""The theme of the application: asked for where something is painted or laid out, passed on to nobody.

    class Foot(QWidget):
        def __init__(self) -> None:
            super().__init__()
            row = spaced(QHBoxLayout(self), margins=(12, 0, 12, 0), spacing=8)  # pixels of the design
            row.addWidget(with_icon(QToolButton(), "x", "soft"))
            sized(self, height=28)
            on_theme(self, self._take_sizes)  # what needs more than that

        def paintEvent(self, event: QPaintEvent) -> None:
            QPainter(self).fillRect(self.rect(), current_theme().color("paper"))

Whoever changes the theme calls `use_theme`. Qt itself has neither roles nor lengths that follow the text's
size: its palette has too few colours, and its style sheets reach no layout and no painted widget.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import count
from operator import itemgetter
from typing import Final, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QFrame, QGridLayout, QLayout, QWidget

from editor_app.window.kit.application import application
from editor_app.window.kit.theme.theme import Theme

_Spaced = TypeVar("_Spaced", bound=QLayout | QWidget)
_Widget = TypeVar("_Widget", bound=QWidget)

_THEME: Final = "_theme"
_FOLLOWERS: Final = "_theme_followers"
_order: Final = count()


def current_theme() -> Theme:
    """Return the theme of the application, which `use_theme` gave it."""
    theme: Theme = getattr(QApplication.instance(), _THEME)  # a property of Qt’s takes twenty times as long
    return theme


def use_theme(theme: Theme, dress: Callable[[], object]) -> None:
    """Make a theme the application's, and have everything that `on_theme` was told of follow, hidden or not.

    `dress` gives the application the palette and the style sheet, before anything follows. What is in a
    widget follows before it, so that it measures them as they are now. One that fails is noted as a fault of
    the program, and the others follow.
    """
    setattr(application(), _THEME, theme)
    dress()
    tops = [top for top in QApplication.topLevelWidgets() if top.parent() is None]
    followers = [follower for top in tops for follower in _followers(top, 0)]
    for _depth, _number, act in sorted(followers, key=itemgetter(0, 1)):
        try:
            act()
        except Exception as error:  # noqa: BLE001  the others are to follow, whatever this one did
            sys.excepthook(type(error), error, error.__traceback__)


def _followers(owner: QObject, depth: int) -> Iterator[tuple[int, int, Callable[[], object]]]:
    """Yield what follows for an object and for all in it, with what it is sorted by."""
    for number, act in getattr(owner, _FOLLOWERS, ()):
        yield depth, number, act
    for child in owner.children():
        yield from _followers(child, depth - 1)


def on_theme(owner: QObject, act: Callable[[], object]) -> None:
    """Call `act` now, and after each change of theme, as long as `owner` lives.

    `owner` is a widget, or belongs to one. Those beside each other follow in the order of these calls. Not
    needed for what is only painted: each change paints anew.
    """
    act()
    followers: list[tuple[int, Callable[[], object]]] = getattr(owner, _FOLLOWERS, [])
    followers.append((next(_order), act))
    setattr(owner, _FOLLOWERS, followers)


def spaced(
    owner: _Spaced,
    *,
    margins: tuple[float, float, float, float] = (0, 0, 0, 0),
    spacing: float | tuple[float, float] = 0,
) -> _Spaced:
    """Give a layout margins (left, top, right, bottom) and spacing in pixels of the design; return it.

    The two spacings of a grid are those beside and below its cells; a widget has margins alone.
    """

    def take_sizes() -> None:
        px = current_theme().px
        frame = owner.frameWidth() if isinstance(owner, QFrame) else 0  # Qt counts it among the margins
        owner.setContentsMargins(*(px(margin) + frame for margin in margins))
        if isinstance(spacing, tuple):
            assert isinstance(owner, QGridLayout)
            owner.setHorizontalSpacing(px(spacing[0]))
            owner.setVerticalSpacing(px(spacing[1]))
        elif isinstance(owner, QLayout):
            owner.setSpacing(px(spacing))

    on_theme(owner, take_sizes)
    return owner


def sized(widget: _Widget, *, width: float | None = None, height: float | None = None) -> _Widget:
    """Fix the width or height of a widget, or both, in pixels of the design; return it."""

    def take_sizes() -> None:
        px = current_theme().px
        if width is not None:
            widget.setFixedWidth(px(width))
        if height is not None:
            widget.setFixedHeight(px(height))

    on_theme(widget, take_sizes)
    return widget


def set_font(widget: QWidget, font: QFont) -> None:
    """Give a widget a font that it keeps when it is styled again."""
    widget.setFont(font)
    # Under a style sheet, Qt notes here the font that a widget has when it is first styled, and restores it
    # whenever it styles the widget again: in another parent, or shown with another QMetaObject, which PySide
    # gives a widget when a signal is connected to a method of it that is not declared as a Slot.
    widget.setProperty("_q_styleSheetWidgetFont", font)


def fonted(widget: _Widget, name: str) -> _Widget:
    """Give a widget a font of the theme, such as "code small"; return it."""
    on_theme(widget, lambda: set_font(widget, current_theme().font(name)))
    return widget
