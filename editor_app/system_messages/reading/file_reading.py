"""Reading a whole file: the fields, blocks and problems of a system message from its tree of nodes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, count, islice, pairwise

from editor_app.structured.editing.repairs import dash_of
from editor_app.structured.fields.checked_values import (
    MOST_COMPARED,
    MOST_GLOBS,
    TEXT_WANTED,
    Effort,
    Text,
    problem,
)
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, read_as
from editor_app.structured.reading import read_syntax
from editor_app.system_messages.model.entities import Block, BlockPath, Syntax
from editor_app.system_messages.reading.block_reading import BodyReading, no_block, read_body
from editor_app.system_messages.reading.duplicates import FreeIds, repeated_blocks
from editor_app.system_messages.reading.message_fields import SystemMessageFields, first_message, read_fields
from editor_app.system_messages.reading.problems import (
    NOTHING_SPENT,
    SpentBudget,
    problem_in_file,
)
from editor_app.system_messages.reading.repeats import NO_REPEATS, Repeats, repeats_in
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Span, in_file_order

EMPTY_MESSAGE = "empty-message"
"""The code of the problem that a file is empty; its fix writes a system message without blocks."""
MOST_BLOCKS = 10_000
MOST_PROBLEMS = 1000


@dataclass(frozen=True, slots=True)
class FileReading:
    """Fields, blocks and problems of a text; `fields` is None where it can't be read or is no mapping.

    `readings` are in the order of `blocks`. `is_plain`: parts of the text can be read again alone, as it has
    no problems of YAML or JSON, no alias repeats a block or list of blocks, no anchor is large or merged by
    `<<`, and no limit was reached. `spent` is what all names and globs took of the budget, and `repeats` are
    its anchors and aliases.
    """

    fields: SystemMessageFields | None
    blocks: tuple[Block, ...]
    problems: list[Diagnostic]
    is_readable: bool = True
    readings: tuple[BodyReading, ...] = ()
    is_plain: bool = False
    spent: SpentBudget = NOTHING_SPENT
    repeats: Repeats = NO_REPEATS


def read_message_file(source: str, syntax: Syntax, today: date | None = None) -> FileReading:
    """Read a text as a whole; without `today` there are no fixes that write a date."""
    node, problems = read_syntax(source, syntax)
    if not isinstance(node, MappingNode):
        is_readable = _is_null(node) and not problems  # blocks can be added to an empty file
        listed = [_in_its_block(problem, []) for problem in problems] or [
            _no_mapping(source, syntax, node, today)
        ]
        return FileReading(None, (), listed, is_readable)
    text = Text(source, syntax, Effort(), today)
    fields = read_fields(text, node)
    blocks, readings = read_blocks(text, fields.blocks)
    if len(blocks) >= MOST_BLOCKS:
        message = Sentence("system_messages.too-many-blocks", most=MOST_BLOCKS)
        span = blocks[-1].span if blocks else fields.mapping.span
        fields.problems.append(problem("message-limit", span, "blocks", message))
    may_repeat = syntax is Syntax.YAML and "&" in source
    repeats = repeats_in(source, node) if may_repeat else NO_REPEATS
    # a block that an alias repeats does not start after the one before
    in_order = all(block.span.start < other.span.start for block, other in pairwise(blocks))
    is_plain = not problems and repeats is not None and (not repeats.anchored or in_order)
    return complete(text, fields, blocks, readings, problems, repeats or NO_REPEATS, is_plain=is_plain)


def read_blocks(text: Text, listed: SequenceNode | None) -> tuple[list[Block], list[BodyReading]]:
    """Read a list of blocks with their descendants, each before its children; paths begin at the list."""
    blocks: list[Block] = []
    readings: list[BodyReading] = []
    problems = 0
    for block, reading in () if listed is None else _blocks_in(text, listed, (), None, count()):
        blocks.append(block)
        readings.append(reading)
        problems += len(reading.problems)
        text.effort.may_fix = problems < MOST_PROBLEMS
        if len(blocks) >= MOST_BLOCKS:
            break
    return blocks, readings


def _blocks_in(
    text: Text, listed: SequenceNode, path: BlockPath, parent: int | None, numbers: Iterator[int]
) -> Iterator[tuple[Block, BodyReading]]:
    """Yield the blocks of a list with their descendants; `numbers` gives each its index in the file."""
    has_dashes = not listed.flow and not text.is_alias(listed)
    for index, item in enumerate(listed.items):
        start = dash_of(text.source, listed, index) if has_dashes else item.span.start
        span = Span(start, max(start, item.span.end))
        children = item.get("children") if isinstance(item, MappingNode) else None
        if isinstance(item, MappingNode):
            reading = read_body(text, item, has_children=children is not None)
        else:
            reading = no_block(text, listed, index)
        here = next(numbers)
        yield Block(reading.body, (*path, index), parent, 0, span), reading
        if isinstance(children, SequenceNode):
            yield from _blocks_in(text, children, (*path, index), here, numbers)


def complete(
    text: Text,
    fields: SystemMessageFields,
    blocks: list[Block],
    readings: list[BodyReading],
    problems: tuple[Diagnostic, ...],
    repeats: Repeats,
    *,
    is_plain: bool,
) -> FileReading:
    """Join fields and blocks, place their problems in the file, and find duplicates."""
    free = FreeIds(blocks)
    rests = [reading.rest for reading in readings]
    all_problems = chain(
        (_in_its_block(problem, blocks) for problem in problems),
        (problem_in_file(problem, 0, "", free) for problem in fields.problems),
        (
            problem_in_file(problem, block.start, block.label, free)
            for block, reading in zip(blocks, readings, strict=True)
            for problem in reading.problems
        ),
        repeated_blocks(text, blocks, rests, free),
    )
    listed = [*islice(all_problems, MOST_PROBLEMS)]
    if len(listed) == MOST_PROBLEMS:
        is_plain = False  # problems over the limit are unknown, and are needed when others are fixed
        message = Sentence("system_messages.too-many-problems", most=MOST_PROBLEMS)
        last = max(diagnostic.span for diagnostic in listed)
        listed = [*in_file_order(listed)[:-1], problem("message-limit", last, "", message)]
    compared, globs = MOST_COMPARED - text.effort.left, MOST_GLOBS - text.effort.globs
    is_plain = is_plain and globs <= MOST_GLOBS  # which globs are read depends on all before them
    return FileReading(
        fields,
        tuple(blocks),
        listed,
        readings=tuple(readings),
        is_plain=is_plain,
        spent=SpentBudget(compared, globs),
        repeats=repeats,
    )


def _in_its_block(problem: Diagnostic, blocks: list[Block]) -> Diagnostic:
    """Return a problem of YAML or JSON with the path of the block it is in, "" outside of blocks."""
    at = problem.span.start
    index: int | None = bisect_right(blocks, at, key=lambda block: block.span.start) - 1
    while index is not None and index >= 0 and not blocks[index].span.touches(at):
        index = blocks[index].parent
    path = blocks[index].label if index is not None and index >= 0 else ""
    return replace(problem, args={**problem.args, "field": path})


def _no_mapping(source: str, syntax: Syntax, node: Node | None, today: date | None) -> Diagnostic:
    if node is not None and not _is_null(node):
        is_text = isinstance(node, ScalarNode) and node.tag == "str"
        reading = TEXT_WANTED if is_text else read_as(node)
        message = Sentence("system_messages.wrong-file", reading=reading)
        return problem("wrong-type", node.span, "", message, _under_blocks(source, syntax, node))
    place = node.span if node is not None and node.span.length else Span(len(source), len(source))
    start = "" if source[place.start - 1 : place.start] in {"", "\n"} else "\n"
    fixes: tuple[Fix, ...] = ()
    if today is not None:
        fixes = (Fix(Sentence("prompts.fill-in"), (Edit(place, start + first_message(syntax, today)),)),)
    message = Sentence("system_messages.file-is-empty")
    span = Span(0, len(source.partition("\n")[0]))
    return problem(EMPTY_MESSAGE, span, "", message, fixes)


def _is_null(node: Node | None) -> bool:
    return node is None or (isinstance(node, ScalarNode) and node.tag == "null")


def _under_blocks(source: str, syntax: Syntax, node: Node) -> tuple[Fix, ...]:
    """Return the fix that puts a list of mappings under the key `blocks`; none for another text."""
    if not isinstance(node, SequenceNode) or not all(isinstance(item, MappingNode) for item in node.items):
        return ()
    start, end = node.span
    if source.startswith(("&", "!"), start):  # an anchor or tag of the list would become part of the mapping
        return ()
    edits: tuple[Edit, ...]
    if syntax is Syntax.JSON:
        edits = (Edit(Span(start, start), '{"blocks": '), Edit(Span(end, end), "}"))
    elif node.flow:
        edits = (Edit(Span(start, start), "blocks: "),)
    else:
        line = source.rfind("\n", 0, start) + 1
        edits = (Edit(Span(line, line), "blocks:\n"),)
    return (Fix(Sentence("system_messages.put-under-blocks"), edits),)
