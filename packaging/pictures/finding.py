"""The states of the window in which something is found and replaced, that pictures are taken of."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.finding.queries import Query
from editor_app.window.app import Workbench
from pictures.taking import go_to, show_prompt


def find(workbench: Workbench) -> Iterator[None]:
    """Find a word in a prompt, and replace it."""
    yield from show_prompt(workbench)
    finding = workbench.commands.finding
    go_to(workbench, "Analyze this web")
    finding.searched.query = Query("page", whole_word=True)
    finding.searched.replacement = "screen"
    finding.find(replaces=True)
    finding.bar.field.setFocus()
    yield
    finding.step()
    yield
