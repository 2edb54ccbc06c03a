"""Analysis: a text read as its kind says, from which window, command line and JSON take all they show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import UTC, date, datetime
from enum import Enum
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from editor_app.analysis.new_files import NewFile
from editor_app.analysis.outline import OutlineItem, outline_of
from editor_app.analysis.tag_limit import too_many_tags
from editor_app.library.kinds import Kind
from editor_app.prompts.entities import PromptError, PromptVariable
from editor_app.prompts.loading import encoding_error
from editor_app.template.dialect import Dialect
from editor_app.template.template import Template
from editor_app.text import MOST_PROBLEMS, Diagnostic, Edit, LineIndex, Severity, Span, decode, in_file_order
from editor_app.text.completions import Completion
from editor_app.text.frontmatter import Frontmatter
from editor_app.text.hidden import hidden_characters
from editor_app.variables.access import FileAccess
from editor_app.variables.catalog import TEMPLATE_CATALOG, Catalog

if TYPE_CHECKING:  # not imported for a prompt, so that the window starts sooner
    from editor_app.system_messages.model.entities import Block


@dataclass(frozen=True, slots=True)
class FilesAround:
    """Where a file lies, and what the files are that it may name: `access` says where their paths may lead.

    `read` returns the text of one as it is now, with unsaved changes; None where it can’t be read, or is
    large.
    """

    path: Path
    access: FileAccess
    read: Callable[[Path], str | None]


class Symbol(NamedTuple):
    """A name in a text that can be changed everywhere it stands; `sort` says what has it."""

    name: str
    span: Span
    sort: str


class NamingFile(NamedTuple):
    """A file that defines names which others use, and the kind that it is read as."""

    path: Path
    kind: Kind


@dataclass(frozen=True, slots=True)
class Renaming:
    """The edits that change a name: those of the file that defines it, and of each file that uses it.

    `problem` says why the name can’t be given; then there are no edits.
    """

    edits: tuple[Edit, ...] = ()
    in_users: Mapping[Path, tuple[Edit, ...]] = field(default_factory=dict)
    problem: str = ""


Values = Mapping[str, str | None]


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
        return self.row.form.dialect if self.content is not None else None

    @property
    def sent_from(self) -> int:
        """The offset where the part that is sent to a model begins, such as the end of the frontmatter."""
        return self.row.sending.sent_from(self)

    @cached_property
    def metadata(self) -> Mapping[str, object]:
        """The frontmatter as Python values; empty where there is none or it can't be read."""
        from editor_app.prompts.metadata import read_metadata

        return read_metadata(self.source[: self.sent_from]) if self.frontmatter is not None else {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The variables used in the text, in a system message in its blocks, in order of first use."""
        return self.row.reading.names(self)

    @cached_property
    def lines(self) -> LineIndex:
        """The lines of the source."""
        return LineIndex(self.source)

    @cached_property
    def outline(self) -> tuple[OutlineItem, ...]:
        """The frontmatter, conditions and variables in order, or the blocks, each with its depth."""
        return self.row.reading.outline(self)

    @cached_property
    def variable_names(self) -> Mapping[str, PromptVariable]:
        """The variables by name."""
        return {variable.name: variable for variable in self.variables}


class ReadWith(NamedTuple):
    """Arguments for reading a text: the file's name, the memory of its last revision, and the time now."""

    file_name: str
    memory: object | None = None
    now: datetime | None = None

    @property
    def today(self) -> date | None:
        """The day in UTC, None where the time is not known."""
        return self.now.astimezone(UTC).date() if self.now is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a text is written in.

    `dialect` is that of the text, or of its blocks; `tag_opener` begins the tags that a window counts before
    it reads a text. With `has_free_metadata` the frontmatter may have any keys, for other tools and for
    readers. Where a kind `declares_variables`, a tag whose variable is not declared is a mistake.
    """

    dialect: Dialect | None = None
    tag_opener: str | None = None
    is_markdown: bool = False
    is_data: bool = False
    has_frontmatter: bool = False
    has_free_metadata: bool = False
    declares_variables: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """How a text is read: `read` completes an Analysis of which only the text is known.

    `names` and `outline` return what the Analysis has by these names. What `new_memory` returns is made once
    for each open file and passed to `read` and to what renders, which may then do only what an edit changed.
    `too_much` returns the problem of a text too large for a window, given the text and the file's name.
    `parts` says how many a list shows of what the text consists of, and the noun for one.
    """

    read: Callable[[Analysis, ReadWith], Analysis] = lambda text, _reading: text
    _: KW_ONLY
    names: Callable[[Analysis], tuple[str, ...]] = lambda analysis: (
        analysis.template.names if analysis.template is not None else ()
    )
    outline: Callable[[Analysis], tuple[OutlineItem, ...]] = lambda analysis: outline_of(
        analysis.frontmatter, analysis.template
    )
    new_memory: Callable[[], object | None] = lambda: None
    parts: Callable[[Analysis], tuple[int, str]] = lambda _analysis: (0, "")
    too_much: Callable[[str, str], Diagnostic | None] | None = None
    needs_utf8: bool = False
    may_be_binary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sending:
    """How a text is sent to a model; that of a kind which is sent also renders (`model_text.ModelSending`).

    `sent_from` returns where the part that is sent begins, and `unsent_head` is the part before, in words.
    With `has_role` it is sent as a message with a role of its own, and not as a system text. With
    `has_stable_prefix` it is a system prompt, whose start a provider caches while it stays the same; it is
    made again every turn, or once for a conversation (`is_constructed_once`). `blocks` returns the blocks
    that the text is assembled from.
    `refused` returns the error that a caller gets instead of the text rendered with some values; a kind that
    has it has errors of a PromptErrorType.
    """

    is_sent: ClassVar[bool] = False
    sent_from: Callable[[Analysis], int] = lambda analysis: (
        analysis.frontmatter.body.start if analysis.frontmatter is not None else 0
    )
    unsent_head: str = "frontmatter"
    has_role: bool = False
    has_stable_prefix: bool = False
    is_constructed_once: bool = False
    resolves_variables: bool = False
    blocks: Callable[[Analysis], tuple[Block, ...]] | None = None
    refused: Callable[[Analysis, Values], PromptError | None] | None = None

    @property
    def has_situations(self) -> bool:
        """Whether trials of such a text have situations, and not cases."""
        return self.blocks is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """The names in a text that can be changed, and those of other files.

    `symbol_at` returns the name at an offset, `sort` is that of such names. `names_from` returns the file
    that defines the names a file uses, given the path of that; None for itself. `rename` returns the edits
    that change a name which the file defines, given the files that use it. `linked_problems` returns what is
    wrong with the files that one names, given where their paths may lead, and whether somebody waits, so that
    less may be read. `edit_of_rename` returns the edit that a new name of the file asks for, given the old
    one, the new one and the text.
    """

    symbol_at: Callable[[Analysis, int], Symbol | None] | None = None
    sort: str = "none"
    names_from: Callable[[Analysis, Path], NamingFile | None] | None = None
    rename: Callable[[Analysis, str, str, Mapping[Path, Analysis]], Renaming] | None = None
    linked_problems: Callable[[Analysis, Path, FileAccess, bool], tuple[Diagnostic, ...]] | None = None
    edit_of_rename: Callable[[str, str, str], Edit | None] | None = None


class FolderProblems(NamedTuple):
    """Of a kind of folders: the problems that files in one have by their names, and that of an empty one.

    `by_name` returns the former by the names; `of_empty` that of a folder that has none of its files.
    """

    by_name: Callable[[Path, Sequence[str]], Mapping[str, Diagnostic]]
    of_empty: Callable[[Path], Diagnostic | None]


class FileTest(Enum):
    """What `foreword test` does with a file: renders the cases in it, or plays the run that it describes."""

    CASES = "cases"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class KindRow:
    """Facts and functions of a kind of file; the defaults are those of a plain text that is not sent.

    `completions` returns what can be written at an offset; of the analysis, only the source has to be that of
    now. `new` says how files of the kind begin, where some can be made.
    """

    reading: Reading = Reading()
    _: KW_ONLY
    form: Form = Form()
    sending: Sending = Sending()
    naming: Naming = Naming()
    folder: FolderProblems | None = None
    completions: Callable[[Analysis, int, FilesAround | None], tuple[Completion, ...]] | None = None
    tested: FileTest | None = None
    new: NewFile | None = None


@cache
def row_of(kind: Kind) -> KindRow:
    """Return the row of a kind: `ROW` in the module of `kinds/` with the kind's name, with `_` for `-`."""
    row: KindRow = import_module(f"editor_app.analysis.kinds.{kind.value.replace('-', '_')}").ROW
    return row


def analyse(
    source: str,
    kind: Kind,
    file_name: str,
    *,
    catalog: Catalog = TEMPLATE_CATALOG,
    revision: int = 0,
    memory: object | None = None,
    now: datetime | None = None,
    is_interactive: bool = False,
) -> Analysis:
    """Read a text as its kind says; any text gives an analysis.

    With `is_interactive`, for a user who waits for the result, a text with very many tags or a very large
    data file is not read, which is then its only problem.

    `file_name` is the file's own name, which a prompt's `name` has to match. `memory` is what `new_memory` of
    the kind's row returned for this file: with it, the kind may read only what changed since the last
    revision. `now` is the time that fixes write.
    """
    analysis = Analysis(revision, source, kind, catalog)
    row = row_of(kind)
    limit = too_many_tags(source, row.form.tag_opener) if is_interactive else None
    if limit is not None:
        return replace(analysis, diagnostics=(limit,), is_looked_into=False)
    find = row.reading.too_much if is_interactive else None
    too_much = find(source, file_name) if find is not None else None
    if too_much is not None:
        analysis = replace(analysis, diagnostics=(too_much,))
    else:
        analysis = row.reading.read(analysis, ReadWith(file_name, memory, now))
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
    is_interactive: bool = False,
) -> Analysis:
    """Decode a file's bytes and analyse the text; a wrong encoding is then the only problem."""
    source = decode(data).text
    analysis = analyse(source, kind, file_name, catalog=catalog, now=now, is_interactive=is_interactive)
    return with_encoding_problem(analysis, encoding_problem(data, kind))


def with_encoding_problem(analysis: Analysis, problem: Diagnostic | None) -> Analysis:
    """Return an analysis with the encoding problem as its only problem; the same analysis for None."""
    return analysis if problem is None else replace(analysis, diagnostics=(problem,))


def encoding_problem(data: bytes, kind: Kind) -> Diagnostic | None:
    """Return the problem that bytes are no UTF-8, or are UTF-16 in a kind that is not read so; else None.

    Its span is of the text that `decode` returns for them.
    """
    decoded = decode(data)
    if decoded.bad_byte is None and (
        decoded.format.encoding == "utf-8" or not row_of(kind).reading.needs_utf8
    ):
        return None
    error = encoding_error(data, "")
    assert error is not None
    start = LineIndex(decoded.text).offset(error.line or 1, error.column or 1)
    span = Span(start, min(start + 1, len(decoded.text)))
    args = {"suggestion": error.suggestions[0]}
    return Diagnostic(error.type.value, Severity.ERROR, span, error.message, args)
