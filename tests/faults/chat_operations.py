"""Operations on the messages of a chat: whatever is killed, each message is there, and the order is whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from counting import sole_path, state_of
from operations import FEW, LATER, Changes, Operation
from places import NOW, Scene
from tracing import Report

from editor_app.chats.chat import Chat, read_chat
from editor_app.chats.folders import delete_chat, duplicate_chat, rename_chat
from editor_app.chats.operations import (
    branch_chat,
    change_role,
    delete_message,
    insert_message,
    move_message,
)
from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.operations import undo_file_change

_SOME = ("with history", "on the disk", "first start")
_TEXTS = {f"{number}.md": f"; role: user\n\n\nmessage {number}".encode() for number in range(1, 5)}

Act = Callable[[Scene, Chat], FileChange]


def _folder(scene: Scene) -> Path:
    return scene.library / "chats" / "talk"


def _make(scene: Scene, _path: Path) -> Chat:
    _folder(scene).mkdir(parents=True)
    for name, text in _TEXTS.items():
        (_folder(scene) / name).write_bytes(text)
    return read_chat(_folder(scene))


def _move(scene: Scene, chat: Chat) -> FileChange:
    return move_message(chat, 0, 2, state_dir=scene.state, now=NOW)


def _insert(scene: Scene, chat: Chat) -> FileChange:
    return insert_message(chat, 2, "assistant", "new", state_dir=scene.state, now=NOW)


def _delete(scene: Scene, chat: Chat) -> FileChange:
    return delete_message(chat, 1, state_dir=scene.state, now=NOW)


def _branch(scene: Scene, chat: Chat) -> FileChange:
    return branch_chat(chat, 1, state_dir=scene.state, now=NOW)


def _delete_chat(scene: Scene, chat: Chat) -> FileChange:
    return delete_chat(chat.folder, state_dir=scene.state, now=NOW)


def _duplicate(scene: Scene, chat: Chat) -> FileChange:
    return duplicate_chat(chat.folder, state_dir=scene.state, now=NOW)


def _rename_chat(scene: Scene, chat: Chat) -> FileChange:
    return rename_chat(chat.folder, "talk-2", state_dir=scene.state, now=NOW)


def _role(scene: Scene, chat: Chat) -> FileChange:
    return change_role(chat.messages[0], "system", state_dir=scene.state, now=NOW)


def _do(act: Act) -> Callable[[Scene, Path, Any, Report], None]:
    return lambda scene, _path, given, report: report.done(act(scene, given).warnings)


def _then(**changes: bytes | None) -> Callable[[Scene, Path, Any], tuple[Changes, ...]]:
    """Return what files hold then; `m1` is the message 1, `b1` that of a branch, `c1` that of a copy."""
    return lambda scene, _path, _given: (
        {sole_path(scene, _named(scene, name)): content for name, content in changes.items()},
    )


def _named(scene: Scene, name: str) -> Path:
    folder = _folder(scene)
    return folder.with_name({"m": "talk", "b": "talk-2", "c": "talk-copy"}[name[0]]) / f"{name[1:]}.md"


def _to_undo(act: Act) -> Callable[[Scene, Path], Any]:
    def prepare(scene: Scene, path: Path) -> Any:
        chat = _make(scene, path)
        before = state_of(scene)
        change = act(scene, chat)
        after = state_of(scene)
        return change, {name: before.get(name) for name in before.keys() | after.keys()}

    return prepare


def _undo(_scene: Scene, _path: Path, given: Any, report: Report) -> None:
    report.done(undo_file_change(given[0], now=LATER).warnings)


def _undone(_scene: Scene, _path: Path, given: Any) -> tuple[Changes, ...]:
    return (given[1],)


_ONE, _TWO, _THREE, _FOUR = _TEXTS.values()
_GONE = {f"m{number}": None for number in range(1, 5)}
_NEW = b"; role: assistant\n\n\nnew"

CHAT_OPERATIONS = (
    Operation("chat: move", _do(_move), _then(m1=_TWO, m2=_THREE, m3=_ONE), _make, _SOME),
    Operation("chat: insert", _do(_insert), _then(m3=_NEW, m4=_THREE, m5=_FOUR), _make, _SOME),
    Operation("chat: delete", _do(_delete), _then(m2=None), _make, FEW),
    Operation("chat: branch", _do(_branch), _then(b1=_ONE, b2=_TWO), _make, FEW),
    Operation("chat: delete all", _do(_delete_chat), _then(**_GONE), _make, FEW),
    Operation("chat: copy", _do(_duplicate), _then(c1=_ONE, c2=_TWO, c3=_THREE, c4=_FOUR), _make, FEW),
    Operation(
        "chat: rename",
        _do(_rename_chat),
        _then(**_GONE, b1=_ONE, b2=_TWO, b3=_THREE, b4=_FOUR),
        _make,
        FEW,
    ),
    Operation("chat: role", _do(_role), _then(m1=_ONE.replace(b"user", b"system")), _make, FEW),
    Operation("chat: undo move", _undo, _undone, _to_undo(_move), FEW),
    Operation("chat: undo insert", _undo, _undone, _to_undo(_insert), FEW),
    Operation("chat: undo delete all", _undo, _undone, _to_undo(_delete_chat), FEW),
    Operation("chat: undo rename", _undo, _undone, _to_undo(_rename_chat), FEW),
)
