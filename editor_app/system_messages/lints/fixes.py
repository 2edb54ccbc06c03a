"""Fixes for lints; each is made from the text near its edits, without parsing the file, so it is quick."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from editor_app.structured.editing.scalars import write_scalar
from editor_app.structured.spelling import spell
from editor_app.system_messages.lints.rules import Finding, Lint
from editor_app.system_messages.model.entities import Block, Syntax, ancestors
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.system_messages.resolution.constraints import can_be_in, coverage_of, files_miss
from editor_app.text import Edit, Fix, Sentence, Span, insert_at, line_end

_NUMBER = re.compile(r"[-+]?[0-9]+")
_LINE_BREAK = re.compile(r"\n[ \t]*")
_PRIORITY_KEY = re.compile(r'([ \t-]*)("?)priority"? *: *')
_MOST_MODES = 2


def fixes_of(reading: SystemMessageReading, finding: Finding) -> tuple[Fix, ...]:
    """Return the fixes of a finding; none where the text near it does not allow one."""
    make = _FIXES.get(finding.lint)
    return () if make is None else tuple(make(reading, finding))


def _tied(reading: SystemMessageReading, finding: Finding) -> Iterator[Fix]:
    group = (finding.block, *finding.others)
    yield from _raise_all(reading, group)
    if len(group) == 2:
        yield from _narrow(reading, *group)
        yield from _merge(reading, *group)


def _raise_all(reading: SystemMessageReading, group: tuple[int, ...]) -> Iterator[Fix]:
    """Give tied blocks different priorities, in file order, if no other block has one of these."""
    blocks = reading.blocks
    first = blocks[group[0]]
    taken = reading.priorities_in(first.parent)[first.body.type] - {first.priority}
    steps = len(group) - 1
    top = first.priority + steps
    if taken & set(range(first.priority, top + 1)):
        top = first.priority
        if taken & set(range(top - steps, top + 1)):
            return
    edits = []
    for place, index in enumerate(group):
        if blocks[index].priority != top - place:
            edit = _priority_edit(reading, blocks[index], top - place)
            if edit is None:
                return
            edits.append(edit)
    if len(group) > 2:
        yield Fix(Sentence("system_messages.give-priorities"), tuple(edits))
    elif top > first.priority:
        yield Fix(_raise(first, top), tuple(edits))
    else:
        lower = blocks[group[1]].name
        yield Fix(Sentence("system_messages.lower", name=lower, priority=top - 1), tuple(edits))


def _priority_edit(reading: SystemMessageReading, block: Block, priority: int) -> Edit | None:
    span = block.place("priority")
    if span is None or not _NUMBER.fullmatch(span.of(reading.source)):
        return None
    return Edit(span, str(priority))


def _narrow(reading: SystemMessageReading, _first: int, second: int) -> Iterator[Fix]:
    """Limit the second block to a mode that is in other blocks' scopes."""
    block = reading.blocks[second]
    if any(reading.blocks[index].body.scope for index in ancestors(reading.blocks, second)):
        return  # an inherited scope may exclude the mode
    if block.body.scope is not None and block.body.scope.modes:
        return
    for mode in reading.modes[:_MOST_MODES]:
        edit = _mode_edit(reading, block, mode)
        if edit is not None:
            yield Fix(Sentence("system_messages.narrow", name=block.name, mode=mode), (edit,))


def _mode_edit(reading: SystemMessageReading, block: Block, mode: str) -> Edit | None:
    modes = f"{_key(reading, 'modes')}: [{_written(reading, mode)}]"
    scope = block.place("scope")
    if scope is not None:
        start = reading.source.rfind("\n", 0, scope.start) + 1
        if reading.source.startswith("{", scope.start):
            line = _LINE_BREAK.match(reading.source, scope.start + 1)
            return insert_at(scope.start + 1, f"{line[0]}{modes}," if line else f"{modes}, ")
        if reading.source[start : scope.start].strip() or reading.source[scope.start] in "*&!":
            return None
        return insert_at(scope.start, f"{modes}\n{reading.source[start : scope.start]}")
    priority = block.place("priority")
    if block.body.scope is not None or priority is None:
        return None
    return _behind_priority(reading, priority, f"{_key(reading, 'scope')}: {{{modes}}}")


def _behind_priority(reading: SystemMessageReading, priority: Span, scope: str) -> Edit | None:
    """Return the edit that adds a scope after the priority, on a line of its own if the priority has one."""
    source = reading.source
    if not _NUMBER.fullmatch(priority.of(source)):
        return None
    start, end = source.rfind("\n", 0, priority.start) + 1, line_end(source, priority.end)
    key = _PRIORITY_KEY.fullmatch(source[start : priority.start])
    if key is None or (key[1].strip(" -") and key[2]):
        before = source[: source.rfind("priority", 0, priority.start)].rstrip('" \n\t')
        return insert_at(priority.end, f", {scope}") if before.endswith(("{", ",")) else None
    if key[2]:
        return insert_at(priority.end, f",\n{key[1]}{scope}")
    return insert_at(end, f"\n{' ' * len(key[1])}{scope}")


