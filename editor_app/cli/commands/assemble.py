"""`foreword assemble`: assemble a system message, and list the outcome of each block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from editor_app.analysis.analysis import row_of
from editor_app.analysis.assembled_text import AssembledText
from editor_app.analysis.kinds import system_message
from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.paths import STANDARD_INPUT, existing_path
from editor_app.cli.rendered import render_word
from editor_app.cli.sources import library_of, named_kind, read_named
from editor_app.cli.streams import Streams, refuse
from editor_app.library.folders import kind_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.library.kinds import Kind
from editor_app.text import Sentence
from editor_app.wire.documents import assemble_document
from editor_app.wire.problems import to_json


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the assembled text exactly, and on standard error each block's outcome and each contest."""
    word = arguments.words[0]
    kind = _kind(word, arguments)
    if row_of(kind).sending.blocks is None:
        not_blocks = Sentence("cli.not-a-system-message", name=word, kind=kind.value)
        raise Failure("kind", not_blocks, Sentence("cli.render-prints"))
    rendered = render_word(word, replace(arguments, kind=kind.value), streams)
    warnings = rendered.all_warnings
    streams.warn(warnings)
    result = system_message.assembled(rendered.result)
    if result is None:
        return refuse(rendered.problems, streams, message=None, warnings=list(warnings))
    if arguments.json:
        streams.write(to_json(assemble_document(result, warnings)))
        return 0
    streams.write(result.text.encode())
    for line in _account(result):
        streams.complain(line)
    return 0


def _kind(word: str, arguments: Arguments) -> Kind:
    """Return the kind of a file; a data file of no known kind is read as a system message."""
    kind = named_kind(arguments)
    if kind is not None:
        return kind
    if word == STANDARD_INPUT:
        return system_message.KIND
    path = existing_path(word)
    library = library_of(path, arguments)
    kind = kind_of(library, path, read_named(path, library, arguments)[:HEAD_BYTES])
    is_data = path.suffix.lower() in {".yaml", ".yml", ".json"}
    return system_message.KIND if is_data and not kind.is_recognised else kind


def _account(result: AssembledText) -> Iterator[str]:
    """Yield a line for each block, each loser of a contest, and each member of `Rebuilt`."""
    yield ""  # the text has no newline at its end
    blocks = result.assembly.blocks
    for block, block_outcome in zip(blocks, result.outcome.block_outcomes, strict=True):
        yield f"{'  ' * block.depth}{block.name}: {block_outcome.sentence}"
    for contest in result.outcome.contests:
        for loss in contest.losses:
            winner, loser = blocks[contest.winner].name, blocks[loss.loser].name
            yield Sentence("cli.wins-over", winner=winner, loser=loser, reason=loss.sentence)
    for part in result.stability:
        yield Sentence(
            "cli.of-characters", sentence=part.sentence, part=part.characters, all=len(result.text)
        )
