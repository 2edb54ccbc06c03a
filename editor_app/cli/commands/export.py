"""`foreword export`: write the texts and chats that a model gets to files, for a program that uses them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from editor_app.cli.command_line import Arguments
from editor_app.cli.exported import FORMATS, ExportedFile, export_chat, export_text, suffix_of
from editor_app.cli.failure import Failure
from editor_app.cli.paths import STANDARD_INPUT, make_folder_for, path_of_word, show_path
from editor_app.cli.streams import Streams, refuse
from editor_app.clock import utc_now
from editor_app.library.files.reading import check_path, quoted
from editor_app.library.files.saving import save_file, stamp_now
from editor_app.library.paths import is_folder, state_dir
from editor_app.text import did_you_mean, nearest
from editor_app.wire.messages import export_document
from editor_app.wire.problems import to_json

_KEPT = "_,+=@"
_VECTORS = ".vectors.json"


def run(arguments: Arguments, streams: Streams) -> int:
    """Write a file for each path; if one of them has errors, none is written."""
    _check(arguments)
    assert arguments.out is not None
    exported = [_exported(word, arguments, streams) for word in arguments.words]
    warnings = [warning for output in exported for warning in output.warnings]
    streams.warn(warnings)
    problems = [problem for output in exported for problem in output.problems]
    if problems or any(output.data is None for output in exported):
        return refuse(problems, streams, written=[])
    targets = _targets(exported, path_of_word(arguments.out), _ending(arguments))
    saving: list[str] = []
    written: list[tuple[Path, Path]] = []
    for target, output in zip(targets, exported, strict=True):
        assert output.data is not None
        saving += (f"{show_path(target)}: {loss}" for loss in (*output.losses, *_write(target, output.data)))
        written.append((target, output.source))
        if output.vectors is not None:
            beside = target.with_name(f"{_stem(output.source)}{_VECTORS}")
            saving += (f"{show_path(beside)}: {warning}" for warning in _write(beside, output.vectors))
            written.append((beside, output.source))
    streams.warn(saving)
    if arguments.json:
        files = [(str(target), str(source)) for target, source in written]
        streams.write(to_json(export_document(files, [*warnings, *saving])))
    else:
        streams.print(*(show_path(target) for target, _ in written))
    return 0


def _exported(word: str, arguments: Arguments, streams: Streams) -> ExportedFile:
    assert arguments.format is not None
    path = path_of_word(word)
    if is_folder(path):
        return export_chat(path, arguments, streams)
    return export_text(word, arguments, streams)


def _check(arguments: Arguments) -> None:
    """Raise Failure for a missing or unknown option, before any file is read."""
    if arguments.out is None:
        raise Failure("usage", "‘foreword export’ needs ‘--out DIR’, the folder the files go into.")
    if arguments.format is None:
        raise Failure("usage", f"‘foreword export’ needs ‘--format’: {', '.join(FORMATS)}.")
    if arguments.format not in FORMATS:
        near = nearest(arguments.format, FORMATS)
        meant = did_you_mean(near, f" There are {', '.join(FORMATS)}.")
        raise Failure("usage", f"There is no format {quoted(arguments.format)}.{meant}", suggestions=near)
    if STANDARD_INPUT in arguments.words:
        raise Failure(
            "usage", "Standard input has no name to export under. ‘foreword render’ prints its text."
        )


def _ending(arguments: Arguments) -> str:
    """Return the ending of file names, with the name of the saved situation if one is given."""
    assert arguments.format is not None
    suffix = suffix_of(arguments.format)
    if arguments.situation is None:
        return suffix
    return f".{_in_file_name(arguments.situation)}{suffix}"


def _in_file_name(name: str) -> str:
    """Return a situation's name encoded as a part of a file name; no two names give the same.

    A single blank between words becomes ‘-’, a hyphen ‘--’; other blanks, ASCII punctuation and unprintable
    characters are percent-encoded, so that no name leads to another folder or looks like another name.
    """
    return "".join(
        _written(character, {name[max(at - 1, 0) : at], name[at + 1 : at + 2]})
        for at, character in enumerate(name)
    )


def _written(character: str, beside: set[str]) -> str:
    if character == "-":
        return "--"
    if character == " " and not beside & {"", " ", "-"}:
        return "-"
    if character.isalnum() or character in _KEPT or (character.isprintable() and not character.isascii()):
        return character
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def _targets(exported: Sequence[ExportedFile], folder: Path, ending: str) -> list[Path]:
    """Return the path to write each to: in `folder`, with its file's or folder's name."""
    targets: dict[Path, Path] = {}
    sources = [output.source for output in exported]
    for source in sources:
        target = folder / f"{_stem(source)}{ending}"
        if target in targets:
            names = f"{quoted(show_path(targets[target]))} and {quoted(show_path(source))}"
            raise Failure("usage", f"{names} would both become {quoted(target.name)}. Export them apart.")
        if target in sources:
            raise Failure(
                "usage", f"{quoted(show_path(target))} would be written over. Choose another folder."
            )
        targets[target] = source
    return list(targets)


def _stem(source: Path) -> str:
    return source.name if is_folder(source) else source.stem


def _write(target: Path, data: bytes) -> tuple[str, ...]:
    check_path(target)
    make_folder_for(target)
    return save_file(target, data, expected=stamp_now(target), state_dir=state_dir(), now=utc_now()).warnings
