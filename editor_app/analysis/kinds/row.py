"""The row of a kind of file: facts about the kind, and pure functions of its analysis."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from editor_app.analysis.outline import OutlineItem, outline_of
from editor_app.template import Dialect
from editor_app.text import Diagnostic, Edit, Span
from editor_app.text.completions import Completion

if TYPE_CHECKING:
    from editor_app.analysis.analysis import Analysis
    from editor_app.analysis.model_text import ModelText, Values
    from editor_app.analysis.trials import Trial
    from editor_app.library.kinds import Kind
    from editor_app.prompts import PromptError
    from editor_app.system_messages.model.entities import Block
    from editor_app.variables import FileAccess


@dataclass(frozen=True, slots=True)
class FilesAround:
    """Where a file lies, and what the files are that it may name: `access` says where their paths may lead.

    `read` returns the text of one as it is now, with unsaved changes; None where it can’t be read, or is
    large.
    """

    path: Path
    access: FileAccess
    read: Callable[[Path], str | None]


class FindLinked(Protocol):
    """Returns what is wrong with the files that a file names; with `somebody_waits` it may read less."""

    def __call__(
        self, analysis: Analysis, path: Path, access: FileAccess, *, somebody_waits: bool = False
    ) -> tuple[Diagnostic, ...]:
        """Look for them; they may lead where `access` says."""


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


class ReadWith(NamedTuple):
    """Arguments for reading a text: the file's name, the memory of its last revision, and the time now."""

    file_name: str
    memory: object | None = None
    now: datetime | None = None

    @property
    def today(self) -> date | None:
        """The day in UTC, None where the time is not known."""
        return self.now.astimezone(UTC).date() if self.now is not None else None


def no_memory() -> None:
    """Return None: nothing is remembered from one revision to the next."""


def never_too_much(source: str, file_name: str) -> Diagnostic | None:
    """Return None: a text of any size is read."""
    del source, file_name
    return None


def names_in_template(analysis: Analysis) -> tuple[str, ...]:
    """Return the variables that the template uses."""
    return analysis.template.names if analysis.template is not None else ()


def outline_of_template(analysis: Analysis) -> tuple[OutlineItem, ...]:
    """Return frontmatter, headings, conditions and variables."""
    return outline_of(analysis.frontmatter, analysis.template)


def below_frontmatter(analysis: Analysis) -> int:
    """Return the offset of the text below the frontmatter."""
    return analysis.frontmatter.body.start if analysis.frontmatter is not None else 0


def no_text(
    analysis: Analysis, given: Mapping[str, str], trial: Trial, memory: object | None
) -> ModelText | None:
    """Return None: files of this kind are not sent to a model."""
    del analysis, given, trial, memory
    return None


def never_refused(analysis: Analysis, given: Values) -> PromptError | None:
    """Return None: any values can be sent."""
    del analysis, given
    return None


def no_name_problems(folder: Path, names: Sequence[str]) -> Mapping[str, Diagnostic]:
    """Return no problem: files of any names may be in one folder."""
    del folder, names
    return {}


def no_linked_problems(
    analysis: Analysis, path: Path, access: FileAccess, *, somebody_waits: bool = False
) -> tuple[Diagnostic, ...]:
    """Return no problem: files of this kind name no others."""
    del analysis, path, access, somebody_waits
    return ()


def no_completions(analysis: Analysis, offset: int, around: FilesAround | None) -> tuple[Completion, ...]:
    """Return nothing: what can be written there is not known."""
    del analysis, offset, around
    return ()


def variable_completions(
    analysis: Analysis, offset: int, around: FilesAround | None
) -> tuple[Completion, ...]:
    """Return the variables of the catalog that the tag at an offset can name."""
    del around
    from editor_app.variables.tag_completion import complete_variables

    return complete_variables(analysis.source, offset, analysis.catalog)


def no_symbol(analysis: Analysis, offset: int) -> Symbol | None:
    """Return None: nothing in the text has a name that can be changed."""
    del analysis, offset
    return None


def nothing_named(analysis: Analysis, path: Path) -> NamingFile | None:
    """Return None: the names in the text are its own."""
    del analysis, path
    return None


def no_rename(analysis: Analysis, old: str, new: str, users: Mapping[Path, Analysis]) -> Renaming:
    """Return no edits."""
    del analysis, old, new, users
    return Renaming()


