"""Rendering a file to the text that a model gets, in one call."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from editor_app.analysis.analysis import Analysis, read_document
from editor_app.analysis.explanation import Explanation, explain_at
from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.analysis.model_text import ModelText, render
from editor_app.analysis.trials import Trial, cases_of, resolve_for, workspace_of
from editor_app.clock import utc_now
from editor_app.library.files.reading import quoted, read_file
from editor_app.library.finding import library_containing
from editor_app.library.folders import (
    Library,
    access_of,
    kind_of,
    named_folder,
    open_library,
    why_not_named,
)
from editor_app.library.heads import HEAD_BYTES
from editor_app.library.kinds import Kind, kind_named, kind_names, why_no_kind_of_files
from editor_app.library.paths import is_folder, state_dir
from editor_app.library.trust.trust import library_with_trust, read_trust
from editor_app.prompts.cases.cases import Case, read_cases
from editor_app.prompts.entities import PromptErrorType
from editor_app.text import Diagnostic, Sentence, Severity, Span, decode, in_file_order, meant, nearest

if TYPE_CHECKING:  # not needed for prompts
    from editor_app.system_messages.situations.situation import Situation

_NOTHING_TRIED = Trial()


@dataclass(frozen=True)
class RenderedFile:
    """A file's analysis, the text that a model gets from it, and all problems.

    `model_text` is None where an error in the file keeps it from being rendered, and for a kind that is
    sent to no model. `problems` are in the file's order, with spans of `analysis.source`; a
    required value that is missing is one of them. `value_origins` say where saved values come
    from, by name, in words.
    """

    path: Path
    analysis: Analysis
    model_text: ModelText | None
    problems: tuple[Diagnostic, ...]
    value_origins: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def text(self) -> str | None:
        """The text that a model gets; None where it gets none, for which `problems` has the reason."""
        result = self.model_text
        return None if result is None or result.missing_required else result.text

    def explain_at(self, offset: int) -> Explanation | None:
        """Return why the text's character at `offset` is there; None past the end."""
        result = self.model_text
        return None if result is None else explain_at(result, offset, self.value_origins)


def render_file(
    path: Path | str,
    trial: Trial = _NOTHING_TRIED,
    *,
    kind: Kind | str | None = None,
    library: Library | None = None,
) -> RenderedFile:
    """Read a file, and render it with the values, case and situation of `trial`.

    Without `kind`, the file's name and content tell it; without `library`, it is the one around the file.
    What is wrong in the file is in `problems`. A file that cannot be read raises FileError; a case, situation
    or kind that does not exist, or a folder that is none, raises ValueError.
    """
    if not isinstance(trial, Trial):
        raise TypeError(Sentence("analysis.trial-type", type=type(trial).__name__))
    kind = _kind(kind) if kind is not None else None
    path = _absolute(path)
    library = _library(path, trial, library)
    data = read_file(path, access=access_of(library)).data
    kind = kind or kind_of(library, path, data[:HEAD_BYTES])
    analysis = read_document(data, kind, path.name, catalog=catalog_of(library), now=utc_now())
    if any(problem.severity is Severity.ERROR for problem in analysis.diagnostics):
        return RenderedFile(path, analysis, None, analysis.diagnostics)
    trial = replace(trial, case=_case(trial, path, library))
    trial = _with_trust(replace(trial, cwd=(folder := _folder(trial, path, library))), analysis, folder)
    origins = _origins(trial, situation := _situation(trial, path, analysis, library))
    trial = replace(trial, situation=situation, snapshot=resolve_for(analysis, trial, library, utc_now))
    result = render(analysis, trial)
    missing = result.missing_required if result is not None else ()
    problems = in_file_order([*analysis.diagnostics, *(_missing(analysis, name) for name in missing)])
    return RenderedFile(path, analysis, result, problems, origins)


def _kind(name: Kind | str) -> Kind:
    """Return the kind of a name; an unknown one raises ValueError."""
    kind = name if isinstance(name, Kind) else kind_named(name)
    if kind is not None and kind.is_of_folders:
        raise ValueError(why_no_kind_of_files(kind))
    if kind is not None:
        return kind
    near, kinds = meant(nearest(str(name), kind_names())), kind_names()
    raise ValueError(Sentence("analysis.unknown-kind", name=quoted(str(name)), near=near, kinds=kinds))


def _library(path: Path, trial: Trial, library: Library | None) -> Library | None:
    """Return the library given, or the one around the file, trusted as the trial or the user says."""
    if library is None:
        root = library_containing(path)
        library = open_library(root)[0] if root is not None else None
    if library is None:
        return None
    allowed = frozenset(Path(os.path.realpath(path)) for path in trial.allowed_files)
    library = replace(library, allowed_files=library.allowed_files | allowed)
    if trial.trusted is None:
        return library_with_trust(library, state_dir())
    return replace(library, is_trusted=trial.trusted)


