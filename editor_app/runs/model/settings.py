"""How a scenario is played."""

from __future__ import annotations

from dataclasses import dataclass, field

from editor_app.requests.providers import Provider
from editor_app.runs.model.words import Counting, Deliver, Policy, Strategy, Tokenizer

WRITES = ("Write", "Edit", "Bash")
MAX_STEPS = 100
HINTS_EVERY = 10


@dataclass(frozen=True, slots=True)
class ContinuePolicy:
    """After which tool calls a run goes on: any, or at least `at_least` calls of tools named in `after`."""

    after: tuple[str, ...] | None = None
    at_least: int = 1

    @classmethod
    def named(cls, policy: Policy) -> ContinuePolicy:
        """Return the policy of a word."""
        return cls() if policy is Policy.ANY_TOOL_CALL else cls(WRITES)


@dataclass(frozen=True, slots=True)
class StepLimit:
    """The most steps of a turn: `least` + `per_todo` × the open todos, up to `most`."""

    least: int = MAX_STEPS
    per_todo: int = 0
    most: int | None = None

    def steps(self, open_todos: int) -> int:
        """Return the limit with that many open todos."""
        wanted = self.least + self.per_todo * open_todos
        return wanted if self.most is None else min(wanted, self.most)


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Where triggers are checked, when a run goes on, how tokens are counted and messages delivered.

    `context_limit` is the size of the model's context in tokens; `hints_every` is how many tool calls lie
    between two hints; `model` is the name that requests are judged for.
    """

    strategy: Strategy = Strategy.HYBRID
    go_on: ContinuePolicy = field(default_factory=ContinuePolicy)
    max_steps: StepLimit = field(default_factory=StepLimit)
    count: Counting = Counting.CACHED
    tokenizer: Tokenizer | None = None
    deliver: Deliver = Deliver.USER
    hints_every: int = HINTS_EVERY
    provider: Provider = Provider.OPENAI
    context_limit: int | None = None
    model: str | None = None
