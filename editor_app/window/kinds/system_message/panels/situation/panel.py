"""The form for the situation: file, mode, tools and conditions, and the saved situations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor_app.system_messages.situations.situation import (
    EMPTY_SITUATION,
    OPEN,
    ConditionKey,
    Open,
    Situation,
)
from editor_app.window.kinds.system_message.panels.situation.choice_box import SummaryBox
from editor_app.window.kinds.system_message.panels.situation.choices import (
    Answer,
    SituationChoices,
    answer_of,
    condition_words,
    conditions_in_words,
    conditions_shown,
    tools_in_words,
    with_answer,
    with_tool,
)
from editor_app.window.kinds.system_message.panels.situation.conditions import ConditionsPopup
from editor_app.window.kinds.system_message.panels.situation.file_field import FileField
from editor_app.window.kinds.system_message.panels.situation.tools_menu import ToolsMenu
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.card.text_popup import TextPopup
from editor_app.window.kit.form.elided_fields import ElidedComboBox
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import PlainLabel, menu_words, set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

AskName = Callable[[QWidget, str], str | None]
"""Asks for the name of a situation, starting with a suggestion; returns None if cancelled."""


class SituationPanel(QWidget):
    """Shows and edits the situation; the perspective connects its changes to the file.

    `tools` is the button of the saved situations, for the header of the dock.
    """

    situation_changed = Signal(object)
    situation_chosen = Signal(object)
    save_requested = Signal(str)
    delete_requested = Signal(str)

    def __init__(self, ask_name: AskName, parent: QWidget | None = None) -> None:
        """Start with everything left open; `ask_name` asks for the name of a new situation."""
        super().__init__(parent)
        self._ask_name = ask_name
        self._situation = EMPTY_SITUATION
        self._choices = SituationChoices()
        self._names: tuple[str, ...] = ()
        self._chosen: str | None = None
        self._edited = False
        self._modes: tuple[str | Open | None, ...] = ()
        self.setAccessibleName("Situation")
        self._form = QWidget()
        self.file = FileField(self._form)
        self.mode = ElidedComboBox(self._form)
        self.tool = SummaryBox("Tools", self._form)
        self.conditions = SummaryBox("Conditions", self._form)
        self.tools = QWidget()
        self.saved = QToolButton(self.tools)
        self._build()
        self._connect()
        on_theme(self, self._restyle)
        self.show_situation(EMPTY_SITUATION)

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
        words = "Not saved" if chosen is None else menu_words(chosen, 24)
        if chosen is None and situation == EMPTY_SITUATION:
            words = "All left open"
        self.saved.setText(f"{words}, edited" if edited and chosen is not None else words)
        self.saved.setAccessibleName(f"Situation: {chosen or words}{', edited' if edited else ''}")
        set_plain_tooltip(self.saved, chosen or "")
        self._refresh()

    def show_choices(self, choices: SituationChoices) -> None:
        """Offer the values that the message's blocks name, and the files of the workspace."""
        if choices != self._choices:
            self._choices = choices
            self._refresh()

    def set_files(self, files: Sequence[str]) -> None:
        """Offer these files: relative to the workspace, with forward slashes."""
        self.show_choices(replace(self._choices, files=tuple(files)))

    def _restyle(self) -> None:
        theme = current_theme()
        self._grid.setContentsMargins(theme.px(12), 0, theme.px(12), theme.px(10))
        self._grid.setHorizontalSpacing(theme.px(8))
        self._grid.setVerticalSpacing(theme.px(6))
        self._grid.setColumnMinimumWidth(0, theme.px(80))
        self._fit_names()

    def sizeHint(self) -> QSize:
        """Return the size of the whole form."""
        return QSize(current_theme().px(288), self._form.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the height of two rows."""
        return QSize(current_theme().px(180), current_theme().px(64))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the column of names narrower where there is little width."""
        super().resizeEvent(event)
        self._fit_names()

    def fill_saved_menu(self, menu: QMenu) -> None:
        """Add to `menu` the saved situations, and the entries that save and delete one."""
        menu.clear()
        for name in (None, *self._names):
            action = menu.addAction("All left open" if name is None else menu_words(name))
            action.setCheckable(True)
            action.setChecked(
                name == self._chosen and (name is not None or self._situation == EMPTY_SITUATION)
            )
            action.triggered.connect(lambda _checked=False, name=name: self.situation_chosen.emit(name))
        menu.addSeparator()
        chosen = self._chosen
        save = menu.addAction("Save" if chosen is None else f"Save ‘{menu_words(chosen, 28)}’")
        save.setEnabled(chosen is not None and self._edited)
        save.triggered.connect(lambda _checked=False: self._save(chosen))
        menu.addAction("Save as…").triggered.connect(lambda _checked=False: self._save(None))
        delete = menu.addAction("Delete" if chosen is None else f"Delete ‘{menu_words(chosen, 28)}’")
        delete.setEnabled(chosen is not None)
        delete.triggered.connect(lambda _checked=False: self.delete_requested.emit(chosen or ""))

    def tools_menu(self) -> ToolsMenu:
        """Return the menu that selects tools."""
        menu = ToolsMenu(self._situation.tools, self._choices.tools, self)
        menu.tools_changed.connect(lambda tools: self._change(tools=tools))
        menu.another_requested.connect(self.ask_tool)
        return menu

    def ask_tool(self) -> None:
        """Ask for the name of a tool that the message does not name."""
        popup = TextPopup("Another tool", "", "Its name, such as read_file", self.tool)

        def take(text: str) -> str | None:
            if not text:
                return "A tool needs a name."
            self._change(tools=with_tool(self._situation.tools, text, given=True))
            return None

        popup.ask(take)

    # Inside ------------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        situation, choices = self._situation, self._choices
        self.file.show_file(situation.file, choices.globs, choices.files)
        self._show_modes()
        tools = situation.tools
        given = () if isinstance(tools, Open) else tools
        self.tool.say(tools_in_words(tools), "\n".join(given) if len(given) > 1 else "")
        shown = conditions_shown(situation, choices)
        lines = (f"{condition_words(key)}: {answer_of(situation, key).value}" for key in shown)
        self.conditions.say(conditions_in_words(situation, shown), "\n".join(lines))
        self.conditions.setEnabled(bool(shown))

    def _show_modes(self) -> None:
        mode = self._situation.mode
        own = (mode,) if isinstance(mode, str) else ()
        names = tuple(dict.fromkeys((*self._choices.modes, *own)))
        if names != self._modes[2:] or not self.mode.count():
            self._modes = (OPEN, None, *names)
            self.mode.clear()
            self.mode.addItems(["Left open", "None", *map(one_line, names)])
        self.mode.setCurrentIndex(self._modes.index(mode))
        set_plain_tooltip(self.mode, mode if isinstance(mode, str) else "")

    def _choose_mode(self, row: int) -> None:
        mode = self._modes[row]
        if mode != self._situation.mode:
            self._change(mode=mode)

    def _answer(self, key: ConditionKey, answer: Answer) -> None:
        self._take(with_answer(self._situation, key, answer, self._choices.conditions))

    def _change(self, **values: object) -> None:
        self._take(replace(self._situation, **values))  # type: ignore[arg-type]  # the callers name fields

    def _take(self, situation: Situation) -> None:
        self._situation = situation
        self._refresh()
        self.situation_changed.emit(situation)

    def _save(self, name: str | None) -> None:
        name = name if name is not None else self._ask_name(self, self._chosen or "")
        if name:
            self.save_requested.emit(name)

    def _open_tools(self) -> None:
        menu = self.tools_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setMinimumWidth(self.tool.width())
        menu.popup(self.tool.below())

    def open_conditions(self) -> None:
        """Open the popup of the conditions and their answers."""
        shown = conditions_shown(self._situation, self._choices)
        popup = ConditionsPopup(self._situation, shown, self)
        popup.answered.connect(self._answer)
        popup.open_at(self.conditions.below())

    def _connect(self) -> None:
        self.file.file_changed.connect(lambda file: self._change(file=file))
        self.mode.activated.connect(self._choose_mode)
        self.tool.opened.connect(self._open_tools)
        self.conditions.opened.connect(self.open_conditions)

    def _fit_names(self) -> None:
        narrow = self.width() < current_theme().px(240)
        self._grid.setColumnMinimumWidth(0, current_theme().px(72 if narrow else 80))

    def _build(self) -> None:
        self._form.setAutoFillBackground(True)
        self._grid = QGridLayout(self._form)
        self._grid.setColumnStretch(1, 1)
        fields = (
            ("File", self.file),
            ("Mode", self.mode),
            ("Tools", self.tool),
            ("Conditions", self.conditions),
        )
        for row, (word, field) in enumerate(fields):
            name = PlainLabel(word, "field", self._form)
            name.setFixedHeight(current_theme().px(26))
            self._grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(field, row, 1, Qt.AlignmentFlag.AlignTop)
        self._grid.setRowStretch(len(fields), 1)
        self.mode.setAccessibleName("Mode")
        self.mode.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._form)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        self.saved.setProperty("look", "menu")
        self.saved.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = round_menu(QMenu(self.saved))
        menu.aboutToShow.connect(lambda: self.fill_saved_menu(menu))
        self.saved.setMenu(menu)
        header = QHBoxLayout(self.tools)
        header.setContentsMargins(0, 0, 0, 0)
        header.addWidget(self.saved)
        self.setFocusProxy(self.file)
