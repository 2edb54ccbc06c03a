"""Trials: what a text is rendered with, and the values that its variables resolve to on this machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from editor_app.analysis.analysis import Analysis
from editor_app.clock import Clock
from editor_app.library.folders import Library, repository_of
from editor_app.prompts.cases.cases import Case, cases_path
from editor_app.variables.resolver import Context, Snapshot, real_sources, resolve

if TYPE_CHECKING:  # not needed for prompts
    from editor_app.system_messages.assembly.assembly import AssemblyOptions
    from editor_app.system_messages.situations.situation import Situation


@dataclass(frozen=True, slots=True)
class Trial:
    """Values, case, situation and folder that a file is rendered with; all are optional.

    `values` override those of `case`, a saved case or its name; None is not given. For a template or a system
    message they override those of `snapshot` too, the values its variables were resolved to. A system
    message is assembled for `situation`, a Situation or the name of a saved one, as `options` say. Files and
    git are looked up in `cwd`, else in the case's folder, else in the workspace. Unless that folder is
    `trusted`, git is not run and nothing outside of the library is read; None is what the user said of it.
    `allowed_files` are read there although they may be outside of it or hold secrets. `now` is the time of
    `[system:time]`.
    """

    values: Mapping[str, str | None] = field(default_factory=lambda: MappingProxyType({}))
    case: Case | str | None = None
    situation: Situation | str | None = None
    options: AssemblyOptions | None = None
    cwd: Path | str | None = None
    model: str | None = None
    conversation_id: str | None = None
    trusted: bool | None = None
    allowed_files: tuple[Path, ...] = ()
    now: datetime | None = None
    snapshot: Snapshot | None = None


def workspace_of(library: Library | None, folder: Path) -> Path:
    """Return the folder in which variables of a text in `folder` are resolved by default."""
    return library.workspace if library is not None else repository_of(folder) or folder


def cases_of(path: Path, library: Library | None) -> tuple[Path, ...]:
    """Return the paths of the cases files that a file may have, the user's before that of a default."""
    own = path if library is None else library.own_path(path)
    return tuple(dict.fromkeys((cases_path(own), cases_path(path))))


def resolve_for(
    analysis: Analysis, trial: Trial, library: Library | None, clock: Clock, *, follows_links: bool = True
) -> Snapshot | None:
    """Resolve the variables of a template or a system message; None for kinds without such variables.

    They are resolved in the trial’s `cwd`, or in the current folder if it has none; a caller that wants the
    case's folder or the workspace sets it as `cwd`. What the user trusts has to be looked up as well: None
    is not trusted here, and `allowed_files` have to be paths without links. The trial's case has to be a
    Case, not a name. `follows_links` is as for `real_sources`.
    """
    if not analysis.row.sending.resolves_variables:
        return None
    folder = Path(trial.cwd or "").absolute()
    case = trial.case if isinstance(trial.case, Case) else None
    model = trial.model if trial.model is not None else case.model if case is not None else None
    now = trial.now or (case.clock if case is not None else None)
    sources = real_sources(
        folder,
        clock=(lambda: now) if now is not None else clock,
        allowed_files=trial.allowed_files,
        trusted=trial.trusted is True,
        library=library.root if library is not None else None,
        follows_links=follows_links,
    )
    context = Context(folder, model, trial.conversation_id)
    return resolve(analysis.names, analysis.catalog, context, sources)
