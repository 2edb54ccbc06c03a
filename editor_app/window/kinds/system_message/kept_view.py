"""How a system message is shown, as JSON values that the next start brings back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtGui import QTextCursor

from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.styles import Order, SystemMessageStyle
from editor_app.system_messages.model.entities import Block, BlockPath
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.kinds.system_message.message_view import SystemMessageView

_MOST_MUTED = 10_000


def kept_view(view: SystemMessageView) -> dict[str, object]:
    """Return the chosen block, the selection in its content, the muted blocks and the options."""
    file, state = view.file, dict[str, object]()
    if view.path is not None and view.index is not None:
        bridge, cursor = view.link.document.bridge, view.editor.textCursor()
        state["block"] = {
            "path": list(view.path),
            "id": view.blocks[view.index].id,
            "caret": bridge.offset(cursor.position()),
            "anchor": bridge.offset(cursor.anchor()),
        }
    if file.situation.muted:
        state["muted"] = sorted(file.situation.muted)
    if file.options is not None:
        options = file.options
        state["order"], state["style"] = options.order.value, options.style.value
        state["drop_outranked"] = options.drop_outranked
    return state


def restore_view(view: SystemMessageView, state: Mapping[str, object]) -> None:
    """Show a system message as `kept_view` found it; what is not of its sort is passed over."""
    _mute(view.file, state.get("muted"))
    _set_options(view.file, state)
    chosen = state.get("block")
    if not isinstance(chosen, dict):
        return
    path = _path_of(view.blocks, chosen)
    if path is None:
        return
    view.choose(path)
    contents = view.link.document
    anchor, caret = (_offset(chosen.get(name), len(contents.text)) for name in ("anchor", "caret"))
    cursor = view.editor.textCursor()
    cursor.setPosition(contents.bridge.position(anchor))
    cursor.setPosition(contents.bridge.position(caret), QTextCursor.MoveMode.KeepAnchor)
    view.editor.setTextCursor(cursor)


def _path_of(blocks: tuple[Block, ...], chosen: Mapping[str, object]) -> BlockPath | None:
    """Return where the chosen block is now: the file may have others before it since."""
    path, named = chosen.get("path"), chosen.get("id")
    there = next((block for block in blocks if list(block.path) == path), None)
    if there is not None and there.id == named:
        return there.path
    same = [block.path for block in blocks if named and block.id == named]
    return same[0] if same else there.path if there is not None else None


def _mute(file: OpenFile, muted: object) -> None:
    if isinstance(muted, list):
        names = frozenset(name for name in muted[:_MOST_MUTED] if isinstance(name, str))
        if names != file.situation.muted:
            file.set_situation(replace(file.situation, muted=names), file.situation_name)


def _set_options(file: OpenFile, state: Mapping[str, object]) -> None:
    if "order" not in state and "style" not in state:
        return
    try:
        order, style = Order(str(state.get("order"))), SystemMessageStyle(str(state.get("style")))
    except ValueError:
        return
    file.set_options(AssemblyOptions(order, style, state.get("drop_outranked") is True))


def _offset(value: object, most: int) -> int:
    return min(max(value, 0), most) if isinstance(value, int) else 0
