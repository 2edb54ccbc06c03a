"""Prompts over HTTP: listed as `foreword list` does, read, and rendered as `foreword render` does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from editor_app.analysis.trials import Trial
from editor_app.conversations.arguments import check_id, check_model, check_values
from editor_app.http_api.answers import Answer, ErrorAnswer
from editor_app.http_api.endpoints import ADVICE, Call
from editor_app.http_api.reading import shortened
from editor_app.library.files.reading import FileError, read_file
from editor_app.library.folders import Library, access_of, named_folder, why_not_named
from editor_app.prompts.cases.cases import Case, read_cases
from editor_app.prompts.names import is_name
from editor_app.text import Sentence, Severity, decode, meant, nearest
from editor_app.wire.documents import list_document, list_library, render_document
from editor_app.wire.named_texts import (
    NamedSource,
    NoSuchName,
    find_named,
    named_document,
    render_source,
    render_warnings,
    unused_values,
)

_CWD = "prompt:cwd"


def list_prompts(call: Call) -> Answer:
    """Return the prompts and the other files of the library."""
    library = call.served.opened_library()
    return Answer(list_document(*list_library(library, call.served.clock())))


def get_prompt(call: Call) -> Answer:
    """Return a prompt, or the template, with its text and problems; an unusable one, too."""
    return Answer(named_document(call.name, _find(call, call.served.opened_library())))


def render_prompt(call: Call) -> Answer:
    """Return what the model gets of a prompt, or of the template, with a case and values."""
    library = call.served.opened_library()
    fields = call.fields
    place = call.place_of(fields["cwd"]) if "cwd" in fields else None
    named = _find(call, library)
    case = _case(fields["case"], named) if "case" in fields else None
    trial, about_trust = _trial(call, named, case, place)
    result, problems = render_source(named, trial, call.served.clock, follows_links=False)
    if result is None or problems:
        raise _unusable(call.name, replace(named, problems=problems))
    about_given = (*about_trust, *unused_values(named, fields.get("values", {}), case))
    advice = ADVICE._replace(workspaces=call.served.permissions.workspaces_of(library))
    return Answer(render_document(result, named.origin, render_warnings(named, result, about_given, advice)))


def check_rendering(call: Call) -> None:
    """Refuse what can be the name of no prompt, and an id and a model that cannot be."""
    check_name(call)
    fields = call.fields
    if "conversationId" in fields:
        check_id(fields["conversationId"])
    check_model(fields.get("model"))


def check_name(call: Call) -> None:
    """Refuse what can be the name of no prompt; a path out of the library is one."""
    if not is_name(call.name):
        raise ErrorAnswer("not-found", Sentence("http-api.not-a-name", name=shortened(call.name)))


def _find(call: Call, library: Library) -> NamedSource:
    try:
        return find_named(call.name, library, now=call.served.clock())
    except NoSuchName as error:
        missing = Sentence("http-api.no-prompt", name=shortened(call.name))
        listed = meant(error.suggestions, Sentence("http-api.prompts-are-listed"))
        raise ErrorAnswer("not-found", missing, listed, suggestions=error.suggestions) from None


def _unusable(name: str, named: NamedSource) -> ErrorAnswer:
    problems = named.problems
    unusable = Sentence("http-api.prompt-unusable", name=shortened(name))
    first = problems[0].message if problems else ""
    return ErrorAnswer("unusable-prompt", unusable, first, problems=problems)


def _case(name: str, named: NamedSource) -> Case:
    access = access_of(named.library)
    names: list[str] = []
    for path in named.cases:
        try:
            text = decode(read_file(path, access=access).data).text
        except FileError:  # mostly the user's cases, which need not be there
            continue
        cases, problems = read_cases(text)
        case = cases.find(name)
        if case is not None:
            return case
        if any(problem.severity is Severity.ERROR for problem in problems):
            missing = Sentence("http-api.no-case-in", name=shortened(name), file=path.name)
            raise ErrorAnswer("unusable-cases", missing)
        names = [case.name for case in cases.cases]
        break  # the user's cases stand for those of the default
    near = nearest(name, names)
    missing = Sentence("http-api.no-case", name=shortened(name))
    raise ErrorAnswer("no-case", missing, meant(near), suggestions=near)


def _trial(
    call: Call, named: NamedSource, case: Case | None, place: Path | None
) -> tuple[Trial, tuple[str, ...]]:
    """Return what a prompt is tried with, and sentences about trust that is not usable."""
    fields = call.fields
    values = {**(case.values if case is not None else {}), **fields.get("values", {})}
    trial = Trial(values, case=case, model=fields.get("model"), conversation_id=fields.get("conversationId"))
    source = named.source
    if source is None or source.errors or not source.analysis.row.sending.resolves_variables:
        return trial, ()
    check_values({name: value or "" for name, value in fields.get("values", {}).items()})
    assert named.library is not None  # a name is looked up in one
    cwd = fields["cwd"] if place is not None else str(_folder_of(case, named.library))
    place = place or call.place_of(cwd)
    values.setdefault(_CWD, cwd)  # as it was given; files and git are looked up where it leads
    trust = call.served.permissions.in_folder(place, named.library)
    trial = replace(trial, cwd=place, trusted=trust.is_trusted, allowed_files=trust.allowed_files)
    return trial, trust.warnings


def _folder_of(case: Case | None, library: Library) -> Path:
    """Return the folder of a case, else the library's workspace."""
    if case is None or case.cwd is None:
        return library.workspace
    bounds = (library.workspace, library.bounds)
    folder = named_folder(library.workspace, case.cwd, *bounds)
    if folder is None:
        why = why_not_named(library.workspace, case.cwd, *bounds)
        folder_name = shortened(case.cwd)
        outside = Sentence("http-api.folder-of-case", case=case.name, folder=folder_name, **why)
        raise ErrorAnswer("outside-workspaces", outside)
    return folder
