"""The one door between a text and what every face shows of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from editor_app.analysis.data_files import check_data, too_much_data
from editor_app.analysis.outline import OutlineItem, outline_of, outline_of_blocks
from editor_app.analysis.tag_limit import too_many_tags
from editor_app.library import Kind
from editor_app.prompts import (
    PromptVariable,
    SystemPrompt,
    check_document,
    check_prompt,
    encoding_error,
    read_cases,
)
from editor_app.template import Dialect, Template, parse
from editor_app.text import MOST_PROBLEMS, Diagnostic, LineIndex, Severity, Span, decode, in_file_order
from editor_app.text.frontmatter import Frontmatter
from editor_app.text.hidden import hidden_characters
from editor_app.variables import TEMPLATE_CATALOG, Catalog, check_catalog

if TYPE_CHECKING:  # a window that starts with a prompt needs none of it
    from editor_app.analysis.message_memory import MessageMemory
    from editor_app.system_messages.reading import MessageReading


@dataclass(frozen=True)
class Analysis:
    """What is known of one revision of a text.

    `template` is None for kinds that are no template. `variables` are the
    declared ones; a document declares none, so there they are those it uses.
    `declarations` say where a prompt file declares each name. `prompt` is None
    unless the text is a valid prompt file; `max_tokens` bounds the reply, in an
    invalid one too. `message` is what a system message was read as, an invalid one too.
    """

    revision: int
    source: str
    kind: Kind
    catalog: Catalog
    template: Template | None = None
    frontmatter: Frontmatter | None = None
    variables: tuple[PromptVariable, ...] = ()
    declarations: Mapping[str, Span] = field(default_factory=lambda: MappingProxyType({}))
    prompt: SystemPrompt | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    max_tokens: int | None = None
    message: MessageReading | None = None
    is_looked_into: bool = True

    @property
    def dialect(self) -> Dialect | None:
        """The template language of the text, or of its blocks, None where it has none."""
        if self.message is not None:
            return Dialect.BRACKETS
        return self.template.dialect if self.template is not None else None

    @property
    def sent_from(self) -> int:
        """Where what is sent to a model begins; before it stands what is said about it."""
        if self.message is not None:
            return self.message.blocks[0].span.start if self.message.blocks else len(self.source)
        return self.frontmatter.body.start if self.frontmatter is not None else 0

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every variable in use, in order of first use, those of a message's blocks too."""
        if self.message is not None:
            from editor_app.system_messages.contents import names_in

            return names_in(self.message.blocks)
        return self.template.names if self.template is not None else ()

    @cached_property
    def lines(self) -> LineIndex:
        """The lines of the source."""
        return LineIndex(self.source)

    @cached_property
    def outline(self) -> tuple[OutlineItem, ...]:
        """The frontmatter, conditions and variables in order, or the blocks, each with its depth."""
        if self.message is not None:
            return outline_of_blocks(self.message.blocks)
        return outline_of(self.frontmatter, self.template)

    @cached_property
    def variable_names(self) -> Mapping[str, PromptVariable]:
        """Name → variable."""
        return {variable.name: variable for variable in self.variables}


def analyse(
    source: str,
    kind: Kind,
    file_name: str,
    *,
    catalog: Catalog = TEMPLATE_CATALOG,
    revision: int = 0,
    memory: MessageMemory | None = None,
    today: date | None = None,
    somebody_waits: bool = False,
) -> Analysis:
    """Read a text as its kind says; any text gives an analysis.

    Where `somebody_waits`, a text of very many tags or a very large data file is not looked into, and the
    analysis says so.

    `file_name` is the file's own name, which a prompt's `name` has to match. With the `memory` of a
    system message's last revision only what changed is read; `today`, in UTC, is the day its fixes fill in.
    """
    nothing_read = Analysis(revision, source, kind, catalog)
    limit = too_many_tags(source, kind) if somebody_waits else None
    if limit is not None:
        return replace(nothing_read, diagnostics=(limit,), is_looked_into=False)
    too_much = too_much_data(source, kind, file_name) if somebody_waits else None
    if too_much is not None:
        analysis = replace(nothing_read, diagnostics=(too_much,))
    elif kind is Kind.SYSTEM_MESSAGE:
        analysis = _read_message(nothing_read, file_name, memory, today)
    else:
        analysis = _READERS.get(kind, _read_data)(nothing_read, file_name)
    hidden = hidden_characters(source)
    if not hidden and len(analysis.diagnostics) <= MOST_PROBLEMS:
        return analysis
    return replace(analysis, diagnostics=in_file_order([*analysis.diagnostics, *hidden]))


