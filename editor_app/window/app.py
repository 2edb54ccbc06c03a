"""The composition root: creates all parts of the window and connects them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from editor_app.clock import Clock, local_now
from editor_app.library.files.renumbering import take_back_renumberings
from editor_app.library.files.temporaries import sweep_folder, sweep_state
from editor_app.library.folders import Library
from editor_app.library.paths import is_file
from editor_app.library.settings.trial_values import trial_values_dir
from editor_app.library.trust.trust import library_with_trust
from editor_app.text import Sentence, together
from editor_app.window import kinds
from editor_app.window.building import (
    all_menus,
    build_nothing_open,
    build_panels,
    panel_keys,
    window_parts,
)
from editor_app.window.commands.actions import ACTIONS
from editor_app.window.commands.commands import Commands, ProgramCommands
from editor_app.window.commands.manual.commands import ManualCommands
from editor_app.window.commands.reports import ReportCommands
from editor_app.window.commands.settings.commands import LOOK_ACTIONS, SettingsCommands
from editor_app.window.commands.settings.file import SettingsFile, ShortcutsFile
from editor_app.window.connecting import connect_panels
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.library_problems import LibraryProblems
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.resolving import (
    MakeSources,
    ResolveContext,
    VariableResolver,
    sources_of_machine,
)
from editor_app.window.documents.trust.workspace_trust import (
    WorkspaceTrust,
    chosen_folder,
)
from editor_app.window.documents.values.case_values import CaseValues
from editor_app.window.endpoint.endpoints import Endpoints, KnownPlaces, keys_of_user
from editor_app.window.file_tabs import FileTabs
from editor_app.window.frame.first_sight import LAST_FILE_KEY, FirstSight
from editor_app.window.frame.first_window import FirstWindow, keep_look, look_of
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.frame.notices import User
from editor_app.window.frame.panel_actions import PANEL_ACTIONS, PANEL_KEYS
from editor_app.window.frame.window_settings import open_window_settings
from editor_app.window.kit.accessible_groups import show_groups
from editor_app.window.kit.actions import Actions
from editor_app.window.kit.dialogs.dialog import WindowDialogs
from editor_app.window.kit.dialogs.question import Dialogs, NameQuestion
from editor_app.window.kit.dropping import FileDrops
from editor_app.window.kit.theme.menu_style import menu_style
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from editor_app.window.kit.work.connections import connect
from editor_app.window.kit.work.runner import wait_for_work
from editor_app.window.kit.work.timers import repeating
from editor_app.window.panels.history.versions import HistoryFolders, Versions
from editor_app.window.perspectives.current_file import CurrentFile
from editor_app.window.perspectives.perspective import Perspective
from editor_app.window.perspectives.perspectives import Perspectives, menus_of
from editor_app.window.perspectives.second_text import SecondText
from editor_app.window.perspectives.tab_files import TabFiles
from editor_app.window.perspectives.window_services import WindowServices, WindowView
from editor_app.window.server.commands import ServerCommands
from editor_app.window.session.keeping import Journals, Session, journals_of
from editor_app.window.text.editor_tabs import EditorTabs

_DISK_CHECK_MS = 2000
_WORK_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders in which the window keeps its state and settings."""

    state: Path
    config: Path


@dataclass(frozen=True, slots=True)
class Machine:
    """What a window takes from the machine that it runs on; None is what this machine has.

    Templates are tried in `context` at first, with the files and git of `make_sources`.
    """

    clock: Clock = local_now
    context: ResolveContext | None = None
    make_sources: MakeSources | None = None
    journals: Journals | None = None


