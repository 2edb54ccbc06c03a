"""What the name of a prompt or of the template gives, and rendering it: for the command line and the API."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from editor_app.analysis.analysis import Analysis, read_document
from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.analysis.library_facts.index import BUILT_IN, INVALID
from editor_app.analysis.model_text import ModelText
from editor_app.analysis.model_text import render as render_analysis
from editor_app.analysis.trials import Trial, cases_of, resolve_for
from editor_app.clock import Clock
from editor_app.library.files.reading import FileError, quoted, read_file
from editor_app.library.folders import Library, Origin, access_of
from editor_app.library.kinds import PROMPT_KIND, STANDARD_KINDS, Kind
from editor_app.library.paths import built_in_name, built_in_words
from editor_app.library.trust.trust import is_part_of
from editor_app.library.unused_values import unused_warnings
from editor_app.prompts.cases.cases import Case
from editor_app.prompts.entities import PromptError, PromptErrorType, PromptSource
from editor_app.prompts.loading import Status, load_prompt
from editor_app.template.dialect import Dialect
from editor_app.template.template import parse
from editor_app.template.variable_values import blank_effect
from editor_app.text import Sentence, Severity, Span, decode, nearest, some_of, together
from editor_app.variables.access import Refusal
from editor_app.variables.catalog import LACKING_CAUSES, Catalog, Cause, short_name
from editor_app.wire.problems import FORMAT, JsonObject, Problem, problem_of_error, problems_of

if TYPE_CHECKING:
    from editor_app.conversations.results import Construction

STANDARD_INPUT = "-"
CASES_SUFFIX = ".cases.yaml"


@dataclass(frozen=True, slots=True)
class Source:
    """A text with its problems; `path` is None for standard input, `shown` is how messages name it."""

    path: Path | None
    shown: str
    analysis: Analysis
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that are errors, which keep the text from being used."""
        return tuple(problem for problem in self.problems if problem.severity is Severity.ERROR)


@dataclass(frozen=True, slots=True)
class NamedSource:
    """A text that a name or a path gives: where it was loaded from, its cases files, warnings and problems.

    `source` is None where no file could be used; `problems` say why, or why another one was passed over.
    What a name gives has the status that `list` shows, and a prompt its version.
    """

    source: Source | None
    origin: PromptSource
    library: Library | None
    cases: tuple[Path, ...] = ()
    warnings: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    status: str = ""
    version: str | None = None


class NoSuchName(Exception):  # noqa: N818  a result of looking, not a bug
    """No prompt has the name; `looked_in` are the folders, `suggestions` names that are near."""

    def __init__(self, name: str, looked_in: Sequence[Path], suggestions: Sequence[str]) -> None:
        """Keep what was looked for, and where."""
        super().__init__(name)
        self.name = name
        self.looked_in = tuple(looked_in)
        self.suggestions = tuple(suggestions)


Show = Callable[[Path | None], str]
"""How a path is named in messages."""


def source_from(
    data: bytes, path: Path | None, kind: Kind, catalog: Catalog, *, now: datetime, show: Show
) -> Source:
    """Analyse a file's bytes; a wrong encoding is then the only problem."""
    name = "" if path is None else path.name
    analysis = read_document(data, kind, name, catalog=catalog, now=now)
    file_path = STANDARD_INPUT if path is None else str(path)
    in_prompt = analysis.row.sending.refused is not None
    problems = problems_of(analysis.diagnostics, file_path, analysis.lines, in_prompt=in_prompt)
    shown = (built_in_words(path) if path is not None else "") or show(path)
    return Source(path, shown, analysis, problems)


def found_source(source: Source, library: Library | None) -> NamedSource:
    """Return a file that was read by its path as a NamedSource."""
    path = source.path
    if path is None:
        return NamedSource(source, PromptSource(Origin.USER, STANDARD_INPUT), library)
    origin = library.origin_of(path) if library is not None else Origin.USER
    return NamedSource(source, PromptSource(origin, str(path)), library, cases_of(path, library))


def find_named(name: str, library: Library, *, now: datetime, show: Show = str) -> NamedSource:
    """Find the template, the instructions or a prompt by its name; raises NoSuchName where there is none."""
    if name in STANDARD_KINDS:
        return find_standard(name, library, now=now, show=show)
    return find_prompt(name, library, now=now, show=show)


def find_standard(name: str, library: Library, *, now: datetime, show: Show = str) -> NamedSource:
    """Read the template or the instructions: the user's, else the default."""
    is_own = library.has_own_text(name)
    path = library.text_in_effect(name)
    data = read_file(path, access=library.access).data
    source = source_from(data, path, STANDARD_KINDS[name], catalog_of(library), now=now, show=show)
    named = found_source(source, library)
    if is_own:
        return replace(named, status=Status.USER)
    status = BUILT_IN if built_in_name(path) is not None else Status.DEFAULT
    return replace(named, origin=replace(named.origin, is_fallback=True), status=status)


