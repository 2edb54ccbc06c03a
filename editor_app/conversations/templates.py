"""The template and the compaction instructions of a library, as they are saved now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from editor_app.conversations.results import TemplateOrigin, TextError
from editor_app.library.files.reading import FileContent, FileError, quoted, read_file
from editor_app.library.folders import Library, variables_of
from editor_app.library.paths import COMPACTION_NAME, TEMPLATE_NAME, built_in_template, built_in_text
from editor_app.template.dialect import Dialect
from editor_app.template.template import Template, parse
from editor_app.text import Diagnostic, LineIndex, Sentence, Severity, Span, decode, in_file_order
from editor_app.variables.access import FileAccess
from editor_app.variables.catalog import Catalog
from editor_app.variables.checks import check_unclosed_names

MOST_BYTES = 16 * 1024 * 1024
_MOST_NAMED = 5
_INSTRUCTIONS = Sentence("conversations.instructions-file")


@dataclass(frozen=True, slots=True)
class ReadTemplate:
    """A template that was read, and where it comes from."""

    template: Template
    origin: TemplateOrigin


def read_template(library: Library) -> ReadTemplate:
    """Return the library's template, else the default one; an unusable one raises TextError."""
    path = library.text_in_effect(TEMPLATE_NAME)
    content = _read(path, library.access, Sentence("conversations.the-system-template"))
    source = _decoded(content.data, path, Sentence("conversations.the-system-template"))
    if path == built_in_template():
        return ReadTemplate(_parsed(source), TemplateOrigin(None, _hash(source), is_built_in=True))
    saved_at = datetime.fromtimestamp(content.stamp.mark.mtime_ns / 1e9, UTC)
    return ReadTemplate(_parsed(source), TemplateOrigin(path, _hash(source), saved_at=saved_at))


def template_of_text(source: str) -> ReadTemplate:
    """Return a template that is given as text."""
    return ReadTemplate(_parsed(source), TemplateOrigin(None, _hash(source)))


def template_warnings(read: ReadTemplate, library: Library) -> tuple[str, ...]:
    """Return what is wrong in how a template is written, each problem with its place; the rest is counted.

    A name that is not known is not among it: where it matters, it is among what is blank.
    """
    origin = read.origin
    built_in = (
        Sentence("conversations.built-in-template")
        if origin.is_built_in
        else Sentence("conversations.your-template")
    )
    shown = built_in if origin.path is None else origin.path.name
    return _warnings_of(read.template.source, shown, variables_of(library))


@lru_cache(maxsize=4)
def _warnings_of(source: str, shown: str, catalog: Catalog) -> tuple[str, ...]:
    template, lines = _parsed(source), LineIndex(source)
    diagnostics = in_file_order([*template.diagnostics, *check_unclosed_names(template, catalog)])
    problems = [problem for problem in diagnostics if problem.severity in {Severity.WARNING, Severity.ERROR}]
    warnings = []
    for problem in problems[:_MOST_NAMED]:
        line, column = lines.position(problem.span.start)
        warnings.append(f"{shown}:{line}:{column}: {problem.message}")
    others = len(problems) - _MOST_NAMED
    if others > 0:
        warnings.append(Sentence("conversations.more-problems", name=shown, count=others))
    return tuple(warnings)


def read_instructions(library: Library) -> str:
    """Return the library's compaction instructions, or the built-in ones, without their final newlines.

    They are sent as they stand: nothing in them is a tag. A file that cannot be used raises TextError.
    """
    return read_instructions_at(instructions_path(library) or built_in_text(COMPACTION_NAME), library.access)


def instructions_path(library: Library) -> Path | None:
    """Return the path of the library's instructions, None where the built-in ones are sent."""
    return library.own_text(COMPACTION_NAME) if library.has_own_text(COMPACTION_NAME) else None


def read_instructions_at(path: Path, access: FileAccess | None = None) -> str:
    """Return the instructions of a file, without its final newlines; an unusable one raises TextError."""
    return instructions_of(_read(path, access, _INSTRUCTIONS).data, path)


def instructions_of(data: bytes, path: Path, named: str | None = None) -> str:
    """Return the instructions that `path` has; what is not UTF-8 raises TextError.

    `named` is what a sentence calls them if not by the name of the file.
    """
    return _decoded(data, path, _INSTRUCTIONS if named is None else named, named).rstrip("\n")


def _read(path: Path, access: FileAccess | None, text_name: str) -> FileContent:
    try:
        return read_file(path, MOST_BYTES, access=access)
    except FileError as error:
        sentence = Sentence("conversations.cannot-be-used", name=text_name, reason=error.sentence)
        problem = Diagnostic("unreadable-file", Severity.ERROR, Span(0, 0), error.sentence)
        raise TextError(sentence, (problem,), path) from error


def _decoded(data: bytes, path: Path, text_name: str, named: str | None = None) -> str:
    decoded = decode(data)
    if decoded.bad_byte is None:
        return decoded.text
    number, byte = decoded.bad_byte + 1, f"{data[decoded.bad_byte]:02x}"
    message = Sentence("conversations.text-not-utf-8", name=quoted(path.name), number=number, byte=byte)
    if named is not None:
        message = Sentence("conversations.texts-not-utf-8", names=named, number=number, byte=byte)
    start = decoded.text.find("\ufffd")
    problem = Diagnostic("ENCODING_ERROR", Severity.ERROR, Span(start, start + 1), message)
    sentence = Sentence("conversations.not-utf-8-cannot-be-used", message=message, name=text_name)
    raise TextError(sentence, (problem,), path, decoded.text)


def _hash(source: str) -> str:
    return sha256(source.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=4)
def _parsed(source: str) -> Template:
    return parse(source, Dialect.BRACKETS)
