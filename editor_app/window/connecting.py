"""What the panels announce, connected to the commands that do it; `app.py` connects all else."""

from __future__ import annotations

from functools import partial

from editor_app.window.commands.commands import Commands
from editor_app.window.documents.case_values import CaseValues
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.frame.notices import Notices
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.work.connections import connect
from editor_app.window.panels.library.library_panel import LibraryPanel
from editor_app.window.panels.preview.preview_panel import PreviewPanel
from editor_app.window.panels.problems.problem_list import ProblemScope
from editor_app.window.panels.values.values_panel import ValuesPanel
from editor_app.window.perspectives.panels import Panels
from editor_app.window.text.editor_tabs import EditorTabs


def connect_panels(
    panels: Panels, commands: Commands, window: MainWindow, notifier: Notices, tabs: EditorTabs
) -> None:
    """Connect what users do in the panels."""
    _connect_library(panels.library, commands)
    _connect_text(panels, commands, window)
    _connect_preview(panels.preview, commands, notifier)
    _connect_values(panels.values, commands)
    connect(
        (panels.preview.zoom_requested, tabs.zoom),
        (tabs.zoom_changed, panels.preview.set_zoom),
        (panels.history.front_requested, lambda: window.show_below("history")),
    )


def _connect_library(panel: LibraryPanel, commands: Commands) -> None:
    files = commands.library
    connect(
        (panel.open_requested, commands.files.show),
        (panel.edit_requested, commands.files.edit),
        (panel.new_requested, lambda: files.new_prompt(panel.chosen_folder())),
        (panel.customize_requested, files.customize),
        (panel.reset_requested, files.reset),
        (
            panel.rename_requested,
            lambda row: (files.rename_chat if row.is_folder else files.rename)(row.path),
        ),
        (
            panel.delete_requested,
            lambda row: (files.delete_chat if row.is_folder else files.delete)(row.path),
        ),
        (panel.new_chat_requested, files.new_chat),
        (panel.new_scenario_requested, files.new_scenario),
        (panel.reveal_requested, files.reveal),
        (panel.history_requested, commands.versions.show),
        (panel.deleted_requested, commands.versions.show_deleted),
    )


def _connect_text(panels: Panels, commands: Commands, window: MainWindow) -> None:
    bar, problems = panels.variables, panels.problems

    def show_counts(counts: Counts) -> None:
        is_whole_library = problems.scope is ProblemScope.LIBRARY
        window.show_library_counts(counts if is_whole_library else None)

    connect(
        (bar.insert_requested, commands.variables.insert),
        (bar.wrap_requested, commands.variables.wrap),
        (bar.choose_file_requested, commands.variables.insert_file),
        (bar.copy_requested, commands.variables.copy_name),
        (bar.declare_requested, commands.variables.declare),
        (bar.literal_requested, commands.variables.literal),
        (bar.other_requested, commands.variables.insert_other),
        (panels.outline.go_to_requested, commands.shown.current.go_to),
        (problems.problem_activated, commands.problems.go_to_problem),
        (problems.fix_requested, commands.problems.fix_problem),
        (problems.counts_changed, show_counts),
    )


def _connect_preview(preview: PreviewPanel, commands: Commands, notifier: Notices) -> None:
    context, values = preview.context, commands.values
    connect(
        (preview.source_requested, commands.preview.go_to_source),
        (preview.edit_value_requested, values.edit_value),
        (preview.fix_requested, commands.problems.apply_fix),
        (preview.copy_requested, commands.preview.copy_model_text),
        (preview.copied, notifier.say_of_file),
        (preview.other_text_requested, commands.preview.show_other_text),
        (context.folder_requested, values.choose_folder),
        (context.model_chosen, values.choose_model),
        (context.conversation_chosen, values.choose_conversation),
        (context.clock_chosen, values.choose_clock),
        (context.refresh_requested, values.refresh_values),
    )


def _connect_values(panel: ValuesPanel, commands: Commands) -> None:
    change = commands.values.change_current
    connect(
        (panel.values_changed, partial(change, CaseValues.type)),
        (panel.case_chosen, partial(change, CaseValues.choose)),
        (panel.save_case_requested, partial(change, CaseValues.save)),
        (panel.refresh_requested, commands.values.refresh_values),
        (panel.load_file_requested, commands.values.load_value),
    )
