"""Changes of a chat's files, each one file operation with one Undo: insert, move, delete, branch, a role.

Where messages change places, their files are renamed through free names. Each operation is given the chat as
it was read, and refuses where another program changed it since.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from editor_app.chats.chat import Chat, Message
from editor_app.chats.folders import free_folder, names_in
from editor_app.chats.header_table import FIELDS, ROLES, value_for_new
from editor_app.chats.reading import new_source, read_text, role_edits
from editor_app.library.files.file_changes import FileChange, edit_text
from editor_app.library.files.operations import create_file, move_to_history
from editor_app.library.files.reading import FileError, quoted, read_file
from editor_app.library.files.renumbering import make_together, new_file, rename_together, renumbering
from editor_app.text import Edit, Newlines, Sentence, TextFormat, decode, encode
from editor_app.text.message_parts import message_number

_MOST_BRANCHES = 1000


def insert_message(
    chat: Chat, place: int, role: str, content: str = "", *, state_dir: Path, now: datetime
) -> FileChange:
    """Make a new message that is the one number `place` of the chat's names, from 0; those behind it move up.

    Its header is like that of the message before it, else of the one behind it.
    """
    folder = chat.folder
    data = _new_data(chat, place, role, content, now)
    with renumbering(folder, state_dir=state_dir, now=now):
        names = _names_now(chat)
        number, run = _hole(place, names)
        place_name = run[0] if run else _name(number, names)
        sentence = Sentence("chats.inserted", role=role, name=quoted(place_name))
        if not run:
            return create_file(folder / place_name, data, state_dir=state_dir, sentence=sentence)
        behind = [*run[1:], _name(number, names)]
        free = _name(max(number, _last(names)) + 1, names)
        moves = {**dict(zip(run, behind, strict=True)), free: run[0]}
        new = new_file(folder / free, data)
        return rename_together(folder, moves, free, new=new, state_dir=state_dir, now=now, sentence=sentence)


def move_message(chat: Chat, index: int, place: int, *, state_dir: Path, now: datetime) -> FileChange:
    """Move the message at `index` of the chat's names so that it is number `place`, both from 0.

    Those between move over, those too that cannot be read.
    """
    with renumbering(chat.folder, state_dir=state_dir, now=now):
        names = _names_now(chat)
        _check_same(chat, index)
        if index == place:
            return FileChange(Sentence("chats.there-already", name=quoted(names[index])), (), state_dir)
        old = names[index : place + 1] if index <= place else names[place : index + 1][::-1]
        moves = {old[0]: old[-1], **dict(zip(old[1:], old[:-1], strict=True))}
        free = _name(_last(names) + 1, names)
        sentence = Sentence("chats.moved", old=quoted(old[0]), new=quoted(old[-1]))
        return rename_together(chat.folder, moves, free, state_dir=state_dir, now=now, sentence=sentence)


def delete_message(chat: Chat, index: int, *, state_dir: Path, now: datetime) -> FileChange:
    """Move the message at `index` of the chat's names to local history; the others keep their numbers."""
    with renumbering(chat.folder, state_dir=state_dir, now=now):
        _check_same(chat, index)
        return move_to_history(chat.folder / chat.names[index], state_dir=state_dir, now=now)


def branch_chat(chat: Chat, index: int, *, state_dir: Path, now: datetime) -> FileChange:
    """Make a new chat of the messages up to the one at `index`, beside this one: `x-2`, `x-3` and so on."""
    too_many = Sentence("chats.too-many-branches", name=quoted(chat.folder.name))
    endings = (f"-{number}" for number in range(2, _MOST_BRANCHES))
    folder = free_folder(chat.folder, endings, too_many)
    names = chat.names[: index + 1]
    files = {_path(message).name: message.data for message in chat.messages if _path(message).name in names}
    missing = next((name for name in names if name not in files), None)
    if missing is not None:
        raise FileError(Sentence("chats.not-branched", name=quoted(missing)), chat.folder / missing)
    sentence = Sentence("chats.branched", name=quoted(folder.name), last=quoted(chat.names[index]))
    with renumbering(folder, state_dir=state_dir, now=now):
        return make_together(folder, files, state_dir=state_dir, now=now, sentence=sentence)


