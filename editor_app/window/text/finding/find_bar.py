"""The bar that finds and replaces in a text: over the editor in front, or at the top of a pane to read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from editor_app.text import Sentence, Span
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.focus.panel_keys import PanelKey, keep_key
from editor_app.window.kit.focus.tab_order import focus_beside
from editor_app.window.kit.layouts import OverTop, column, row
from editor_app.window.kit.theme.current import current_theme, spaced
from editor_app.window.kit.words.labels import PlainLabel, repolish
from editor_app.window.kit.work.connections import connect
from editor_app.window.text.finding.find_fields import REPLACE_ALL_KEYS, FindFields, Searched
from editor_app.window.text.finding.finder import Finder
from editor_app.window.text.finding.parts import HitsOfParts, SearchedParts
from editor_app.window.text.surface import TextSurface

KEYS: Final = (
    PanelKey(Sentence("window-text.find"), Sentence("window-text.next-match"), "Return"),
    PanelKey(Sentence("window-text.find"), Sentence("window-text.previous-match"), "Shift+Return"),
    PanelKey(Sentence("window-text.find"), Sentence("window-text.replace-all"), REPLACE_ALL_KEYS[0]),
    PanelKey(Sentence("window-text.find"), Sentence("window-text.typed-before"), "Up"),
    PanelKey(Sentence("window-text.find"), Sentence("window-text.match-case"), "Alt+C"),
    PanelKey(Sentence("window-text.find"), Sentence("window-text.whole-word"), "Alt+W"),
    PanelKey(Sentence("window-text.find"), Sentence("window-text.regular-expression"), "Alt+R"),
    PanelKey(Sentence("window-text.find"), Sentence("window-text.close"), "Esc"),
)
_NARROW: Final = 480


class FindBar(Ground):
    """Finds in one text at a time; it is over a pane to read, or, without one, placed by whoever made it."""

    part_requested = Signal(int)
    """The place of another of the `parts`, which is to be shown by `show_surface` at once."""

    def __init__(
        self, searched: Searched, parent: QWidget | None = None, *, over: TextSurface | None = None
    ) -> None:
        """Start hidden; `searched` is what was looked for last."""
        super().__init__(over or parent, line_below=True)
        self._searched, self._said = searched, ""
        if over is not None:
            OverTop(self, over, partial(_make_room_in, over))
        self.finder = Finder(self)
        self.parts: Callable[[], SearchedParts] = SearchedParts
        """Returns the texts that are searched as one with the one that is shown."""
        self._parts = HitsOfParts(self)
        self._previous = icon_button(
            "arrow-up", Sentence("window-text.previous-match"), self, lambda: self.step(backwards=True)
        )
        self._next = icon_button("arrow-down", Sentence("window-text.next-match"), self, self.step)
        self._within = icon_button(
            "text-select", Sentence("window-text.find-in-selection"), self, self._toggle_within
        )
        self._close = icon_button("x", Sentence("window-text.close"), self, self.close_bar)
        self.replace_button = QPushButton(Sentence("window-text.replace"))
        self.replace_all_button = QPushButton()
        self._below = QWidget(self)
        row(self._below, self.replace_button, self.replace_all_button, ..., spacing=8)
        self.fields = FindFields(Sentence("window-text.find"), searched, self, self._below)
        self.field, self.replacement = self.fields.pattern, self.fields.replacement
        self.key_field = self.field
        self._words = PlainLabel("", "small", self)
        self._within.setCheckable(True)
        self.setAccessibleName(Sentence("window-text.find"))
        self._lay_out()
        keep_key(self, "Esc", self.close_bar)
        self.fields.replace_all_with(self.replace_all)
        connect(
            (self.field.query_changed, self.finder.look_for),
            (self.field.entered, lambda backwards: self.step(backwards=backwards)),
            (self.replacement.entered, self.replace),
            (self.replace_button.clicked, self.replace),
            (self.replace_all_button.clicked, self.replace_all),
            (self.field.query_changed, self._look_in_parts),
            (self.finder.changed, self._show_state),
            (self._parts.changed, self._show_state),
        )
        self.hide()

    def _lay_out(self) -> None:
        grid, tools = spaced(QGridLayout(), spacing=(8, 5)), QWidget(self)
        row(tools, self._previous, self._next, self._within, ..., self._close, spacing=2)
        parts = (self.fields.fold, 0, 0), (self.field, 0, 1), (tools, 0, 2), (self.replacement, 1, 1)
        for part, line, place in (*parts, (self._below, 1, 2), (self._words, 2, 1)):
            grid.addWidget(part, line, place)
        grid.setColumnStretch(1, 1)
        column(self, grid, margins=(8, 5, 8, 6))
        self._words.setWordWrap(True)
        self._words.hide()

    # Opening and closing ------------------------------------------------------------------------------------

    def open_for(self, surface: TextSurface, *, replaces: bool = False) -> None:
        """Find in a text: what is selected, or, where that has several lines, in the selection."""
        is_other = surface is not self.finder.surface or self.isHidden()
        selected = surface.selected_text() if is_other or surface.hasFocus() else ""
        self.show_surface(surface)
        self.finder.remember_origin()
        if "\n" in selected:
            self._within.setChecked(True)
            self._toggle_within()
        query, is_writable = self._searched.for_words(selected), self.finder.writable is not None
        self.show()
        self.fields.fold.setVisible(is_writable)
        self.fields.show_replacing(shown=is_writable and self.fields.replaces)
        self.fields.open_for(query, replaces=replaces and is_writable, selected=selected)
        self.finder.look_for(query, goes=False)
        self._look_in_parts()

    def show_surface(self, surface: TextSurface | None) -> None:
        """Find in another text from now on, as when another editor comes to the front."""
        if surface is not self.finder.surface:
            self._within.setChecked(False)
            self.finder.query = self._searched.query
            self.finder.show(surface)
            self._look_in_parts()
            self.setVisible(surface is not None and not self.isHidden())

    def close_bar(self) -> None:
        """Stop what is going on; else hide, and give the focus and the cursor back to the text."""
        if self.finder.is_busy:
            self.finder.stop()
            self._show_state()
            return
        surface = self.finder.surface
        self.fields.note_typed()
        if surface is not None and not surface.hasFocus():
            self.finder.give_back()
        self.finder.show(None)
        self.hide()
        if surface is not None:
            surface.setFocus(Qt.FocusReason.OtherFocusReason)

    # What is done -------------------------------------------------------------------------------------------

    def step(self, *, backwards: bool = False) -> None:
        """Go to the next hit or the one before."""
        self.fields.note_typed()
        self._step(backwards=backwards)

    def _step(self, *, backwards: bool) -> None:
        self._look_in_parts()
        number, place = (
            self.finder.next_number(backwards=backwards),
            self._parts.next_place(backwards=backwards),
        )
        if place is None or 0 <= number < len(self.finder.hits.spans):
            self.finder.step(backwards=backwards)
        else:
            self.part_requested.emit(place)
            self.finder.go_to_end(backwards=backwards)

    def _look_in_parts(self) -> None:
        parts = self.parts() if self.finder.surface is not None else SearchedParts()
        self._parts.look_for(self.finder.query, parts)

    def step_in(self, surface: TextSurface, *, backwards: bool) -> None:
        """Go to the next hit of what was looked for last, or the one before, without showing the bar."""
        self.show_surface(surface)
        is_elsewhere = self._parts.next_place(backwards=backwards) is not None
        if self.finder.is_busy or not (self.finder.hits.spans or is_elsewhere):
            self.open_for(surface)
        self._step(backwards=backwards)
        if self.isHidden():
            self.finder.show(None)

    def replace(self, _signal: object = None) -> None:
        """Replace the current hit, and go on to the next."""
        self.fields.note_typed()
        self.finder.replace(self.replacement.text())

    def replace_all(self, _signal: object = None) -> None:
        """Replace all hits as one undo step."""
        self.fields.note_typed()
        self.finder.replace_all(self.replacement.text())

    def _toggle_within(self) -> None:
        surface = self.finder.surface
        span = surface.selected_span() if surface is not None and self._within.isChecked() else Span(0, 0)
        self._within.setChecked(span.length > 0)
        self.finder.look_within(span if span.length else None)

    # What is shown ------------------------------------------------------------------------------------------

    def _show_state(self) -> None:
        finder, surface = self.finder, self.finder.surface
        count, current = len(finder.hits.spans), -1 if surface is None else surface.current_hit
        before, in_all = self._parts.before, self._parts.before + count + self._parts.behind
        number = before + current + 1 if current >= 0 else 0
        shown: str = Sentence("window-text.matches", number=number, count=in_all)
        if not finder.query.pattern or finder.is_busy:
            shown = ""
        self.field.say_count(shown)
        sentence = finder.outcome or (finder.problem if finder.query.pattern else "")
        self._words.setText(sentence)
        self._words.setVisible(bool(sentence))
        is_wrong = str(bool(finder.problem) and not count and not finder.is_busy).lower()
        if self.field.property("problem") != is_wrong:
            self.field.setProperty("problem", is_wrong)
            repolish(self.field)
        self._within.setVisible(self._within.isChecked() or (surface is not None and _has_lines(surface)))
        for button in (self._previous, self._next):
            button.setEnabled(bool(in_all))
        self.replace_button.setEnabled(bool(count))
        self.replace_all_button.setEnabled(bool(count))
        name = Sentence("window-text.replace-all-matches", count=count)
        if count and count < in_all:
            name = Sentence("window-text.replace-all-here", count=count)
        self.replace_all_button.setText(
            Sentence("window-text.all") if self.width() < current_theme().px(_NARROW) else name
        )
        self.replace_all_button.setAccessibleName(name)
        said = sentence or (Sentence("text.matches", count=in_all) if in_all and current < 0 else shown)
        if self.isVisible() and said != self._said:
            self._said = said
            announce(self, f"{said.rstrip('.')}.")

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go to the control beside the one with the focus: a text that is written into would keep Tab."""
        inside = self.fields.focus_beside(self, forward=forward)
        return inside or focus_beside(self.window(), forward=forward)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the words of the buttons where there is little room."""
        super().resizeEvent(event)
        self._show_state()


def _make_room_in(pane: TextSurface, height: int) -> None:
    margins = pane.viewportMargins()
    pane.setViewportMargins(margins.left(), height, margins.right(), margins.bottom())


def _has_lines(text: TextSurface) -> bool:
    """Whether several lines are selected."""
    cursor, document = text.textCursor(), text.document()
    return document.findBlock(cursor.selectionStart()) != document.findBlock(cursor.selectionEnd())
