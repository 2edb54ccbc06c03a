"""New scenarios: what the name of their file can be, and the text they begin with."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.library.files.reading import quoted
from editor_app.runs.reading.linked_files import TRIGGERS_NAME
from editor_app.runs.reading.steps_file import SUFFIX
from editor_app.text import Span

_NO_SIGNS: Final = frozenset('/\\:*?"<>|')
_MOST_NAME: Final = 200
_ENDS: Final = (".yaml", ".yml")
_FIRST: Final = "What the user asks for."
_TEXT: Final = f"""\
# What the model and its tools do, step by step. Ctrl+Space offers what can stand at a place.

format: 1
context_limit: 200000
steps:
  - user: {_FIRST}
    text: What the model says before it calls a tool.
    tools:
      - name: read_file
        result: What the tool answers.
    usage: {{total: 12000}}
  # Forty steps like those, while the context fills up.
  - ramp: {{steps: 40, from: 16000, to: 172000}}
  - text: What the model says at last.
expect:
  - fires context-warning-80
  - stops with finished
"""


class NewText(NamedTuple):
    """The text of a new scenario, and the span in it that is to be written first."""

    text: str
    first: Span


def new_scenario_text() -> NewText:
    """Return a short scenario that can be played, and in which the warning of a full context fires."""
    start = _TEXT.index(_FIRST)
    return NewText(_TEXT, Span(start, start + len(_FIRST)))


def scenario_file_name(name: str) -> str:
    """Return the name of a scenario's file for a name that was typed: without an end it is a `.yaml`."""
    name = name.strip()
    return name if not name or name.lower().endswith(_ENDS) else f"{name}.yaml"


def scenario_name_problem(folder: Path, name: str) -> str:
    """Return why no new scenario in a folder can have a name, "" where one can."""
    name = scenario_file_name(name)
    if not name or name.startswith(".") or not name.isprintable() or _NO_SIGNS & set(name):
        return f"{quoted(name)} is no name for a file. Choose one without slashes and signs such as : and *."
    if len(os.fsencode(name)) > _MOST_NAME:
        return "That name is too long. Choose a shorter one."
    if Path(name).stem.lower() == Path(TRIGGERS_NAME).stem:
        return f"{quoted(name)} is the file of triggers. Choose another name."
    taken = (
        candidate for candidate in (name, Path(name).stem + SUFFIX) if os.path.lexists(folder / candidate)
    )
    existing = next(taken, None)
    return f"{quoted(existing)} is already there. Choose another name." if existing else ""
