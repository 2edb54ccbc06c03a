"""Commands about runs at endpoints: give a key, and record a run as a scenario."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.reading import quoted
from editor_app.library.files.renumbering import make_together, renumbering
from editor_app.runs.loop.results import recorded
from editor_app.runs.model.scenario import Scenario
from editor_app.runs.reading.steps_file import SUFFIX
from editor_app.runs.transcripts.new_scenario import scenario_file_name, scenario_name_problem
from editor_app.runs.transcripts.writing import write_scenario
from editor_app.window.dialogs.user import User
from editor_app.window.documents.documents import Documents
from editor_app.window.endpoint.endpoints import EndpointKeys, KeyAnswer
from editor_app.window.endpoint.send_question import KeyQuestion
from editor_app.window.kinds.scenario.playing.current_run import CurrentRun
from editor_app.window.kinds.scenario.playing.file_run import FileRun
from editor_app.window.kit.dialogs.question import NameQuestion

if TYPE_CHECKING:
    from editor_app.runs.endpoint.addresses import Endpoint

_MOST_COPIES: Final = 1000


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
        (_, keep), self._to_keep = self._to_keep, None
        steps = run.result.steps if run.result is not None and not run.is_denied else ()
        if any(step.parts or step.usage is not None for step in steps):
            keep()

    def record(self) -> Path | None:
        """Write the steps of the run as a new scenario beside its own, and open it; return its path."""
        file, played = self._run.file, self._run.played
        if file is None or played is None or self._run.ask is None:
            return None
        folder, stem = file.path.parent, file.path.stem
        names = (f"{stem}-run{'' if number == 1 else f'-{number}'}" for number in range(1, _MOST_COPIES))
        question = NameQuestion(
            "Record as scenario",
            "The steps of this run become a new scenario beside this one. It is played without the endpoint.",
            "Record",
            next((one for one in names if not scenario_name_problem(folder, one)), f"{stem}-run"),
            partial(scenario_name_problem, folder),
        )
        name = self._dialogs.ask(question)
        name = scenario_file_name(name) if name else ""
        if not name:
            return None
        problem = scenario_name_problem(folder, name)
        if problem:
            self._notifier.say(problem)
            return None
        scenario = replace(played.inputs.scenario, settings=played.result.settings)
        path = folder / name
        write = partial(self._write, recorded(scenario, played.result), path)
        if self._documents.work.do(write, path) is None:
            return None
        self._open_file(path)
        return path

    def _ask_for_key(self, run: FileRun, endpoint: Endpoint, known: KeyAnswer) -> None:
        if self._run.endpoint_run is not run or run.is_running:
            return  # another file came to the front while the key was looked for
        why = (
            f"{endpoint.host} does not take the key that it got."
            if known.key
            else f"{endpoint.host} wants a key."
        )
        given = self._dialogs.ask(KeyQuestion(endpoint.origin, why, place=known.place, action="Run"))
        if given is None:
            return
        self._keys.give(endpoint, given.key)
        if given.is_kept:
            self._to_keep = run, lambda: self._keys.keep(endpoint, given.key, self._say_kept)
        self._run.run_endpoint()

    def _say_kept(self, answer: KeyAnswer) -> None:
        if answer.error:
            self._notifier.say(f"{answer.error} The key is forgotten when this window closes.")

    def _write(self, scenario: Scenario, path: Path) -> FileChange:
        steps_name = path.stem + SUFFIX
        made = write_scenario(scenario, steps_name)
        texts = {path.name: made.text.encode()}
        if made.steps_text is not None:
            texts = {steps_name: made.steps_text.encode(), **texts}
        with renumbering(path.parent, state_dir=self._documents.files.state_dir, now=self._documents.clock()):
            return make_together(
                path.parent,
                texts,
                state_dir=self._documents.files.state_dir,
                now=self._documents.clock(),
                sentence=f"The run is recorded in {', '.join(map(quoted, reversed(texts)))}.",
            )