def _absolute(path: Path | str) -> Path:
    """Return an absolute path, without following links."""
    return Path(os.path.normpath(Path(path).absolute()))


def _case(trial: Trial, path: Path, library: Library | None) -> Case | None:
    """Return the case a trial names; it is looked for beside the file."""
    if trial.case is None or isinstance(trial.case, Case):
        return trial.case
    places = cases_of(path, library)
    cases_path = next((place for place in places if os.path.lexists(place)), None)
    if cases_path is None:
        missing = Sentence("analysis.no-cases-file", name=quoted(trial.case), file=quoted(places[0]))
        raise ValueError(missing)
    cases = read_cases(decode(read_file(cases_path, access=access_of(library)).data).text)[0]
    case = cases.find(trial.case)
    if case is None:
        raise _not_there("case", trial.case, cases_path, [case.name for case in cases.cases])
    return case


def _situation(trial: Trial, path: Path, analysis: Analysis, library: Library | None) -> Situation:
    """Return the situation of a trial; a saved one is looked for beside the system message."""
    from editor_app.system_messages.situations.situation import EMPTY_SITUATION
    from editor_app.system_messages.situations.situations_file import read_situations, situations_path

    if trial.situation is None:
        return EMPTY_SITUATION
    if not analysis.row.sending.has_situations:
        raise ValueError(
            Sentence("analysis.kind-without-situations", path=quoted(path), kind=str(analysis.kind))
        )
    if not isinstance(trial.situation, str):
        return trial.situation
    beside = situations_path(path)
    situations, problems = read_situations(decode(read_file(beside, access=access_of(library)).data).text)
    error = next((problem for problem in problems if problem.severity is Severity.ERROR), None)
    if error is not None:
        raise ValueError(Sentence("analysis.situations-unusable", path=quoted(beside), reason=error.message))
    for saved in situations:
        if saved.name == trial.situation:
            return saved.situation
    raise _not_there("situation", trial.situation, beside, [saved.name for saved in situations])


def _not_there(sort: str, name: str, path: Path, names: list[str]) -> ValueError:
    near = nearest(name, names)
    has = Sentence("analysis.it-has", names=names) if names else Sentence("analysis.it-has-none")
    hint = meant(near, has)
    if sort == "case":
        return ValueError(
            Sentence("analysis.case-is-missing", name=quoted(name), path=quoted(path), near=hint)
        )
    return ValueError(
        Sentence("analysis.situation-is-missing", name=quoted(name), path=quoted(path), near=hint)
    )


def _origins(trial: Trial, situation: Situation) -> Mapping[str, str]:
    """Return name → in words where its value comes from, for values that the trial does not give itself."""
    origins: dict[str, str] = {}
    if isinstance(trial.situation, str):
        origins |= dict.fromkeys(situation.values, Sentence("analysis.the-situation", name=trial.situation))
    if isinstance(trial.case, Case):
        origins |= dict.fromkeys(trial.case.values, Sentence("analysis.the-case", name=trial.case.name))
    return {name: origin for name, origin in origins.items() if name not in trial.values}


def _folder(trial: Trial, path: Path, library: Library | None) -> Path:
    """Return the folder for resolving variables: the trial's, else the case's, else the workspace."""
    workspace = workspace_of(library, path.parent)
    folder = workspace
    if trial.cwd is not None:
        folder = _absolute(trial.cwd)
    elif isinstance(trial.case, Case) and trial.case.cwd is not None:
        bounds = (workspace, library.bounds) if library is not None else (workspace,)
        named = named_folder(workspace, trial.case.cwd, *bounds)
        if named is None:
            why = why_not_named(workspace, trial.case.cwd, *bounds)
            name, place = quoted(trial.case.name), quoted(trial.case.cwd)
            raise ValueError(Sentence("analysis.case-folder", name=name, folder=place, **why))
        folder = named
    if not is_folder(folder):
        raise ValueError(Sentence("analysis.folder-is-none", folder=quoted(folder)))
    return folder


def _with_trust(trial: Trial, analysis: Analysis, folder: Path) -> Trial:
    """Return the trial with what is remembered of its folder, unless it says itself what is trusted."""
    if not analysis.row.sending.resolves_variables:
        return trial
    named = tuple(Path(os.path.realpath(path)) for path in trial.allowed_files)
    if trial.trusted is not None:
        return replace(trial, allowed_files=named)
    trust, _ = read_trust(state_dir(), folder)
    return replace(trial, trusted=trust.is_trusted, allowed_files=(*named, *trust.allowed_files))


def _missing(analysis: Analysis, name: str) -> Diagnostic:
    """Return the error that a required variable has no value, at its declaration."""
    return Diagnostic(
        PromptErrorType.MISSING_REQUIRED_VARIABLE,
        Severity.ERROR,
        analysis.declarations.get(name, Span(0, 0)),
        Sentence("prompts.required-not-set", count=1, names=[f"‘{name}’"]),
        {"field": name},
    )
