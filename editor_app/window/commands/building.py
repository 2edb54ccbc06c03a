"""The creation of all commands of a window, with the parts each uses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from editor_app.variables import VARIABLES_NAME
from editor_app.window.commands import (
    ChatCommands,
    CircumstanceCommands,
    Commands,
    CompletionCommands,
    ConflictCommands,
    DeclarationCommands,
    FileChangeCommands,
    FileCommands,
    HistoryCommands,
    LibraryCommands,
    PasteCommands,
    PreviewCommands,
    ProblemCommands,
    PromptCommands,
    RemedyCommands,
    RenameCommands,
    ServerCommands,
    ValueCommands,
    VariableCommands,
    VersionCommands,
)
from editor_app.window.commands.chat_imports import ChatImporting
from editor_app.window.commands.disk.saving import SaveReports
from editor_app.window.commands.trust.commands import TrustCommands
from editor_app.window.dialogs import Dialogs
from editor_app.window.documents.case_values import CaseValues
from editor_app.window.documents.file_status import Remedy
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.resolving import Resolving
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.frame.notifier import Notifier
from editor_app.window.panels.history.versions import Versions
from editor_app.window.perspectives.current_file import CurrentFile, Panels
from editor_app.window.perspectives.tab_files import TabFiles
from editor_app.window.text.editor_tabs import EditorTabs


def build_commands(  # noqa: PLR0913  every part of the window; each command takes a few of them
    *,
    open_files: OpenFiles,
    library: LibraryState,
    cases: CaseValues,
    work: FileWork,
    resolving: Resolving,
    current: CurrentFile,
    tabs: EditorTabs,
    tab_files: TabFiles,
    panels: Panels,
    window: MainWindow,
    dialogs: Dialogs,
    notifier: Notifier,
    trust: TrustCommands,
    keep_folder: Callable[[Path], object],
    versions: Versions,
    server: ServerCommands,
) -> Commands:
    """Return all commands of one window."""
    say, root = notifier.say, library.library.root
    files = FileCommands(
        open_files=open_files,
        tabs=tabs,
        current=current,
        library=library,
        tab_files=tab_files,
        dialogs=dialogs,
    )
    reports = SaveReports(open_files=open_files, tabs=tabs, current=current, notifier=notifier)
    files.saving.ended.connect(lambda result: reports.tell(result))  # noqa: PLW0108  keeps them alive
    prompts = PromptCommands(
        files=files, find_open=open_files.find, current=current, library=library, work=work, dialogs=dialogs
    )
    declarations = DeclarationCommands(
        path=root / VARIABLES_NAME, files=files, current=current, work=work, refresh=library.refresh, say=say
    )
    version_commands = VersionCommands(
        panel=panels.history,
        versions=versions,
        current=current,
        files=files,
        work=work,
        notifier=notifier,
    )
    library_commands = LibraryCommands(
        files=files,
        current=current,
        work=work,
        dialogs=dialogs,
        panel=panels.library,
        show_panel=partial(window.left_dock.show_page, "library"),
    )
    chats = ChatCommands(
        library=library,
        current=current,
        work=work,
        dialogs=dialogs,
        notifier=notifier,
        delete_row=library_commands.delete_row,
    )
    files.begin_chat = chats.begin
    return Commands(
        declarations=declarations,
        files=files,
        prompts=prompts,
        library=library_commands,
        chats=chats,
        chat_imports=ChatImporting(
            library=lambda: library.library,
            write=work.import_chat,
            dialogs=dialogs,
            say=notifier.say,
            clipboard=lambda: QGuiApplication.clipboard().text(),
            show=files.open,
        ),
        file_changes=FileChangeCommands(
            open_files=open_files,
            cases=cases,
            work=work,
            refresh_library=library.refresh,
            show_history=version_commands.show_each,
            notifier=notifier,
        ),
        problems=ProblemCommands(
            current=current,
            files=files,
            rename=work.apply_rename,
            apply_other=lambda fix: trust.apply(fix) or declarations.apply(fix),
            beside=library.beside,
            notifier=notifier,
        ),
        completion=CompletionCommands(
            current=current,
            find_open=open_files.find,
            library=lambda: library.library,
            say=notifier.say_of_file,
        ),
        renaming=RenameCommands(
            current=current,
            open_files=open_files,
            tab_files=tab_files,
            library=library,
            cases=cases,
            dialogs=dialogs,
            notifier=notifier,
        ),
        remedies=RemedyCommands(
            current=current,
            open_files=open_files,
            files=files,
            prompt_of=library.prompt_of,
            conflicts=ConflictCommands(
                open_files=open_files, dialogs=dialogs, say=say, versions=version_commands
            ),
            others={Remedy.MAKE_MY_COPY: prompts.make_my_copy, Remedy.TRUST: trust.ask_at_bar},
        ),
        variables=VariableCommands(
            current=current,
            folder=lambda: resolving.folder_of(current.file),
            dialogs=dialogs,
            say=say,
            offer_file=trust.offer_file,
        ),
        values=ValueCommands(
            current=current,
            cases=cases,
            panel=panels.values,
            show_panel=partial(window.show_right, "values"),
            choose_file=lambda: dialogs.choose_file("Load a value", root),
            notifier=notifier,
        ),
        circumstances=CircumstanceCommands(
            current=current, cases=cases, resolving=resolving, dialogs=dialogs, keep_folder=keep_folder
        ),
        pastes=PasteCommands(
            current=current,
            notifier=notifier,
            ask_trust=trust.ask_at_bar,
            trust_changed=resolving.trust.changed,
        ),
        preview=PreviewCommands(
            current=current,
            panel=panels.preview,
            open_file=files.open,
            show_panel=partial(window.show_right, "preview"),
            is_resolving=resolving.is_resolving,
            notifier=notifier,
        ),
        history=HistoryCommands(current=current, announce=notifier.announce),
        trust=trust,
        versions=version_commands,
        server=server,
    )
