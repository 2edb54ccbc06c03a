"""What a message is tried for: a sentence, a form of file, mode, tools and conditions, saved situations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, cast

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QMenu, QWidget

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
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.form.chips import Chips, ChipsField
from editor_app.window.kit.form.choice import Choice, Option
from editor_app.window.kit.form.field import Access, Field, Remark
from editor_app.window.kit.form.fold_line import FoldLine
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.form.line import Commit, Line
from editor_app.window.kit.layouts import column, row, scrolled
from editor_app.window.kit.rows.menus import Entry, MenuEntry, add_entries, menu_button, menu_of
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import menu_words, set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.connections import connect

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
        self.form = Form(FormLook((12, 0, 12, 10), least_label=80, line_gap=6, stacked_below=240))
        self.form.changed.connect(self._give)
        self.form.menu_requested.connect(lambda _key, menu: self.fill_file_menu(menu))
        self._fields = scrolled(self.form, self, on_window=True)
        self._fields.hide()
        column(self, self.line, (self._fields, 99), ...)
        self.saved = menu_button(self.saved_entries)
        self.tools = QWidget()
        row(self.tools, self.saved)
        self.show_situation(EMPTY_SITUATION)
        chips = cast("ChipsField", self.field("conditions"))
        connect(
            (
                chips.add_requested,
                lambda: pop_up(menu_of(self, *self.condition_entries()), below(chips.plus)),
            ),
            (chips.edit_requested, self._turn),
            (chips.remove_requested, lambda index: self._answer(self._answered[index], Answer.ANY)),
        )
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
        self.line.say(situation_in_words(self._situation, self._shown_conditions))
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

    @property
    def _shown_conditions(self) -> tuple[ConditionKey, ...]:
        return conditions_shown(self._situation, self._choices)

    @property
    def _answered(self) -> list[ConditionKey]:
        """The conditions that the situation answers with yes or no, as the chips show them."""
        situation = self._situation
        return [key for key in self._shown_conditions if answer_of(situation, key) is not Answer.ANY]

    def condition_entries(self) -> tuple[MenuEntry, ...]:
        """Return the entries of a menu that answers a condition which may be any."""
        answered = self._answered
        return tuple(
            MenuEntry(menu_words(_answer_in_words(key, answer)), partial(self._answer, key, answer))
            for key in self._shown_conditions
            if key not in answered
            for answer in (Answer.YES, Answer.NO)
        )

    def _answer(self, key: ConditionKey, answer: Answer) -> None:
        self._take(with_answer(self._situation, key, answer, self._choices.conditions))

    def _turn(self, index: int) -> None:
        """Answer a condition with no in place of yes, or the other way round."""
        key = self._answered[index]
        is_yes = answer_of(self._situation, key) is Answer.YES
        self._answer(key, Answer.NO if is_yes else Answer.YES)

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
        shown, answered = self._shown_conditions, self._answered
        answers = tuple(_answer_in_words(key, answer_of(situation, key)) for key in answered)
        of_any = "\n".join(condition_words(key) for key in shown if key not in answered)
        yield Chips(
            "conditions",
            Sentence("window-system_message.conditions"),
            answers,
            adds=Sentence("window-system_message.condition"),
            is_typed=False,
            can_add=bool(of_any),
            access=Access.WRITE if shown else Access.NONE,
            remark=Remark(conditions_in_words(situation, shown), about=of_any) if of_any else None,
        )


def _answer_in_words(key: ConditionKey, answer: Answer) -> str:
    condition = condition_words(key)
    return Sentence("window-system_message.condition-answer", condition=condition, answer=answer)


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