def find_prompt(name: str, library: Library, *, now: datetime, show: Show = str) -> NamedSource:
    """Load a prompt by its name; raises NoSuchName where there is none, an invalid one has problems."""
    folders = library.prompt_dirs
    cases = tuple(folder / f"{name}{CASES_SUFFIX}" for folder in folders)
    try:
        loaded = load_prompt(name, library.user_dir, library.default_dir, access=library.access)
    except PromptError as error:
        causes = [cause for cause in error.causes if cause.type is not PromptErrorType.FILE_NOT_FOUND]
        if not causes:
            near = error.suggestions or nearest(name, STANDARD_KINDS)
            raise NoSuchName(name, folders, near) from error
        origin = PromptSource(Origin.USER, causes[0].file_path)
        problems = tuple(map(problem_of_error, causes))
        return NamedSource(None, origin, library, cases, problems=problems, status=INVALID)
    path = Path(loaded.prompt.source.file_path)
    data = read_file(path, access=library.access).data
    source = source_from(data, path, PROMPT_KIND, catalog_of(library), now=now, show=show)
    warnings = loaded.warnings if loaded.status is Status.FALLBACK else ()
    passed_over = [
        error for candidate in loaded.tried if candidate.prompt is None for error in candidate.errors
    ]
    problems = tuple(map(problem_of_error, passed_over))
    status, version = loaded.status, loaded.prompt.version
    return NamedSource(source, loaded.prompt.source, library, cases, warnings, problems, status, version)


def render_source(
    named: NamedSource, trial: Trial, clock: Clock, *, follows_links: bool = True
) -> tuple[ModelText | None, tuple[Problem, ...]]:
    """Return what the model gets of a text that is sent to one, and the problems that keep it from that.

    Without `follows_links` the trial's folder has to be one whose links are resolved, and has to stay so.
    """
    source = named.source
    if source is None or source.errors:
        return None, source.errors if source else named.problems
    snapshot = resolve_for(source.analysis, trial, named.library, clock, follows_links=follows_links)
    result = render_analysis(source.analysis, replace(trial, snapshot=snapshot))
    assert result is not None  # only kinds that are sent to a model are rendered
    if not result.missing_required:
        return result, ()
    refused = source.analysis.row.sending.refused
    error = None if refused is None else refused(source.analysis, result.given)
    if error is None:
        return result, ()
    return result, (replace(problem_of_error(error), file_path=str(source.path or STANDARD_INPUT)),)


def named_document(name: str, named: NamedSource) -> JsonObject:
    """Return a prompt or the template as the API shows it: as in a list, with its text and its problems.

    The text is that of the file in `filePath`, null where that cannot be read.
    """
    source = named.source
    problems = [*named.problems, *(source.problems if source is not None else ())]
    return {
        "format": FORMAT,
        "name": name,
        "status": named.status,
        "version": named.version,
        "filePath": named.origin.file_path,
        "text": _text_of(named) if source is None else source.analysis.source,
        "problems": [problem.to_json() for problem in problems],
    }


def _text_of(named: NamedSource) -> str | None:
    access = access_of(named.library)
    try:
        decoded = decode(read_file(Path(named.origin.file_path), access=access).data)
    except FileError:
        return None
    return decoded.text if decoded.bad_byte is None else None


_MOST_LISTED = 20


class Advice(NamedTuple):
    """What to do about a variable that may not be read.

    `trust` is a sentence that says how a folder is trusted; where there are `workspaces`, it is about those
    alone. `allow` returns what allows a file, None where nothing does.
    """

    trust: str
    allow: Callable[[Path], str] | None = None
    workspaces: tuple[Path, ...] = ()

    def trust_in(self, folder: Path | str) -> str:
        """Return the sentence that says how a folder is trusted, which may be in another repository."""
        if self.workspaces and not any(is_part_of(Path(folder), workspace) for workspace in self.workspaces):
            return Sentence("wire.trust-in-window")
        return self.trust

    def on_refusal(self, refusal: Refusal) -> str:
        """Return the sentences that say what lets a path lead where it does."""
        told = [self.trust] if refusal.lacks_trust else []
        if refusal.needs_allowance and self.allow is not None:
            told.append(Sentence("wire.allows-it", option=self.allow(refusal.end)))
        return together(told)


def render_warnings(
    named: NamedSource, result: ModelText, about_given: Iterable[str], advice: Advice
) -> tuple[str, ...]:
    """Return the warnings of a text that was rendered; `about_given` are those about what it was given."""
    shown = named.source.shown if named.source is not None else named.origin.file_path
    return (*named.warnings, *about_given, *result.warnings, *unresolved_lines(result, shown, advice))


