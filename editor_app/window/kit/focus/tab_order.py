"""The Tab order: from stop to stop as they are on the screen, whatever order they were created in.

Qt goes through the widgets in the order of their creation, and a focus proxy hides its neighbours from that
order. Panels here create rows later, and move from dock to dock.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QScrollArea, QWidget


def focus_beside(window: QWidget, *, forward: bool) -> bool:
    """Focus the next Tab stop of `window`, or the previous one, wrapping around; return False without one.

    Qt asks for that, too, where the control with the focus is disabled or hidden, as by a click on it: then
    the focus stays in its panel, so that the next key does nothing elsewhere.
    """
    focus = window.window().focusWidget()
    is_inside = focus is not None and window.isAncestorOf(focus)
    if is_inside and not (focus.isEnabled() and focus.isVisible()):
        return _focus_near(focus, window)
    stops = _stops_beyond(window, focus, forward=forward) if is_inside else _stops(window, forward=forward)
    stop = next((stop for stop in stops if not is_inside or stop is not focus), None)
    if stop is None:
        return False
    _go_to(stop, forward=forward)
    return True


def focus_in_pair(part: QWidget, first: QWidget, second: QWidget, *, forward: bool) -> bool:
    """Focus the next Tab stop of `part`, where `second` is right behind `first`; return False at the end."""
    stops = [stop for stop in _stops(part, forward=True) if stop is not second]
    if first in stops and _is_stop(second):
        stops.insert(stops.index(first) + 1, second)
    focus = part.window().focusWidget()
    place = stops.index(focus) + (1 if forward else -1) if focus in stops else -1
    if not 0 <= place < len(stops):
        return False
    _go_to(stops[place], forward=forward)
    return True


def _focus_near(gone: QWidget, window: QWidget) -> bool:
    """Focus the `key_field` of the innermost panel that has a stop, else the next stop there.

    PySide makes the widget that `focusProxy` returns a child of the one it is asked of, and forgets both
    together: so no proxy is asked for that may stand elsewhere.
    """
    for around in with_parents(gone.parentWidget()):
        field: QWidget | None = getattr(around, "key_field", None)
        can_take = field is not None and field.isVisible() and field.isEnabled()
        stop = field if can_take else next(_stops_beyond(around, gone, forward=True), None)
        if stop is not None:
            stop.setFocus(Qt.FocusReason.OtherFocusReason)
        if stop is not None or around is window:
            return stop is not None
    return False


def _go_to(stop: QWidget, *, forward: bool) -> None:
    stop.window().setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
    stop.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _scroll_to(stop)


def first_stop(widget: QWidget) -> QWidget | None:
    """Return the first Tab stop in `widget`, which may be `widget` itself; None if it has none."""
    return next(_stops(widget, forward=True), None)


def _stops_beyond(window: QWidget, focus: QWidget, *, forward: bool) -> Iterator[QWidget]:
    """Yield the stops from `focus` to the end of `window`, then all of them from its other end."""
    if forward:
        yield from _stops_within(focus, forward=True)
    widget, parent = focus, focus.parentWidget()
    while widget is not window and parent is not None:
        children = _in_screen_order(parent, forward=forward)
        for child in children[children.index(widget) + 1 :]:
            yield from _stops(child, forward=forward)
        if not forward and _is_stop(parent):
            yield parent
        widget, parent = parent, parent.parentWidget()
    yield from _stops(window, forward=forward)


def _stops(widget: QWidget, *, forward: bool) -> Iterator[QWidget]:
    """Yield the Tab stops of `widget`; one that contains others comes before them."""
    if widget.isHidden():
        return
    if forward and _is_stop(widget):
        yield widget
    yield from _stops_within(widget, forward=forward)
    if not forward and _is_stop(widget):
        yield widget


def _stops_within(widget: QWidget, *, forward: bool) -> Iterator[QWidget]:
    for child in _in_screen_order(widget, forward=forward):
        yield from _stops(child, forward=forward)


def _is_stop(widget: QWidget) -> bool:
    """Whether Tab stops at a widget; a widget with a focus proxy is no stop, its proxy is."""
    everything = QGuiApplication.styleHints().tabFocusBehavior() == Qt.TabFocusBehavior.TabFocusAllControls
    wanted = Qt.FocusPolicy.TabFocus if everything else Qt.FocusPolicy.StrongFocus
    return (
        widget.focusPolicy() & wanted == wanted
        and widget.focusProxy() is None
        and widget.isEnabled()
        and widget.isVisible()
    )


def _in_screen_order(parent: QWidget, *, forward: bool) -> list[QWidget]:
    """Return the children of `parent` in reading order: row by row, each from where its direction begins."""
    layout = parent.layout()
    if layout is not None:
        layout.activate()  # new widgets have no position before
    children = [child for child in parent.children() if isinstance(child, QWidget) and not child.isWindow()]
    from_right = parent.layoutDirection() is Qt.LayoutDirection.RightToLeft
    ordered: list[QWidget] = []
    for row in _rows(children):
        row.sort(key=lambda child: -child.geometry().right() if from_right else child.x())
        ordered += row
    return ordered if forward else ordered[::-1]


def _rows(children: list[QWidget]) -> Iterator[list[QWidget]]:
    """Yield `children` by rows: a row has all that begin above the middle of its lowest one."""
    row: list[QWidget] = []
    middle = 0
    for child in sorted(children, key=lambda child: child.y()):
        if row and child.y() >= middle:
            yield row
            row = []
        centre = child.y() + max(child.height(), 1) // 2
        middle = min(middle, centre) if row else centre
        row.append(child)
    if row:
        yield row


def _scroll_to(widget: QWidget) -> None:
    for above in takewhile(lambda outer: not outer.isWindow(), with_parents(widget.parentWidget())):
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)


def with_parents(widget: QWidget | None) -> Iterator[QWidget]:
    """Yield a widget and all that it is in, from the inside."""
    while widget is not None:
        yield widget
        widget = widget.parentWidget()
