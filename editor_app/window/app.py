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
from editor_app.window import kinds
from editor_app.window.building import (
    all_menus,
    build_binary_page,
    build_nothing_open,
    build_panels,
    panel_keys,
    window_parts,
)
from editor_app.window.commands.actions import ACTIONS
from editor_app.window.commands.commands import Commands, ProgramCommands
from editor_app.window.commands.look import LOOK_ACTIONS, LookCommands
from editor_app.window.commands.manual.commands import ManualCommands
from editor_app.window.commands.questions.shortcuts import Shortcuts
from editor_app.window.commands.reports import ReportCommands
from editor_app.window.connecting import connect_panels
from editor_app.window.dialogs.user import User
from editor_app.window.documents.case_values import CaseValues
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_status import binary_in_words
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.library_problems import LibraryProblems
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.resolving import Circumstances, MakeSources, Resolving, sources_of_machine
from editor_app.window.documents.titles import tab_folder
from editor_app.window.documents.trust.workspace_trust import (
    WorkspaceTrust,
    chosen_folder,
    keep_chosen_folder,
)
from editor_app.window.documents.value_facts import icon_of, value_facts, value_fix
from editor_app.window.endpoint.endpoints import Endpoints, KnownPlaces, keys_of_user
from editor_app.window.frame.first_sight import LAST_FILE_KEY, FirstSight
from editor_app.window.frame.first_window import FirstWindow, keep_look, look_of
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.frame.window_settings import open_window_settings
from editor_app.window.kit.accessible_groups import show_groups
from editor_app.window.kit.actions import Actions
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.dialogs.asking import WindowDialogs
from editor_app.window.kit.dialogs.question import Dialogs, NameQuestion
from editor_app.window.kit.focus.panel_keys import listed_keys
from editor_app.window.kit.theme.menu_style import menu_style
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from editor_app.window.kit.work.runner import wait_for_work
from editor_app.window.kit.work.timers import repeating
from editor_app.window.panels.history.versions import HistoryFolders, Versions
from editor_app.window.perspectives.current_file import CurrentFile
from editor_app.window.perspectives.perspective import Perspective
from editor_app.window.perspectives.perspectives import Perspectives, menus_of
from editor_app.window.perspectives.surroundings import Shown, Surroundings
from editor_app.window.perspectives.tab_files import TabFiles
from editor_app.window.perspectives.tab_titles import TabTitles
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

    Templates are tried in `circumstances` at first, with the files and git of `make_sources`.
    """

    clock: Clock = local_now
    circumstances: Circumstances | None = None
    make_sources: MakeSources | None = None
    journals: Journals | None = None


class Workbench(QObject):
    """A window on one library, with all its parts connected."""

    library_requested = Signal(Path)

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
        self.library = LibraryState(library, clock, self)
        self.files = OpenFiles(self.library, folders.state, self)
        self.library_problems = LibraryProblems(self.library, self.files, self)
        self.cases = CaseValues(self.files, self)
        self.work = FileWork(self.files, self)
        at_first = machine.circumstances or Circumstances(
            chosen_folder(self.settings, library) or library.workspace
        )
        self.trust = WorkspaceTrust(folders.state, clock, self)
        sources = machine.make_sources or sources_of_machine(library.root, self.trust)
        self.resolving = Resolving(at_first, clock, sources, library.bounds, self.trust, self)
        self._build_view()
        self.dialogs: Dialogs = dialogs or WindowDialogs(
            self.window,
            lambda *about: self.commands.program.manual.show_about_dialog(*about),  # noqa: PLW0108  made later
        )
        plain = Perspective(self)
        documents = self.documents = Documents(
            self.library, self.files, self.cases, self.work, self.resolving, clock
        )
        self.current = CurrentFile(documents, self.panels, self.window, self.actions, plain)
        self.tab_files = TabFiles(
            open_files=self.files,
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
        shown = Shown(
            self.window,
            self.panels,
            self.tabs,
            self.tab_files,
            self.current,
            lambda file: self.perspectives.of(file),  # noqa: PLW0108  made later
        )
        user = User(self.dialogs, self.notifier)
        self._titles = TabTitles(library=library, open_files=self.files, shown=shown)
        self.perspectives = Perspectives(kinds, plain, self._surroundings(shown, user), self)
        self.commands = self._build_commands(shown, user)
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
            self.panels = build_panels(self._ask_case_name)
            parts = window_parts(self.panels, self.tabs)
            self.window = MainWindow(parts, self.actions, self.settings)
        self.window.menuBar().setStyle(menu_style())  # set before the style sheet, it would not get that

    def _build_commands(self, shown: Shown, user: User) -> Commands:
        library, state_dir = self.library.library, self._folders.state
        manual = ManualCommands(shown)
        program = ProgramCommands(
            LookCommands(choice=self._theme_choice, config_dir=self._folders.config, say=self.notifier.say),
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
            lambda: self.dialogs.ask(Shortcuts((*self.actions.shortcuts(), *listed_keys(panel_keys())))),
        )
        versions = Versions(
            self.files.find,
            HistoryFolders(state_dir, self._folders.config, library.root),
            self._clock,
            lambda: self.files.library.access,
        )
        keep_folder = partial(keep_chosen_folder, self.settings, library)
        return Commands(
            documents=self.documents,
            shown=shown,
            user=user,
            program=program,
            versions=versions,
            keep_folder=keep_folder,
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
        self._titles.update_window_title()
        taken_back = take_back_renumberings(self._folders.state, now=self._clock())
        self.library.refresh()
        for folder in (
            self._folders.config,
            trial_values_dir(self._folders.state, self.library.library.root),
        ):
            sweep_folder(folder)
        sweep_state(self._folders.state)
        was_restored = self.session.start([path for path in paths if is_file(path)])
        self.actions.check("word_wrap", checked=self.tabs.wraps)
        not_opened = self.commands.files.open_given(paths, failures, self.library_requested.emit)
        if not self.files.files and not was_restored:
            self.commands.files.open_last(str(self.settings.value(LAST_FILE_KEY, "")))
        if frame is not None:
            self._give_keys_of(frame)
        for sentence in taken_back:
            self.notifier.say(sentence)
        if self._complaint:
            self.notifier.say(self._complaint)
        self._disk.start()
        return not_opened

    def _give_keys_of(self, frame: FirstWindow) -> None:
        """Give what was typed while the window was loading to the text in front, if that was shown then."""
        file, editor = self.current.file, self.tabs.current_editor
        if file is None or editor is None or self.tabs.shows_alternative(file.document):
            frame.give_keys(None, None)
        else:
            frame.give_keys(editor, None if file.is_untitled else FirstSight(file.path, file.text))

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
        self.commands.files.saving.save_now()
        self.commands.program.server.close()
        self.session.close()
        self.cases.write_now()
        self.perspectives.close()
        wait_for_work(self, _WORK_SECONDS)
        keep_look(self.settings, look_of(self._theme_choice.theme))
        self.settings.sync()

    def _surroundings(self, shown: Shown, user: User) -> Surroundings:
        return Surroundings(
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
        self._connect_library()
        self._connect_values()
        connect_panels(self.panels, self.commands, self.window, self.notifier, self.tabs)
        self._connect_actions()

    def _connect_files(self) -> None:
        files, commands = self.files, self.commands
        files.opened.connect(self._add_tab)
        files.closed.connect(self._remove_tab)
        files.saved.connect(self._after_save)
        files.renamed.connect(self._after_rename)
        files.disk.reloaded.connect(self._after_reload)
        for outside in (files.disk.changed, files.disk.gone, files.disk.restored):
            outside.connect(lambda _file: self.current.show_status())
        for said in (files.failed, self.tab_files.steps.said, self.trust.said, self.resolving.folder_refused):
            said.connect(self.notifier.say)
        for refused in (files.refused, self.work.refused):
            refused.connect(commands.trust.offer_end)
        self.nothing_open.chosen.connect(commands.library.new_prompt)
        self.tab_files.changed.connect(self._titles.update_window_title)
        self.tab_files.changed.connect(self.current.show_status)
        self.tabs.current_changed.connect(self._show_document)
        self.tabs.close_requested.connect(lambda document: commands.files.close_tab(files.of(document)))
        self.tabs.bar.empty_double_clicked.connect(commands.files.new_untitled)
        self.current.remedy_requested.connect(commands.remedies.remedy)
        self.panels.bar.left.connect(commands.files.edit)
        self.window.status.trust.clicked.connect(commands.trust.ask)
        self.window.status.server.clicked.connect(commands.program.server.show)
        self.session.set_aside_requested.connect(self.reports.tell_set_aside)
        self.session.elsewhere.open_requested.connect(self.library_requested)
        self.trust.changed.connect(self._follow_trust)
        self.trust.changed.connect(self.current.show_status)
        self.trust.changed.connect(commands.program.server.follow_trust)
        files.disk.ended.connect(self.trust.check_disk)
        self._disk.timeout.connect(files.disk.look)
        QGuiApplication.instance().applicationStateChanged.connect(files.disk.look)  # type: ignore[union-attr]  # there is one
        self.window.may_close = self._may_close
        self.window.notices.caret_area = self.current.caret_area

    def _connect_library(self) -> None:
        panel, commands, work = self.panels.library, self.commands, self.work
        self._disk.timeout.connect(self.library.check_disk)
        self.library.listed.connect(self.files.disk.look_for_moved)
        self.library.listing_changed.connect(panel.show_listing)
        self.library.listing_changed.connect(lambda _listing: self.current.show_status())
        self.library_problems.changed.connect(self.panels.problems.show_library_problems)
        self.library.catalog_changed.connect(self.files.set_catalog)
        self.library.catalog_changed.connect(lambda _catalog: self.resolving.refresh_all())
        panel.duplicate_requested.connect(
            lambda row: (work.duplicate_chat if row.is_folder else work.duplicate)(row.path)
        )
        panel.open_library_requested.connect(commands.ask_library)
        work.done.connect(commands.library.say_done)
        work.undone.connect(commands.library.follow_undo)
        work.created.connect(commands.library.begin_new)
        commands.versions.connect(self.files)
        self.tabs.history_requested.connect(
            lambda document: commands.versions.show(self.files.of(document).path)
        )

    def _connect_values(self) -> None:
        self.resolving.resolved.connect(self.commands.preview.copy_if_waiting)
        for said in (self.cases.said, self.work.failed):
            said.connect(self.notifier.say)
        for said_of in (self.cases.warned, self.work.history_failed):
            said_of.connect(self.commands.versions.warn)

    def _connect_actions(self) -> None:
        self.actions.connect_to(ACTIONS, lambda: self.commands)
        self.actions.connect_to(LOOK_ACTIONS, lambda: self.commands.program.look)
        for menu in menus_of(kinds):
            self.actions.connect_to(menu.actions(), lambda: self.current.perspective)
        self.actions.check("word_wrap", checked=True)
        self.commands.program.look.check_chosen(self.actions)

    # Handlers of signals ------------------------------------------------------------------------------------

    def _add_tab(self, file: OpenFile) -> None:
        """Add a tab for a file that is being opened; if that fails, the file is closed and no tab remains."""
        try:
            self._build_tab(file)
        except BaseException:
            self.files.close(file)
            raise

    def _build_tab(self, file: OpenFile) -> None:
        self.cases.begin(file)
        perspective = self.perspectives.begin(file)
        self._titles.update()
        in_place = perspective.in_place
        error = in_place.error_to_mend(file) if in_place is not None else None
        editor = self.tabs.add(
            file.document,
            self._titles.title_of(file),
            self._titles.tooltip_of(file),
            icon_of(file),
            alternative=in_place.stand_in(file) if in_place is not None else None,
            begins_in_source=error is not None,
            page=self._page_of(file),
            group=tab_folder(file),
        )
        editor.fix_chosen.connect(partial(self.commands.problems.apply_fix_in, file))
        editor.files_dropped.connect(lambda paths: [self.commands.files.open(path) for path in paths])
        self.commands.begin_editing(file, editor)
        editor.set_value_facts(partial(value_facts, file), partial(value_fix, file))
        self.tab_files.follow(file)
        if error is not None:
            editor.go_to(error)
        self.resolving.begin(file)

    def _page_of(self, file: OpenFile) -> EmptyPlace | None:
        """Return the page to show in place of a file that is not text, None for text."""
        if file.binary_sort is None:
            return None
        page = build_binary_page(file.path.name, binary_in_words(file))
        page.chosen.connect(lambda: self.commands.library.reveal(file.path))
        return page

    def _remove_tab(self, file: OpenFile) -> None:
        self.resolving.end(file)
        self.tabs.remove(file.document)
        self.perspectives.end(file)
        self.tab_files.update()
        self._titles.update()

    def _show_document(self, document: object) -> None:
        file = self.files.of(document) if document is not None else None
        editor = self.tabs.editor_of(file.document) if file is not None else None
        self.current.show(file, editor, self.perspectives.of(file), front=self.tabs.current_editor)
        centre = self.tabs.parentWidget()
        if centre is not None:
            centre.setFocusProxy(self.tabs.current_place)  # type: ignore[arg-type]  # None takes it away
        self._titles.update_window_title()
        self.commands.versions.follow()
        if file is not None and not file.is_untitled:
            self.settings.setValue(LAST_FILE_KEY, str(file.path))

    def _after_reload(self, file: OpenFile) -> None:
        self.tabs.set_page(file.document, self._page_of(file))
        if file is self.current.file:
            self.current.show_status()

    def _follow_trust(self) -> None:
        """Let the paths of the library lead where the trust in its workspace says now."""
        now, before = self.trust.of(self.library.library.workspace), self.library.library
        library = replace(before, is_trusted=now.is_trusted, allowed_files=now.allowed_files)
        if library != before:
            self.library.library = library
            if self._disk.isActive():
                self.library.refresh()

    def _after_rename(self, file: OpenFile) -> None:
        self.cases.read(file)
        self.resolving.end(file)
        self.resolving.begin(file)
        self.perspectives.follow_rename(file)
        self.tabs.set_group(file.document, tab_folder(file))
        self.tab_files.update()
        self._titles.update()
        if file is self.current.file:
            self._show_document(file.document)

    def _after_save(self, file: OpenFile) -> None:
        self.current.mark_saved(file)
        if not self.commands.files.saving.has_several:
            self.notifier.announce(f"‘{file.path.name}’ is saved.")
        self.library.reload_prompt(file.path)
        self.cases.take_saved(file)
        self.current.show_status()

    def _ask_case_name(self, suggestion: str) -> str | None:
        question = NameQuestion("Save as case", "The values are saved beside the prompt.", "Save", suggestion)
        return self.dialogs.ask(question)
