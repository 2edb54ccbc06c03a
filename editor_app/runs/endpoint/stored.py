"""What a stored run was played with, as far as it is not in its session."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from hashlib import sha256
from typing import Any

from editor_app.requests.parts import SystemText
from editor_app.runs.loop.models import RunPlan
from editor_app.runs.model.scenario import Measures, Scenario, Start, TriggerSet
from editor_app.runs.model.session import Deliver, Strategy
from editor_app.runs.transcripts.writing import keys_before_steps


@dataclass(frozen=True, slots=True)
class StoredSetup:
    """The system text, how many messages were there before the run, and the settings that shape requests.

    `mark` tells whether the same would be played now (`mark_of`); "" where that is not known.
    """

    system: str
    history: int
    strategy: Strategy
    deliver: Deliver
    context_limit: int | None = None
    start: Start = field(default_factory=Start)
    mark: str = ""

    def plan_of(self, plan: RunPlan, history: tuple[tuple[str, str], ...]) -> RunPlan:
        """Return a plan with all that is stored in place of what it has."""
        settings = replace(
            plan.settings,
            strategy=self.strategy,
            deliver=self.deliver,
            context_limit=self.context_limit,
        )
        system = plan.texts.system if plan.texts.system.text == self.system else SystemText(self.system)
        todos = plan.start.measures.todos
        start = replace(self.start, measures=replace(self.start.measures, todos=todos))
        texts = replace(plan.texts, system=system, chat=history)
        return replace(plan, settings=settings, texts=texts, start=start)


def setup_of(plan: RunPlan, mark: str) -> StoredSetup:
    """Return what is stored of a plan."""
    settings, start = plan.settings, plan.start
    return StoredSetup(
        plan.texts.system.text,
        len(plan.texts.chat),
        settings.strategy,
        settings.deliver,
        settings.context_limit,
        Start(start.total, replace(start.measures, todos=None)),
        mark,
    )


def mark_of(
    scenario: Scenario,
    triggers: TriggerSet,
    system: SystemText | str,
    chat: Iterable[tuple[str, str]] = (),
) -> str:
    """Return a mark that is another one where a run would be played with something else.

    What is expected of it makes no difference, nor does what stands where in the files.
    """
    played = {
        "keys": keys_before_steps(scenario),
        "model": scenario.model,
        "chat": list(chat),
        "users": [step.user for step in scenario.steps.items if step.user is not None],
        "system": system if isinstance(system, str) else system.text,
        "entries": [asdict(replace(trigger, origin=None, description="")) for trigger in triggers.triggers],
    }
    return sha256(json.dumps(played, sort_keys=True, default=str).encode()).hexdigest()


def setup_text(setup: StoredSetup) -> str:
    """Return a setup as JSON."""
    start = setup.start
    return json.dumps(
        {
            "system": setup.system,
            "history": setup.history,
            "strategy": setup.strategy.value,
            "deliver": setup.deliver.value,
            "contextLimit": setup.context_limit,
            "start": [start.total, _figure(start.measures.cpu), _figure(start.measures.memory)],
            "mark": setup.mark,
        }
    )


def setup_of_text(text: str) -> StoredSetup:
    """Return the setup of such a text; raises ValueError, KeyError or TypeError for any other."""
    read: dict[str, Any] = json.loads(text)
    total, cpu, memory = read["start"]
    return StoredSetup(
        str(read["system"]),
        int(read["history"]),
        Strategy(read["strategy"]),
        Deliver(read["deliver"]),
        None if read["contextLimit"] is None else int(read["contextLimit"]),
        Start(
            None if total is None else int(total),
            Measures(
                None if cpu is None else Decimal(str(cpu)), None if memory is None else Decimal(str(memory))
            ),
        ),
        str(read["mark"]),
    )


def _figure(figure: Decimal | None) -> str | None:
    return None if figure is None else str(figure)
