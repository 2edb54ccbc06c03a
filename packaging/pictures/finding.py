"""The states of the window in which something is found and replaced, that pictures are taken of."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.finding.queries import Query
from editor_app.window.app import Workbench
from editor_app.window.kit.form.filtered import FilterOver
from pictures.chats import conversation
from pictures.taking import go_to, show_prompt


def find_in_library(workbench: Workbench) -> Iterator[None]:
    """Find words in the library, and replace most of them."""
    yield from show_prompt(workbench)
    finding = workbench.commands.finding
    finding.searched.query = Query("Atlas", match_case=True)
    finding.library.panel.replacement.setText("Meridian")
    finding.library.open(replaces=True)
    yield
    yield
    panel = finding.library.panel
    panel.toggle(panel.tree.rows[1])
    panel.tree.setFocus()
    panel.tree.show_current((panel.tree.rows[2].path, panel.tree.rows[2].span))
    yield


def replaced_in_library(workbench: Workbench) -> Iterator[None]:
    """Replace a word in the library that read-only files have, too."""
    yield from show_prompt(workbench)
    finding = workbench.commands.finding
    finding.searched.query = Query("description", match_case=True)
    finding.library.panel.replacement.setText("summary")
    finding.library.open(replaces=True)
    yield
    yield
    finding.library.panel.replace()
    yield
    yield


def find(workbench: Workbench) -> Iterator[None]:
    """Find a word in a prompt, and replace it."""
    yield from show_prompt(workbench)
    finding = workbench.commands.finding
    go_to(workbench, "Analyze this web")
    finding.searched.query = Query("page", whole_word=True)
    finding.bar.replacement.setText("screen")
    finding.find(replaces=True)
    finding.bar.field.setFocus()
    yield
    finding.step()
    yield


def find_in_chat(workbench: Workbench) -> Iterator[None]:
    """Find a word in all messages of a chat, and go on to another message."""
    yield from conversation(workbench)
    finding = workbench.commands.finding
    finding.searched.query = Query("listing")
    finding.find()
    for _ in range(3):
        yield
        finding.bar.step()
    yield


def find_in_preview(workbench: Workbench) -> Iterator[None]:
    """Find a word in what the model gets, and a row of the outline."""
    yield from show_prompt(workbench)
    finding, panels = workbench.commands.finding, workbench.panels
    panels.outline.tree.setFocus()
    finding.find()
    FilterOver.of(panels.outline.tree).setText("if")
    panels.preview.text.setFocus()
    finding.searched.query = Query("page")
    finding.find()
    yield
    finding.step()
    yield
