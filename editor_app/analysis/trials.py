"""What a text is tried with, and the values that come of it on this machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from editor_app.analysis.analysis import Analysis
from editor_app.clock import Clock
from editor_app.library import Library, repository_of
from editor_app.prompts import Case, cases_path
from editor_app.variables import Context, Snapshot, real_sources, resolve

if TYPE_CHECKING:  # a prompt needs none of it
    from editor_app.system_messages import AssemblyOptions, Situation


@dataclass(frozen=True, slots=True)
class Trial:
    """What a file is tried with; whatever is left out is open.

    `values` lie over those of `case`, a saved case or its name; None and absent are not given. Of a
    template or a system message they lie over those of `snapshot` too, which is what its variables were
    resolved to. A system message is assembled for `situation`, one of its own or the name of a saved one,
    as `options` say. Variables look for files and git in `cwd`, else where the case says, else in the
    workspace; `allowed_files` may lie outside it or hold secrets. `now` is the moment of `[system:time]`.
    """

    values: Mapping[str, str | None] = field(default_factory=lambda: MappingProxyType({}))
    case: Case | str | None = None
    situation: Situation | str | None = None
    options: AssemblyOptions | None = None
    cwd: Path | str | None = None
    model: str | None = None
    conversation_id: str | None = None
    allowed_files: tuple[Path, ...] = ()
    now: datetime | None = None
    snapshot: Snapshot | None = None


def workspace_of(library: Library | None, folder: Path) -> Path:
    """Return where the variables of a text in `folder` look when nobody says."""
    if library is not None:
        return library.workspace
    return repository_of(folder) or folder


def cases_of(path: Path, library: Library | None) -> tuple[Path, ...]:
    """Return where the cases of a file may lie; the user's own come before those of a default."""
    own = path if library is None else library.own_path(path)
    return tuple(dict.fromkeys((cases_path(own), cases_path(path))))


def resolve_for(analysis: Analysis, trial: Trial, library: Library | None, clock: Clock) -> Snapshot | None:
    """Resolve what a template or a message names; the other kinds name nothing that could be.

    Variables look in the trial’s `cwd`, the current folder if it has none: a caller who follows the case or
    the workspace puts that folder there. The case is one, not the name of one.
    """
    if not analysis.row.resolves_variables:
        return None
    folder = Path(trial.cwd or "").absolute()
    case = trial.case if isinstance(trial.case, Case) else None
    model = trial.model if trial.model is not None else case.model if case is not None else None
    now = trial.now or (case.clock if case is not None else None)
    sources = real_sources(
        folder,
        clock=(lambda: now) if now is not None else clock,
        allowed_files=trial.allowed_files,
        library=library.root if library is not None else None,
    )
    context = Context(folder, model, trial.conversation_id)
    return resolve(analysis.names, analysis.catalog, context, sources)