class Workbench(QObject):
    """A window on one library, with all its parts connected."""

    library_requested = Signal(Path)
    library_closed = Signal()
    quit_requested = Signal()  # for the windows of other libraries: this one is closed

    def __init__(
        self,
        library: Library,
        folders: Folders,
        theme_choice: ThemeChoice,
        *,
        dialogs: Dialogs | None = None,
        machine: Machine = Machine(),
    ) -> None:
        """Build the window; nothing is shown or read until `start`, except journals of ended windows."""
        super().__init__()
        show_groups()
        library = library_with_trust(library, folders.state)
        self._folders = folders
        self._clock = clock = machine.clock
        self._theme_choice = theme_choice
        self.actions = Actions(all_menus(), self)
        self.settings, self._complaint = open_window_settings(folders.state)
        self.settings_file = SettingsFile(folders.config, self)
        self.shortcuts_file = ShortcutsFile(folders.config, self.actions.default_keys, self)
        self.library = LibraryState(library, clock, self)
        self.files = OpenFiles(self.library, folders.state, self)
        self.library_problems = LibraryProblems(self.library, self.files, self)
        self.cases = CaseValues(self.files, self)
        self.work = FileWork(self.files, self)
        usual = machine.context or ResolveContext(library.workspace)
        chosen = None if machine.context is not None else chosen_folder(self.settings, library)
        at_first = replace(usual, folder=chosen or usual.folder)
        self.trust = WorkspaceTrust(folders.state, clock, self)
        sources = machine.make_sources or sources_of_machine(library.root, self.trust)
        self.resolver = VariableResolver(
            at_first, clock, sources, library.bounds, self.trust, self, usual=usual
        )
        self._build_view()
        self.dialogs: Dialogs = dialogs or WindowDialogs(
            self.window,
            lambda *about: self.commands.program.manual.show_about_dialog(*about),  # noqa: PLW0108  made later
        )
        plain = Perspective(self)
        documents = self.documents = Documents(
            self.library, self.files, self.cases, self.work, self.resolver, clock
        )
        self.current = CurrentFile(documents, self.panels, self.window, self.actions, plain)
        self.tab_files = TabFiles(
            open_files=self.files,
            work=self.work,
            tabs=self.tabs,
            library_panel=self.panels.library,
            perspective_of=lambda file: self.perspectives.of(file),  # noqa: PLW0108  made later
            parent=self,
        )
        self.current.unsaved_in_tab = self.tab_files.unsaved_of
        self.notifier = self.window.notices
        self.reports = ReportCommands(
            state_dir=folders.state, clock=clock, notifier=self.notifier, dialogs=self.dialogs
        )
        shown = WindowView(
            self.window,
            self.panels,
            self.tabs,
            self.tab_files,
            self.current,
            lambda file: self.perspectives.of(file),  # noqa: PLW0108  made later
            SecondText(self.files, self.tabs, self),
        )
        user = User(self.dialogs, self.notifier)
        self.perspectives = Perspectives(kinds, plain, self._services(shown, user), self)
        self.commands = self._build_commands(shown, user)
        self._file_tabs = FileTabs(documents, shown, self.commands, self.perspectives, self.settings)
        self.session = Session(
            machine.journals or journals_of(folders.state, library.root, clock),
            documents,
            shown,
            user,
            self.commands.versions.show_each,
            self,
        )
        self._disk = repeating(self, _DISK_CHECK_MS)
        self._connect()

    def _build_view(self) -> None:
        """Make the widgets of the window."""
        with self._theme_choice.dressed_when_made():
            self.tabs = EditorTabs()
            self.nothing_open = build_nothing_open()
            self.tabs.set_empty(self.nothing_open)
            about_case = Sentence("window.about-case")
            self.panels = build_panels(
                lambda title, name: self.dialogs.ask(
                    NameQuestion(title, about_case, Sentence("window.save"), name)
                )
            )
            parts = window_parts(self.panels, self.tabs)
            self.window = MainWindow(parts, self.actions, self.settings)
        self.window.menuBar().setStyle(menu_style())  # set before the style sheet, it would not get that

    def _build_commands(self, shown: WindowView, user: User) -> Commands:
        library, state_dir = self.library.library, self._folders.state
        manual = ManualCommands(shown)
        program = ProgramCommands(
            SettingsCommands(
                file=self.settings_file,
                shortcuts=self.shortcuts_file,
                choice=self._theme_choice,
                shown=shown,
                documents=self.documents,
                user=user,
                state_dir=state_dir,
                panel_keys=panel_keys,
            ),
            self.reports,
            manual,
            ServerCommands(
                library.root,
                state_dir,
                self.settings,
                self.window,
                lambda: self.trust.decided_here(library.workspace),
                self.window.status.show_server,
                partial(manual.show_about_dialog, "ServerDialog"),
            ),
            self.library_requested.emit,
            self.library_closed.emit,
            self.quit_requested.emit,
            lambda: self.session.closed_tabs.reopen(),  # noqa: PLW0108  made later
        )
        versions = Versions(
            self.files.find,
            HistoryFolders(state_dir, self._folders.config, library.root),
            self._clock,
            lambda: self.files.library.access,
        )
        return Commands(
            self.documents, shown, user, program=program, versions=versions, settings=self.settings
        )

    def start(
        self, paths: Sequence[Path] = (), frame: FirstWindow | None = None, failures: Sequence[str] = ()
    ) -> str:
        """Show the window, list the library and open files: those in `paths`, else the last or first prompt.

        `frame` is the top-level window to show the content in, if there is one already. Returns why some of
        `paths` were not opened, and of `failures`, which say that of what else was named; "" without any.
        """
        if frame is not None:
            frame.take(self.window)
        self.window.show()
        self.window.window().show()
        self._file_tabs.update_window_title()
        taken_back = take_back_renumberings(self._folders.state, now=self._clock())
        self.library.refresh()
        sweep_folder(self._folders.config)
        sweep_folder(trial_values_dir(self._folders.state, self.library.library.root))
        sweep_state(self._folders.state)
        was_restored = self.session.start([path for path in paths if is_file(path)])
        not_opened = self.commands.files.open_given(paths, failures, self.library_requested.emit)
        if not self.files.files and not was_restored:
            self.commands.files.open_last(str(self.settings.value(LAST_FILE_KEY, "")))
        file, editor = self.current.file, self.tabs.current_editor
        if frame is not None and (not file or not editor or self.tabs.shows_alternative(file.document)):
            frame.give_keys(None, None)
        elif frame is not None and file is not None:
            frame.give_keys(editor, None if file.is_untitled else FirstSight(file.path, file.text))
        of_shortcuts = together(self.shortcuts_file.sentences)
        for sentence in filter(None, (*taken_back, self._complaint, of_shortcuts)):
            self.notifier.say(sentence)
        self._disk.start()
        return not_opened

    def take_files(self, paths: Sequence[Path], failures: Sequence[str] = ()) -> None:
        """Raise the window and open what the system, or a second start of the program, hands over.

        `failures` say why that start could not open what else was named.
        """
        top = self.window.window()
        top.setWindowState(top.windowState() & ~Qt.WindowState.WindowMinimized)
        top.raise_()
        top.activateWindow()
        not_opened = self.commands.files.open_given(paths, failures, self.library_requested.emit)
        if not_opened:
            self.notifier.say(not_opened)

    def _may_close(self) -> bool:
        """Whether nothing would be lost, or the user agrees."""
        self.work.finish_undoing()
        self.current.perspective.take_typed()
        for file in self.files.files:
            file.take_composed()
        return self.session.may_close(self.commands.files.may_quit)

    def close_without_questions(self) -> None:
        """Close the window as when the desktop ends: unsaved text is kept for the next start."""
        for file in self.files.files:
            file.take_composed()
        self.window.may_close = lambda: True
        self.window.window().close()
        self.session.close()

    def close(self) -> None:
        """Save the window's state, and stop timers and watchers."""
        self._disk.stop()
        self.work.finish_undoing()
        self.commands.files.saving.save_now()
        self.commands.program.server.close()
        self.session.close()
        self.cases.write_now()
        self.perspectives.close()
        wait_for_work(self, _WORK_SECONDS)
        keep_look(self.settings, look_of(self._theme_choice.theme))
        self.settings.sync()

    def _services(self, shown: WindowView, user: User) -> WindowServices:
        return WindowServices(
            self.documents,
            shown,
            user,
            Endpoints(keys_of_user(self._folders.state, self), KnownPlaces(self.settings)),
            lambda path: self.commands.chat_imports.choose_file(path),  # noqa: PLW0108  made later
            lambda sentence, path: self.commands.versions.warn(sentence, path),  # noqa: PLW0108  made later
        )

    # Connections --------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self._connect_files()
        self._connect_window()
        self._connect_library()
        self.commands.versions.connect()
        connect_panels(self.panels, self.commands, self.window, self.notifier, self.tabs)
        self.actions.connect_to(ACTIONS, lambda: self.commands)
        self.actions.connect_to((*PANEL_ACTIONS, *PANEL_KEYS), lambda: self.window)
        self.actions.connect_to(LOOK_ACTIONS, lambda: self.commands.program.settings)
        for menu in menus_of(kinds):
            self.actions.connect_to(menu.actions(), lambda: self.current.perspective)
        self.commands.program.settings.begin()

    def _connect_files(self) -> None:
        files, disk, file_tabs = self.files, self.files.disk, self._file_tabs
        connect(
            (files.opened, file_tabs.add),
            (files.closed, file_tabs.remove),
            (files.saved, file_tabs.follow_save),
            (files.renamed, file_tabs.follow_rename),
            (files.failed, self.notifier.say),
            (files.refused, self.commands.trust.offer_end),
            (disk.reloaded, file_tabs.follow_reload),
            (disk.changed, lambda _file: self.current.show_status()),
            (disk.gone, lambda _file: self.current.show_status()),
            (disk.restored, lambda _file: self.current.show_status()),
            (disk.ended, self.trust.check_disk),
            (self._disk.timeout, disk.look),
            (self._disk.timeout, self.settings_file.look),
            (self._disk.timeout, self.shortcuts_file.look),
            (QGuiApplication.instance().applicationStateChanged, disk.look),  # type: ignore[union-attr]  # there is one
        )

    def _connect_window(self) -> None:
        commands, file_tabs = self.commands, self._file_tabs
        connect(
            (self.tab_files.steps.told, self.notifier.say),
            (self.tab_files.changed, file_tabs.update_window_title),
            (self.tab_files.changed, self.current.show_status),
            (self.tabs.current_changed, file_tabs.show_document),
            (self.tabs.current_changed, lambda _document: commands.palette.note_file()),
            (commands.places.changed, self.current.show_actions),
            (self.tabs.bar.empty_double_clicked, commands.files.new_untitled),
            (self.nothing_open.chosen, commands.library.choose_new),
            (self.current.remedy_requested, commands.remedies.remedy),
            (self.panels.bar.left, commands.files.edit),
            (self.window.status.position.clicked, partial(commands.palette.open, ":")),
            (self.window.status.trust.clicked, commands.trust.ask),
            (self.window.status.server.clicked, commands.program.server.show),
            (self.session.set_aside_requested, self.reports.tell_set_aside),
            (self.session.library_requested, self.library_requested),
            (FileDrops(self.window).dropped, self.take_files),
        )
        self.tabs.strip.offer(self.actions.action("open_beside"), "columns-2")
        self.current.other_conditions = commands.places.conditions
        self.window.may_close = self._may_close
        self.window.notices.caret_area = self.current.caret_area

    def _connect_library(self) -> None:
        library, work, panel, commands = self.library, self.work, self.panels.library, self.commands
        self.session.closed_tabs.links_for_gone = commands.library.links_for_gone
        connect(
            (self._disk.timeout, library.check_disk),
            (library.listed, self.files.disk.look_for_moved),
            (library.listing_changed, panel.show_listing),
            (library.listing_changed, lambda _listing: self.current.show_status()),
            (library.catalog_changed, self.files.set_catalog),
            (library.catalog_changed, lambda _catalog: self.resolver.refresh_all()),
            (self.library_problems.changed, self.panels.problems.show_library_problems),
            (panel.open_library_requested, commands.ask_library),
            (work.done, commands.library.say_done),
            (work.undone, commands.library.follow_undo),
            (work.undone, self.tab_files.steps.follow_undone),
            (work.undone, self.session.closed_tabs.bring_back),
            (work.created, commands.library.begin_new),
            (work.refused, commands.trust.offer_end),
            (work.failed, self.notifier.say),
            (work.history_failed, commands.versions.warn),
            (self.resolver.resolved, commands.preview.copy_if_waiting),
            (self.resolver.folder_refused, self.notifier.say),
            (self.cases.told, self.notifier.say),
            (self.cases.warned, commands.versions.warn),
            (self.trust.told, self.notifier.say),
            (self.trust.changed, self._follow_trust),
            (self.trust.changed, self.current.show_status),
            (self.trust.changed, commands.program.server.follow_trust),
        )

    def _follow_trust(self) -> None:
        """Let the paths of the library lead where the trust in its workspace says now."""
        now, before = self.trust.of(self.library.library.workspace), self.library.library
        library = replace(before, is_trusted=now.is_trusted, allowed_files=now.allowed_files)
        if library != before:
            self.library.library = library
            if self._disk.isActive():
                self.library.refresh()
