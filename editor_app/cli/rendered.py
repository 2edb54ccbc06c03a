"""What the model gets from a file or a prompt's name, with the values a command line gives."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from editor_app.analysis import (
    RESOLVED_KINDS,
    ModelText,
    Trial,
    cases_of,
    catalog_of,
    render,
    resolve_for,
    workspace_of,
)
from editor_app.cli.blanks import unresolved_lines
from editor_app.cli.command_line import SITUATION_OPTIONS, Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.given_values import Values, find_case, given_values
from editor_app.cli.paths import STANDARD_INPUT, absolute, is_path, show_path
from editor_app.cli.sources import (
    Source,
    library_of,
    not_found,
    open_current_library,
    read_source,
    source_from,
)
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library import (
    HEAD_BYTES,
    TEMPLATE_NAME,
    Kind,
    Library,
    is_file,
    is_folder,
    kind_of,
    named_folder,
    quoted,
    read_file,
)
from editor_app.prompts import (
    Case,
    Origin,
    PromptError,
    PromptErrorType,
    PromptSource,
    Status,
    cases_path,
    load_prompt,
)
from editor_app.system_messages import Situation
from editor_app.text import nearest
from editor_app.variables import Snapshot
from editor_app.wire import Problem, problem_of_error

CASES_SUFFIX = ".cases.yaml"

_SENT = {Kind.PROMPT, Kind.DOCUMENT, Kind.TEMPLATE, Kind.SYSTEM_MESSAGE}


@dataclass(frozen=True, slots=True)
class Found:
    """A text that a command line names: where it was found, and what is wrong with it or its neighbours.

    `source` is None where no file could be used; `problems` say why.
    """

    source: Source | None
    origin: PromptSource
    library: Library | None
    cases: tuple[Path, ...] = ()
    warnings: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Rendered:
    """What the model gets, or the problems because of which it gets nothing."""

    found: Found
    gets: ModelText | None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()
    value_origins: Mapping[str, str] = field(default_factory=dict)

    @property
    def all_warnings(self) -> tuple[str, ...]:
        """The warnings, and what is blank or left out for want of a value that could not be had."""
        if self.gets is None or self.found.source is None or self.problems:
            return self.warnings
        return (*self.warnings, *unresolved_lines(self.gets, self.found.source.shown))


def render_word(word: str, arguments: Arguments, streams: Streams) -> Rendered:
    """Find, read and render what a word on the command line names."""
    found = find(word, arguments, streams)
    case = None
    if arguments.case is not None:
        case = find_case(arguments.case, _cases_file(found))
    values, origins = given_values(arguments, case)
    situation = _situation(found, arguments)
    rendered = render_found(found, values, arguments, case, situation)
    unused = _unused(found, (name for name in values if case is None or name not in case.values))
    warnings = (*found.warnings, *unused, *_doubts(found, arguments), *_amiss(rendered.gets))
    if situation is not None and arguments.situation is not None:
        saved = dict.fromkeys(situation.values, f"the situation ‘{arguments.situation}’")
        origins = {**saved, **origins}
    return replace(rendered, warnings=warnings, value_origins=origins)


def render_found(
    found: Found,
    values: Values,
    arguments: Arguments,
    case: Case | None,
    situation: Situation | None = None,
) -> Rendered:
    """Render a text, unless it has errors or lacks a required value; a system message, for a situation."""
    source = found.source
    if source is None or source.errors:
        return Rendered(found, None, source.errors if source else found.problems)
    snapshot = _snapshot(found, source, arguments, case)
    if situation is None:
        gets = render(source.analysis, Trial(values, snapshot=snapshot))
    else:
        from editor_app.cli.given_situation import assembly_options

        options = assembly_options(arguments)
        trial = Trial(values, situation=situation, options=options, snapshot=snapshot)
        gets = render(source.analysis, trial)
    assert gets is not None  # find() lets only kinds through that are sent
    if not gets.missing_required:
        return Rendered(found, gets)
    return Rendered(found, gets, _missing(source, values))


def find(word: str, arguments: Arguments, streams: Streams) -> Found:
    """Find a file by its path, else a prompt or the system-prompt template by its name."""
    if not is_path(word):
        here = open_current_library(arguments, streams)
        return _find_template(here) if word == TEMPLATE_NAME else _find_prompt(word, here)
    library = None if word == STANDARD_INPUT else library_of(absolute(word), arguments, streams)
    source = read_source(word, arguments, library)
    if source.analysis.kind not in _SENT:
        kinds = ", ".join(sorted(_SENT))
        sentence = f"‘{source.shown}’ is no text that is sent to a model. Choose a file of kind {kinds}."
        raise Failure("kind", sentence, path=source.path)
    return found_file(source, library)


def find_for_cases(cases: Path, library: Library | None) -> Found | None:
    """Find what a cases file belongs to: the library’s prompt of that name, else the file beside it.

    The user's cases of the system-prompt template may lie beside none: then it is the default.
    """
    name = cases.name.removesuffix(CASES_SUFFIX)
    beside = [cases.with_name(name + suffix) for suffix in (".md", ".tmpl")]
    for path in filter(is_file, beside):
        data = read_file(path).data
        kind = kind_of(library, path, data[:HEAD_BYTES])
        if kind in _SENT and not (kind is Kind.PROMPT and library):
            return found_file(source_from(data, path, kind, catalog_of(library)), library)
    if library is None:
        return None
    relative = library.name_in_dirs(cases)
    if relative is None:
        return None
    try:
        return _find_prompt(relative.removesuffix(CASES_SUFFIX), library)
    except Failure:
        return _find_template(library) if cases == cases_path(library.own_template) else None


def found_file(source: Source, library: Library | None) -> Found:
    """Return a file read by its path as what was found."""
    path = source.path
    if path is None:
        return Found(source, PromptSource(Origin.USER, STANDARD_INPUT), library)
    origin = library.origin_of(path) if library is not None else Origin.USER
    return Found(source, PromptSource(origin, str(path)), library, cases_of(path, library))


def _find_template(library: Library) -> Found:
    """Read the system-prompt template: the user's, else the default."""
    is_own = library.has_own_template
    path = library.own_template if is_own else library.default_template
    source = source_from(read_file(path).data, path, Kind.TEMPLATE, catalog_of(library))
    found = found_file(source, library)
    return found if is_own else replace(found, origin=replace(found.origin, is_fallback=True))


