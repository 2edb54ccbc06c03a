"""What the panels announce, connected to the commands that do it; `app.py` connects all else."""

from __future__ import annotations

from functools import partial

from editor_app.window.commands.commands import Commands
from editor_app.window.commands.values import ValueCommands
from editor_app.window.commands.variables.buttons import VariableCommands
from editor_app.window.documents.values.case_values import CaseValues
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.frame.notices import Notices
from editor_app.window.kit.card.popups import pop_up
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.work.connections import connect
from editor_app.window.panels.library.library_panel import LibraryPanel
from editor_app.window.panels.preview.preview_panel import PreviewPanel
from editor_app.window.panels.problems.problem_list import ProblemScope
from editor_app.window.panels.problems.problems_panel import ProblemsPanel
from editor_app.window.panels.variables.variable_bar import VariableBar
from editor_app.window.perspectives.panels import Panels
from editor_app.window.text.editor_tabs import EditorTabs
from editor_app.window.text.tabs.tab_menu import menu_of_tab


def connect_panels(
    panels: Panels, commands: Commands, window: MainWindow, notifier: Notices, tabs: EditorTabs
) -> None:
    """Connect what users do in the panels."""
    _connect_library(panels.library, commands)
    _connect_variables(panels.variables, commands.variables)
    _connect_problems(panels.problems, commands, window)
    _connect_preview(panels.preview, commands, notifier, tabs)
    _connect_values(panels, commands.values)
    docks = (window.left_dock, window.outline_section, window.right_dock, window.values_section)
    for place in (*docks, window.bottom_dock):
        keep_key(place, "Esc", commands.files.focus_text)  # what its panel has no use for
    connect(
        (tabs.copied, notifier.say_of_file),
        (tabs.bar.menu_requested, lambda index, place: pop_up(menu_of_tab(tabs, index), place)),
        (panels.outline.go_to_requested, commands.shown.current.go_to),
        (panels.history.front_requested, lambda: window.show_below("history")),
    )


def _connect_library(library: LibraryPanel, commands: Commands) -> None:
    files = commands.library
    connect(
        (library.open_requested, commands.files.preview),
        (library.edit_requested, commands.files.edit_kept),
        (library.beside_requested, commands.files.open_beside),
        (library.new_requested, files.choose_new),
        (library.customize_requested, files.customize),
        (library.reset_requested, files.reset),
        (library.rename_requested, files.rename_row),
        (library.delete_requested, files.delete_row),
        (library.duplicate_requested, files.duplicate_row),
        (library.undo_requested, files.undo_last),
        (library.reveal_requested, files.reveal),
        (library.move_requested, files.move),
        (library.move_to_requested, files.ask_move),
        (library.copy_requested, partial(files.copy_path, is_relative=False)),
        (library.copy_relative_requested, partial(files.copy_path, is_relative=True)),
        (library.history_requested, commands.versions.show),
        (library.deleted_requested, commands.versions.show_deleted),
    )


def _connect_variables(bar: VariableBar, variables: VariableCommands) -> None:
    connect(
        (bar.insert_requested, variables.insert),
        (bar.wrap_requested, variables.wrap),
        (bar.choose_file_requested, variables.insert_file),
        (bar.copy_requested, variables.copy_name),
        (bar.declare_requested, partial(variables.with_source, variables.declare)),
        (bar.literal_requested, variables.literal),
        (bar.other_requested, variables.insert_other),
    )


def _connect_problems(problems: ProblemsPanel, commands: Commands, window: MainWindow) -> None:
    def show_counts(counts: Counts) -> None:
        window.show_library_counts(counts if problems.scope is ProblemScope.LIBRARY else None)

    connect(
        (problems.problem_activated, commands.problems.go_to_problem),
        (problems.fix_requested, commands.problems.fix_problem),
        (problems.counts_changed, show_counts),
    )


def _connect_preview(preview: PreviewPanel, commands: Commands, notifier: Notices, tabs: EditorTabs) -> None:
    connect(
        (preview.source_requested, commands.preview.go_to_source),
        (preview.edit_value_requested, commands.values.edit_value),
        (preview.fix_requested, commands.problems.apply_fix),
        (preview.copy_requested, commands.preview.copy_model_text),
        (preview.copied, notifier.say_of_file),
        (preview.text.copied, notifier.say_of_file),
        (preview.other_text_requested, commands.preview.show_other_text),
        (preview.zoom_requested, tabs.zoom),
        (tabs.zoom_changed, preview.set_zoom),
    )


def _connect_values(panels: Panels, chosen: ValueCommands) -> None:
    context, values = panels.preview.context, panels.values
    connect(
        (context.folder_requested, chosen.choose_folder),
        (context.model_chosen, chosen.choose_model),
        (context.conversation_chosen, chosen.choose_conversation),
        (context.clock_chosen, chosen.choose_clock),
        (context.refresh_requested, chosen.refresh_values),
        (values.values_changed, partial(chosen.change_current, CaseValues.type)),
        (values.case_chosen, partial(chosen.change_current, CaseValues.choose)),
        (values.save_case_requested, partial(chosen.change_current, CaseValues.save)),
        (values.rename_case_requested, partial(chosen.change_current, CaseValues.rename)),
        (values.delete_case_requested, partial(chosen.change_current, CaseValues.delete)),
        (values.cases_requested, chosen.show_cases),
        (values.load_file_requested, chosen.load_value),
    )
