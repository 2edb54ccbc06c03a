"""Runs at endpoints: a key is given, a run is recorded as a scenario, and what lasts to be said of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.reading import quoted
from editor_app.library.files.renumbering import make_together, renumbering
from editor_app.runs.endpoint.addresses import Endpoint
from editor_app.runs.loop.results import RunResult, recorded
from editor_app.runs.model.scenario import Scenario
from editor_app.runs.model.session import End, Strategy
from editor_app.runs.reading.steps_file import SUFFIX
from editor_app.runs.transcripts.writing import scenario_file_name, scenario_name_problem, write_scenario
from editor_app.text import Sentence, Severity, together
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_status import FileStatus, Remedy
from editor_app.window.endpoint.endpoints import EndpointKeys, KeyAnswer
from editor_app.window.endpoint.send_question import KeyQuestion
from editor_app.window.endpoint.sending import tell_not_kept
from editor_app.window.frame.notices import User
from editor_app.window.kinds.scenario.playing.current_run import CurrentRun
from editor_app.window.kinds.scenario.playing.file_run import FileRun
from editor_app.window.kinds.scenario.playing.inputs import RESOLVING
from editor_app.window.kinds.scenario.run_rows import end_in_words
from editor_app.window.kinds.scenario.view.parts import EndpointTarget
from editor_app.window.kit.dialogs.question import NameQuestion
from editor_app.window.kit.words.times import moment
from editor_app.window.kit.words.worded import WordedEnum


class EndpointCommands:
    """Asks for the key that the endpoint of the scenario in front wants, and records what came of its run."""

    def __init__(
        self,
        run: CurrentRun,
        *,
        documents: Documents,
        user: User,
        keys: EndpointKeys,
        open_file: Callable[[Path], object],
    ) -> None:
        """Use these parts; `open_file` shows a file that was made."""
        self._run = run
        self._documents = documents
        self._dialogs, self._notifier = user.dialogs, user.notifier
        self._keys = keys
        self._open_file = open_file
        self._to_keep: tuple[FileRun, Callable[[], object]] | None = None

    def give_key(self) -> None:
        """Ask for a key, and run again with it; it is kept once the endpoint took it, if the user says so."""
        ask, run = self._run.ask, self._run.endpoint_run
        if ask is None or ask.endpoint is None or run is None or run.is_running:
            return
        self._keys.read(ask.endpoint, partial(self._ask_for_key, run, ask.endpoint))

    def after_end(self, run: FileRun) -> None:
        """Keep the key with which a run was made, if it is to be kept and the endpoint took it."""
        if self._to_keep is None or self._to_keep[0] is not run:
            return
        keep = self._to_keep[1]
        self._to_keep = None
        steps = run.result.steps if run.result is not None and not run.is_denied else ()
        if any(step.parts or step.usage is not None for step in steps):
            keep()

    def record(self) -> None:
        """Write the steps of the run as a new scenario beside its own, and open it."""
        file, played = self._run.file, self._run.played
        if file is None or played is None or self._run.ask is None:
            return
        folder, stem = file.path.parent, file.path.stem
        names = (f"{stem}-run{'' if number == 1 else f'-{number}'}" for number in range(1, 1000))
        question = NameQuestion(
            Sentence("window-scenario.record-title"),
            Sentence("window-scenario.what-recording-does"),
            Sentence("window-scenario.record"),
            next((name for name in names if not scenario_name_problem(folder, name)), f"{stem}-run"),
            partial(scenario_name_problem, folder),
        )
        name = scenario_file_name(self._dialogs.ask(question) or "")
        problem = scenario_name_problem(folder, name) if name else ""
        if problem:
            self._notifier.say(problem)
        if not name or problem:
            return
        scenario = replace(played.inputs.scenario, settings=played.result.settings)
        path = folder / name
        write = partial(self._write, recorded(scenario, played.result), path)
        if self._documents.work.do(write, path) is not None:
            self._open_file(path)

    def _ask_for_key(self, run: FileRun, endpoint: Endpoint, known: KeyAnswer) -> None:
        if self._run.endpoint_run is not run or run.is_running:
            return  # another file came to the front while the key was looked for
        why = Sentence("window-scenario.wants-key", host=endpoint.host)
        if known.key:
            why = Sentence("window-scenario.refuses-key", host=endpoint.host)
        answer = self._dialogs.ask(
            KeyQuestion(endpoint.origin, why, place=known.place, action=Sentence("window-scenario.run"))
        )
        if answer is None:
            return
        self._keys.give(endpoint, answer.key)
        if answer.is_kept:
            say_not_kept = partial(tell_not_kept, self._notifier.say)
            self._to_keep = run, lambda: self._keys.keep(endpoint, answer.key, say_not_kept)
        self._run.run_endpoint()

    def _write(self, scenario: Scenario, path: Path) -> FileChange:
        steps_name = path.stem + SUFFIX
        made = write_scenario(scenario, steps_name)
        texts = {path.name: made.text.encode()}
        if made.steps_text is not None:
            texts = {steps_name: made.steps_text.encode(), **texts}
        state_dir, now = self._documents.files.state_dir, self._documents.clock()
        names = [quoted(name) for name in reversed(texts)]
        sentence = Sentence("window-scenario.recorded-in", names=names)
        with renumbering(path.parent, state_dir=state_dir, now=now):
            return make_together(path.parent, texts, state_dir=state_dir, now=now, sentence=sentence)


CHANGED = Sentence("window-scenario.changed-since")


class RunRemedy(WordedEnum):
    """The links of the bar about a run."""

    GIVE_KEY = Sentence("window-scenario.give-key")
    RECORD = Sentence("window-scenario.record-as-scenario")
    GO_TO_PLACE = Sentence("window-scenario.go-to-place")


def endpoint_status(
    run: FileRun, ask: EndpointTarget, now: datetime, *, is_changed: bool, strategy: Strategy
) -> FileStatus | None:
    """Return what is said of the run at an endpoint, or of what keeps one from being made."""
    result = run.result
    if run.is_running:
        return (
            FileStatus(Severity.INFORMATION, Sentence("window-scenario.changed-while-running"))
            if is_changed
            else None
        )
    if result is None:
        if ask.needs_trust:
            return FileStatus(Severity.WARNING, Sentence("window-scenario.tools-need-trust"), (Remedy.TRUST,))
        if run.error:
            return FileStatus(Severity.ERROR, run.error, is_news=True)
        return FileStatus(Severity.WARNING, run.not_stored) if run.not_stored else None
    which, began = "last" if run.is_stored else "this", run.began
    when = Sentence("window-scenario.at-unknown-time") if began is None else moment(began, now)
    made_differently = ""
    if is_changed:
        made_differently = CHANGED
    elif result.settings.strategy is not strategy:
        made_differently = Sentence("window-scenario.made-with", strategy=result.settings.strategy.value)
    parts = (
        run.error,
        result.message,
        Sentence("window-scenario.run-was", which=which, when=when, end=end_in_words(result)),
        run.stopped,
        made_differently,
        Sentence("window-scenario.not-kept", why=run.not_stored) if run.not_stored else "",
    )
    has_parts = any(step.parts for step in result.steps)
    links = (
        (RunRemedy.GIVE_KEY, run.is_denied),
        (Remedy.TRUST, ask.needs_trust),
        (RunRemedy.RECORD, has_parts),
    )
    severity = Severity.ERROR if run.error else _SEVERITIES.get(result.end, Severity.INFORMATION)
    return FileStatus(
        severity,
        together(parts),
        tuple(link for link, is_there in links if is_there),
        is_news=not run.is_stored,
    )


def scripted_status(result: RunResult | None, why_not: str, *, has_place: bool) -> FileStatus | None:
    """Return what is said of a scripted run that is not played any more, or that ended with an error."""
    if why_not and why_not != RESOLVING:
        shown = "earlier" if result is not None else "none"
        sentence = Sentence("window-scenario.cannot-play", why=why_not, shown=shown)
        links = (RunRemedy.GO_TO_PLACE,) if has_place else ()
        return FileStatus(Severity.ERROR, sentence, links)
    if result is not None and result.message:
        severity = _SEVERITIES.get(result.end, Severity.INFORMATION)
        sentence = Sentence("window-scenario.ended-because", end=end_in_words(result), why=result.message)
        return FileStatus(severity, sentence)
    return None


_SEVERITIES = {End.ERROR: Severity.ERROR, End.MAX_STEPS: Severity.WARNING}
