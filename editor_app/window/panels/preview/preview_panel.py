"""The preview panel: what the model gets as text, as Markdown, or compared, with explanations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from editor_app.analysis.explanation import Explanation
from editor_app.analysis.model_text import ModelText
from editor_app.text import Sentence
from editor_app.window.documents.trust.fixes import fix_for, note_on
from editor_app.window.frame.dock import DockPanel
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.sentence_bar import BarLook, SentenceBar
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, stacked
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.qt_strings import for_qt
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.preview import why
from editor_app.window.panels.preview.bars import HeaderTools, PreviewBar, PreviewFooter, missing_in_words
from editor_app.window.panels.preview.blank_list import BlankList, blank_rows
from editor_app.window.panels.preview.comparison import Comparison
from editor_app.window.panels.preview.context_line import AsIf, ContextLine
from editor_app.window.panels.preview.look import PreviewExtras, PreviewLook
from editor_app.window.panels.preview.text.marks import MARKED_AT_ALL, MARKED_AT_ONCE, tag_count
from editor_app.window.panels.preview.text.text_view import PreviewText
from editor_app.window.panels.preview.views import DIFFERENCE, MARKDOWN, TEXT, VIEWS
from editor_app.window.panels.preview.why_section import WhySection

if TYPE_CHECKING:  # imported when first shown, so that the window starts faster
    from editor_app.window.panels.preview.comparison_view import ComparisonView
    from editor_app.window.panels.preview.markdown_view import MarkdownView
    from editor_app.window.text.difference.rows_pane import RowsPane

_FOLD_UNDER: Final = 300
_PAUSE_MS: Final = 250
_LEAST_TEXT: Final = 56  # pixels: some lines of the text stay visible above the explanation
_THE_RESULT: Final = Sentence("window-preview.what-the-model-gets")
_NO_ORIGINS: Mapping[str, str] = MappingProxyType({})


class PreviewPanel(DockPanel):
    """Shows what the model gets; its title is in the dock's header."""

    source_requested = Signal(object)
    edit_value_requested = Signal(str)
    fix_requested = Signal(object)
    other_text_requested = Signal()  # the prompt's own text in place of what callers get, or the reverse
    copied = Signal(str)
    zoom_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a file."""
        super().__init__(parent)
        self._zoom = 0
        self._zoomed: list[PreviewText | MarkdownView | RowsPane] = []
        self._views: list[MarkdownView | ComparisonView] = []
        self.result: ModelText | None = None
        """The text that is shown, None if none is."""
        self._file_name = ""
        self._explained: why.Answer | None = None
        self._listing = single_shot(self, _PAUSE_MS, self._list_blanks)
        self.setAccessibleName(Sentence("window-preview.preview"))
        self._switch = SegmentedSwitch(Sentence("window-preview.view"), VIEWS, self)
        self.look: PreviewLook | None = None
        """What is shown besides the text, None for a kind without that."""
        self._extras: PreviewExtras | None = None
        self._placed: list[PreviewExtras] = []
        self.header_tools = HeaderTools()
        self.text = PreviewText(self)
        self._comparisons: Callable[[], Sequence[Comparison]] = tuple
        self.context = ContextLine(self)
        self.blank = BlankList(self)
        self.why = WhySection(self)
        self._empty = EmptyPlace(ground="paper", parent=self)
        self._bar = PreviewBar(self._switch, self.context.entries, self)
        self.callers = SentenceBar(BarLook("info"))
        self._missing = SentenceBar(BarLook("triangle-alert", "warn"))
        self._footer = PreviewFooter(self)
        self._pages = stacked(self, self._empty, self.text)
        context, blank = self._giving_way(self.context), self._giving_way(self.blank)
        above = (self._bar, context, self.callers, self._missing)
        self._column = column(self, *above, (self._pages, 1), self.why, blank, self._footer)
        self._switch.chosen.connect(self.choose_view)
        self.text.part_requested.connect(self._choose_part)
        self._pages.currentChanged.connect(self._choose_stop)
        self._take_view(self.text)
        self.copy_requested = self._bar.copy_requested
        self._bar.source_requested.connect(self._go_to_source)
        self._bar.why_requested.connect(self.show_why)
        self._bar.wrapping_chosen.connect(self.text.set_wrapping)
        for part in (self.text, self.blank):
            part.source_requested.connect(self.source_requested)
            part.edit_value_requested.connect(self.edit_value_requested)
            part.fix_requested.connect(self.fix_requested)
        self._footer.stability.output_requested.connect(self._go_to_break)
        self.text.why_requested.connect(self.show_why)
        self.text.cursorPositionChanged.connect(lambda: self._follow_caret(has_moved=True))
        self.why.body.link_activated.connect(self._follow_link)
        self.why.closed.connect(self.text.setFocus)
        self.why.height_changed.connect(self._give_way)
        on_theme(self, self._fit)
        self.show_nothing(Sentence("window-preview.nothing-open"), Sentence("window-preview.open-prompt"))

    @property
    def switch(self) -> SegmentedSwitch:
        """The switch of the views for the text that is shown."""
        return self._extras.switch if self._extras is not None else self._switch

    @cached_property
    def markdown(self) -> MarkdownView:
        """The Markdown view, created when first used."""
        from editor_app.window.panels.preview.markdown_view import MarkdownView

        view = MarkdownView(self)
        self._add_view(view, view)
        return view

    @cached_property
    def comparison(self) -> ComparisonView:
        """The view of differences, created when first used."""
        from editor_app.window.panels.preview.comparison_view import ComparisonView

        view = ComparisonView(lambda: self._comparisons(), self)  # noqa: PLW0108  those of then
        self._add_view(view, view.difference.inline)
        return view

    def _add_view(self, view: MarkdownView | ComparisonView, zoomed: MarkdownView | RowsPane) -> None:
        self._take_view(zoomed)
        self._views.append(view)
        self._pages.addWidget(view)
        self._show_in_views()

    def _show_in_views(self) -> None:
        for view in self._views:
            view.show_text(self.result.text if self.result is not None else "")

    def show_model(
        self,
        result: ModelText,
        file_name: str,
        *,
        origins: Mapping[str, str] = _NO_ORIGINS,
        max_tokens: int | None = None,
        look: PreviewLook | None = None,
        extras: PreviewExtras | None = None,
    ) -> None:
        """Show the text the model gets from `file_name`.

        `origins` say in words where given values come from, by name; `max_tokens` is the limit of the reply.
        A kind of file with a `look` has `extras` to show it in.
        """
        self._take_look(look, extras)
        if file_name != self._file_name:
            self.why.hide()  # the explanation is about another file
            self.text.forget_followed()
        self.result, self._file_name = result, file_name
        self.text.show_text(result, file_name, origins, look)
        self._show_in_views()
        self._pages.setCurrentWidget(self._page(self.switch.current))
        if tag_count(result) <= MARKED_AT_ONCE:
            self._list_blanks()
        elif not self._listing.isActive():
            self._listing.start()
        names = result.missing_required
        give_value = Sentence("window-preview.give-value")
        give = [(give_value, partial(self.edit_value_requested.emit, names[0]))] if names else ()
        self._missing.say(missing_in_words(names), give)
        self._footer.show_text(result, max_tokens)
        self._footer.show()
        self._bar.setEnabled(True)
        self._follow_caret()

    def show_look(self, look: PreviewLook | None) -> None:
        """Show another part as selected in the same text."""
        if self.look is not None and look is not None:
            self._take_look(look, self._extras)
            self.text.show_look(look)

    def show_nothing(self, title: str, sentence: str) -> None:
        """Show a title and a sentence in place of a text."""
        self.result = None
        self._listing.stop()
        self.text.clear_text()
        self._show_in_views()
        self._empty.say(title, sentence)
        self._pages.setCurrentWidget(self._empty)
        self._take_look(None, None)
        for part in (self.blank, self.why, self.callers, self._missing, self.context, self._footer):
            part.hide()
        self._bar.setEnabled(False)

    def show_context(self, as_if: AsIf | None) -> None:
        """Show the context that values were resolved in; None where values are only given."""
        self.context.show_context(as_if)

    def show_callers(self, sentence: str, link: str) -> None:
        """Say whether callers get the text, with a link to the other one; "" where both are the same."""
        self.callers.say(sentence, [(link, self.other_text_requested.emit)])

    def show_comparisons(self, comparisons: Callable[[], Sequence[Comparison]]) -> None:
        """Offer the texts for comparison that are returned when they are compared."""
        self._comparisons = comparisons
        self._show_in_views()

    def choose_view(self, key: str) -> None:
        """Show the text, the Markdown, the difference, or a view of this kind of file, by its key."""
        self.switch.choose(key)
        if self.result is not None:
            self._pages.setCurrentWidget(self._page(key))

    def show_view_if_known(self, key: str) -> None:
        """Show a view by its key if all kinds of file have it."""
        if key in (TEXT, DIFFERENCE) or (key == MARKDOWN and self._extras is None):
            self.choose_view(key)

    def copy(self, result: ModelText, called: str = _THE_RESULT) -> None:
        """Copy the exact text of `result`, and say what it is called."""
        QGuiApplication.clipboard().setText(for_qt(result.text))
        characters = Sentence("text.characters", count=len(result.text))
        self.copied.emit(Sentence("window-preview.copied", what=called, characters=characters))

    def show_output_at(self, source_offset: int) -> None:
        """Focus the place of the text that the source at `source_offset` became."""
        self._turn_to_text()
        self.text.show_output_at(source_offset)
        self.text.setFocus()

    def show_output(self, offset: int) -> None:
        """Scroll to an offset of the text, and put the caret there."""
        self._turn_to_text()
        self.text.show_output(offset)

    def _turn_to_text(self) -> None:
        if self._page(self.switch.current) is not self.text:
            self.choose_view(TEXT)

    def go_to_output(self, offset: int) -> None:
        """Scroll to an offset of the text, and go to its source."""
        self.show_output(offset)
        span = self.text.source_of(offset)
        if span is not None:
            self.source_requested.emit(span)

    def show_why(self, explanation: Explanation | None = None) -> None:
        """Open the explanation of a character of the text, by default of the one at the caret."""
        if explanation is None:
            self.text.place_caret()
            explanation = self.text.explain_cursor()
        if explanation is not None:
            self._answer(self._answer_of(explanation))

    @property
    def has_caret(self) -> bool:
        """Whether the focus is in the text, or in the explanation."""
        return self.text.hasFocus() or self.why.has_focus

    def part_at_caret(self) -> int | None:
        """Return the number of the part that contains the preview's caret, None if none does."""
        look = self.look if self.has_caret else None
        return look.part_at(self.text.caret_offset) if look is not None else None

    def explain_source(self, source_offset: int) -> None:
        """Open the explanation why a place of the source is in the text, or why it is not."""
        self.show_output_at(source_offset)
        result = self.result
        answer = why.not_sent(source_offset, result, self._file_name) if result is not None else None
        if answer is None:
            self.show_why()
        else:
            self._answer(answer)

    def explain_part(self, number: int) -> bool:
        """Open the explanation why the beginning of a part is in the text; return False if it is not."""
        place = self.look.place_of(number) if self.look is not None else None
        if place is None or not place.length:
            return False
        self.show_output(place.start)
        self.show_why()
        return True

    def set_zoom(self, zoom: int) -> None:
        """Make the text `zoom` pixels larger than usual, in each view."""
        self._zoom = zoom
        for view in self._zoomed:
            view.set_zoom(zoom)

    def _take_view(self, view: PreviewText | MarkdownView | RowsPane) -> None:
        """Let a view that was made have the zoom, and announce Ctrl and the wheel over it."""
        self._zoomed.append(view)
        view.viewport().installEventFilter(self)
        view.set_zoom(self._zoom)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Zoom with Ctrl and the wheel over a view, as over the text that it is made of."""
        if isinstance(event, QWheelEvent) and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_requested.emit((event.angleDelta().y() > 0) - (event.angleDelta().y() < 0))
            return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Fold the view switch where it is too wide, and hide strips where the explanation has no room."""
        self._fit()
        self._give_way()

    # Inside -------------------------------------------------------------------------------------------------

    def _giving_way(self, strip: QWidget) -> QWidget:
        """Return what contains a strip, and is hidden where an explanation has no room beside it."""
        around = QWidget(self)
        column(around, strip)
        self.why.giving_way.append(around)
        return around

    def _give_way(self) -> None:
        """Hide the strips while the explanation is open and has no room beside them."""
        for strip in self.why.giving_way:
            strip.show()
        needed = self._column.totalMinimumSize().height()
        if self._column.hasHeightForWidth():
            needed = max(needed, self._column.totalMinimumHeightForWidth(self.width()))
        needed += self.why.sizeHint().height() - self.why.minimumSizeHint().height()
        for strip in self.why.giving_way:
            strip.setVisible(self.why.isHidden() or needed <= self.height())

    def _take_look(self, look: PreviewLook | None, extras: PreviewExtras | None) -> None:
        """Show the parts that only some kinds of file have, which are placed then, or hide them."""
        switch, before = self.switch, self._extras
        self.look, self._extras = look, extras if look is not None else None
        if before is not None and before is not self._extras:
            before.show_look(None)
        extras = self._extras
        if extras is not None and extras not in self._placed:
            self._placed.append(extras)
            extras.switch.chosen.connect(self.choose_view)
            self._bar.add_switch(extras.switch)
            self._footer.add_link(extras.link)
            self.header_tools.add(extras.tools)
            at = self._column.indexOf(self._missing)
            self._column.insertWidget(at, self._giving_way(extras.strip))
        self._footer.characters.setVisible(extras is None)
        if extras is not None:
            extras.show_look(look)
        if self.switch is not switch:
            switch.hide()
            self.switch.show()
            self._fit()

    def _choose_part(self, part: int) -> None:
        if self._extras is not None:
            self._extras.choose(part)

    def _choose_stop(self) -> None:
        """Set the widget that gets the focus of the panel: the current page rather than the first button."""
        page = self._pages.currentWidget()
        takes_keys = page is not None and page.focusPolicy() & Qt.FocusPolicy.TabFocus
        self.setFocusProxy(page if takes_keys else None)  # type: ignore[arg-type]  # None takes it away

    def _page(self, key: str) -> QWidget:
        if self._extras is not None:
            own = self._extras.page(key, self.result.text if self.result is not None else "")
            if own is not None:
                if self._pages.indexOf(own) < 0:
                    self._pages.addWidget(own)
                return own
        elif key == MARKDOWN:
            return self.markdown
        return self.comparison if key == DIFFERENCE else self.text

    def _list_blanks(self) -> None:
        self._listing.stop()
        if self.result is not None:
            is_listed = tag_count(self.result) <= MARKED_AT_ALL  # else it would take too long
            self.blank.show_rows(blank_rows(self.result) if is_listed else ())
            self._footer.show_stability(self.look)

    def _go_to_break(self, offset: int) -> None:
        """Scroll to where the text can change, and go to the tag that changes it."""
        stabilities = self.result.stability if self.result is not None else ()
        tags = (stability.source for stability in stabilities if stability.output == offset)
        tag = next((tag for tag in tags if tag is not None), None)
        if tag is None:
            self.go_to_output(offset)
            return
        self.show_output(offset)
        self.source_requested.emit(tag)

    def _go_to_source(self) -> None:
        span = self.text.source_at_cursor()
        if span is not None:
            self.source_requested.emit(span)

    def _answer_of(self, explanation: Explanation) -> why.Answer:
        card = why.explained(explanation, self._file_name)
        return why.Answer(card, explanation.span, explanation.name or "", is_sent=True)

    def _follow_caret(self, *, has_moved: bool = False) -> None:
        """Update the open explanation of the caret's place; one about a place outside of the text stays."""
        is_outside = self._explained is not None and not self._explained.is_sent and not has_moved
        explanation = None if is_outside or self.why.isHidden() else self.text.explain_cursor()
        if explanation is not None:
            self._explained = self._answer_of(explanation)
            self.why.show_card(self._explained.card)

    def _answer(self, answer: why.Answer) -> None:
        """Open an explanation, and focus it where it is visible."""
        self._explained = answer
        self.why.show_card(answer.card)
        self.why.take_focus()

    def _follow_link(self, key: str) -> None:
        answer = self._explained
        if answer is None or self.result is None:
            return
        if key == why.EDIT:
            self.edit_value_requested.emit(answer.name)
        elif key == why.FIX:
            self.fix_requested.emit(fix_for(note_on(self.result, answer.name)))
        else:
            self.source_requested.emit(answer.span)

    def _fit(self) -> None:
        self._pages.setMinimumHeight(current_theme().px(_LEAST_TEXT))
        room = self._bar.room_for_switch(self.width())
        self.switch.fold(self.width() < current_theme().px(_FOLD_UNDER) or room < self.switch.full_width)
