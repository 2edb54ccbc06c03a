"""The request panel: what a provider takes, as its parts, as its text, and compared with another body."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLayout, QWidget

from editor_app.requests.parts import Provider, RequestPart
from editor_app.requests.structure import PartGroup, PartRow
from editor_app.text import Sentence
from editor_app.window.frame.dock import DockPanel
from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.layouts import column, stacked
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel
from editor_app.window.panels.request.answer_page import AnswerPage
from editor_app.window.panels.request.bars import CopyBar, RequestBar, ShareStrip, VerdictBar
from editor_app.window.panels.request.compare_page import ComparePage
from editor_app.window.panels.request.parts_list import PartsList
from editor_app.window.panels.request.raw_text import RawText
from editor_app.window.panels.request.request_view import (
    ANSWER,
    COMPARE,
    PROVIDERS,
    RAW,
    STRUCTURE,
    AnswerView,
    RequestView,
)
from editor_app.window.panels.request.words import GO, Explain, total_words

_NO_REQUEST: Final = Sentence("window-request.no-request")


class RequestPanel(DockPanel):
    """Shows a `RequestView`, and announces what the user asks for; it changes nothing itself.

    `fix_requested` has the finding, `part_requested` the file and an offset in the text taken from it.
    `compare_requested` has a source: "file", "clipboard", "conversation" or "last-copy". A card's link other
    than that to the file is announced with the part and the offset. `explained` has the words of a card that
    a key asked for, to be said. `parts` announces the key of a group of parts to open or close, `copies` that
    the request is to be sent, `answer` what is asked for the answer; `shown` tells that the panel comes to be
    seen.
    """

    view_chosen = Signal(str)
    fix_requested = Signal(object)
    link_activated = Signal(str, object, int)
    shown = Signal()

    def __init__(
        self,
        *,
        explain: Explain = lambda _part, _within: None,
        providers: Collection[Provider] = tuple(Provider),
    ) -> None:
        """Start without a request, to choose from these providers.

        `explain` gives cards of characters of parts, None for the usual one.
        """
        super().__init__()
        self._explain = explain
        self.shown_view = RequestView(Provider.OPENAI)
        self.view = STRUCTURE
        """Which view is shown: "structure", "raw", "compare" or "answer"."""
        self._answered: AnswerView | None = None
        self._has_nothing = True
        self.setAccessibleName(Sentence("window-request.request"))
        self.header_tools = PlainLabel("", "soft")
        offered = [(key, words) for key, words in PROVIDERS if key in providers]
        self.bar = RequestBar(self, offered)
        self.context = ElidedLabel("", "soft")
        self._context_bar = Bar((self.context, 1), parent=self, height=28, line_below=True)
        self.share = ShareStrip(self)
        self.parts = PartsList(self.shown_view, self)
        self.note = ElidedLabel("", "soft")
        self.more = link_button(Sentence("window-request.show-more"), None, self._show_more)
        self._note_bar = Bar((self.note, 1), self.more, parent=self, height=28, line_above=True)
        self.verdict = VerdictBar(self)
        self.copies = CopyBar(self)
        self._empty = EmptyPlace(ground="paper", parent=self)
        self._pages = stacked(self, self._empty, self.parts)
        above = (self.bar, self._context_bar, self.share)
        whole = column(self, *above, (self._pages, 1), self._note_bar, self.verdict, self.copies)
        whole.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # `_fit` leaves out what has no room
        self.provider_chosen = self.bar.switch.chosen
        self.compare_requested = self.bar.compare_requested
        self.part_requested = self.parts.part_requested
        self.explained = self.parts.explained
        self.copy_requested = self.copies.copy_requested
        self.bar.view_chosen.connect(self._choose)
        self.share.chosen.connect(self._go_to)
        self.parts.fix_clicked.connect(lambda row: self.fix_requested.emit(row.finding))
        self.copies.menu_requested.connect(
            lambda: pop_up(self.bar.compare_menu(), below(self.copies.compare))
        )
        self.show_nothing(Sentence("window-request.open-chat"))
        on_theme(self, self._fit)

    @cached_property
    def raw(self) -> RawText:
        """The text of the body, made when it is first shown."""
        raw = RawText(self.shown_view, self._explain, self)
        raw.part_requested.connect(self.part_requested)
        raw.link_activated.connect(self._follow_link)
        raw.explained.connect(self.explained)
        self._pages.addWidget(raw)
        return raw

    @cached_property
    def comparison(self) -> ComparePage:
        """The page of the comparison, made when it is first shown."""
        page = ComparePage(self)
        self._pages.addWidget(page)
        return page

    @cached_property
    def answer(self) -> AnswerPage:
        """The page of the answer, made when it is first used."""
        page = AnswerPage(self)
        self._pages.addWidget(page)
        return page

    def show_answer(self, answer: AnswerView | None) -> None:
        """Show an answer, or what came of it since, on its page; without one there is no such page."""
        self._answered = answer
        self.bar.has_answer = answer is not None
        self.bar.views.setEnabled(answer is not None or not self._has_nothing)
        if answer is not None and self.view == ANSWER:
            self.answer.show_view(answer)
        elif answer is None and self.view == ANSWER:
            self.choose_view(STRUCTURE)

    def show_request(self, view: RequestView) -> None:
        """Show a request, or why there is none."""
        self._has_nothing = False
        self._show(view)

    def show_nothing(self, sentence: str) -> None:
        """Show what to do in place of a request."""
        self._has_nothing = True
        self._empty.say(_NO_REQUEST, sentence)
        self._show(RequestView(self.shown_view.provider))

    def _show(self, view: RequestView) -> None:
        self.shown_view = view
        self.bar.switch.choose(view.provider.value)
        self.bar.switch.setEnabled(not self._has_nothing)
        self.bar.views.setEnabled(not self._has_nothing or self._answered is not None)
        self.bar.can_compare = view.step is None
        self.header_tools.setText(total_words(view))
        self.context.setText(view.context)
        self.share.show_view(view)
        self.parts.show_view(view)
        self.verdict.show_view(view)
        self.copies.setVisible(view.has_request)
        self._show_page()

    def compare_with(self, body: object, name: str) -> None:
        """Compare the request, and each shown from now on, with another body, which is called `name`."""
        self.comparison.take_other(body, name)
        self.choose_view(COMPARE)

    def choose_view(self, key: str) -> None:
        """Show a view by its key."""
        self.view = key if key != ANSWER or self._answered is not None else STRUCTURE
        self.bar.show_view(self.view)
        self._show_page()

    def show_why(self) -> None:
        """Show why the row, or the character at the caret, is in the request."""
        page = self._pages.currentWidget()
        if isinstance(page, PartsList | RawText):
            page.show_why()

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Leave out what has no room."""
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Announce that the panel comes to be seen."""
        super().showEvent(event)
        self.shown.emit()

    # Inside -------------------------------------------------------------------------------------------------

    def _choose(self, key: str) -> None:
        self.choose_view(key)
        self.view_chosen.emit(key)

    def _show_page(self) -> None:
        view = self.shown_view
        is_listed = self.view == STRUCTURE and (view.has_request or bool(view.blocked))
        shown: QWidget = self._empty
        if self._answered is not None and self.view == ANSWER:
            self.answer.show_view(self._answered)
            shown = self.answer
        elif is_listed:
            shown = self.parts
        elif not view.has_request:
            self._empty.say(_NO_REQUEST, view.why_none or self._empty.sentence)
        elif self.view == RAW:
            self.raw.show_view(view)
            shown = self.raw
        else:
            self.comparison.show_view(view)
            shown = self.comparison
        self._pages.setCurrentWidget(shown)
        self.setFocusProxy(shown)
        self._show_note()
        self._fit()

    def _show_note(self) -> None:
        """Say which part of the text is shown, and offer more of it."""
        page = self._pages.currentWidget()
        self.note.setText(page.note if isinstance(page, RawText) else "")
        self.more.setVisible(isinstance(page, RawText) and page.has_more)
        self._note_bar.setVisible(bool(self.note.text()))

    def _show_more(self) -> None:
        self.raw.show_more()
        self._show_note()

    def _go_to(self, row: PartRow | PartGroup) -> None:
        if isinstance(row, PartRow) and row.part.origin is not None:
            self.part_requested.emit(row.part.origin, row.part.within.start)

    def _follow_link(self, key: str, part: RequestPart, within: int) -> None:
        if key == GO and part.origin is not None:
            self.part_requested.emit(part.origin, within)
        else:
            self.link_activated.emit(key, part, within)

    def _fit(self) -> None:
        px = current_theme().px
        is_narrow = self.width() < px(340)
        is_answer = self.view == ANSWER
        is_low = self.height() < px(420)
        has_room = self.shown_view.has_request and not (is_narrow or is_low or is_answer)
        self._context_bar.setVisible(has_room and bool(self.shown_view.context))
        is_chat = self.shown_view.step is None  # a run has a chart of the tokens
        self.share.setVisible(has_room and is_chat and self.shown_view.structure.tokens.count > 0)
        self.verdict.setVisible(not self._has_nothing and not is_answer)
        self.bar.fit(self.width())
        self.copies.fit(self.width(), compares=is_chat)
