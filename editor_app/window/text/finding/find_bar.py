"""The bar that finds and replaces in a text: over the editor in front, or at the top of a pane to read."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.focus.panel_keys import PanelKey
from editor_app.window.kit.focus.tab_order import focus_beside
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import current_theme, spaced
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import PlainLabel, repolish
from editor_app.window.kit.words.plain_text import number_in_words
from editor_app.window.text.finding.find_fields import PatternField, RememberingField, Searched, remember
from editor_app.window.text.finding.finder import Finder
from editor_app.window.text.surface import TextSurface

KEYS: Final = (
    PanelKey("Find", "Next hit", "Return"),
    PanelKey("Find", "Previous hit", "Shift+Return"),
    PanelKey("Find", "What was typed before", "Up"),
    PanelKey("Find", "Match case", "Alt+C"),
    PanelKey("Find", "Whole word", "Alt+W"),
    PanelKey("Find", "Regular expression", "Alt+R"),
    PanelKey("Find", "Close", "Esc"),
)
_NARROW: Final = 480


class FindBar(Ground):
    """Finds in one text at a time; it is over a pane to read, or, without one, placed by whoever made it."""

    closed = Signal()

    def __init__(
        self, searched: Searched, parent: QWidget | None = None, *, over: TextSurface | None = None
    ) -> None:
        """Start hidden; `searched` is what was looked for last."""
        super().__init__(over or parent, line_below=True)
        self._searched, self._over, self._said = searched, over, ""
        self.finder = Finder(self)
        self.field = PatternField("Find", searched, self)
        self.replacement = RememberingField("Replace with", "replace", searched.replacements, self)
        self._fold = icon_button("chevron-right", "Show replacing", self, self._toggle_replacing)
        self._previous = icon_button("arrow-up", "Previous hit", self, lambda: self.step(backwards=True))
        self._next = icon_button("arrow-down", "Next hit", self, self.step)
        self._within = icon_button("text-select", "Find in the selection", self, self._toggle_within)
        self._close = icon_button("x", "Close", self, self.close_bar)
        self.replace_button, self.replace_all_button = (
            QPushButton("Replace", self),
            QPushButton("Replace all", self),
        )
        self._words = PlainLabel("", "small", self)
        self._within.setCheckable(True)
        self.setAccessibleName("Find")
        self._lay_out()
        self.field.query_changed.connect(self.finder.look_for)
        self.field.entered.connect(lambda backwards: self.step(backwards=backwards))
        self.replacement.entered.connect(lambda _backwards: self.replace())
        self.replace_button.clicked.connect(self.replace)
        self.replace_all_button.clicked.connect(self.replace_all)
        self.finder.changed.connect(self._show_state)
        self.hide()
        if over is not None:
            over.installEventFilter(self)

    def _lay_out(self) -> None:
        grid = spaced(QGridLayout(), spacing=(8, 5))
        tools, below = QWidget(self), QWidget(self)
        self._replacing = (self.replacement, below)
        row(tools, self._previous, self._next, self._within, ..., self._close, spacing=2)
        row(below, self.replace_button, self.replace_all_button, ..., spacing=8)
        for line, parts in enumerate(((self._fold, self.field, tools), (None, *self._replacing))):
            for place, part in enumerate(parts):
                if part is not None:
                    grid.addWidget(part, line, place)
        grid.addWidget(self._words, 2, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        column(self, grid, margins=(8, 5, 8, 6))
        self._words.setWordWrap(True)
        for part in (*self._replacing, self._words):
            part.hide()

    # Opening and closing ------------------------------------------------------------------------------------

    def open_for(self, surface: TextSurface, *, replaces: bool = False) -> None:
        """Find in a text: what is selected, or, where that has several lines, in the selection."""
        is_other = surface is not self.finder.surface or self.isHidden()
        selected = surface.selected_text() if is_other or surface.hasFocus() else ""
        self.show_surface(surface)
        self.finder.remember_origin()
        query = self._searched.for_words(selected)
        if "\n" in selected:
            self._within.setChecked(True)
            self._toggle_within()
        self.field.show_query(query)
        self.replacement.show_words(self._searched.replacement)
        self.show()
        self._show_replacing(shown=(replaces or not self.replacement.isHidden()) and self.finder.can_replace)
        self.finder.look_for(query, goes=False)
        target = self.replacement if replaces and self.finder.can_replace and query.pattern else self.field
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)
        target.selectAll()

    def show_surface(self, surface: TextSurface | None) -> None:
        """Find in another text from now on, as when another editor comes to the front."""
        if surface is self.finder.surface:
            return
        self._within.setChecked(False)
        self.finder.query = self._searched.query
        self.finder.show(surface)
        if surface is None:
            self.hide()

    def close_bar(self) -> None:
        """Stop what is going on; else hide, and give the focus and the cursor back to the text."""
        if self.finder.is_busy:
            self.finder.stop()
            self._show_state()
            return
        surface = self.finder.surface
        remember(self.field.text(), self._searched.patterns)
        self.finder.give_back()
        self.finder.show(None)
        self.hide()
        if surface is not None:
            surface.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    # What is done -------------------------------------------------------------------------------------------

    def step(self, *, backwards: bool = False) -> None:
        """Go to the next hit or the one before."""
        remember(self.field.text(), self._searched.patterns)
        self.finder.step(backwards=backwards)

    def step_in(self, surface: TextSurface, *, backwards: bool) -> None:
        """Go to the next hit of what was looked for last, or the one before, without showing the bar."""
        is_open = not self.isHidden()
        self.show_surface(surface)
        if self.finder.is_busy or not self.finder.hits.spans:
            self.open_for(surface)
        self.step(backwards=backwards)
        if not is_open and self.isHidden():
            self.finder.show(None)

    def replace(self) -> None:
        """Replace the current hit, and go on to the next."""
        self._note_replacement()
        self.finder.replace(self.replacement.text())

    def replace_all(self) -> None:
        """Replace all hits as one undo step."""
        self._note_replacement()
        self.finder.replace_all(self.replacement.text())

    def _note_replacement(self) -> None:
        self._searched.replacement = self.replacement.text()
        remember(self.field.text(), self._searched.patterns)
        remember(self.replacement.text(), self._searched.replacements)

    def _toggle_within(self) -> None:
        surface = self.finder.surface
        span = surface.selected_span() if surface is not None and self._within.isChecked() else None
        if span is not None and not span.length:
            self._within.setChecked(False)
            span = None
        self.finder.look_within(span)

    def _toggle_replacing(self) -> None:
        self._show_replacing(shown=self.replacement.isHidden())

    def _show_replacing(self, *, shown: bool) -> None:
        for part in self._replacing:
            part.setVisible(shown)
        self._fold.setVisible(self.finder.can_replace)
        name = "Hide replacing" if shown else "Show replacing"
        with_icon(self._fold, "chevron-down" if shown else "chevron-right", "soft")
        self._fold.setToolTip(name)
        self._fold.setAccessibleName(name)
        self._place()

    # What is shown ------------------------------------------------------------------------------------------

    def _show_state(self) -> None:
        finder, hits = self.finder, self.finder.hits
        count, pattern = len(hits.spans), finder.query.pattern
        number = number_in_words(count)
        words = f"{number_in_words(hits.current + 1)} of {number}" if hits.current >= 0 else number
        shown = "" if not pattern or finder.is_busy else words if count else "No hits"
        self.field.say_count(shown)
        sentence = finder.outcome or (finder.problem if pattern else "")
        if self._words.text() != sentence:
            self._words.setText(sentence)
            self._words.setVisible(bool(sentence))
            self._place()
        is_wrong = str(bool(finder.problem) and not count and not finder.is_busy).lower()
        if self.field.property("problem") != is_wrong:
            self.field.setProperty("problem", is_wrong)
            repolish(self.field)
        for button in (self._previous, self._next, self.replace_button, self.replace_all_button):
            button.setEnabled(bool(count))
        name = f"Replace all {number}" if count else "Replace all"
        is_narrow = self.width() < current_theme().px(_NARROW)
        self.replace_all_button.setText("All" if is_narrow else name)
        self.replace_all_button.setAccessibleName(name)
        said = sentence or (f"{shown} hits" if count and hits.current < 0 else shown)
        if self.isVisible() and said != self._said:
            self._said = said
            announce(self, f"{said}.".replace("..", "."))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go to the control beside the one with the focus: a text that is written into would keep Tab."""
        return focus_beside(self.window(), forward=forward)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the words of the buttons where there is little room."""
        super().resizeEvent(event)
        self._show_state()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as wide as the pane."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        """Take the room above the text of the pane, or give it back."""
        if self._over is None:
            return
        height = 0 if self.isHidden() else self.sizeHint().height()
        margins = self._over.viewportMargins()
        if margins.top() != height:
            margins.setTop(height)
            self._over.setViewportMargins(margins.left(), height, margins.right(), margins.bottom())
        self.setGeometry(0, 0, self._over.width(), height)
        self.raise_()

    def hide(self) -> None:
        """Hide, and give the room back."""
        super().hide()
        self._place()
