"""The bar of variable buttons: groups in a row, one Tab stop, a menu of those that do not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from editor_app.text import Sentence, listed
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.focus.panel_keys import MENU_KEYS, PanelKey
from editor_app.window.kit.rows.menus import Entry, MenuEntry, menu_button, menu_of
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import PlainLabel, menu_words, plain_tooltip, repolish
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.variables.button_specs import CONDITIONS, ButtonKind, ButtonSpec

VARIABLES_MENU: Final = PanelKey(
    Sentence("window-variables.variables"), Sentence("window-variables.open-menu"), MENU_KEYS
)
KEYS: Final = (VARIABLES_MENU,)

_ICONS: Final = {ButtonKind.DECLARE: "plus", ButtonKind.FILE: "file-plus-2"}
_LOOKS: Final = {ButtonKind.INSERT: "pill", **dict.fromkeys(CONDITIONS, "condition")}

_SIDE: Final = 12
_TOP: Final = 5
_ROW: Final = 24
_GAP: Final = 4
_AFTER_LABEL: Final = 8
_BETWEEN_GROUPS: Final = 13
_LEAST_HINT: Final = 300
_MOST: Final = 5  # buttons before “More”, which stands for two at least
_WORDS_FROM: Final = 560
_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
_ENDS: Final = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


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
        self._is_elsewhere = False
        self._current: QToolButton | None = None
        self._elsewhere: QToolButton | None = None
        self._more = menu_button(lambda: self._entries(self._hidden))
        self._more.setParent(self)
        self._more.setText(Sentence("window-variables.more"))
        self._more.setAccessibleName(Sentence("window-variables.more-variables"))
        self._more.installEventFilter(self)
        self._more.hide()
        self.setAccessibleName(Sentence("window-variables.variables"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        on_theme(self, self._place)

    @property
    def pills(self) -> tuple[Pill, ...]:
        """The buttons in order, hidden ones included."""
        return tuple(pill for _, pills in self._groups for pill in pills)

    @property
    def _hidden(self) -> list[ButtonSpec]:
        return [pill.spec for pill in self.pills if pill.isHidden()]

    def show_buttons(self, specs: Sequence[ButtonSpec]) -> None:
        """Show `specs`, grouped where neighbours have the same group; without any the height is 0."""
        specs = tuple(specs)
        if specs == self._specs:
            return
        same = [_meaning(spec) for spec in specs] == [_meaning(spec) for spec in self._specs]
        self._specs = specs
        if same:
            for pill, spec in zip(self.pills, specs, strict=True):
                pill.show_spec(spec)
        else:
            self._build()
        self._place()

    def set_elsewhere(self, *, elsewhere: bool) -> None:
        """Have a height of 0 while another bar has the button that offers all variables, or not."""
        if elsewhere != self._is_elsewhere:
            self._is_elsewhere = elsewhere
            self._place()

    def focus_buttons(self) -> None:
        """Focus the button that had the focus last."""
        target = self._elsewhere if self._is_elsewhere else self._current
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def button_elsewhere(self) -> QToolButton:
        """Return a button with all variables for another bar, where this one has no rows."""
        self._elsewhere = menu_button(lambda: self._entries(self._specs))
        self._elsewhere.setText(Sentence("window-variables.insert"))
        self._elsewhere.setAccessibleName(Sentence("window-variables.insert-variables"))
        return self._elsewhere

    # Layout ---------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Return the size at the width the bar has."""
        return QSize(max(self.width(), current_theme().px(_LEAST_HINT)), self._height)

    def minimumSizeHint(self) -> QSize:
        """Return the size of the bar with only the menu."""
        return QSize(self._more.sizeHint().width() + 2 * current_theme().px(_SIDE), self._height)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Place the buttons again."""
        self._place()

    @property
    def _height(self) -> int:
        px = current_theme().px
        return 2 * px(_TOP) + px(_ROW) if self._specs and not self._is_elsewhere else 0

    def _places(self, *, has_words: bool) -> Iterator[tuple[QWidget, QRect]]:
        """Yield the places of labels and buttons in a row that is as long as they need."""
        px = current_theme().px
        x = px(_SIDE)
        for label, pills in self._groups:
            for pill in pills:
                pill.show_words(shown=has_words)
            for widget in (label, *pills):
                width = widget.sizeHint().width()
                yield widget, QRect(x, px(_TOP), width, px(_ROW))
                x += width + px(_AFTER_LABEL if widget is label else _GAP)
            x += px(_BETWEEN_GROUPS - _GAP)

    def _place(self) -> None:
        """Place the buttons: the words of some give way first, then those at the end, which a menu has."""
        room, px = self.width() - current_theme().px(_SIDE), current_theme().px
        places = list(self._places(has_words=self.width() >= px(_WORDS_FROM)))
        if places and places[-1][1].right() >= room:
            places = list(self._places(has_words=False))
            if places[-1][1].right() >= room:
                room -= self._more.sizeHint().width() + px(_GAP)
        shown = [place for place in places if not self._is_elsewhere and place[1].right() < room]
        if len(self.pills) > _MOST + 1:
            last = self.pills[_MOST]
            shown = shown[: next((at for at, place in enumerate(shown) if place[0] is last), len(shown))]
        if shown and isinstance(shown[-1][0], PlainLabel):
            shown.pop()
        for number, (widget, place) in enumerate(places):
            widget.setVisible(number < len(shown))
            widget.setGeometry(place)
        self._more.setVisible(not self._is_elsewhere and len(shown) < len(places))
        x = shown[-1][1].right() + 1 + px(_GAP) if shown else px(_SIDE)
        self._more.setGeometry(x, px(_TOP), self._more.sizeHint().width(), px(_ROW))
        self._keep_one_tab_stop()
        self.updateGeometry()

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
        elif any(other.kind is ButtonKind.INSERT for other in self._specs):
            pop_up(menu_of(beside, *self._conditions(spec)), below(beside))
        else:
            self.wrap_requested.emit("", spec.kind is ButtonKind.NEGATED)

    def _conditions(self, spec: ButtonSpec) -> list[Entry]:
        """Return entries for the variables that a condition can ask for."""
        keys = [other.key for other in self._specs if other.kind is ButtonKind.INSERT]
        wrap, negated = self.wrap_requested.emit, spec.kind is ButtonKind.NEGATED
        known = [MenuEntry(menu_words(key), partial(wrap, key, negated)) for key in keys]
        return [
            *known,
            None,
            MenuEntry(Sentence("window-variables.another-name"), partial(wrap, "", negated)),
        ]

    def _open_menu(self, pill: Pill) -> None:
        if pill.spec.kind is not ButtonKind.INSERT:
            self._ask(pill.spec, pill)
            return
        key, wrap = pill.spec.key, self.wrap_requested.emit
        menu = menu_of(
            pill,
            MenuEntry(Sentence("window-variables.insert"), partial(self.insert_requested.emit, key)),
            MenuEntry(Sentence("window-variables.wrap"), partial(wrap, key, False)),  # noqa: FBT003  a signal's value
            MenuEntry(Sentence("window-variables.wrap-not"), partial(wrap, key, True)),  # noqa: FBT003  the same
            None,
            MenuEntry(Sentence("window-variables.copy"), partial(self.copy_requested.emit, key)),
        )
        pop_up(menu, below(pill))

    def _entries(self, specs: Sequence[ButtonSpec]) -> Iterator[Entry]:
        """Yield the entries of a menu of buttons, with a line before each group of them."""
        for _name, group in groupby(specs, key=lambda spec: spec.group):
            yield None
            yield from map(self._entry, group)

    def _entry(self, spec: ButtonSpec) -> Entry:
        words = menu_words(spec.text)
        if spec.kind in CONDITIONS and len(self._specs) > 1:
            within = menu_of(self, *self._conditions(spec))
            within.setTitle(words)
            return within
        value = menu_words(spec.value if spec.exists else Sentence("window-variables.not-set"), 24)
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
                if not held and event.key() in {*_STEPS, *_ENDS}:
                    self._move(watched, Qt.Key(event.key()))
                    return True
        return super().eventFilter(watched, event)

    def _stops(self) -> list[QToolButton]:
        return [button for button in (*self.pills, self._more) if not button.isHidden()]

    def _keep_one_tab_stop(self) -> None:
        stops = self._stops()
        if self._current not in stops:
            self._current = stops[0] if stops else None
        for button in stops:
            is_stop = button is self._current
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_stop else Qt.FocusPolicy.ClickFocus)

    def _move(self, button: QToolButton, key: Qt.Key) -> None:
        stops = self._stops()
        step = (stops.index(button) + _STEPS.get(key, 0)) % len(stops)
        target = stops[_ENDS.get(key, step)]
        target.setFocus(Qt.FocusReason.OtherFocusReason)


def _meaning(spec: ButtonSpec) -> tuple[object, ...]:
    """Return the values by which two specs are of the same button, whatever its words."""
    return spec.group, spec.key, spec.kind


class Pill(QToolButton):
    """A variable button; right click and Alt+Down ask for its menu."""

    menu_requested = Signal()

    def __init__(self, spec: ButtonSpec, parent: QWidget) -> None:
        """Show `spec`."""
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.show_spec(spec)

    def show_spec(self, spec: ButtonSpec) -> None:
        """Show another `spec`."""
        self.spec = spec
        self.setText(spec.text.replace("&", "&&"))
        name = spec.key if spec.kind is ButtonKind.INSERT and spec.key != spec.text else ""
        absent = "" if spec.exists else Sentence("window-variables.does-not-exist")
        about = spec.tooltip or spec.value or absent
        self.setToolTip(plain_tooltip("\n".join(filter(None, (name, about)))))
        words: str = spec.text.rstrip("….")
        if spec.kind is ButtonKind.INSERT:
            insert = Sentence("window-variables.insert-one", name=spec.key or spec.text)
            words = listed((insert, one_line(spec.value) or absent))
        self.setAccessibleName(words)
        self.setAccessibleDescription(one_line(spec.tooltip))
        look = _LOOKS.get(spec.kind, "framed") if spec.exists else "absent"
        if look != self.property("look"):
            self.setProperty("look", look)
            repolish(self)
        if spec.kind in _ICONS:
            with_icon(self, _ICONS[spec.kind], size=14)
        self.show_words(shown=True)

    def show_words(self, *, shown: bool) -> None:
        """Show the words of a button that has an icon, or only the icon."""
        styles = Qt.ToolButtonStyle
        has_icon = self.spec.kind in _ICONS
        beside = styles.ToolButtonTextBesideIcon if shown else styles.ToolButtonIconOnly
        self.setToolButtonStyle(beside if has_icon else styles.ToolButtonTextOnly)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the menu on Alt+Down and the menu key, click on Enter."""
        if VARIABLES_MENU.is_pressed(event) or event.key() == Qt.Key.Key_Menu:
            self.menu_requested.emit()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, _event: QContextMenuEvent) -> None:
        """Open the menu."""
        self.menu_requested.emit()