def change_role(message: Message, role: str, *, state_dir: Path, now: datetime) -> FileChange:
    """Give a message's file another role; nothing else of it changes."""
    path = _path(message)

    def make_edit(source: str) -> Edit | None:
        edits = role_edits(read_text(source), role)
        return edits[0] if edits else None

    replaced, warnings = edit_text(path, read_file(path), make_edit, state_dir, now)
    return FileChange(
        Sentence("chats.from-now", name=quoted(path.name), role=role), replaced, state_dir, warnings
    )


def header_like(neighbour: Message | None, role: str, now: datetime) -> Mapping[str, str]:
    """Return the metadata of a new message: none where its neighbour has none, else each field that it has.

    What belongs to the message itself is new, or left empty for its author.
    """
    if neighbour is None or not neighbour.metadata:
        return {}
    new = {name.lower(): value_for_new(name, role, now) for name in FIELDS if name != "Authors"}
    return {key: new.get(key.lower(), value) for key, value in neighbour.metadata.items()}


def _new_data(chat: Chat, place: int, role: str, content: str, now: datetime) -> bytes:
    """Return the bytes of a new message's file, with its neighbour's header and newlines."""
    if role not in ROLES:
        raise ValueError(f"{role!r} is no role; roles are {', '.join(ROLES)}")
    near = chat.names[max(place - 1, 0) : max(place, 1)]
    neighbour = _message(chat, near[0]) if near else None
    newline = decode(neighbour.data).format.newlines.dominant if neighbour is not None else "\n"
    source = new_source(role, content, header_like(neighbour, role, now))
    return encode(source, TextFormat(newlines=Newlines(newline)))


def _names_now(chat: Chat) -> list[str]:
    """Return the names of the chat's messages, which must be those that it was read with."""
    names = names_in(chat.folder)
    if names != list(chat.names):
        raise _changed(chat.folder)
    numbers = [message_number(name) for name in names]
    if len(set(numbers)) < len(numbers):
        sentence = Sentence("chats.same-number", name=quoted(chat.folder.name))
        raise FileError(sentence, chat.folder)
    return names


def _check_same(chat: Chat, index: int) -> None:
    """Refuse where a message is another by now; one that cannot be read is taken as it is."""
    message = _message(chat, chat.names[index])
    if message is not None and read_file(_path(message)).data != message.data:
        raise _changed(_path(message))


def _message(chat: Chat, name: str) -> Message | None:
    return next(
        (message for message in chat.messages if message.path is not None and message.path.name == name), None
    )


def _changed(path: Path) -> FileError:
    sentence = Sentence("chats.changed-look-again", name=quoted(path.name))
    return FileError(sentence, path)


def _hole(place: int, names: list[str]) -> tuple[int, list[str]]:
    """Return the first free number at or behind a place, and the names of the messages up to there."""
    numbers = {message_number(name) or 0: name for name in names}
    before = message_number(names[place - 1]) if place > 0 else None
    if place >= len(names):
        return (_last(names) + 1 if names else 1), []
    first = message_number(names[place]) or 0
    number = before + 1 if before is not None else max(first - 1, 1) if first > 1 else first
    run: list[str] = []
    while number in numbers:
        run.append(numbers[number])
        number += 1
    return number, run


def _last(names: list[str]) -> int:
    return max((message_number(name) or 0 for name in names), default=0)


def _name(number: int, names: list[str]) -> str:
    """Return a message's name, as wide as the others of the chat where these are filled up with zeros."""
    padded = [len(Path(name).stem) for name in names if name.startswith("0") and len(Path(name).stem) > 1]
    return f"{str(number).zfill(max(padded, default=1))}.md"


def _path(message: Message) -> Path:
    if message.path is None:
        raise ValueError("the message is in no file")
    return message.path
