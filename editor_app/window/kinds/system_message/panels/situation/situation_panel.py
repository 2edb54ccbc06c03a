"""What a message is tried for: a sentence, a form of file, mode, tools and conditions, saved situations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QMenu, QSizePolicy, QWidget

from editor_app.system_messages.model.scopes import matches_glob
from editor_app.system_messages.situations.answers import (
    NO_TOOLS,
    Answer,
    answer_of,
    condition_words,
    conditions_in_words,
    conditions_shown,
    file_in,
    situation_in_words,
    tools_given,
    with_answer,
)
from editor_app.system_messages.situations.choices import SituationChoices
from editor_app.system_messages.situations.situation import (
    EMPTY_SITUATION,
    OPEN,
    ConditionKey,
    Open,
    Situation,
)
from editor_app.text import Sentence
from editor_app.window.kit.card.popups import PopupFrame
from editor_app.window.kit.form.chips import Chips
from editor_app.window.kit.form.choice import Choice, ElidedComboBox, Option
from editor_app.window.kit.form.field import Access, Cell, Field, Remark
from editor_app.window.kit.form.fold_line import FoldLine
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.form.line import Commit, Line
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, row, scrolled
from editor_app.window.kit.rows.menus import Entry, MenuEntry, add_entries, menu_button
from editor_app.window.kit.theme.current import current_theme, spaced
from editor_app.window.kit.words.labels import ElidedLabel, menu_words, set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

_MOST_FILES: Final = 20


class SituationPanel(QWidget):
    """Says in a sentence what the message is tried for, and unfolds the fields that change that.

    `tools` is the button of the saved situations, for the header of the dock.
    """

    situation_changed = Signal(object)
    situation_chosen = Signal(object)
    save_requested = Signal(object)  # the name, None for one that is still to be asked for
    delete_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start folded, with any file, mode and tools."""
        super().__init__(parent)
        self._situation = EMPTY_SITUATION
        self._choices = SituationChoices()
        self._names: tuple[str, ...] = ()
        self._chosen: str | None = None
        self._edited = False
        self.setAccessibleName(Sentence("window-system_message.tried-for"))
        self.line = FoldLine(self)
        self.line.unfolded.connect(self._show_fields)
        self.form = Form(FormLook((12, 0, 12, 10), least_label=80, line_gap=6))
        self.form.changed.connect(self._give)
        self.form.menu_requested.connect(lambda _key, menu: self.fill_file_menu(menu))
        self._fields = scrolled(self.form, self, on_window=True)
        self._fields.hide()
        column(self, self.line, (self._fields, 99), ...)
        self.saved = menu_button(self.saved_entries)
        self.tools = QWidget()
        row(self.tools, self.saved)
        self.show_situation(EMPTY_SITUATION)
        self.setFocusProxy(self.line.edit)

    def minimumSizeHint(self) -> QSize:
        """Return the height of two rows."""
        return QSize(current_theme().px(180), current_theme().px(64))

    # Public: called by the perspective ----------------------------------------------------------------------

    @property
    def situation(self) -> Situation:
        """The situation as the form shows it."""
        return self._situation

    def show_situation(
        self,
        situation: Situation,
        names: Sequence[str] = (),
        chosen: str | None = None,
        *,
        edited: bool = False,
    ) -> None:
        """Show a situation, the saved ones' names, which one is chosen, and whether it was edited since."""
        self._situation, self._names = situation, tuple(names)
        self._chosen, self._edited = chosen, edited
        if chosen is not None:
            words = menu_words(chosen, 24)
        elif self._is_open:
            words = Sentence("window-system_message.any-situation")
        else:
            words = Sentence("window-system_message.not-saved")
        about = Sentence("window-system_message.tried-for-situation", name=chosen or words)
        if edited and chosen is not None:
            words = Sentence("window-system_message.edited", name=words)
            about = Sentence("window-system_message.edited", name=about)
        self.saved.setText(words)
        self.saved.setAccessibleName(about)
        set_plain_tooltip(self.saved, chosen or "")
        self._refresh()

    @property
    def _is_open(self) -> bool:
        return self._chosen is None and self._situation == EMPTY_SITUATION

    def show_choices(self, choices: SituationChoices) -> None:
        """Offer the values that the message's blocks name, and the files of the workspace."""
        if choices != self._choices:
            self._choices = choices
            self._refresh()

    def field(self, key: str) -> QWidget:
        """Return the widget of a field: "file", "mode", "tools" or "conditions"."""
        return self.form.cell(key).widget

    def saved_entries(self) -> tuple[Entry, ...]:
        """Return the entries of a menu that choose, save and delete saved situations."""
        chosen, choose = self._chosen, self.situation_chosen.emit
        is_open, is_changed = self._is_open, chosen is not None and self._edited
        save, delete = Sentence("window-system_message.save"), Sentence("window-system_message.delete")
        if chosen is not None:
            name = menu_words(chosen, 28)
            save = Sentence("window-system_message.save-named", name=name)
            delete = Sentence("window-system_message.delete-named", name=name)
        saved = (
            MenuEntry(menu_words(name), partial(choose, name), is_checked=name == chosen)
            for name in self._names
        )
        return (
            MenuEntry(
                Sentence("window-system_message.any-situation"), partial(choose, None), is_checked=is_open
            ),
            *saved,
            None,
            MenuEntry(save, partial(self.save_requested.emit, chosen), is_enabled=is_changed),
            MenuEntry(Sentence("window-system_message.save-as"), partial(self.save_requested.emit, None)),
            MenuEntry(delete, partial(self.delete_requested.emit, chosen), is_enabled=chosen is not None),
        )

    def fill_file_menu(self, menu: QMenu) -> None:
        """Add to `menu` the choices of the file: any, no file, and the files of the workspace."""
        files, now = self._choices.files, self._situation.file

        def entry(file: str | Open | None) -> MenuEntry:
            choose = partial(self._change, file=file)
            return MenuEntry(menu_words(_file_in_words(file)), choose, is_checked=file == now)

        add_entries(menu, (entry(OPEN), entry(None), None, *map(entry, files[:_MOST_FILES])))
        if len(files) > _MOST_FILES:
            menu.addAction(
                Sentence("window-system_message.more-files", count=len(files) - _MOST_FILES)
            ).setEnabled(False)

    # Inside ------------------------------------------------------------------------------------------------

    def _show_fields(self, shown: bool) -> None:
        self._fields.setVisible(shown)
        self._refresh()

    def _refresh(self) -> None:
        shown = conditions_shown(self._situation, self._choices)
        self.line.say(situation_in_words(self._situation, shown))
        self.form.show_fields(tuple(self._table()))

    def _give(self, key: str, value: Any) -> None:  # noqa: ANN401  each sort of field has its own
        if key == "file":
            value = value or OPEN
        elif key == "tools":
            value = tools_given(value)
        self._change(**{key: value})

    def _change(self, **values: object) -> None:
        self._take(replace(self._situation, **values))  # type: ignore[arg-type]  # the callers name fields

    def _take(self, situation: Situation) -> None:
        self._situation = situation
        self._refresh()
        self.situation_changed.emit(situation)

    def open_conditions(self) -> None:
        """Open the popup of the conditions and their answers."""
        popup = ConditionsPopup(self._situation, conditions_shown(self._situation, self._choices), self)
        popup.answered.connect(
            lambda key, answer: self._take(
                with_answer(self._situation, key, answer, self._choices.conditions)
            )
        )
        popup.fit_beside(self.field("conditions"))
        popup.show()
        next(iter(popup.switches.values())).setFocus()

    def _table(self) -> Iterator[Field]:
        situation, choices = self._situation, self._choices
        file, mode, tools = situation.file, situation.mode, situation.tools
        yield Line(
            "file",
            Sentence("window-system_message.file"),
            file if isinstance(file, str) else "",
            hint=_file_in_words(None if file is None else OPEN),
            offered=choices.files,
            commits=Commit.EACH_KEY,
            menu=Sentence("window-system_message.choose-a-file"),
            reads=file_in,
            name=Sentence("window-system_message.file-is", file=_file_in_words(file)),
            remark=globs_remark(file, choices.globs),
        )
        names = (Option(name, name) for name in choices.modes)
        any_mode = Option(OPEN, Sentence("window-system_message.any"))
        modes = (any_mode, Option(None, Sentence("window-system_message.no-mode")), *names)
        yield Choice(
            "mode",
            Sentence("window-system_message.mode"),
            mode,
            options=modes,
            about=mode if isinstance(mode, str) else "",
        )
        named = () if isinstance(tools, Open) else tools or (NO_TOOLS,)
        yield Chips(
            "tools",
            Sentence("window-system_message.tools"),
            named,
            adds=Sentence("window-system_message.tool"),
            offered=(NO_TOOLS, *choices.tools),
        )
        shown = conditions_shown(situation, choices)
        yield Summary(
            "conditions",
            Sentence("window-system_message.conditions"),
            conditions_in_words(situation, shown),
            about="\n".join(
                Sentence(
                    "window-system_message.condition-answer",
                    condition=condition_words(key),
                    answer=answer_of(situation, key),
                )
                for key in shown
            ),
            access=Access.WRITE if shown else Access.NONE,
            opens=self.open_conditions,
        )


