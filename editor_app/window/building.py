"""The creation of the window's panels and pages; `app.py` connects them."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window import kinds
from editor_app.window.commands.actions import MENUS_BEFORE, MENUS_BEHIND
from editor_app.window.frame.dock import Page, WindowParts
from editor_app.window.frame.notices import InfoBar
from editor_app.window.kit.actions import Menu
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.focus.panel_keys import CONTEXT_MENU, MENU_BAR, SECTION_FOLD, PanelKey
from editor_app.window.kit.layouts import column
from editor_app.window.panels import outline
from editor_app.window.panels.find import find_panel
from editor_app.window.panels.history import history_panel
from editor_app.window.panels.history.history_panel import HistoryPanel
from editor_app.window.panels.library import library_panel as library
from editor_app.window.panels.library.library_panel import LibraryPanel
from editor_app.window.panels.outline import OutlinePanel
from editor_app.window.panels.preview import blank_list
from editor_app.window.panels.preview.preview_panel import PreviewPanel
from editor_app.window.panels.preview.text import text_view
from editor_app.window.panels.problems import problems_panel as problems
from editor_app.window.panels.problems.problems_panel import ProblemsPanel
from editor_app.window.panels.values import values_panel as values
from editor_app.window.panels.values.values_panel import AskName, ValuesPanel
from editor_app.window.panels.variables import variable_bar
from editor_app.window.panels.variables.variable_bar import VariableBar
from editor_app.window.perspectives.panels import Panels
from editor_app.window.perspectives.perspectives import keys_of, menus_of
from editor_app.window.text.editor_tabs import EditorTabs
from editor_app.window.text.finding import find_bar


def all_menus() -> tuple[Menu, ...]:
    """Return the menus of the window, in the order in which their keys are listed."""
    return (*MENUS_BEFORE, *menus_of(kinds), *MENUS_BEHIND)


def panel_keys() -> tuple[PanelKey, ...]:
    """Return the keys of all panels, in the order in which they are listed."""
    from editor_app.window.panels.request import parts_list, raw_text  # the start needs no request

    lists = (library, outline, variable_bar, problems, history_panel, parts_list, blank_list, values)
    shared = (*lists, text_view, raw_text, find_bar, find_panel)
    keys = (*(key for module in shared for key in module.KEYS), *keys_of(kinds))
    panels = list(dict.fromkeys(key.panel for key in keys))
    return (MENU_BAR, CONTEXT_MENU, *sorted(keys, key=lambda key: panels.index(key.panel)), SECTION_FOLD)


def build_panels(ask_case_name: AskName) -> Panels:
    """Return all panels, without content."""
    return Panels(
        LibraryPanel(),
        OutlinePanel(),
        ProblemsPanel(),
        PreviewPanel(),
        ValuesPanel(ask_case_name),
        VariableBar(),
        InfoBar(),
        HistoryPanel(),
    )


def build_nothing_open() -> EmptyPlace:
    """Return the page in the editor area while no file is open."""
    sentence = Sentence("window.about-nothing-open")
    place = EmptyPlace(Sentence("window.nothing-open"), sentence, Sentence("window.new"), "Ctrl+N")
    place.setFocusProxy(place.button)
    return place


def build_binary_page(name: str, words: str) -> EmptyPlace:
    """Return the page in place of a file that is not text; `words` say what it is."""
    page = EmptyPlace(name, Sentence("window.about-binary", sort=words), Sentence("window.show-in-folder"))
    page.setFocusProxy(page.button)
    page.setAccessibleName(Sentence("window.binary-file", name=name, sort=words))
    return page


def window_parts(panels: Panels, tabs: EditorTabs) -> WindowParts:
    """Return the parts of the main window, with the bars above the text of each tab."""
    centre = QWidget()
    tabs.set_bars([panels.bar, panels.variables])
    column(centre, tabs)
    return WindowParts(
        Page("library", Sentence("window.library"), panels.library, panels.library.header_tools),
        Page("outline", Sentence("window.outline"), panels.outline, panels.outline.header_tools),
        panels.bar,
        centre,
        Page("preview", Sentence("window.preview"), panels.preview, panels.preview.header_tools),
        Page("values", Sentence("window.values"), panels.values, panels.values.tools, usual_height=172),
        Page(
            "problems",
            Sentence("window.problems"),
            panels.problems,
            panels.problems.header_tools,
            usual_height=200,
        ),
        (
            Page(
                "history",
                Sentence("window.history"),
                panels.history,
                panels.history.header_tools,
                takes_keys=True,
            ),
        ),
    )
