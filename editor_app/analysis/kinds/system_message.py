"""System messages: blocks that are assembled for a situation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from editor_app.analysis.analysis import Analysis, FilesAround, Form, KindRow, Reading, ReadWith
from editor_app.analysis.content_problems import SystemMessageMemory
from editor_app.analysis.model_text import ModelSending, ModelText
from editor_app.analysis.new_files import NewFile, NewText
from editor_app.analysis.outline import outline_of_blocks
from editor_app.analysis.trials import Trial
from editor_app.library.kinds import Kind
from editor_app.system_messages.assembly.contents import names_in
from editor_app.system_messages.lints.lints import co_activity_lints
from editor_app.system_messages.model.entities import Block, ContentFormat
from editor_app.system_messages.reading.reading import SystemMessageReading, read_system_message, syntax_of
from editor_app.system_messages.situations.situation import EMPTY_SITUATION
from editor_app.template.dialect import Dialect
from editor_app.text import Sentence, Span, in_file_order
from editor_app.text.completions import Completion

if TYPE_CHECKING:  # not needed for reading and checking a system message
    from editor_app.analysis.assembled_text import AssembledText

KIND = Kind.SYSTEM_MESSAGE
_FIRST = "You are a helpful assistant."
_DATA = frozenset({ContentFormat.JSON, ContentFormat.YAML})


def content_of(analysis: Analysis) -> SystemMessageReading | None:
    """Return the reading of a system message, an invalid one too; None for other kinds."""
    return analysis.content if isinstance(analysis.content, SystemMessageReading) else None


def assembled(result: ModelText | None) -> AssembledText | None:
    """Return the assembled text if it is that of a system message; None for other kinds."""
    from editor_app.analysis.assembled_text import AssembledText

    return result if isinstance(result, AssembledText) else None


def kind_of_content(block: Block) -> Kind:
    """Return the kind of file whose colours a block's content gets in an editor of its own."""
    content = block.body.content
    return Kind.CASES if content is not None and content.format in _DATA else Kind.TEMPLATE


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    memory = _own(reading.memory)
    message = read_system_message(
        text.source, syntax_of(reading.file_name), memory.reading, today=reading.today
    )
    problems = [
        *message.diagnostics,
        *memory.contents.problems(message.source, message.blocks, text.catalog),
        *co_activity_lints(message, memory.lints),
    ]
    return replace(text, content=message, diagnostics=in_file_order(problems))


def _render(
    analysis: Analysis, values: Mapping[str, str], trial: Trial, memory: object | None
) -> ModelText | None:
    from editor_app.analysis.assembled_text import assembled_text

    message = content_of(analysis)
    situation = trial.situation or EMPTY_SITUATION
    if message is None or isinstance(situation, str):  # neither gets here: `render` checks both before
        return None
    return assembled_text(analysis, message, values, trial.snapshot, situation, trial.options, _own(memory))


def _own(memory: object | None) -> SystemMessageMemory:
    return memory if isinstance(memory, SystemMessageMemory) else SystemMessageMemory()


def _blocks(analysis: Analysis) -> tuple[Block, ...]:
    message = content_of(analysis)
    return message.blocks if message is not None else ()


def _sent_from(analysis: Analysis) -> int:
    blocks = _blocks(analysis)
    return blocks[0].span.start if blocks else len(analysis.source)


def _completions(analysis: Analysis, offset: int, _around: FilesAround | None) -> tuple[Completion, ...]:
    """Return the variables that a tag in the content of a block can name."""
    from editor_app.structured.typed_place import typed_place
    from editor_app.variables.tag_completion import complete_variables

    place = typed_place(analysis.source, offset)
    is_content = "content" in {*place.path, place.key}
    return complete_variables(analysis.source, offset, analysis.catalog) if is_content else ()


def _new(name: str, now: datetime) -> NewText:
    from editor_app.system_messages.from_text import new_system_message
    from editor_app.system_messages.writing import write_system_message

    text = write_system_message(new_system_message(name, _FIRST, now))
    start = text.index(_FIRST)
    return NewText(text, Span(start, start + len(_FIRST)))


def _new_from_text(name: str, source: str, now: datetime) -> NewText | str:
    from editor_app.structured.nodes import Syntax
    from editor_app.system_messages.from_text import message_from_text
    from editor_app.system_messages.writing import write_system_message

    message = message_from_text(name, source, now)
    if message is None:
        return _new(name, now)
    text = write_system_message(message)
    read = read_system_message(text, Syntax.YAML)
    for first in (block.content_node for block in read.blocks):
        if first is not None:
            return NewText(text, Span(first.span.start, first.span.start))
    return read.diagnostics[0].message  # it is too long to be read


ROW = KindRow(
    Reading(
        _read,
        names=lambda analysis: names_in(_blocks(analysis)),
        outline=lambda analysis: outline_of_blocks(_blocks(analysis)),
        new_memory=SystemMessageMemory,
        parts=lambda analysis: (len(analysis.outline), "block"),
    ),
    form=Form(dialect=Dialect.BRACKETS, is_data=True),
    sending=ModelSending(
        render=_render,
        sent_from=_sent_from,
        unsent_head=Sentence("analysis.before-blocks"),
        has_stable_prefix=True,
        resolves_variables=True,
        blocks=_blocks,
    ),
    completions=_completions,
    new=NewFile(_new, from_text=_new_from_text),
)
