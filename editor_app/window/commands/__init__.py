"""The commands behind actions and links: short functions on the open files and the panels."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from editor_app.window.commands.chat_imports import ChatImporting
from editor_app.window.commands.chats import ChatCommands
from editor_app.window.commands.circumstances import CircumstanceCommands
from editor_app.window.commands.disk.conflicts import ConflictCommands
from editor_app.window.commands.editing.completion import CompletionCommands
from editor_app.window.commands.editing.renaming import RenameCommands
from editor_app.window.commands.file_changes import FileChangeCommands
from editor_app.window.commands.files import FileCommands
from editor_app.window.commands.history import HistoryCommands
from editor_app.window.commands.library import LibraryCommands
from editor_app.window.commands.preview import PreviewCommands
from editor_app.window.commands.problems import ProblemCommands
from editor_app.window.commands.prompts import PromptCommands
from editor_app.window.commands.remedies import RemedyCommands
from editor_app.window.commands.trust.commands import TrustCommands
from editor_app.window.commands.values import ValueCommands
from editor_app.window.commands.variables.buttons import VariableCommands
from editor_app.window.commands.variables.declarations import DeclarationCommands
from editor_app.window.commands.variables.pastes import PasteCommands
from editor_app.window.commands.versions import VersionCommands
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.server.commands import ServerCommands
from editor_app.window.text.code_editor import CodeEditor

__all__ = [
    "ChatCommands",
    "ChatImporting",
    "CircumstanceCommands",
    "Commands",
    "CompletionCommands",
    "ConflictCommands",
    "DeclarationCommands",
    "FileChangeCommands",
    "FileCommands",
    "HistoryCommands",
    "LibraryCommands",
    "PasteCommands",
    "PreviewCommands",
    "ProblemCommands",
    "PromptCommands",
    "RemedyCommands",
    "RenameCommands",
    "ServerCommands",
    "ValueCommands",
    "VariableCommands",
    "VersionCommands",
]


@dataclass(frozen=True, slots=True)
class Commands:
    """All commands, by subject."""

    files: FileCommands
    prompts: PromptCommands
    library: LibraryCommands
    chats: ChatCommands
    chat_imports: ChatImporting
    file_changes: FileChangeCommands
    problems: ProblemCommands
    completion: CompletionCommands
    renaming: RenameCommands
    remedies: RemedyCommands
    variables: VariableCommands
    values: ValueCommands
    circumstances: CircumstanceCommands
    pastes: PasteCommands
    declarations: DeclarationCommands
    preview: PreviewCommands
    history: HistoryCommands
    trust: TrustCommands
    versions: VersionCommands
    server: ServerCommands

    def begin_editing(self, file: OpenFile, editor: CodeEditor) -> None:
        """Let the source editor of a file complete what is typed, and rename what is named."""
        editor.set_complete(partial(self.completion.offers_at, file))
        editor.set_name_at(partial(self.renaming.name_at, file))
        editor.rename_requested.connect(self.renaming.rename)

    @property
    def actions(self) -> dict[str, Callable[[], object]]:
        """The function of each action that is a command, by the action's id."""
        return {
            "new_prompt": lambda: self.prompts.new_prompt(self.library.chosen_folder),
            "new_chat": self.chats.new,
            "new_scenario": self.prompts.new_scenario,
            "import_chat": self.chat_imports.choose_file,
            "import_chat_clipboard": self.chat_imports.import_clipboard,
            "new_untitled": self.files.new_untitled,
            "open_file": self.files.ask_open,
            "save": self.files.save,
            "save_all": self.files.save_all,
            "save_as": self.files.save_as,
            "close_tab": self.files.close_current,
            "show_hover": self.problems.show_hover,
            "show_fixes": self.problems.show_fixes,
            "complete": self.completion.complete,
            "rename_symbol": self.renaming.rename,
            "next_problem": self.problems.go_to_next,
            "previous_problem": lambda: self.problems.go_to_next(backwards=True),
            "insert_condition": lambda: self.variables.wrap("", False),  # noqa: FBT003  the signal's shape
            "make_my_copy": self.prompts.make_my_copy,
            "compaction_instructions": self.prompts.open_instructions,
            "reset_to_default": self.prompts.reset_to_default,
            "library_variables": self.declarations.open_list,
            "show_history": self.versions.show,
            "copy_model_text": self.preview.copy_model_text,
            "refresh_values": self.circumstances.refresh_values,
            "go_across": self.preview.go_across,
            "trust": self.trust.ask,
            "serve": self.server.show,
        }
