"""What the panels announce, connected to the commands that do it; `app.py` connects all else."""

from __future__ import annotations

from functools import partial

from editor_app.window.commands.commands import Commands
from editor_app.window.documents.case_values import CaseValues
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.frame.notices import Notices
from editor_app.window.panels.problems.listed_problems import ListedProblems
from editor_app.window.perspectives.current_file import Panels
from editor_app.window.text.editor_tabs import EditorTabs


def connect_panels(
    panels: Panels, commands: Commands, window: MainWindow, notifier: Notices, tabs: EditorTabs
) -> None:
    """Connect what users do in the panels."""
    _connect_library(panels, commands)
    _connect_text(panels, commands, window)
    _connect_preview(panels, commands, notifier)
    _connect_values(panels, commands)
    panels.preview.zoom_requested.connect(tabs.zoom)
    tabs.zoom_changed.connect(panels.preview.set_zoom)
    panels.history.front_requested.connect(lambda: window.show_below("history"))


def _connect_library(panels: Panels, commands: Commands) -> None:
    panel = panels.library
    panel.open_requested.connect(commands.files.show)
    panel.edit_requested.connect(commands.files.edit)
    panel.new_requested.connect(lambda: commands.library.new_prompt(panel.chosen_folder()))
    panel.customize_requested.connect(commands.library.customize)
    panel.reset_requested.connect(commands.library.reset)
    files = commands.library
    panel.rename_requested.connect(
        lambda row: (files.rename_chat if row.is_folder else files.rename)(row.path)
    )
    panel.delete_requested.connect(
        lambda row: (files.delete_chat if row.is_folder else files.delete)(row.path)
    )
    panel.new_chat_requested.connect(commands.library.new_chat)
    panel.new_scenario_requested.connect(commands.library.new_scenario)
    panel.reveal_requested.connect(commands.library.reveal)
    panel.history_requested.connect(commands.versions.show)
    panel.deleted_requested.connect(commands.versions.show_deleted)


def _connect_text(panels: Panels, commands: Commands, window: MainWindow) -> None:
    bar, problems = panels.variables, panels.problems
    bar.insert_requested.connect(commands.variables.insert)
    bar.wrap_requested.connect(commands.variables.wrap)
    bar.choose_file_requested.connect(commands.variables.insert_file)
    bar.copy_requested.connect(commands.variables.copy_name)
    bar.declare_requested.connect(commands.variables.declare)
    bar.literal_requested.connect(commands.variables.literal)
    bar.other_requested.connect(commands.variables.insert_other)
    panels.outline.go_to_requested.connect(commands.shown.current.go_to)
    problems.problem_activated.connect(commands.problems.go_to_problem)
    problems.fix_requested.connect(commands.problems.fix_problem)
    problems.counts_changed.connect(
        lambda counts: window.show_library_counts(
            counts if problems.scope is ListedProblems.LIBRARY else None
        )
    )


def _connect_preview(panels: Panels, commands: Commands, notifier: Notices) -> None:
    preview = panels.preview
    preview.source_requested.connect(commands.preview.go_to_source)
    preview.edit_value_requested.connect(commands.values.edit_value)
    preview.fix_requested.connect(commands.problems.apply_fix)
    preview.copy_requested.connect(commands.preview.copy_model_text)
    preview.copied.connect(notifier.say_of_file)
    preview.other_text_requested.connect(commands.preview.show_other_text)
    preview.context.folder_requested.connect(commands.values.choose_folder)
    preview.context.model_chosen.connect(commands.values.choose_model)
    preview.context.conversation_chosen.connect(commands.values.choose_conversation)
    preview.context.clock_chosen.connect(commands.values.choose_clock)
    preview.context.refresh_requested.connect(commands.values.refresh_values)


def _connect_values(panels: Panels, commands: Commands) -> None:
    values = panels.values
    change = commands.values.change_current
    values.values_changed.connect(partial(change, CaseValues.type))
    values.case_chosen.connect(partial(change, CaseValues.choose))
    values.save_case_requested.connect(partial(change, CaseValues.save))
    values.refresh_requested.connect(commands.values.refresh_values)
    values.load_file_requested.connect(commands.values.load_value)
