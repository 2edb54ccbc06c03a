"""The bar of variable buttons: groups in rows, one Tab stop, a menu of those that do not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.rows.menus import Entry, MenuEntry, menu_button, menu_of, menu_when_shown
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import PlainLabel, menu_words
from editor_app.window.panels.variables.button_layout import (
    Arrangement,
    BarRoom,
    GroupSize,
    PillPlace,
    arrange,
)
from editor_app.window.panels.variables.button_specs import CONDITIONS, NO_ROOM, ButtonKind, ButtonSpec
from editor_app.window.panels.variables.pill import MenuPill, Pill, PillContent

_SIDE: Final = 12
_TOP: Final = 5
_ROW: Final = 24
_BETWEEN_ROWS: Final = 4
_ROWS: Final = 3
_MOST_ARRANGED: Final = 50
_FOLD_UNDER: Final = 300
_KEYS: Final = {
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
}


class VariableBar(Ground):
    """Buttons that insert variables and conditions; `app.py` connects them to the text."""

    insert_requested = Signal(str)
    wrap_requested = Signal(str, bool)
    choose_file_requested = Signal()
    copy_requested = Signal(str)
    declare_requested = Signal()
    literal_requested = Signal()
    other_requested = Signal()

    def __init__(self) -> None:
        """Start without buttons, with a height of 0."""
        super().__init__(line_below=True)
        self._specs: tuple[ButtonSpec, ...] = ()
        self._groups: list[tuple[PlainLabel, list[Pill]]] = []
        self._spare_labels: list[PlainLabel] = []
        self._spare_pills: list[Pill] = []
        self._most_rows = _ROWS
        self._arranged_at: dict[tuple[int, int], tuple[Arrangement, PillContent]] = {}  # by width and rows
        self._fold_asked = False
        self._current: QToolButton | None = None
        self._elsewhere: QToolButton | None = None
        self._more = self._menu_button("More", lambda: self._hidden)
        self._insert = self._menu_button("Insert", lambda: self._offered)
        self.setAccessibleName("Variables")
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        on_theme(self, self._arrange_again)

    @property
    def pills(self) -> tuple[Pill, ...]:
        """The buttons in order, hidden ones included."""
        return tuple(pill for _, pills in self._groups for pill in pills)

    @property
    def _offered(self) -> list[ButtonSpec]:
        return [spec for spec in self._specs if not spec.room.is_all]

    @property
    def _hidden(self) -> list[ButtonSpec]:
        return [pill.spec for pill in self.pills if pill.isHidden() and not pill.spec.room.is_all]

    @property
    def is_folded(self) -> bool:
        """Whether all buttons are in the menu of one “Insert” button."""
        return self._fold_asked or self.width() < current_theme().px(_FOLD_UNDER)

    def show_buttons(self, specs: Sequence[ButtonSpec], most_rows: int | None = None) -> None:
        """Show `specs`, grouped where neighbours have the same group; without any the height is 0.

        With `most_rows`, as in `set_most_rows`, the layout is done once for both changes.
        """
        specs = tuple(specs)
        if specs == self._specs:
            self.set_most_rows(self._most_rows if most_rows is None else most_rows)
            return
        self._most_rows = self._most_rows if most_rows is None else most_rows
        same = [_meaning(spec) for spec in specs] == [_meaning(spec) for spec in self._specs]
        self._specs = specs
        self._arranged_at.clear()
        if same:
            for pill, spec in zip(self.pills, specs, strict=True):
                pill.show_spec(spec)
        else:
            self._build()
        self._place()

    def set_most_rows(self, rows: int) -> None:
        """Use at most this many rows; the other buttons are in a menu, which with 0 rows is elsewhere."""
        if rows != self._most_rows:
            self._most_rows = rows
            self._place()

    def set_folded(self, folded: bool) -> None:
        """Put all buttons into one menu even where they would fit."""
        if folded != self._fold_asked:
            self._fold_asked = folded
            self._place()

    def _arrange_again(self) -> None:
        self._arranged_at.clear()
        self._place()

    def focus_buttons(self) -> None:
        """Focus the button that had the focus last."""
        target = self._current if self._most_rows else self._elsewhere
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def button_elsewhere(self) -> QToolButton:
        """Return a button with all variables for another bar, where this one has no rows."""
        self._elsewhere = menu_button(lambda: self._entries(self._offered))
        self._elsewhere.setText("Insert")
        self._elsewhere.setAccessibleName("Insert, variables")
        return self._elsewhere

    # Layout ---------------------------------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        """Return True: a narrower bar is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows at `width`."""
        folded = self._fold_asked or not self._most_rows or width < current_theme().px(_FOLD_UNDER)
        return self._height(1 if folded else self._arrangement(width)[0].rows)

    def sizeHint(self) -> QSize:
        """Return the size at the width the bar has."""
        width = max(self.width(), current_theme().px(_FOLD_UNDER))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the folded bar."""
        return QSize(self._insert.sizeHint().width() + 2 * current_theme().px(_SIDE), self._height(1))

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Place the buttons again."""
        self._place()

    def _height(self, rows: int) -> int:
        if not self._specs or not self._most_rows:
            return 0
        px = current_theme().px
        return 2 * px(_TOP) + rows * px(_ROW) + (rows - 1) * px(_BETWEEN_ROWS)

    def _arrangement(self, width: int) -> tuple[Arrangement, PillContent]:
        """Return the layout at `width`, cached: Qt's layouts ask several times for each change."""
        key = width, self._most_rows
        if key in self._arranged_at:
            return self._arranged_at[key]
        if len(self._arranged_at) >= _MOST_ARRANGED:
            self._arranged_at.clear()
        if any(spec.room != NO_ROOM for spec in self._specs):
            # in the rows that the buttons need with all the room they may take
            rows = self._fitted(width, self._most_rows, room=True)[0].rows
            arrangement, parts = self._fitted(width, rows, fills=True)
            self._arranged_at[key] = arrangement._replace(rows=rows), parts
        else:
            self._arranged_at[key] = self._fitted(width, self._most_rows)
        return self._arranged_at[key]

    def _fitted(
        self, width: int, rows: int, *, room: bool = False, fills: bool = False
    ) -> tuple[Arrangement, PillContent]:
        """Lay out the buttons in `rows` at most: values and words are dropped before a button is hidden.

        Words are dropped, too, where that saves a row, unless it `fills` the rows that are there anyway.
        """
        has_words = width >= current_theme().px(560)
        whole = self._arranged(width, rows, PillContent(words=has_words, room=room))
        shorter = self._arranged(width, rows, PillContent(words=False, room=room))
        if whole[0].more is None and (fills or whole[0].rows <= shorter[0].rows):
            return whole
        if shorter[0].more is not None:
            shorter = self._arranged(width, rows, PillContent(words=False, none=False, room=room))
        if shorter[0].more is None:
            return shorter
        return self._arranged(width, rows, PillContent(words=False, value=False, room=room))

    def _arranged(self, width: int, rows: int, shown: PillContent) -> tuple[Arrangement, PillContent]:
        px = current_theme().px
        sizes = [
            GroupSize(
                label.sizeHint().width() if label.text() else 0,
                tuple(pill.width_with(shown) for pill in pills if shown.room or not pill.spec.room.is_all),
            )
            for label, pills in self._groups
        ]
        room = BarRoom(
            width - 2 * px(_SIDE),
            px(4),
            px(8),
            px(13),
            px(48),
            rows,
            self._more.sizeHint().width(),
        )
        arrangement = arrange(sizes, room)
        if shown.room:
            return arrangement, shown
        buttons = []
        for (_label, pills), places in zip(self._groups, arrangement.buttons, strict=True):
            following = iter(places)  # those that only keep room have none
            buttons.append(tuple(None if pill.spec.room.is_all else next(following) for pill in pills))
        return arrangement._replace(buttons=tuple(buttons)), shown

    def _place(self) -> None:
        self._insert.setVisible(self.is_folded and self._most_rows > 0)
        if self.is_folded or not self._most_rows:
            for label, pills in self._groups:
                for widget in (label, *pills):
                    widget.hide()
            self._more.hide()
            self._put(self._insert, 0, 0)
        else:
            arrangement, shown = self._arrangement(self.width())
            for pill in self.pills:
                pill.show_only(shown)
            groups = zip(self._groups, arrangement.labels, arrangement.buttons, strict=True)
            for (label, pills), label_place, places in groups:
                for widget, place in zip((label, *pills), (label_place, *places), strict=True):
                    self._put_at(widget, place)
            self._put_at(self._more, arrangement.more)
        self._keep_one_tab_stop()
        self.updateGeometry()

    def _put_at(self, widget: QWidget, place: PillPlace | None) -> None:
        widget.setVisible(place is not None)
        if place is not None:
            self._put(widget, *place)

    def _put(self, widget: QWidget, row: int, x: int) -> None:
        px = current_theme().px
        y = px(_TOP) + row * (px(_ROW) + px(_BETWEEN_ROWS))
        widget.setGeometry(px(_SIDE) + x, y, widget.sizeHint().width(), px(_ROW))

    def _build(self) -> None:
        """Build the buttons and labels, reusing those of the same variable first, then any others."""
        before: dict[object, list[Pill]] = {}
        for pill in self.pills:
            before.setdefault(_meaning(pill.spec), []).append(pill)
        same = [before[key].pop(0) if before.get(key) else None for key in map(_meaning, self._specs)]
        self._spare_labels += [label for label, _ in self._groups]
        self._spare_pills += [pill for pills in before.values() for pill in pills]
        pills = [pill or self._pill(spec) for pill, spec in zip(same, self._specs, strict=True)]
        for pill, spec in zip(pills, self._specs, strict=True):
            pill.show_spec(spec)
        self._groups = [
            (self._label(name), list(group))
            for name, group in groupby(pills, key=lambda pill: pill.spec.group)
        ]
        for widget in (*self._spare_labels, *self._spare_pills):
            widget.hide()
        if self._current is None or not self._current.hasFocus():
            self._current = None

    def _label(self, words: str) -> PlainLabel:
        label = self._spare_labels.pop() if self._spare_labels else PlainLabel("", "soft", self)
        label.setText(words)
        return label

    def _pill(self, spec: ButtonSpec) -> Pill:
        """Return a button for `spec`: an unused one, which takes less time, or a new one."""
        for index, spare in enumerate(self._spare_pills):
            if not spare.hasFocus():
                return self._spare_pills.pop(index)
        pill = Pill(spec, self)
        pill.clicked.connect(lambda _checked=False, pill=pill: self._ask(pill.spec, pill))
        pill.menu_requested.connect(partial(self._open_menu, pill))
        pill.installEventFilter(self)
        return pill

    def _menu_button(self, words: str, specs: Callable[[], list[ButtonSpec]]) -> MenuPill:
        button = MenuPill(words, self)
        button.setMenu(menu_when_shown(button, lambda: self._entries(specs())))
        button.setAccessibleName(f"{words}, variables")
        button.installEventFilter(self)
        button.hide()
        return button

    # What the buttons ask -------------------------------------------------------------------------------

    def _ask(self, spec: ButtonSpec, beside: QWidget) -> None:
        """Ask for what a button inserts: for the variable of a condition, too, where there are any."""
        requests = {
            ButtonKind.FILE: self.choose_file_requested,
            ButtonKind.DECLARE: self.declare_requested,
            ButtonKind.LITERAL: self.literal_requested,
            ButtonKind.OTHER: self.other_requested,
        }
        if spec.kind is ButtonKind.INSERT:
            self.insert_requested.emit(spec.key)
        elif spec.kind in requests:
            requests[spec.kind].emit()
        elif any(other.kind is ButtonKind.INSERT for other in self._offered):
            pop_up(menu_of(beside, *self._conditions(spec)), below(beside))
        else:
            self.wrap_requested.emit("", spec.kind is ButtonKind.NEGATED)

    def _conditions(self, spec: ButtonSpec) -> list[Entry]:
        """Return entries for the variables that a condition can ask for."""
        keys = [other.key for other in self._offered if other.kind is ButtonKind.INSERT]
        wrap, negated = self.wrap_requested.emit, spec.kind is ButtonKind.NEGATED
        known = [MenuEntry(menu_words(key), partial(wrap, key, negated)) for key in keys]
        return [*known, None, MenuEntry("Another name…", partial(wrap, "", negated))]

    def _open_menu(self, pill: Pill) -> None:
        if pill.spec.kind is not ButtonKind.INSERT:
            self._ask(pill.spec, pill)
            return
        key, wrap = pill.spec.key, self.wrap_requested.emit
        menu = menu_of(
            pill,
            MenuEntry("Insert", partial(self.insert_requested.emit, key)),
            MenuEntry("Wrap in a condition", partial(wrap, key, False)),  # noqa: FBT003  a signal's value
            MenuEntry("Wrap in a condition: if not", partial(wrap, key, True)),  # noqa: FBT003  the same
            None,
            MenuEntry("Copy", partial(self.copy_requested.emit, key)),
        )
        pop_up(menu, below(pill))

    def _entries(self, specs: Sequence[ButtonSpec]) -> Iterator[Entry]:
        """Yield the entries of a menu of buttons, with a line before each group of them."""
        for _name, group in groupby(specs, key=lambda spec: spec.group):
            yield None
            yield from map(self._entry, group)

    def _entry(self, spec: ButtonSpec) -> Entry:
        words = menu_words(spec.text)
        if spec.kind in CONDITIONS and len(self._offered) > 1:
            within = menu_of(self, *self._conditions(spec))
            within.setTitle(words)
            return within
        value = menu_words(spec.value if spec.exists else "none", 24)
        return MenuEntry(f"{words}   {value}" if value else words, partial(self._ask, spec, self))

    # Keyboard -------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move along the buttons with the arrow keys, and remember the last focused one."""
        if isinstance(watched, QToolButton):
            if isinstance(event, QFocusEvent) and event.gotFocus():
                self._current = watched
                self._keep_one_tab_stop()
            elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
                if not held and event.key() in _KEYS:
                    self._move(watched, Qt.Key(event.key()))
                    return True
        return super().eventFilter(watched, event)

    def _stops(self) -> list[QToolButton]:
        return [button for button in (*self.pills, self._more, self._insert) if not button.isHidden()]

    def _keep_one_tab_stop(self) -> None:
        stops = self._stops()
        if self._current not in stops:
            self._current = stops[0] if stops else None
        for button in stops:
            is_stop = button is self._current
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_stop else Qt.FocusPolicy.ClickFocus)

    def _move(self, button: QToolButton, key: Qt.Key) -> None:
        stops = self._stops()
        index = stops.index(button)
        if key == Qt.Key.Key_Home:
            target = stops[0]
        elif key == Qt.Key.Key_End:
            target = stops[-1]
        elif key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            target = stops[(index + (1 if key == Qt.Key.Key_Right else -1)) % len(stops)]
        else:
            y, middle = button.y(), button.geometry().center().x()
            beyond = [stop for stop in stops if (stop.y() > y if key == Qt.Key.Key_Down else stop.y() < y)]
            by_distance = [(abs(stop.y() - y), abs(stop.geometry().center().x() - middle)) for stop in beyond]
            target = beyond[by_distance.index(min(by_distance))] if beyond else button
        target.setFocus(Qt.FocusReason.OtherFocusReason)


def _meaning(spec: ButtonSpec) -> tuple[object, ...]:
    """Return the values by which two specs are of the same button, whatever its words."""
    return spec.group, spec.key, spec.kind
