"""The hover card of the editor: when it is shown, and for what."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, Signal

from editor_app.text import Span
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.hover_card import Pointing
from editor_app.window.text.problem_cards import (
    LinkedCard,
    ValueFacts,
    ValueFix,
    about_character,
    about_problem,
    about_tag,
)
from editor_app.window.text.text_view import TextView


class EditorSpot(NamedTuple):
    """A problem, tag or hidden character of the text: its span, its place in the viewport, and its card."""

    span: Span
    rect: QRect
    card: Callable[[], LinkedCard | None]
    is_link: bool = False

    @property
    def key(self) -> Span:
        """What is equal for spots with the same card."""
        return self.span


class EditorHover(Pointing[EditorSpot]):
    """Shows a card for the problem or tag under the pointer, or at the cursor when asked.

    `target_chosen` has the target of a link: a fix, a span to go to, or a mark whose fixes to list.
    """

    target_chosen = Signal(object)

    def __init__(self, editor: TextView) -> None:
        """Show cards for `editor`."""
        super().__init__(editor, self._spot_under, self._card_of)
        self._editor = editor
        self.value_facts: ValueFacts = lambda _name: ()
        self.value_fix: ValueFix = lambda _name: None
        self.link_activated.connect(self._choose_target)

    def show_at_cursor(self) -> None:
        """Show the card for the problem, tag or hidden character at the cursor at once."""
        spot = self._spot(self._editor.cursor_offset(), touching=True)
        if spot is None:
            self.leave_soon()
        else:
            self.show(spot, at_once=True)

    def show_for_line(self, offset: int, anchor: QRect) -> None:
        """Show the worst problem that begins in the line at `offset`, beside its icon on the screen."""
        line = self._editor.line_span_at(offset)
        marks = [mark for mark in self._editor.marks.between(*line) if mark.span.start >= line.start]
        if marks:
            worst = min(marks, key=lambda mark: mark.problem.severity.rank)
            rect = QRect(self._editor.viewport().mapFromGlobal(anchor.topLeft()), anchor.size())
            card = partial(about_problem, worst, with_fixes=self._editor.knows_fixes)
            self.show(EditorSpot(worst.span, rect, card))

    def _spot_under(self, place: QPoint) -> EditorSpot | None:
        offset = self._editor.offset_under(place)
        return None if offset is None else self._spot(offset, touching=False)

    def _spot(self, offset: int, *, touching: bool) -> EditorSpot | None:
        """Return the spot of the character at an offset; `touching` counts those that end there, too."""
        editor = self._editor
        for mark in editor.marks.at(offset):
            if touching or mark.span.contains(offset) or not mark.span.length:
                card = partial(about_problem, mark, with_fixes=editor.knows_fixes)
                return EditorSpot(mark.span, editor.rect_in_view(mark.span), card)
        character = editor.contents.text[offset : offset + 1]
        if editor.contents.bridge.is_shown_by_name(character):
            span = Span(offset, offset + 1)
            return EditorSpot(span, editor.rect_in_view(span), partial(about_character, character))
        analysis = editor.analysis
        if analysis is None or analysis.template is None or not editor.knows_fixes:
            return None
        tag = analysis.template.tag_at(offset)
        if tag is None and touching and offset:
            tag = analysis.template.tag_at(offset - 1)
        if tag is None:
            return None
        about = partial(about_tag, analysis, tag, self.value_facts, self.value_fix)
        return EditorSpot(tag.span, editor.rect_in_view(tag.span), about)

    def _card_of(self, spot: EditorSpot) -> Card | None:
        linked = spot.card()
        return None if linked is None else linked.card

    def _choose_target(self, key: str, spot: EditorSpot) -> None:
        linked = spot.card()
        if linked is not None and key in linked.targets:
            self.target_chosen.emit(linked.targets[key])