def _merge(reading: SystemMessageReading, first: int, second: int) -> Iterator[Fix]:
    """Append the second block's text to the first's and remove it, if they differ only in id and text."""
    merged, other = reading.blocks[first], reading.blocks[second]
    removal = _removal(reading, second)
    node, source = merged.body.content_node, reading.source
    mine, yours = merged.body.content, other.body.content
    if removal is None or node is None or mine is None or yours is None:
        return
    alike = [
        (block.body.scope, block.body.conditions, block.body.priority, content.format, content.literal)
        for block, content in ((merged, mine), (other, yours))
    ]
    if alike[0] != alike[1] or mine.is_literal or not mine.text.strip() or not yours.text.strip():
        return
    text, added = mine.text, yours.text.strip()
    if text.strip() != added:
        text = f"{text.rstrip()}\n\n{added}" + ("\n" if text.endswith("\n") else "")
    if not node.span.length or source[node.span.start + merged.start] in "*&!":
        return
    there = node._replace(span=node.span.shifted(merged.start))
    title = Sentence("system_messages.merge", name=other.name, other=merged.name)
    yield Fix(title, (*write_scalar(source, there, text), removal))


def _duplicate(reading: SystemMessageReading, finding: Finding) -> Iterator[Fix]:
    """Remove the later block, if both have the same parent, scope and conditions."""
    winner, other = reading.blocks[finding.others[0]], reading.blocks[finding.block]
    alike = (winner.parent, winner.body.scope, winner.body.conditions) == (
        other.parent,
        other.body.scope,
        other.body.conditions,
    )
    removal = _removal(reading, finding.block) if alike else None
    if removal is not None:
        yield Fix(Sentence("system_messages.remove", name=other.name), (removal,))


def _removal(reading: SystemMessageReading, index: int) -> Edit | None:
    """Return the edit that removes a block; None for one with children, anchors or no siblings."""
    blocks, source, block = reading.blocks, reading.source, reading.blocks[index]
    siblings = reading.children[block.parent]
    if len(siblings) < 2 or index in reading.children:
        return None
    start, end = block.span
    if reading.syntax is Syntax.JSON:
        place = siblings.index(index)
        if place:
            return Edit(Span(blocks[siblings[place - 1]].span.end, blocks[index].span.end), "")
        return Edit(Span(blocks[index].span.start, blocks[siblings[1]].span.start), "")
    line = source.rfind("\n", 0, start) + 1
    if source[line:start].strip() or source[start : start + 1] != "-" or "&" in source[start:end]:
        return None
    column, end = start - line, line_end(source, max(end - 1, start))
    while line:  # comments directly above belong to the block
        above = source.rfind("\n", 0, line - 1) + 1
        if source[above:line].lstrip(" ")[:1] != "#" or not source.startswith("#", above + column):
            break
        line = above
    return Edit(Span(line, end + 1), "") if end < len(source) else Edit(Span(max(line - 1, 0), end), "")


def _never_active(reading: SystemMessageReading, finding: Finding) -> Iterator[Fix]:
    block, other = reading.blocks[finding.block], reading.blocks[finding.others[0]]
    scope = other.body.scope
    own = block.body.scope
    if scope is None or not scope.modes or own is None:
        return
    own = replace(own, modes=scope.modes)
    blocks, index = reading.blocks, finding.block
    changed = replace(block, body=replace(block.body, scope=own))
    above = [blocks[place].body.scope for place in ancestors(blocks, index)]
    if any(outer is not None and files_miss(own, outer) for outer in above):
        return
    if not can_be_in(coverage_of((*blocks[:index], changed), index)):
        return
    span, source = block.place("scope.modes"), reading.source
    if span is None or not span.length or set(span.of(source)) & set("&*#"):
        return
    written = f"[{', '.join(_written(reading, mode) for mode in scope.modes)}]"
    if not source.startswith("[", span.start):
        colon = source.rfind(":", 0, span.start)
        if colon < 0 or source[colon + 1 : span.start].strip():
            return
        span, written = Span(colon + 1, span.end), f" {written}"
    yield Fix(Sentence("system_messages.use-modes", name=other.name), (Edit(span, written),))


def _outranked(reading: SystemMessageReading, finding: Finding) -> Iterator[Fix]:
    block, other = reading.blocks[finding.block], reading.blocks[finding.others[0]]
    priority = other.priority + 1
    edit = _priority_edit(reading, block, priority)
    if edit is not None:
        yield Fix(_raise(block, priority), (edit,))


def _raise(block: Block, priority: int) -> str:
    return Sentence("system_messages.raise", name=block.name, priority=priority)


def _key(reading: SystemMessageReading, name: str) -> str:
    return f'"{name}"' if reading.syntax is Syntax.JSON else name


def _written(reading: SystemMessageReading, text: str) -> str:
    if reading.syntax is Syntax.JSON:
        return json.dumps(text, ensure_ascii=False)
    return spell(text, flow=True)


_FIXES: dict[Lint, Callable[[SystemMessageReading, Finding], Iterator[Fix]]] = {
    Lint.TIED: _tied,
    Lint.DUPLICATE: _duplicate,
    Lint.NEVER_ACTIVE: _never_active,
    Lint.OUTRANKED: _outranked,
}