def read_document(
    data: bytes,
    kind: Kind,
    file_name: str,
    *,
    catalog: Catalog = TEMPLATE_CATALOG,
    today: date | None = None,
    somebody_waits: bool = False,
) -> Analysis:
    """Read a file's bytes as `analyse` reads its text; a wrong encoding is the only problem then."""
    source = decode(data).text
    analysis = analyse(source, kind, file_name, catalog=catalog, today=today, somebody_waits=somebody_waits)
    return with_encoding_problem(analysis, encoding_problem(data, kind))


def with_encoding_problem(analysis: Analysis, problem: Diagnostic | None) -> Analysis:
    """Return what is known of a text whose bytes had this problem, which is the only one then."""
    return analysis if problem is None else replace(analysis, diagnostics=(problem,), prompt=None)


def encoding_problem(data: bytes, kind: Kind) -> Diagnostic | None:
    """Return what is wrong with a file's bytes before anything else: no UTF-8, or a prompt in UTF-16.

    The span is of the text that `decode` gives for them.
    """
    decoded = decode(data)
    if decoded.bad_byte is None and (kind is not Kind.PROMPT or decoded.format.encoding == "utf-8"):
        return None
    error = encoding_error(data, "")
    assert error is not None
    start = LineIndex(decoded.text).offset(error.line or 1, error.column or 1)
    span = Span(start, min(start + 1, len(decoded.text)))
    args = {"suggestion": error.suggestions[0]}
    return Diagnostic(error.type.value, Severity.ERROR, span, error.message, args)


def _read_prompt(text: Analysis, file_name: str) -> Analysis:
    check = check_prompt(text.source, file_name)
    return replace(
        text,
        template=check.template,
        frontmatter=check.frontmatter,
        variables=check.variables,
        declarations=check.declarations,
        prompt=check.prompt,
        diagnostics=check.diagnostics,
        max_tokens=check.head.max_tokens,
    )


def _read_document(text: Analysis, file_name: str) -> Analysis:
    del file_name
    check = check_document(text.source)
    return replace(
        text,
        template=check.template,
        frontmatter=check.frontmatter,
        variables=check.variables,
        diagnostics=check.diagnostics,
    )


def _read_template(text: Analysis, file_name: str) -> Analysis:
    del file_name
    template = parse(text.source, Dialect.BRACKETS)
    diagnostics = in_file_order([*template.diagnostics, *check_catalog(template, text.catalog)])
    return replace(text, template=template, diagnostics=diagnostics)


def _read_cases(text: Analysis, file_name: str) -> Analysis:
    del file_name
    return replace(text, diagnostics=read_cases(text.source)[1])


def _read_situations(text: Analysis, file_name: str) -> Analysis:
    del file_name
    from editor_app.system_messages import read_situations

    return replace(text, diagnostics=read_situations(text.source)[1])


def _read_message(
    text: Analysis, file_name: str, memory: MessageMemory | None, today: date | None
) -> Analysis:
    from editor_app.analysis.message_memory import MessageMemory
    from editor_app.system_messages import co_activity_lints, read_system_message, syntax_of

    memory = memory or MessageMemory()
    reading = read_system_message(text.source, syntax_of(file_name), memory.reading, today=today)
    found = [
        *reading.diagnostics,
        *memory.contents.problems(reading.source, reading.blocks, text.catalog),
        *co_activity_lints(reading, memory.lints),
    ]
    return replace(text, message=reading, diagnostics=in_file_order(found))


def _read_data(text: Analysis, file_name: str) -> Analysis:
    return replace(text, diagnostics=check_data(text.source, text.kind, file_name))


_Reader = Callable[[Analysis, str], Analysis]
_READERS: Mapping[Kind, _Reader] = {
    Kind.PROMPT: _read_prompt,
    Kind.DOCUMENT: _read_document,
    Kind.TEMPLATE: _read_template,
    Kind.CASES: _read_cases,
    Kind.SITUATIONS: _read_situations,
}
