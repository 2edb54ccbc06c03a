"""The page of one conversation: what it got, what it would get now, and what its compaction sends."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QSizePolicy,
    QWidget,
)

from editor_app.analysis.model_text import ModelText
from editor_app.conversations.results import Construction
from editor_app.library.paths import COMPACTION_NAME
from editor_app.text import Sentence
from editor_app.window.kinds.template.conversation.compaction_view import (
    CompactionView,
    PromptPane,
)
from editor_app.window.kinds.template.conversation_rows import (
    built_in_words,
    lacks_in_words,
    moment_in_words,
    reasoned_runs,
    token_words,
)
from editor_app.window.kinds.template.conversations import (
    BUILT_IN_INSTRUCTIONS,
    LIBRARY_INSTRUCTIONS,
    CompactionParts,
    Details,
)
from editor_app.window.kit.card.controls import icon_button, link_button, set_link_words
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.card.popups import pop_up
from editor_app.window.kit.focus.panel_focus import is_inside
from editor_app.window.kit.form.choice import ElidedComboBox, FlatChoice
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, row, stacked
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.theme.current import current_theme, spaced
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, ReadableLabel, WordedLabel
from editor_app.window.kit.words.qt_strings import for_qt
from editor_app.window.text.difference.compare_view import CompareView

_FOLD_UNDER: Final = 320
_OTHER: Final = Sentence("window-template.other-text")
_TO_NOW: Final = Sentence("window-template.to-now"), Sentence("window-template.to-now-shortly")
_KEEPS: Final = Sentence("window-template.keeps"), Sentence("window-template.keeps-shortly")
_COMPACTS: Final = Sentence("window-template.compacts"), Sentence("window-template.compacts-shortly")
_PREVIEW: Final = Sentence("window-template.preview-only"), Sentence("window-template.preview-shortly"), ""


class View(StrEnum):
    """What is shown of a conversation."""

    GOT = "got"
    DIFFERENCE = "difference"
    COMPACTION = "compaction"


_VIEWS: Final = (
    (View.GOT.value, Sentence("window-template.stored-prompt")),
    (View.DIFFERENCE.value, Sentence("window-template.difference")),
    (View.COMPACTION.value, Sentence("window-template.compaction")),
)


class ConversationPanel(QWidget):
    """Shows one conversation; announces what is to be read, copied and done."""

    wanted = Signal()  # it is shown, and may show something old
    build_chosen = Signal(int)
    compaction_wanted = Signal()
    instructions_chosen = Signal(str)  # LIBRARY_INSTRUCTIONS, BUILT_IN_INSTRUCTIONS, or "" to choose a file
    copied = Signal(str)
    delete_requested = Signal(object)  # the names of one or more
    rebuild_requested = Signal(str)
    source_requested = Signal(object)

    def __init__(self) -> None:
        """Start without a conversation."""
        super().__init__()
        self.conversation_id = ""
        self._details = Details((), None)
        self._is_to_focus = False
        self.header_tools = QWidget()
        self.name = ElidedLabel("", "soft")
        self.switch = SegmentedSwitch(Sentence("window-template.view"), _VIEWS, self)
        self.copy_button = icon_button(
            "copy", Sentence("window-template.copy-what-is-shown"), self, self._copy
        )
        self.menu_button = icon_button("ellipsis", Sentence("window-template.more"), self, self._show_menu)
        self._tools = Bar(self.switch, ..., self.copy_button, self.menu_button, parent=self, line_below=True)
        self.build_box = FlatChoice(Sentence("window-template.build"), self)
        self._to = WordedLabel("soft", None)
        self._added = PlainLabel("", "added")
        self._removed = PlainLabel("", "removed")
        self._instructions_head = PlainLabel(Sentence("window-template.instructions"), "soft")
        self.instructions_box = ElidedComboBox(self)
        self.instructions_box.setAccessibleName(Sentence("window-template.instructions"))
        self.instructions_box.setSizeAdjustPolicy(ElidedComboBox.SizeAdjustPolicy.AdjustToContents)
        self.instructions_box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._note = WordedLabel("soft", None, *_PREVIEW)
        instructions = self._instructions_head, self.instructions_box, (self._note, 1)
        head = self.build_box, (self._to, 1), *instructions, self._added, self._removed
        self._head = Bar(*head, parent=self, sides=(12, 12), spacing=8, line_below=True)
        self.text = PromptPane(Sentence("window-template.stored-prompt"), self)
        self.compared = CompareView(self, has_foot=False)
        self._compaction: CompactionView | None = None
        self._nothing = EmptyPlace(ground="paper", parent=self)
        self._pages = stacked(self, self._nothing, self.text, self.compared)
        self.blank = spaced(ReadableLabel("", "soft", self), margins=(12, 6, 12, 6))
        self.built_words = ElidedLabel("", "soft")
        self._built = Bar((self.built_words, 1), parent=self, sides=(12, 12), line_above=True)
        self.foot_words = WordedLabel("soft", None)
        self.foot_link = link_button("", None, self._follow_link)
        foot = (self.foot_words, 1), self.foot_link
        self._foot = Bar(*foot, parent=self, sides=(12, 12), spacing=8, line_above=True)
        column(self, self._tools, self._head, (self._pages, 1), self.blank, self._built, self._foot)
        row(self.header_tools, self.name, margins=(0, 0, 4, 0))
        self.setAccessibleName(Sentence("window-template.conversation"))
        self.offer_instructions(has_own=False, chosen=BUILT_IN_INSTRUCTIONS)
        self.switch.choose(View.DIFFERENCE.value)
        self._connect()
        self.show_nothing()

    def _connect(self) -> None:
        self.switch.chosen.connect(lambda _key: self._follow_view())
        self.build_box.activated.connect(lambda _index: self.build_chosen.emit(self.build_box.currentData()))
        self.instructions_box.activated.connect(
            lambda _index: self.instructions_chosen.emit(self.instructions_box.currentData())
        )
        self.compared.compared.connect(self._show_counts)

    @property
    def view(self) -> View:
        """What is shown of the conversation."""
        return View(self.switch.current)

    @property
    def shown_build(self) -> Construction | None:
        """The construct that is shown, or compared with what it would get now."""
        if self._details.compared is not None:
            return self._details.compared.stored
        return self._details.builds[0] if self._details.builds else None

    @property
    def compaction(self) -> CompactionView:
        """The view of a compaction, made when it is first needed: most windows never show it."""
        if self._compaction is None:
            self._compaction = CompactionView(self)
            self._compaction.rebuilt_text.source_requested.connect(self.source_requested)
            self._pages.addWidget(self._compaction)
        return self._compaction

    def begin(self, conversation_id: str) -> None:
        """Wait for what is to be shown of another conversation."""
        if conversation_id == self.conversation_id:
            return
        self.show_nothing(Sentence("window-template.reading"), "")
        self.conversation_id = conversation_id
        self.name.setText(conversation_id)
        if self._compaction is not None:
            self._compaction.say(Sentence("window-template.reading"), "")

    def show_nothing(
        self,
        title: str = Sentence("window-template.no-conversation"),
        sentence: str = Sentence("window-template.choose-one"),
    ) -> None:
        """Show a title and a sentence, and no conversation."""
        self.conversation_id = ""
        self._details = Details((), None)
        self.name.setText("")
        self._nothing.say(title, sentence)
        self._place()

    def show_details(self, details: Details, now: datetime) -> None:
        """Show the constructs of the conversation, and what it would get now."""
        self._details = details
        built = self.shown_build
        if built is None:
            self._nothing.say(Sentence("window-template.cannot-be-shown"), details.trouble)
            self._place()
            return
        self.build_box.clear()
        for build in details.builds:
            self.build_box.addItem(
                Sentence("window-template.build-of", when=moment_in_words(build.constructed_at, now)),
                build.number,
            )
        self.build_box.setCurrentIndex(self.build_box.findData(built.number))
        self.text.show_exactly(built.text)
        self.text.setPlaceholderText(Sentence("window-template.got-empty-prompt"))
        would_get = details.compared
        if would_get is None:
            self.compared.say(Sentence("window-template.cannot-build-now"), details.trouble)
        elif not would_get.differs:
            self.compared.say(
                Sentence("window-template.no-difference"), Sentence("window-template.would-get-the-same")
            )
        else:
            names = self.build_box.currentText(), Sentence("window-template.what-it-would-get-now")
            reasons = reasoned_runs(would_get.changes, would_get.now.template, now)
            self.compared.compare(built.text, would_get.now.text, names, reasons)
        self.built_words.setText(built_in_words(built, len(details.builds), now))
        self.built_words.set_about(Sentence("window-template.built-in-folder", folder=built.cwd))
        self._say_lacks()
        self._place()
        focus = QApplication.focusWidget()
        if self._is_to_focus and focus is not None and is_inside(focus, self):
            self.focus_text()  # else somebody went on to another place meanwhile
        self._is_to_focus = False
        if self.view is View.COMPACTION:
            self.compaction_wanted.emit()

    def offer_instructions(self, has_own: bool, chosen: str | Path) -> None:
        """Offer the library's instructions, if it has any, the built-in ones, and a file's."""
        box = self.instructions_box
        box.clear()
        if has_own:
            box.addItem(COMPACTION_NAME, LIBRARY_INSTRUCTIONS)
        box.addItem("built-in", BUILT_IN_INSTRUCTIONS)
        box.addItem(chosen.name if isinstance(chosen, Path) else _OTHER, "")
        box.setCurrentIndex(max(box.findData("" if isinstance(chosen, Path) else chosen), 0))

    def show_compaction(self, parts: CompactionParts, now: datetime, rebuilt: ModelText | None) -> None:
        """Show the three parts of a compaction."""
        builds = self._details.builds
        when = moment_in_words(builds[0].constructed_at if builds else None, now)
        self.compaction.show_parts(parts, when, rebuilt)
        self._place()

    def focus_text(self) -> None:
        """Focus what is shown, or will be shown as soon as it is read."""
        self._is_to_focus = self.shown_build is None
        if self._is_to_focus:
            self._nothing.setFocus()
        elif self.view is View.GOT:
            self.text.setFocus()
        elif self.view is View.DIFFERENCE:
            self.compared.focus_text()
        else:
            self.compaction.focus_first()

    def choose_view(self, view: View) -> None:
        """Show something else of the conversation."""
        self.switch.choose(view.value)
        self._follow_view()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the switch where there is no room for it."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what is to be shown."""
        super().showEvent(event)
        self.wanted.emit()

    def _follow_view(self) -> None:
        self._say_lacks()
        self._place()
        if self.view is View.COMPACTION and self.conversation_id:
            self.compaction_wanted.emit()

    def _say_lacks(self) -> None:
        """Say what the prompt that is shown lacks."""
        now = self._details.compared.now if self._details.compared is not None else None
        built = self.shown_build if self.view is View.GOT or now is None else now
        self.blank.say(lacks_in_words(built, now) if built is not None else "")

    def _place(self) -> None:
        """Show the parts of the view, and hide the others."""
        built, is_compaction = self.shown_build, self.view is View.COMPACTION
        page: QWidget = self._nothing
        if built is not None and is_compaction:
            page = self.compaction
        elif built is not None:
            page = self.text if self.view is View.GOT else self.compared
        self._pages.setCurrentWidget(page)
        for bar in (self._tools, self._head, self._foot):
            bar.setVisible(built is not None)
        self._built.setVisible(built is not None and not is_compaction)
        self.blank.setVisible(built is not None and bool(self.blank.text()))
        self.build_box.setVisible(not is_compaction)
        self._to.setVisible(not is_compaction)
        for part in (self._instructions_head, self.instructions_box, self._note):
            part.setVisible(is_compaction)
        if self.view is View.DIFFERENCE:
            self._to.say(*_TO_NOW)
        else:
            self._to.say(token_words(self._details.tokens[built.number]) if built is not None else "")
        self.foot_words.say(*(_COMPACTS if is_compaction else _KEEPS))
        set_link_words(
            self.foot_link,
            Sentence("window-template.copy-what-is-sent")
            if is_compaction
            else Sentence("window-template.show-compaction"),
        )
        self.copy_button.setEnabled(built is not None)
        self._show_counts()
        self._fit()

    def _show_counts(self) -> None:
        added, removed = self.compared.counts
        is_shown = self.view is View.DIFFERENCE and bool(added or removed)
        self._added.setText(f"+{added}")
        self._removed.setText(f"−{removed}")
        for label in (self._added, self._removed):
            label.setVisible(is_shown)

    def _fit(self) -> None:
        buttons = self.copy_button.sizeHint().width() + self.menu_button.sizeHint().width()
        room = self.width() - buttons - current_theme().px(40)
        self.switch.fold(self.switch.full_width > room or self.width() < current_theme().px(_FOLD_UNDER))

    def _copy(self) -> None:
        if self.view is View.COMPACTION:
            compaction, sentence = self.compaction.compaction, Sentence("window-template.copied-compaction")
            text = compaction.sent if compaction is not None else None
        else:
            built, sentence = (
                self.shown_build,
                Sentence("window-template.copied-stored", id=self.conversation_id),
            )
            text = built.text if built is not None else None
        if text is not None:
            QGuiApplication.clipboard().setText(for_qt(text))
            self.copied.emit(sentence)

    def _follow_link(self) -> None:
        if self.view is View.COMPACTION:
            self._copy()
        else:
            self.choose_view(View.COMPACTION)

    def _show_menu(self) -> None:
        name = self.conversation_id
        again = MenuEntry(Sentence("window-template.build-again"), partial(self.rebuild_requested.emit, name))
        menu = menu_of(
            self,
            again,
            MenuEntry(Sentence("window-template.delete-dots"), partial(self.delete_requested.emit, (name,))),
        )
        pop_up(menu, self.menu_button.mapToGlobal(self.menu_button.rect().bottomLeft()))