def _file_in_words(file: str | Open | None) -> str:
    if isinstance(file, str):
        return file
    return (
        Sentence("window-system_message.no-file")
        if file is None
        else Sentence("window-system_message.any-file")
    )


def globs_remark(file: str | Open | None, globs: Sequence[str]) -> Remark | None:
    """Return which of the globs a file matches, None where there is no file or no glob."""
    if not isinstance(file, str) or not globs:
        return None
    matching = [one_line(glob) for glob in globs if matches_glob(glob, file)]
    if not matching:
        return Remark(
            Sentence("window-system_message.matches-no-glob"),
            about=Sentence("window-system_message.matches-none"),
        )
    more = len(matching) - 1
    matches = Sentence("window-system_message.matches", glob=matching[0], more=more)
    return Remark(matches, about="\n".join((Sentence("window-system_message.matches-these"), *matching)))


_MOST_ROWS: Final = 10
_ROW: Final = 32
_ANSWERS: Final = (
    (Answer.ANY.value, Sentence("window-system_message.any")),
    (Answer.YES.value, Sentence("window-system_message.yes")),
    (Answer.NO.value, Sentence("window-system_message.no")),
)


class ConditionsPopup(PopupFrame):
    """One row per condition; `answered` has the condition and the new answer."""

    answered = Signal(object, object)

    def __init__(self, situation: Situation, conditions: Sequence[ConditionKey], parent: QWidget) -> None:
        """Show the answers of `situation` for `conditions`."""
        super().__init__(parent)
        px = current_theme().px
        self.setAccessibleName(Sentence("window-system_message.conditions"))
        self.switches: dict[ConditionKey, SegmentedSwitch] = {}
        rows = QWidget(self)
        grid = spaced(QGridLayout(rows), margins=(12, 4, 12, 4))
        grid.setHorizontalSpacing(px(12))
        for number, key in enumerate(conditions):
            words = condition_words(key)
            name = ElidedLabel(words, parent=self)
            name.setFixedWidth(min(px(230), name.fontMetrics().horizontalAdvance(words) + px(4)))
            switch = self.switches[key] = SegmentedSwitch(words, _ANSWERS, self)
            switch.choose(answer_of(situation, key).value)
            switch.chosen.connect(lambda value, key=key: self.answered.emit(key, Answer(value)))
            grid.setRowMinimumHeight(number, px(_ROW))
            grid.addWidget(name, number, 0)
            grid.addWidget(switch, number, 1, Qt.AlignmentFlag.AlignRight)
        area = scrolled(rows, self)
        area.setFixedHeight(px(_ROW) * min(len(conditions), _MOST_ROWS) + px(8))
        area.setMinimumWidth(rows.sizeHint().width() + (px(10) if len(conditions) > _MOST_ROWS else 0))
        column(self, area, margins=(1, 4, 1, 4))


@dataclass(frozen=True, slots=True)
class Summary(Field):
    """What is selected, in words; `opens` opens the choices."""

    value: str = ""
    _: KW_ONLY
    opens: Callable[[], object]

    def make(self, cell: Cell) -> QWidget:  # noqa: ARG002  the choices give the value
        """Return what looks like a combo box."""
        return _SummaryBox()

    def show_in(self, widget: _SummaryBox, *, is_other: bool) -> None:  # noqa: ARG002  nothing is being typed
        """Show the words."""
        widget.opens = self.opens
        widget.setItemText(0, self.value)


class _SummaryBox(ElidedComboBox):
    opens: Callable[[], object]

    def __init__(self) -> None:
        super().__init__()
        self.addItem("")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumContentsLength(4)

    def showPopup(self) -> None:
        """Open the choices instead of Qt's list."""
        self.opens()
