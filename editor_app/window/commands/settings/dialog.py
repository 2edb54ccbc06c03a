"""The settings as a dialog: pages at the left, a search over all of them, and what each setting is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontDatabase, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from editor_app.library.settings.settings import Settings
from editor_app.library.settings.table import SETTINGS, OneOf, Setting, Value, Whole, YesNo
from editor_app.text import Sentence
from editor_app.window.commands.settings.file import SettingsFile, ShortcutsFile
from editor_app.window.commands.settings.shortcuts_page import Command, KeyField, ShortcutsPage
from editor_app.window.kit.card.controls import icon_button, link_button
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.dialogs.question import Button, Question
from editor_app.window.kit.focus.panel_keys import keep_key, native_keys
from editor_app.window.kit.form.choice import Choice, Option, Tick
from editor_app.window.kit.form.field import Cell, Field
from editor_app.window.kit.form.line import Line, Number, Steps
from editor_app.window.kit.form.text_fields import SearchField
from editor_app.window.kit.layouts import column, row, scrolled, stacked
from editor_app.window.kit.rows.content import RowContent, Words
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme, fonted, sized
from editor_app.window.kit.theme.icons import paint_dot
from editor_app.window.kit.words.labels import PlainLabel, plain_tooltip

SHORTCUTS: Final = Sentence("window-commands.shortcuts-page")
_PAGES = tuple(dict.fromkeys(setting.page for setting in SETTINGS))
_CONTROL, _PAGE_WIDTH = 180, 184


@dataclass(frozen=True, slots=True)
class SettingsQuestion:
    """The settings, at one of their pages; nothing is asked, as each change works at once."""

    file: SettingsFile
    shortcuts: ShortcutsFile
    commands: Sequence[Command]
    open_file: Callable[[Path], object]
    ask: Callable[[Question[bool]], bool]
    page: str = ""

    def question(self) -> Question[None]:
        """Return how they are shown."""
        content = partial(SettingsPages, self)
        buttons = (Button(Sentence("window-commands.close"), None),)
        return Question(
            Sentence("window-commands.settings-title"),
            "",
            buttons,
            content=content,
            size=(896, 660),
            by_enter=False,
        )


class _Page(NamedTuple):
    """A page in the list at the left, and how many of its settings match."""

    name: str
    matches: int | None = None


_PAGES_OF_LIST: Final[RowType[_Page]] = RowType(
    lambda page: RowContent(
        page.name, trail=(Words(str(page.matches), "soft", "number"),) if page.matches else ()
    ),
    key=lambda page: page.name,
    height=28,
)


class SettingsPages(QWidget):
    """The pages at the left, and the settings of one, or of all that match."""

    def __init__(self, question: SettingsQuestion, parent: QWidget) -> None:
        """Show the settings of a file, at first those of a page."""
        super().__init__(parent)
        self._file = file = question.file
        page, open_file = question.page, question.open_file
        self.search = SearchField(Sentence("window-commands.find-a-setting"), self)
        self.keys = KeyField(Sentence("window-commands.press-keys-of-command"), self)
        self.keys.hide()
        self.by_keys = icon_button("keyboard", Sentence("window-commands.find-by-keys"), self, self._ask_keys)
        self.shortcuts = ShortcutsPage(question.shortcuts, question.commands, question.ask, self)
        self.pages = RowTree(
            _PAGES_OF_LIST,
            Sentence("window-commands.pages"),
            self,
        )
        sized(self.pages, width=_PAGE_WIDTH)
        self.rows = [SettingRow(setting, self._give, self) for setting in SETTINGS]
        self._heads = {name: fonted(PlainLabel(name, parent=self), "body strong") for name in _PAGES}
        list_ = QWidget(self)
        parts = [
            part
            for name in _PAGES
            for part in (self._heads[name], *(one for one in self.rows if one.setting.page == name))
        ]
        column(list_, *parts, ..., margins=(12, 4, 12, 8), spacing=6)
        self.none = EmptyPlace(
            Sentence("window-commands.nothing-matches"),
            "",
            Sentence("window-commands.clear-the-search"),
            "Esc",
        )
        self.none.chosen.connect(self.search.clear)
        self._stack = stacked(self, scrolled(list_, self), self.none, self.shortcuts)
        self.foot = PlainLabel("", "soft", self)
        self.open = link_button(
            Sentence("window-commands.open-file-link"), self, lambda: self._open(open_file)
        )
        self.open.setAutoDefault(False)
        head = row(None, (self.search, 1), (self.keys, 1), 4, self.by_keys)
        foot = row(
            None,
            self.foot,
            8,
            self.open,
            ...,
            PlainLabel(Sentence("window-commands.changes-work-at-once"), "soft", self),
        )
        middle = row(None, self.pages, (self._stack, 1), spacing=8)
        column(self, head, 4, Separator(self), (middle, 1), Separator(self), foot, spacing=4)
        self.search.textChanged.connect(self._show_all_found)
        self._before_search: str | None = None
        self._within: str | None = None  # the page of what is found that was chosen
        keep_key(self, "Ctrl+F", self.search.find_here)
        keep_key(self.keys, "Esc", self._end_keys)
        for keys in ("Down", "Return", "Enter"):
            keep_key(self.search, keys, self._go_to_found)
        self.keys.key_pressed.connect(self._find_keys)
        self.pages.row_changed.connect(self._choose)
        self.pages.chosen.connect(self._choose)
        file.changed.connect(self._show)
        question.shortcuts.changed.connect(self._show)
        pages = (*_PAGES, SHORTCUTS)
        self.pages.show_rows(tuple(map(_Page, pages)), else_current=page if page in pages else pages[0])
        self._show()
        self.search.setFocus()

    def _go_to_found(self) -> None:
        """Focus what is found of the shortcuts if these are shown, else a setting found, or the pages."""
        found = (one.cell.widget for one in self.rows if self.search.text().strip() and one.isVisible())
        place = self.shortcuts.found if self.shortcuts.isVisible() else next(found, self.pages)
        place.setFocus(Qt.FocusReason.TabFocusReason)  # which selects what stands in a field

    def _give(self, setting: Setting, value: Value) -> None:
        self._file.set(setting.key, value)
        self._show()

    def _show_all_found(self) -> None:
        self._within = None
        self._show()

    def _choose(self, page: _Page) -> None:
        """Show a page; while something is looked for, what is found of it, or all if that is nothing."""
        if self.search.text().strip() and not page.matches:
            self._before_search = None
            self.search.clear()
        self._within = page.name
        self._show()

    def _show(self, _changed: object = None) -> None:
        """Show the values, and of the settings those that match, or those of the chosen page."""
        words, settings = self.search.text().casefold().split(), self._file.settings
        matching = [one for one in self.rows if one.matches(words)]
        found = [one.setting.page for one in matching]
        found += [SHORTCUTS] * self.shortcuts.show_found(words)
        self._mark_page(found if words else [])
        page = self.pages.current_row
        within = self._within if words else page.name if page is not None else None
        for one in self.rows:
            one.show_value(settings, words)
            one.setVisible(within in {None, one.setting.page} and (not words or one in matching))
        for name, head in self._heads.items():
            head.setVisible(bool(words) and name in found and within in {None, name})
        pages = (*_PAGES, SHORTCUTS)
        self.pages.show_rows(tuple(_Page(name, found.count(name) if words else None) for name in pages))
        self._of_shortcuts = page is not None and page.name == SHORTCUTS and SHORTCUTS in found
        self._of_shortcuts |= bool(words) and set(found) == {SHORTCUTS}
        shown = self.shortcuts if self._of_shortcuts else self.none if words and not matching else None
        self._stack.setCurrentIndex(0) if shown is None else self._stack.setCurrentWidget(shown)
        number = len(settings.changed)
        said = (
            self.shortcuts.summary
            if self._of_shortcuts
            else Sentence("window-commands.settings-changed", count=number)
        )
        kept = Sentence("window-commands.kept-in-file", summary=said, name=self._path.name)
        self.foot.setText(kept if self._path.exists() else said)
        self.foot.setToolTip(plain_tooltip(str(self._path)))
        self.open.setVisible(self._path.exists())

    def _mark_page(self, found: Sequence[str]) -> None:
        """Mark a page of what is found, or again the one that was marked before something was looked for."""
        page = self.pages.current_row
        if not found and self._before_search is not None and not self.search.text().strip():
            self.pages.show_current(self._before_search)
            self._before_search = None
        elif found and page is not None and page.name not in found:
            self._before_search = self._before_search or page.name
            self.pages.show_current(found[0])

    @property
    def _path(self) -> Path:
        return self.shortcuts.path if self._of_shortcuts else self._file.path

    def _open(self, open_file: Callable[[Path], object]) -> None:
        self.window().close()
        open_file(self._path)

    def _ask_keys(self) -> None:
        """Let the keys be pressed that a command is found by."""
        self.search.hide()
        self.keys.show()
        self.keys.setFocus()

    def _end_keys(self) -> None:
        """Let words be typed again."""
        self.keys.hide()
        self.keys.clear()
        self.search.show()
        self.search.setFocus()

    def _find_keys(self, key: str) -> None:
        self._end_keys()
        self.pages.show_current(SHORTCUTS)
        self.search.setText(native_keys(key))


class SettingRow(QWidget):
    """A setting: its label, its sentence, a control for its value, and the way back to the default."""

    def __init__(self, setting: Setting, give: Callable[[Setting, Value], object], parent: QWidget) -> None:
        """Announce what is given with `give`."""
        super().__init__(parent)
        self.setting = setting
        self.label = QLabel(self)
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.sentence = PlainLabel(setting.sentence, "soft", self)
        self.sentence.setWordWrap(True)
        self.back = link_button(
            Sentence("window-commands.back-to-default"), self, lambda: give(setting, setting.default)
        )
        self.back.setAutoDefault(False)
        self.back.setAccessibleName(
            Sentence("window-commands.setting-back-to-default", setting=setting.label)
        )
        self.cell = Cell(_field_of(setting, setting.default), self)
        self.cell.value_given.connect(lambda value: self._take(give, value))
        sized(self.cell, width=_CONTROL)
        self.problem = PlainLabel("", "error", self)
        self.problem.hide()
        words = column(None, row(None, self.label, 8, self.back, ...), self.sentence, self.problem, spacing=2)
        column(self, row(None, 16, (words, 1), 12, self.cell), 6, Separator(self), margins=(0, 4, 0, 0))

    def matches(self, words: list[str]) -> bool:
        """Whether all words are in what is said of the setting."""
        said = f"{self.setting.label} {self.setting.sentence} {self.setting.key} {self.setting.page}"
        return all(word in said.casefold() for word in words)

    def show_value(self, settings: Settings, words: list[str]) -> None:
        """Show the value, whether it is another than the default, and the words that match in the label."""
        self.cell.show_field(_field_of(self.setting, settings[self.setting.key]), is_other=False)
        self.back.setVisible(self.setting.key in settings.changed)
        self.problem.hide()
        shown, label = self.setting.label, self.setting.label.casefold()
        starts = [(label.find(word), len(word)) for word in words if len(label) == len(shown)]
        marked = {place for at, length in starts if at >= 0 for place in range(at, at + length)}
        text, bold = "", f"<b style='color:{current_theme().colors['acc']}'>"
        for is_marked, run in groupby(range(len(shown)), key=marked.__contains__):
            part = escape("".join(shown[place] for place in run))
            text += f"{bold}{part}</b>" if is_marked else part
        self.label.setText(text)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a dot before a setting that was changed."""
        if not self.back.isHidden():
            painter = QPainter(self)
            px, middle = current_theme().px, self.label.geometry().center().y() + 0.5
            paint_dot(painter, QPointF(px(6), middle), current_theme())
            painter.end()

    def _take(self, give: Callable[[Setting, Value], object], value: object) -> None:
        """Give a value that the setting can have; say what it must be for any other."""
        if self.setting.sort.accepts(value):
            give(self.setting, value)  # type: ignore[arg-type]  # it was accepted
        else:
            self.problem.setText(Sentence("window-commands.it-must-be", what=self.setting.sort.in_words))
            self.problem.show()


def _field_of(setting: Setting, value: Value) -> Field:
    """Return the field in which a value of the setting is shown."""
    key, sort, about = setting.key, setting.sort, setting.sentence
    if isinstance(sort, OneOf):
        options = tuple(Option(word, label) for word, label in sort.options)
        return Choice(key, "", value, name=setting.label, about=about, options=options)
    if isinstance(sort, Whole):
        usual = 0 if sort.other is None else 100 if key == "interface_size" else sort.least
        steps = Steps(10 if usual else 1, sort.least, sort.most, usual)
        return Number(key, "", str(value), name=setting.label, about=about, steps=steps)
    if isinstance(sort, YesNo):
        return Tick(key, "", bool(value), name=setting.label, about=about, words="")
    offered = tuple(QFontDatabase.families()) if key.endswith("_font") else ()
    return Line(key, "", str(value), name=setting.label, about=about, hint=sort.hint, offered=offered)