def _find_prompt(name: str, library: Library) -> Found:
    """Load a prompt by its name: one that is nowhere raises Failure, one that is broken is a problem."""
    folders = library.prompt_dirs
    cases = tuple(folder / f"{name}{CASES_SUFFIX}" for folder in folders)
    try:
        loaded = load_prompt(name, library.user_dir, library.default_dir)
    except PromptError as error:
        causes = [cause for cause in error.causes if cause.type is not PromptErrorType.FILE_NOT_FOUND]
        if not causes:
            near = error.suggestions or nearest(name, [TEMPLATE_NAME])
            raise not_found(name, folders, near) from error
        origin = PromptSource(Origin.USER, causes[0].file_path)
        return Found(None, origin, library, cases, problems=tuple(map(problem_of_error, causes)))
    path = Path(loaded.prompt.source.file_path)
    source = source_from(read_file(path).data, path, Kind.PROMPT, catalog_of(library))
    warnings = loaded.warnings if loaded.status is Status.FALLBACK else ()
    return Found(source, loaded.prompt.source, library, cases, warnings)


def _cases_file(found: Found) -> Path:
    if found.source is not None and found.source.analysis.kind is Kind.SYSTEM_MESSAGE:
        raise Failure("usage", "A system message has situations, not cases. Name one with ‘--situation’.")
    if not found.cases:
        raise Failure("usage", "Standard input has no cases. Name a file, or give values with ‘--set’.")
    there = next((path for path in found.cases if os.path.lexists(path)), None)
    if there is None:
        shown = show_path(found.cases[0])
        raise Failure("not-found", f"There is no cases file ‘{shown}’.", path=found.cases[0])
    return there