def unused_values(named: NamedSource, names: Iterable[str], case: Case | None) -> Iterator[str]:
    """Return warnings about the given values that the text does not use; those of the case may be unused."""
    analysis = named.source.analysis if named.source else None
    if analysis is None:
        return iter(())
    known = dict.fromkeys([*analysis.variable_names, *analysis.names])
    of_case = case.values if case is not None else {}
    unused = [name for name in names if name not in known and name not in of_case]
    return unused_warnings(unused, lambda name: nearest(name, known))


def place_in_file(result: ModelText, span: Span, shown: str) -> str:
    """Return `path:line:column` of a span in the file that is `shown`."""
    line, column = result.analysis.lines.position(span.start)
    return f"{shown}:{line}:{column}"


def unresolved_lines(result: ModelText, shown: str, advice: Advice) -> Iterator[str]:
    """Yield a line for each variable that was refused or could not be read, and what its tag gives.

    Those that are blank only because their folder is not trusted are in one line, the last.
    """
    for blank in result.unresolved:
        if blank.cause is Cause.NOT_TRUSTED:
            continue
        place, path = place_in_file(result, blank.span, shown), _file_to_allow(result, blank.name)
        line = _unresolved(place, blank_effect(blank.tag), blank.tag, blank.sentence)
        yield with_advice(line, blank.cause, path, advice)
    yield from untrusted_lines(result, advice)


def untrusted_lines(result: ModelText, advice: Advice) -> Iterator[str]:
    """Yield a line that names what is blank for want of trust, if anything is, and says what to do."""
    names = (blank.name for blank in result.unresolved if blank.cause is Cause.NOT_TRUSTED)
    files = {name: _file_to_allow(result, name) for name in names}
    folder = result.snapshot.context.cwd if result.snapshot is not None else None
    if files and folder is not None:
        yield untrusted_line(folder, files, advice)


def lacking_lines(
    prompts: Iterable[Construction], advice: Advice, show: Callable[[Path], str] = str
) -> Iterator[str]:
    """Yield lines about what is blank in some prompts for want of trust or a grant, each once."""
    untrusted: dict[str, dict[str, Path | None]] = {}
    lines: dict[str, None] = {}
    for prompt in prompts:
        files = untrusted.setdefault(prompt.cwd, {})
        lines |= dict.fromkeys(failed_lines(prompt, LACKING_CAUSES, files, advice, show))
    yield from lines
    for folder, of_folder in untrusted.items():
        if of_folder:
            yield untrusted_line(folder, of_folder, advice)


def failed_lines(
    construction: Construction,
    causes: frozenset[Cause],
    untrusted: dict[str, Path | None],
    advice: Advice,
    show: Callable[[Path], str] = str,
) -> Iterator[str]:
    """Yield a line for each tag that failed; what lacks trust is put into `untrusted`, with its file."""
    path = construction.template.path
    shown = show(path) if path is not None else Sentence("wire.built-in-template")
    for blank in construction.blank:
        for name in parse(blank.tag, Dialect.BRACKETS).names if blank.cause in causes else ():
            note = construction.notes.get(name)
            needed = note.path if note is not None else None
            if blank.cause is Cause.NOT_TRUSTED:
                untrusted.setdefault(name, needed)
            else:
                line = _unresolved(shown, blank.effect, blank.tag, blank.message)
                yield with_advice(line, blank.cause, needed, advice)


def _unresolved(place: str, effect: str, tag: str, reason: str) -> Sentence:
    return Sentence("wire.unresolved", place=place, effect=effect, tag=tag, reason=reason)


def with_advice(line: str, cause: Cause, path: Path | None, advice: Advice) -> str:
    """Return a line about a variable with what allows its file, where that is what it lacks."""
    if cause is not Cause.NEEDS_GRANT or path is None or advice.allow is None:
        return line
    return together((line, Sentence("wire.allows-it", option=advice.allow(path))))


def untrusted_line(folder: Path | str, files: Mapping[str, Path | None], advice: Advice) -> str:
    """Return the line about variables of a folder that is not trusted, with the files to allow besides."""
    names = some_of([f"[{short_name(name)}]" for name in files], _MOST_LISTED)
    line = Sentence("wire.blank-in-restricted", count=len(files), folder=quoted(folder), names=names)
    needing = ((name, path) for name, path in files.items() if path is not None)  # trust is not enough
    needed = [
        Sentence("wire.needs-allowance", name=short_name(name), option=advice.allow(path))
        for name, path in islice(needing, _MOST_LISTED)
        if advice.allow is not None
    ]
    besides = Sentence("wire.besides", needs=needed) if needed else ""
    return together((line, advice.trust_in(folder), besides))


def _file_to_allow(result: ModelText, name: str) -> Path | None:
    note = result.snapshot.notes.get(name) if result.snapshot is not None else None
    return note.path if note is not None else None