def no_edit_of_rename(old_name: str, new_name: str, source: str) -> Edit | None:
    """Return None: nothing in the text depends on the file's name."""
    del old_name, new_name, source
    return None


def no_folder_problem(folder: Path) -> Diagnostic | None:
    """Return None: no folder has to hold files of this kind."""
    del folder
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class KindRow:
    """Facts and functions of a kind of file; the defaults are those of a plain text that is not sent.

    Writing: `dialect` is that of its text, or of its blocks; `tag_opener` begins the tags that a window
    counts before it reads a text. `declares_variables`: a tag whose variable is not declared is a mistake.

    Reading: `read` completes an Analysis of which only the text is known. What `new_memory` returns is made
    once for each open file and passed to `read` and `render`, which may then do only what an edit changed;
    `reads_only_edits` says that they do. `too_much` returns the problem of a text too large for a window.

    Rendering: `render` gets the given values, the trial they come from, and the memory. `refused` returns the
    error that a caller gets instead of the text rendered with these values.
    """

    read: Callable[[Analysis, ReadWith], Analysis]

    dialect: Dialect | None = None
    tag_opener: str | None = None
    is_markdown: bool = False
    is_data: bool = False
    has_frontmatter: bool = False
    has_free_metadata: bool = False
    """Whether its frontmatter may have any keys, for other tools and for readers."""
    declares_variables: bool = False

    new_memory: Callable[[], object | None] = no_memory
    reads_only_edits: bool = False
    too_much: Callable[[str, str], Diagnostic | None] = never_too_much
    needs_utf8: bool = False
    may_be_binary: bool = False
    has_typed_errors: bool = False
    """Whether its errors are of a PromptErrorType, as callers of prompts expect."""

    names: Callable[[Analysis], tuple[str, ...]] = names_in_template
    outline: Callable[[Analysis], tuple[OutlineItem, ...]] = outline_of_template
    blocks: Callable[[Analysis], tuple[Block, ...]] | None = None
    """Returns the blocks that a file is assembled from; None for a kind without blocks."""
    sent_from: Callable[[Analysis], int] = below_frontmatter
    unsent_head: str = "frontmatter"
    """The part of the file before `sent_from`, in words."""

    is_sent: bool = False
    has_role: bool = False
    """Whether it is sent as a message with a role of its own, and not as a system text."""
    has_stable_prefix: bool = False
    """Whether it renders to a system prompt, whose start a provider caches while it stays the same."""
    is_constructed_once: bool = False
    """Whether its text is made once for a conversation; other system prompts are made again every turn."""
    resolves_variables: bool = False
    has_situations: bool = False
    """Whether its trials have situations; those of other kinds have cases."""
    holds_cases: bool = False
    is_played: bool = False
    """Whether it is a scenario of a run, with what is expected of that."""
    render: Callable[[Analysis, Mapping[str, str], Trial, object | None], ModelText | None] = no_text
    refused: Callable[[Analysis, Values], PromptError | None] = never_refused
    name_problems: Callable[[Path, Sequence[str]], Mapping[str, Diagnostic]] = no_name_problems
    """Of a kind of folders: returns the problems that files in one have by their names, by name."""
    folder_problem: Callable[[Path], Diagnostic | None] = no_folder_problem
    """Of a kind of folders: returns the problem of one that has none of its files."""
    linked_problems: FindLinked = no_linked_problems
    """Returns what is wrong with the files a file names, given its path and where theirs may lead."""
    edit_of_rename: Callable[[str, str, str], Edit | None] = no_edit_of_rename
    """Returns the edit that a new name of the file asks for, given the old one, the new one and the text."""
    completions: Callable[[Analysis, int, FilesAround | None], tuple[Completion, ...]] = no_completions
    """Returns what can be written at an offset; of the analysis, only the source has to be that of now."""
    symbol_at: Callable[[Analysis, int], Symbol | None] = no_symbol
    """Returns the name at an offset that can be changed."""
    names_from: Callable[[Analysis, Path], NamingFile | None] = nothing_named
    """Returns the file that defines the names a file uses, given the path of that; None for itself."""
    rename: Callable[[Analysis, str, str, Mapping[Path, Analysis]], Renaming] = no_rename
    """Returns the edits that change a name which the file defines, given the files that use it."""