def _unused(found: Found, given: Iterable[str]) -> Iterator[str]:
    """Yield a warning for each value that was given for nothing, most likely by a slip in its name."""
    analysis = found.source.analysis if found.source else None
    if analysis is None:
        return
    known = dict.fromkeys([*analysis.variable_names, *analysis.names])
    for name in (name for name in given if name not in known):
        near = nearest(name, known)
        meant = f" Did you mean ‘{near[0]}’?" if near else ""
        yield f"The value given for {quoted(name)} is not used.{meant}"


def _snapshot(found: Found, source: Source, arguments: Arguments, case: Case | None) -> Snapshot | None:
    """Resolve what a template or a message names; the other kinds name nothing that could be."""
    if source.analysis.kind not in RESOLVED_KINDS:
        return None
    workspace = _workspace(found, arguments)
    if arguments.cwd is None and case is not None and case.cwd is not None:
        workspace = _folder_of_case(case.name, case.cwd, workspace, found.library)
    trial = Trial(
        case=case,
        cwd=workspace,
        model=arguments.model,
        conversation_id=arguments.conversation,
        allowed_files=tuple(absolute(path) for path in arguments.allow_file),
    )
    return resolve_for(source.analysis, trial, found.library, utc_now)


def _workspace(found: Found, arguments: Arguments) -> Path:
    """Return where variables look, and where the paths of a situation start."""
    if arguments.cwd is not None:
        return _folder(absolute(arguments.cwd))
    path = found.source.path if found.source is not None else None
    return workspace_of(found.library, Path.cwd() if path is None else path.parent)


def _folder_of_case(name: str, cwd: str, workspace: Path, library: Library | None) -> Path:
    bounds = (workspace, library.bounds) if library else (workspace,)
    folder = named_folder(workspace, cwd, *bounds)
    if folder is None:
        raise Failure(
            "file",
            f"The case {quoted(name)} looks in {quoted(cwd)}, which lies outside {bounds[-1]}. Name a folder "
            "in there; ‘foreword render’ and ‘explain’ look in another one that ‘--cwd’ names.",
        )
    return _folder(folder)


def _situation(found: Found, arguments: Arguments) -> Situation | None:
    """Return what a system message is assembled for; any other kind takes no options for it."""
    source = found.source
    if source is not None and source.analysis.kind is Kind.SYSTEM_MESSAGE:
        from editor_app.cli.given_situation import given_situation

        return given_situation(arguments, source.path, _workspace(found, arguments))
    kind = Kind.PROMPT if source is None else source.analysis.kind
    shown = found.origin.file_path if source is None else source.shown
    for option in SITUATION_OPTIONS:
        if getattr(arguments, option.removeprefix("--").replace("-", "_")):
            sentence = f"‘{option}’ is for system messages, and ‘{shown}’ is of kind {kind}. Leave it out."
            raise Failure("usage", sentence)
    return None


def _doubts(found: Found, arguments: Arguments) -> Iterator[str]:
    if found.source is not None and found.source.analysis.message is not None:
        from editor_app.cli.given_situation import doubts

        yield from doubts(arguments, found.source.analysis.message.blocks)


def _amiss(gets: ModelText | None) -> tuple[str, ...]:
    """Return what is amiss with a message as it was put together."""
    if gets is None or gets.analysis.message is None:
        return ()
    from editor_app.analysis import AssembledText

    assert isinstance(gets, AssembledText)
    return gets.warnings


def _folder(path: Path) -> Path:
    if not is_folder(path):
        raise Failure(
            "file", f"‘{show_path(path)}’ is no folder. Name the one variables should look in.", path=path
        )
    return path


def _missing(source: Source, values: Values) -> tuple[Problem, ...]:
    """Return the error that a prompt raises when it is rendered without a value it requires."""
    prompt = source.analysis.prompt
    assert prompt is not None  # only prompts require anything
    problems: tuple[Problem, ...] = ()
    try:
        prompt.render(values)
    except PromptError as error:
        problems = (replace(problem_of_error(error), file_path=str(source.path or STANDARD_INPUT)),)
    return problems
