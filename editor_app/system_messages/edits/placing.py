"""Writing a block into a list, and taking it out again, the list with its last one."""

from __future__ import annotations

from typing import NamedTuple

from editor_app.structured.edits import column_of, line_end
from editor_app.system_messages.edits import brackets, lines
from editor_app.system_messages.edits.finding import Home, name_of
from editor_app.system_messages.edits.lines import UNSAFE
from editor_app.system_messages.edits.parts import Form, Part, Written, list_part, text_part
from editor_app.system_messages.edits.snippets import Snippet, in_brackets
from editor_app.system_messages.edits.values import Refused
from editor_app.system_messages.entities import BlockPath
from editor_app.text import Edit, Span


class Plan(NamedTuple):
    """Edits, what lists and maps hold after them (by the id of their part), and where the block is then."""

    edits: tuple[Edit, ...]
    changes: dict[int, tuple[Part, ...]]
    path: BlockPath | None = None


def put_in(written: Written, home: Home, index: int, block: Snippet, part: Part) -> Plan:
    """Plan the writing of a block into a list, which may have to be begun."""
    source, items = written.source, home.items
    if home.blocks:
        assert items is not None
        assert home.key is not None
        changes = {id(items): (*home.blocks[:index], part, *home.blocks[index:])}
        if items.flow:
            flow_style = brackets.flow_style_of(written, items.items[-1] if items.items[-1].flow else items)
            return Plan(brackets.insertion(source, items, index, in_brackets(block), flow_style), changes)
        dash = column_of(source, lines.extent_of(source, home.key, items, 0).dash)
        text = lines.indented(block.lines, dash)
        at_end = lines.ended(source, items) if index == len(home.blocks) else ()
        edit = lines.insertion(source, home.key, items, index, text, keeps=block.keeps)
        return Plan((*at_end, edit), changes)
    if items is None:
        begun = (*home.owner.items, text_part(home.name), list_part((part,)))
        return Plan(_begin(written, home, block), {id(home.owner): begun})
    if items.form is not Form.LIST and not items.is_null:
        raise Refused(
            f"‘{home.name}’ of ‘{name_of(home.owner, home.path)}’ is no list; mend it in the text first."
        )
    at = (home.owner.place_of(home.name) or 0) * 2 + 1
    changed = (*home.owner.items[:at], list_part((part,)), *home.owner.items[at + 1 :])
    return Plan(_fill(written, home, items, block), {id(home.owner): changed})


def _begin(written: Written, home: Home, block: Snippet) -> tuple[Edit, ...]:
    """Write the key and the first block of a list."""
    source, owner = written.source, home.owner
    if owner.flow:
        flow_style = brackets.flow_style_of(written, owner)
        lifted = in_brackets(block)
        if lifted.above or lifted.behind:
            raise Refused("Its comments have no place between brackets; change it in the text.")
        text = flow_style.key(home.name) + flow_style.written("[", [lifted.text], "]")
        return brackets.insertion(
            source, owner, len(owner.items) // 2, brackets.FlowSnippet(text), flow_style
        )
    column = column_of(source, owner.items[0].start)
    text = " " * column + f"{home.name}:\n" + lines.indented(block.lines, _first_column(source, home, column))
    at = line_end(source, owner.end)
    ended = lines.ended(source, owner)
    return (*ended, lines.lines_behind(source, at, text, keeps=block.keeps))


def _fill(written: Written, home: Home, items: Part, block: Snippet) -> tuple[Edit, ...]:
    """Write the first block of a list whose key is there already."""
    source, key = written.source, home.key
    assert key is not None
    if home.owner.flow:
        flow_style = brackets.flow_style_of(written, home.owner)
        if items.form is Form.LIST:
            return brackets.insertion(source, items, 0, in_brackets(block), flow_style)
        return (Edit(Span(items.start, items.end), flow_style.written("[", [in_brackets(block).text], "]")),)
    colon = source.index(":", key.end) + 1
    column = _first_column(source, home, column_of(source, key.start))
    at = line_end(source, max(items.end, colon))
    edits = (Edit(Span(colon, items.end), ""),) if items.end > colon else ()
    if items.anchor or items.tag:
        raise Refused(UNSAFE)
    text = lines.indented(block.lines, column)
    return (*edits, lines.lines_behind(source, at, text, keeps=block.keeps))


def _first_column(source: str, home: Home, column: int) -> int:
    around = home.around
    if around is None or around.key is None or around.items is None or around.items.flow:
        return column + 2
    dash = lines.extent_of(source, around.key, around.items, 0).dash
    return column + column_of(source, dash) - column_of(source, around.key.start)


def take_away(written: Written, home: Home, index: int) -> Plan:
    """Plan the removal of a block, and of the list where it was the last one."""
    source, items, key = written.source, home.items, home.key
    assert items is not None
    assert key is not None
    rest = (*home.blocks[:index], *home.blocks[index + 1 :])
    if rest or (home.name == "blocks" and items.flow):
        edits = (
            brackets.removal(source, items, index)
            if items.flow
            else (lines.removal(source, key, items, index),)
        )
        return Plan(edits, {id(items): rest})
    if home.name == "blocks":
        edits = (lines.removal(source, key, items, index), _empty_list(source, key, items))
        return Plan(edits, {id(items): ()})
    at = home.owner.place_of(home.name) or 0
    entries = (*home.owner.items[: 2 * at], *home.owner.items[2 * at + 2 :])
    if not entries:
        raise Refused(UNSAFE)
    if home.owner.flow:
        edits = brackets.removal(source, home.owner, at)
    elif items.flow:
        edits = _without_key(source, key, home.owner, at, items.end)
    else:
        gone = lines.removal(source, key, items, index)
        if at and lines.keeps_blanks(source, home.owner.items[2 * at - 1]):
            blank = lines.blank_end(source, gone.span.end)
            gone = Edit(Span(gone.span.start, blank), "")
        edits = (*_without_key(source, key, home.owner, at, line_end(source, key.end)), gone)
    return Plan(edits, {id(home.owner): entries})


def _empty_list(source: str, key: Part, items: Part) -> Edit:
    if items.anchor or items.tag:
        raise Refused(UNSAFE)
    at = source.index(":", key.end) + 1
    return Edit(Span(at, at), " []")


def _without_key(source: str, key: Part, owner: Part, index: int, end: int) -> tuple[Edit, ...]:
    """Remove the line of a key that has nothing more below it; its comment stays."""
    comment = _comment_on(source, end if end > line_end(source, key.end) else key.end)
    if not lines.begins_line(source, key.start):
        following = owner.items[2 * index + 2] if 2 * index + 2 < len(owner.items) else None
        if comment or following is None or owner.items[2 * index + 1].flow is False:
            raise Refused(UNSAFE)
        return (Edit(Span(key.start, following.start), ""),)
    if comment:
        return (Edit(Span(key.start, line_end(source, end)), comment),)
    start = lines.line_start(source, key.start)
    return (Edit(Span(start, min(line_end(source, end) + 1, len(source))), ""),)


def _comment_on(source: str, at: int) -> str:
    _, mark, comment = source[at : line_end(source, at)].partition(" #")
    return f"#{comment}" if mark else ""
