"""Where blocks stand among the parts of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from editor_app.system_messages.edits.parts import Form, Part, Written
from editor_app.system_messages.edits.values import Refused
from editor_app.system_messages.entities import BlockPath, path_label


class Home(NamedTuple):
    """The list of blocks that a block, or the message, has or could have.

    `key` and `items` are None where it has none; `items` is no list where something else stands there.
    `around` is the list its owner is in.
    """

    owner: Part
    name: str
    path: BlockPath
    key: Part | None = None
    items: Part | None = None
    around: Home | None = None

    @property
    def blocks(self) -> tuple[Part, ...]:
        """The blocks in it."""
        return self.items.items if self.items is not None and self.items.form is Form.LIST else ()


def home_at(written: Written, path: BlockPath) -> Home:
    """Return the list of the blocks that stand directly in a block, () for the message."""
    if written.root is None or written.root.form is not Form.MAP:
        raise Refused("There is no message in this file to put blocks into.")
    home = _home(written, written.root, "blocks", (), None)
    for depth, index in enumerate(path, 1):
        if not 0 <= index < len(home.blocks):
            raise Refused(f"There is no block {path_label(path[:depth])}.")
        block = home.blocks[index]
        if block.form is Form.ALIAS:
            raise Refused(_elsewhere(written, f"‘{name_of(block, path[:depth])}’", block))
        if block.form is not Form.MAP:
            raise Refused(f"{path_label(path[:depth])} is no block; mend it in the text first.")
        home = _home(written, block, "children", path[:depth], home)
    return home


def block_at(home: Home, index: int) -> Part:
    """Return one of the blocks of a list."""
    if not 0 <= index < len(home.blocks):
        raise Refused(f"There is no block {path_label((*home.path, index))}.")
    return home.blocks[index]


def _home(written: Written, owner: Part, name: str, path: BlockPath, around: Home | None) -> Home:
    index = owner.place_of(name)
    if index is not None:
        key, items = owner.items[2 * index], owner.items[2 * index + 1]
        if items.form is Form.ALIAS:
            raise Refused(_elsewhere(written, f"The blocks in ‘{name_of(owner, path)}’", items))
        return Home(owner, name, path, key, items, around)
    for merged in merged_maps(owner):
        if merged.get(name) is not None:
            raise Refused(
                f"The blocks in ‘{name_of(owner, path)}’ come in by ‘<<’; change them where they are written."
            )
    return Home(owner, name, path, None, None, around)


def _elsewhere(written: Written, subject: str, alias: Part) -> str:
    target = alias.target
    line = 1 if target is None else written.source.count("\n", 0, target.start) + 1
    verb = "come" if subject.startswith("The ") else "comes"
    return f"{subject} {verb} from the anchor ‘&{alias.value}’ on line {line}; change it there."


def merged_maps(owner: Part) -> Iterator[Part]:
    """Go through the maps that `<<` brings in, and those these bring in, each once."""
    seen: set[int] = set()
    waiting = _merged_by(owner)
    while waiting:
        found = waiting.pop()
        if id(found) not in seen:
            seen.add(id(found))
            yield found
            waiting += _merged_by(found)


def _merged_by(owner: Part) -> list[Part]:
    """Return the maps that `<<` brings in itself, the last first."""
    merge = owner.get("<<")
    if merge is None:
        return []
    sources = reversed(merge.items) if merge.form is Form.LIST else (merge,)
    targets = (source.target if source.form is Form.ALIAS else source for source in sources)
    return [found for found in targets if found is not None and found.form is Form.MAP]


def field_of(block: Part, name: str) -> Part | None:
    """Return a field of a block, its own, its anchor's or a merged one; aliases are followed."""
    resolved = block.target if block.form is Form.ALIAS else block
    if resolved is None or resolved.form is not Form.MAP:
        return None
    value = resolved.get(name)
    if value is None:
        found = (merged.get(name) for merged in merged_maps(resolved))
        value = next((other for other in found if other is not None), None)
    return value.target if value is not None and value.form is Form.ALIAS else value


def text_of(block: Part, name: str) -> str:
    """Return a field of a block as it is written, "" where it is none."""
    value = field_of(block, name)
    return value.value if value is not None and value.form is Form.SCALAR else ""


def name_of(block: Part, path: BlockPath) -> str:
    """Return what sentences call a block."""
    return text_of(block, "id") or (path_label(path) if path else "the message")


def all_blocks(written: Written) -> Iterator[Part]:
    """Go through all blocks, each before its children; what an alias repeats is gone through once more."""
    stack = [written.root] if written.root is not None else []
    name, most = "blocks", 100_000
    while stack and most:
        most -= 1
        block = stack.pop()
        if block is not written.root:
            yield block
        listed = field_of(block, name)
        name = "children"
        if listed is not None and listed.form is Form.LIST:
            stack += reversed(listed.items)
