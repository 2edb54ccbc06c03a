"""Analysis: a text read as its kind says, from which window, command line and JSON take all they show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from types import MappingProxyType

from editor_app.analysis.kinds import KindRow, ReadWith, row_of
from editor_app.analysis.outline import OutlineItem
from editor_app.analysis.tag_limit import too_many_tags
from editor_app.library.kinds import Kind
from editor_app.prompts import PromptVariable, encoding_error
from editor_app.template import Dialect, Template
from editor_app.text import MOST_PROBLEMS, Diagnostic, LineIndex, Severity, Span, decode, in_file_order
from editor_app.text.frontmatter import Frontmatter
from editor_app.text.hidden import hidden_characters
from editor_app.variables import TEMPLATE_CATALOG, Catalog


@dataclass(frozen=True)
class Analysis:
    """One revision of a text: what is read from it, and its problems.

    `template` is None for kinds that are no template. `variables` are the declared ones; a document declares
    none, so for it they are those that it uses. `declarations` are the spans of the declarations by name;
    `max_tokens` is the limit of the reply's length. `content` is a value of the kind's own: `content_of` in
    the kind's module returns it with its type.
    """

    revision: int
    source: str
    kind: Kind
    catalog: Catalog
    template: Template | None = None
    frontmatter: Frontmatter | None = None
    variables: tuple[PromptVariable, ...] = ()
    declarations: Mapping[str, Span] = field(default_factory=lambda: MappingProxyType({}))
    diagnostics: tuple[Diagnostic, ...] = ()
    max_tokens: int | None = None
    content: object | None = None
    is_looked_into: bool = True

    @property
    def row(self) -> KindRow:
        """The row of its kind: facts and functions of that kind of file."""
        return row_of(self.kind)

    @property
    def dialect(self) -> Dialect | None:
        """The template language of the text, or of its blocks, None where it has none."""
        if self.template is not None:
            return self.template.dialect
        return self.row.dialect if self.content is not None else None

    @property
    def sent_from(self) -> int:
        """The offset where the part that is sent to a model begins, such as the end of the frontmatter."""
        return self.row.sent_from(self)

    @cached_property
    def metadata(self) -> Mapping[str, object]:
        """The frontmatter as Python values; empty where there is none or it can't be read."""
        from editor_app.prompts.metadata import read_metadata

        return read_metadata(self.source[: self.sent_from]) if self.frontmatter is not None else {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The variables used in the text, in a system message in its blocks, in order of first use."""
        return self.row.names(self)

    @cached_property
    def lines(self) -> LineIndex:
        """The lines of the source."""
        return LineIndex(self.source)

    @cached_property
    def outline(self) -> tuple[OutlineItem, ...]:
        """The frontmatter, conditions and variables in order, or the blocks, each with its depth."""
        return self.row.outline(self)

    @cached_property
    def variable_names(self) -> Mapping[str, PromptVariable]:
        """The variables by name."""
        return {variable.name: variable for variable in self.variables}


def analyse(
    source: str,
    kind: Kind,
    file_name: str,
    *,
    catalog: Catalog = TEMPLATE_CATALOG,
    revision: int = 0,
    memory: object | None = None,
    now: datetime | None = None,
    somebody_waits: bool = False,
) -> Analysis:
    """Read a text as its kind says; any text gives an analysis.

    With `somebody_waits`, a text with very many tags or a very large data file is not read, which is then its
    only problem.

    `file_name` is the file's own name, which a prompt's `name` has to match. `memory` is what `new_memory` of
    the kind's row returned for this file: with it, the kind may read only what changed since the last
    revision. `now` is the time that fixes write.
    """
    nothing_read = Analysis(revision, source, kind, catalog)
    limit = too_many_tags(source, kind) if somebody_waits else None
    if limit is not None:
        return replace(nothing_read, diagnostics=(limit,), is_looked_into=False)
    row = nothing_read.row
    too_much = row.too_much(source, file_name) if somebody_waits else None
    if too_much is not None:
        analysis = replace(nothing_read, diagnostics=(too_much,))
    else:
        analysis = row.read(nothing_read, ReadWith(file_name, memory, now))
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
    now: datetime | None = None,
    somebody_waits: bool = False,
) -> Analysis:
    """Decode a file's bytes and analyse the text; a wrong encoding is then the only problem."""
    source = decode(data).text
    analysis = analyse(source, kind, file_name, catalog=catalog, now=now, somebody_waits=somebody_waits)
    return with_encoding_problem(analysis, encoding_problem(data, kind))


def with_encoding_problem(analysis: Analysis, problem: Diagnostic | None) -> Analysis:
    """Return an analysis with the encoding problem as its only problem; the same analysis for None."""
    return analysis if problem is None else replace(analysis, diagnostics=(problem,))


def encoding_problem(data: bytes, kind: Kind) -> Diagnostic | None:
    """Return the problem that bytes are no UTF-8, or are UTF-16 in a kind that is not read so; else None.

    Its span is of the text that `decode` returns for them.
    """
    decoded = decode(data)
    if decoded.bad_byte is None and (decoded.format.encoding == "utf-8" or not row_of(kind).needs_utf8):
        return None
    error = encoding_error(data, "")
    assert error is not None
    start = LineIndex(decoded.text).offset(error.line or 1, error.column or 1)
    span = Span(start, min(start + 1, len(decoded.text)))
    args = {"suggestion": error.suggestions[0]}
    return Diagnostic(error.type.value, Severity.ERROR, span, error.message, args)
