"""System messages against PyYAML's own C parser on the same file: a large one cold, and after each key.

The targets are 100 ms cold and 10 ms for a key on a machine where PyYAML takes 20 ms, as ratios.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator
from itertools import count

from language import PARAGRAPHS
from measure import Row, race

from editor_app.analysis.analysis import analyse
from editor_app.analysis.content_problems import SystemMessageMemory
from editor_app.analysis.model_text import render
from editor_app.analysis.trials import Trial
from editor_app.library.kinds import Kind
from editor_app.system_messages.assembly.assembly import assemble
from editor_app.system_messages.model.entities import BlockType, Syntax
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import Situation
from editor_app.system_messages.writing import write_system_message

NAME = "large.yaml"
HEAD = """\
id: sys-large
version: "1.0.0"
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
"""
SITUATION = Situation(file="src/editor/window.py", mode="orchestrator", tools=("apply_patch",))
VALUES = {"git:branch": "main", "prompt:cwd": "/home/ada/atlas", "file:AGENTS.md": "Run the tests."}
TAGS = (
    "The branch is [git:branch].",
    "Work in [prompt:cwd].",
    "[if file:AGENTS.md]\n[file:AGENTS.md]\n[else]\nNo project rules are recorded.\n[endif]",
)
SCOPES = (
    "modes: [orchestrator]",
    "modes: [orchestrator, subagent]",
    "tools: [read_file, apply_patch]",
    "applyTo:\n- src/**/*.py",
    'applyTo:\n- "*.{md,txt}"\nmodes: [subagent]',
    "files: [AGENTS.md]",
)


def message_of(blocks: int = 1000, depth: int = 10, size: int = 500_000) -> str:
    """Return a message of about `size` characters whose blocks are nested `depth` deep."""
    choose = random.Random(11)
    words = [word for word in " ".join(PARAGRAPHS).split() if word[-1].isalpha()]
    levels = [0, *range(1, depth)]
    while len(levels) < blocks:
        levels.append(min(choose.randint(0, levels[-1] + 1), depth - 1))
    parts = [HEAD]
    for index, level in enumerate(levels[:blocks]):
        has_children = levels[index + 1 : index + 2] > [level]
        written = _block(choose, index, words, size // blocks - 130 - 24 * level)
        indent = "  " * (2 * level + 1)
        lines = "".join(f"{indent}{line}\n" if line else "\n" for line in written)
        parts.append(lines + f"{indent}  children:\n" * has_children)
    return "".join(parts)


def _block(choose: random.Random, index: int, words: list[str], size: int) -> list[str]:
    lines = [
        f"- id: block-{index}",
        f"  type: {choose.choice(list(BlockType))}",
        f"  priority: {choose.randint(1, 20) * 5}",
    ]
    if index % 3 == 0:
        scope = choose.choice(SCOPES).split("\n")
        lines += ["  scope:", *(f"    {line}" for line in scope)]
    if index % 7 == 0:
        lines += ["  conditions:", f"    - kind: whenUserAsksFor{index % 5}", "      value: {}"]
    lines += ["  content: |"] if index % 5 else ["  # this one is needed", "  content: |"]
    text: list[str] = []
    while sum(map(len, text)) < size - 90:
        text.append(f"{' '.join(choose.choices(words, k=choose.randint(6, 18))).capitalize()}.")
    if index % 4 == 0:
        text[1:1] = choose.choice(TAGS).split("\n")
    return [*lines, *(f"    {line}" for line in text)]


def rows() -> Iterator[Row]:
    """Measure what a message of 1 000 blocks costs when it is opened and when a content is edited."""
    import yaml

    source = message_of()
    label = f"{len(source) // 1000} KB"

    def compose() -> object:
        return yaml.compose(source, yaml.CSafeLoader)

    def cold() -> str:
        result = render(analyse(source, Kind.SYSTEM_MESSAGE, NAME), Trial(VALUES, situation=SITUATION))
        assert result is not None
        return result.text

    runners: dict[str, Callable[[], object]] = {"compose": compose, "cold": cold, **_stages(source)}
    runners |= {"key": _typing(source), "key, all of it": _typing(source, shows_all=True)}
    runners["key, JSON"] = _typing(as_json(source), "large.json")
    gc.collect()
    gc.disable()  # what lives beside it decides how long that takes, and the window does it between keys
    try:
        times = race(runners, rounds=9)
    finally:
        gc.enable()
    theirs = times["compose"]
    yield Row("message, read to text, cold", label, times["cold"], "PyYAML compose, in C", theirs, 5.0)
    yield Row("message, read to text, cold", label, times["cold"], "a tenth of a second", 0.1, 1.0)
    for name in _stages(source):
        yield Row(f"message, {name}", label, times[name], "PyYAML compose, in C", theirs)
    yield Row("message, a key in a content", label, times["key"], "PyYAML compose, in C", theirs, 0.5)
    yield Row("message, a key, in JSON", label, times["key, JSON"], "PyYAML compose, in C", theirs, 0.5)
    yield Row("message, a key, with tokens", label, times["key, all of it"], "PyYAML compose, in C", theirs)


def _stages(source: str) -> dict[str, Callable[[], object]]:
    reading = read_system_message(source, Syntax.YAML)
    blocks, model = reading.blocks, reading.head.priority_model
    outcome = resolve_blocks(blocks, SITUATION, model)
    types = ("system", "prompt", "git", "file")
    return {
        "read and check": lambda: read_system_message(source, Syntax.YAML),
        "resolve_blocks": lambda: resolve_blocks(blocks, SITUATION, model),
        "assemble": lambda: assemble(blocks, outcome, VALUES, known_types=types, priority_model=model),
    }


def as_json(source: str) -> str:
    """Return the message of a YAML text as JSON."""
    message = read_system_message(source, Syntax.YAML).message
    assert message is not None
    return write_system_message(message, Syntax.JSON)


def _typing(source: str, name: str = NAME, *, shows_all: bool = False) -> Callable[[], object]:
    """Return what types one character more into a content in the middle, each time it is called."""
    memory = SystemMessageMemory()
    at = source.index(".\\n" if name.endswith(".json") else ".\n", len(source) // 2)
    typed = count(1)

    def type_on() -> object:
        text = f"{source[:at]}{'x' * (next(typed) % 50)}{source[at:]}"
        analysis = analyse(text, Kind.SYSTEM_MESSAGE, name, memory=memory)
        result = render(analysis, Trial(VALUES, situation=SITUATION), memory=memory)
        assert result is not None
        return (result.text, result.tokens, result.stability, result.blank) if shows_all else result.text  # type: ignore[attr-defined]

    type_on()
    return type_on
