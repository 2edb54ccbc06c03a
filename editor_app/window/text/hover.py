"""The hover card of the editor: when it is shown, and for what."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, QRect, Signal

from editor_app.text import Fix, Span
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.hover_card import HoverCard
from editor_app.window.text.painting.marks import Mark
from editor_app.window.text.problem_cards import (
    LinkedCard,
    ValueFacts,
    ValueFix,
    about_character,
    about_problem,
    about_tag,
)
from editor_app.window.text.text_view import TextView


class EditorHover(QObject):
    """Shows a card for the problem or tag under the pointer, or at the cursor when asked."""

    fix_chosen = Signal(object)
    fixes_wanted = Signal(object)
    place_chosen = Signal(object)

    def __init__(self, editor: TextView) -> None:
        """Show cards for `editor`, which tells where the pointer is."""
        super().__init__(editor)
        self._editor = editor
        self._span: Span | None = None
        self._linked_card: LinkedCard | None = None
        self.value_facts: ValueFacts = lambda _name: ()
        self.value_fix: ValueFix = lambda _name: None
        self._card: HoverCard | None = None

    @property
    def card(self) -> HoverCard:
        """The card, made when it is first shown: not every editor needs one."""
        if self._card is None:
            self._card = HoverCard(self._editor)
            self._card.link_activated.connect(self._follow_link)
            self._card.gone.connect(self._forget)
        return self._card

    def show_at_cursor(self) -> None:
        """Show the card for the problem, tag or hidden character at the cursor at once."""
        self._ask(self._editor.cursor_offset(), at_once=True)

    def show_for_line(self, offset: int, anchor: QRect) -> None:
        """Show the worst problem that begins in the line at `offset`, beside its icon."""
        line = self._editor.line_span_at(offset)
        marks = [mark for mark in self._editor.marks.between(*line) if mark.span.start >= line.start]
        if marks:
            worst = min(marks, key=lambda mark: mark.problem.severity.rank)
            self._show(worst.span, anchor, lambda: about_problem(worst, with_fixes=self._editor.knows_fixes))

    def leave(self) -> None:
        """Hide the card at once."""
        self._span = None
        if self._card is not None:
            self._card.leave()

    def leave_soon(self) -> None:
        """Hide the card after a moment, unless the pointer reaches it meanwhile."""
        if self._card is not None:
            self._card.leave_soon()

    def point_at(self, place: QPoint) -> None:
        """Show or hide the card for a place of the pointer in the viewport."""
        offset = self._editor.offset_under(place)
        if offset is None:
            self._span = None
            self.leave_soon()
        else:
            self._ask(offset, at_once=False)

    def _ask(self, offset: int, *, at_once: bool) -> None:
        found = self._find(offset, touching=at_once)
        if found is None:
            self._span = None
            self.leave_soon()
            return
        span, make = found
        if span == self._span and not at_once:
            return
        self._show(span, self._editor.rect_of(span), make, at_once=at_once)

    def _show(
        self, span: Span, anchor: QRect, make: Callable[[], LinkedCard | None], *, at_once: bool = False
    ) -> None:
        self._span = span

        def card() -> Card | None:
            self._linked_card = make()
            return self._linked_card.card if self._linked_card else None

        self.card.ask(anchor, card, at_once=at_once)

    def _find(self, offset: int, *, touching: bool) -> tuple[Span, Callable[[], LinkedCard | None]] | None:
        editor = self._editor
        for mark in editor.marks.at(offset):
            if touching or mark.span.contains(offset) or not mark.span.length:
                return mark.span, partial(about_problem, mark, with_fixes=editor.knows_fixes)
        character = editor.contents.text[offset : offset + 1]
        if editor.contents.bridge.is_shown_by_name(character):
            return Span(offset, offset + 1), lambda: about_character(character)
        analysis = editor.analysis
        if analysis is None or analysis.template is None or not editor.knows_fixes:
            return None
        tag = analysis.template.tag_at(offset)
        if tag is None and touching and offset:
            tag = analysis.template.tag_at(offset - 1)
        if tag is None:
            return None
        return tag.span, lambda: about_tag(analysis, tag, self.value_facts, self.value_fix)

    def _follow_link(self, key: str) -> None:
        target = self._linked_card.targets.get(key) if self._linked_card else None
        if isinstance(target, Fix):
            self.fix_chosen.emit(target)
        elif isinstance(target, Mark):
            self.fixes_wanted.emit(target)
        elif target is not None:
            self.place_chosen.emit(target)

    def _forget(self) -> None:
        self._span = None
