"""What the bar above a run says that lasts: of its end, of what is missing, and of errors in its files."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.session import End, Strategy
from editor_app.text import Severity
from editor_app.window.documents.file_status import FileStatus, Remedy
from editor_app.window.kinds.scenario.playing.file_run import FileRun
from editor_app.window.kinds.scenario.playing.inputs import RESOLVING
from editor_app.window.kinds.scenario.rows import end_in_words
from editor_app.window.kinds.scenario.view.parts import EndpointAsk
from editor_app.window.kit.words.times import TODAY, YESTERDAY, clock_time, day_of

CHANGED = "The scenario changed since this run."


class RunRemedy(StrEnum):
    """The links of the bar about a run; the values are the links’ words."""

    GIVE_KEY = "Give a key…"
    RECORD = "Record as scenario…"
    GO_TO_PLACE = "Go to the place"


def endpoint_status(
    run: FileRun, ask: EndpointAsk, now: datetime, *, is_changed: bool, strategy: Strategy
) -> FileStatus | None:
    """Return what is said of the run at an endpoint, or of what keeps one from being made."""
    result = run.result
    if run.is_running:
        changed = "The scenario changed since this run began, which goes on as it began."
        return FileStatus(Severity.INFORMATION, changed) if is_changed else None
    if result is None:
        return _of_no_run(run, ask)
    parts = [run.error, _end(run, result, now), run.stopped]
    if is_changed:
        parts.append(CHANGED)
    elif result.settings.strategy is not strategy:
        parts.append(f"It was made with ‘{result.settings.strategy}’.")
    if run.not_stored:
        parts.append(f"It is not kept: {run.not_stored}")
    links: list[StrEnum] = [RunRemedy.GIVE_KEY] if run.is_denied else []
    if ask.needs_trust:
        links.append(Remedy.TRUST)
    if any(step.parts for step in result.steps):
        links.append(RunRemedy.RECORD)
    severity = Severity.ERROR if run.error else _SEVERITIES.get(result.end, Severity.INFORMATION)
    return FileStatus(severity, " ".join(filter(None, parts)), tuple(links), is_news=not run.is_stored)


def scripted_status(result: RunResult | None, why_not: str, *, has_place: bool) -> FileStatus | None:
    """Return what is said of a scripted run that is not played any more, or that ended with an error."""
    if why_not and why_not != RESOLVING:
        before = " The run shown is the one before." if result is not None else ""
        links = (RunRemedy.GO_TO_PLACE,) if has_place else ()
        return FileStatus(Severity.ERROR, f"{why_not}{before}", links)
    if result is not None and result.message:
        severity = _SEVERITIES.get(result.end, Severity.INFORMATION)
        return FileStatus(severity, f"{end_in_words(result)}: {result.message}")
    return None


def when(began: datetime | None, now: datetime) -> str:
    """Return when a run began, as "at 14:02" or "on 3 March at 14:02"."""
    day = day_of(began, now)
    if day == TODAY:
        return f"at {clock_time(began)}"
    return f"{'yesterday' if day == YESTERDAY else f'on {day}'} at {clock_time(began)}"


_SEVERITIES = {End.ERROR: Severity.ERROR, End.MAX_STEPS: Severity.WARNING}


def _of_no_run(run: FileRun, ask: EndpointAsk) -> FileStatus | None:
    if ask.needs_trust:
        return FileStatus(Severity.WARNING, "The model’s tools need trust in the folder.", (Remedy.TRUST,))
    if run.error:
        return FileStatus(Severity.ERROR, run.error, is_news=True)
    if run.not_stored:
        return FileStatus(Severity.WARNING, run.not_stored)
    return None


def _end(run: FileRun, result: RunResult, now: datetime) -> str:
    """Return how a run ended: the reason first, where there is one."""
    head = f"{'Last run' if run.is_stored else 'Run'} {when(run.began, now)}"
    words = end_in_words(result)
    ended = f"{head}: {words[0].lower()}{words[1:]}."
    return f"{result.message} {ended}" if result.message else ended
