"""What the palette can go to: files, blocks, actions, and the symbols of the current file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtGui import QAction

from editor_app.library.kinds import container_of
from editor_app.text import Sentence, Span
from editor_app.window.commands.going.search import Candidate, Group
from editor_app.window.documents.library_rows import LibraryRow
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.value_facts import icon_of
from editor_app.window.kit.actions import Actions
from editor_app.window.panels.outline import icon_of_item

OTHER_WORDS: Final = {
    "next_match": Sentence("window-commands.also-next-match"),
    "all_matches": Sentence("window-commands.also-all-matches"),
    "toggle_fold": Sentence("window-commands.also-toggle-fold"),
    "replace": Sentence("window-commands.also-replace"),
    "replace_in_library": Sentence("window-commands.also-replace-in-library"),
    "find_in_library": Sentence("window-commands.also-find-in-library"),
    "shortcuts": Sentence("window-commands.also-shortcuts"),
    "settings": Sentence("window-commands.also-settings"),
    "word_wrap": Sentence("window-commands.also-word-wrap"),
    "go_to_library": Sentence("window-commands.also-toggle-library"),
    "undo_file_operation": Sentence("window-commands.also-undo-file-operation"),
    "toggle_library": Sentence("window-commands.also-toggle-library"),
    "show_fixes": Sentence("window-commands.also-show-fixes"),
    "rename_symbol": Sentence("window-commands.also-rename-symbol"),
    "open_beside": Sentence("window-commands.also-open-beside"),
    "toggle_comment": Sentence("window-commands.also-toggle-comment"),
}
"""Words by which people from other editors look for an action."""

OpenAt = Callable[[Path, Span | None, bool], object]
"""Opens a file at a span, or where its caret was; beside the one in front, where asked."""


def file_key(path: Path) -> str:
    """Return what a file is known by among what was used."""
    return f"file:{path}"


def files_of(library: LibraryState, files: OpenFiles, open_at: OpenAt) -> Iterator[Candidate]:
    """Yield the files of the library, chats as one each, and the other open files."""
    listed = set[Path]()
    for row in library.listing.rows:
        listed.update((row.path, *row.parts))
        yield Candidate(
            Group.FILES,
            row.label if row.owner is None else f"{row.owner.stem} {row.label}",
            partial(open_at, row.path, None),
            (_detail_of(row), row.icon, ""),
            library.relative(row.path),
            file_key(row.path),
        )
    for file in files.files:
        if file.path not in listed:
            yield Candidate(
                Group.FILES,
                file.path.name,
                partial(open_at, file.path, None),
                (
                    Sentence("window-commands.not-saved-yet") if file.is_untitled else file.path.parent.name,
                    icon_of(file),
                    "",
                ),
                key=file_key(file.path),
            )


def _detail_of(row: LibraryRow) -> str:
    if row.owner is not None:
        return ""
    return " / ".join((row.heading, *(name for name in row.folders if name != row.heading.lower())))


def blocks_of(library: LibraryState, open_at: OpenAt) -> Iterator[Candidate]:
    """Yield the blocks of the library's system messages, as they are on the disk."""
    for path, item in library.blocks():
        yield Candidate(
            Group.BLOCKS,
            item.label,
            partial(open_at, path, item.span),
            (f"{path.stem} · {item.name}", "pilcrow", ""),
        )


def symbols_of(file: OpenFile, library: LibraryState, open_at: OpenAt) -> Iterator[Candidate]:
    """Yield what the outline of a file has, and the messages of its chat."""
    lines = file.analysis.lines
    for item in file.analysis.outline:
        line = lines.position(item.span.start).line
        yield Candidate(
            Group.SYMBOLS,
            item.label,
            partial(open_at, file.path, item.span),
            (Sentence("window-commands.line", line=line), icon_of_item(item.kind), ""),
            item.kind,
            span=item.span,
        )
    folder = container_of(file.kind, file.path)
    chat = library.index.chat_at(folder) if folder is not None else None
    for message in chat.messages if chat is not None else ():
        yield Candidate(
            Group.MESSAGES,
            message.path.stem,
            partial(open_at, message.path, None),
            (chat.name if chat is not None else "", message.kind.listing.icon, ""),
        )


def _trigger(action: QAction, _beside: bool) -> None:
    action.trigger()


def actions_of(actions: Actions) -> Iterator[Candidate]:
    """Yield the actions that are possible now, under the names of their menus."""
    for menu, spec in actions.listed():
        action = actions.action(spec.id)
        if action.isEnabled():
            keys = next(iter(actions.keys_of(spec.id)), "")
            yield Candidate(
                Group.COMMANDS,
                spec.plain_text,
                partial(_trigger, action),
                (menu, spec.icon, keys),
                OTHER_WORDS.get(spec.id, ""),
                key=f"action:{spec.id}",
            )
