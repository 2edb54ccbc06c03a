"""The states of the window in a folder that is trusted or not that screenshots are taken of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint

from editor_app.clock import Clock
from editor_app.library.trust.trust import Trust
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.files import FileText
from editor_app.variables.resolver import Sources
from editor_app.window.app import Workbench
from editor_app.window.commands.trust.commands import TrustPopup, room_above
from editor_app.window.documents.resolving import ResolveContext
from editor_app.window.startup.pictures import fixed_sources
from pictures.taking import Surroundings, go_to, show_template

_TEMPLATE: Final = """# Northwind support agent

You answer in the voice of the Northwind support team.

[if file:AGENTS.md]
[file:AGENTS.md]
[endif]

Follow the house style:
[file:../style-guide/voice.md]

You work in [prompt:cwd] on branch [git:branch].
[if git:status]
Files that are not committed:
[git:status]
[endif]
Today is [system:date].
"""


def trust(workbench: Workbench) -> Iterator[None]:
    """Show a template in a folder that is not trusted."""
    path = workbench.library.library.root / "system-prompt.tmpl"
    path.write_text(_TEMPLATE)
    workbench.commands.files.open(path)
    yield
    go_to(workbench, "\n\nYou work")
    yield


def trust_ask(workbench: Workbench) -> Iterator[None]:
    """Show the question whether to trust the folder."""
    yield from trust(workbench)
    popup = workbench.commands.trust.ask_at_bar()
    bar = workbench.panels.bar
    if bar.window().width() > bar.screen().availableGeometry().width():  # which moves the popup
        corner = bar.mapToGlobal(QPoint(bar.width() - popup.width() - 8, bar.height() + 4))
        popup.move(max(corner.x(), 0), corner.y())
    yield


def trust_given(workbench: Workbench) -> Iterator[None]:
    """Show what a trusted folder may read."""
    yield from show_template(workbench)
    mark = workbench.window.status.trust
    folder = workbench.resolver.context.folder
    secret, plain = folder / "../shared/.env", folder / "../style-guide/voice.md"
    popup = TrustPopup(
        Trust(folder, is_trusted=True, allowed_files=frozenset((secret, plain))),
        [secret],
        mark,
        choose=lambda: None,
        disallow=lambda _path: None,
    )
    popup.show_beside(mark, room_above(workbench.window.status), at_right=False)
    yield


def _restricted_sources(context: ResolveContext, clock: Clock) -> Sources:
    """Return the sources of a folder that is not trusted."""

    def read_file(folder: Path, name: str) -> FileText | Note:
        if name.startswith(".."):
            return Note(Cause.NOT_TRUSTED, f"{folder.name} is not trusted.", folder.parent / name[3:])
        return usual.read_file(folder, name)

    def run_git(_folder: Path, _arguments: tuple[str, ...]) -> Note:
        return Note(Cause.NOT_TRUSTED, "The folder is not trusted, so git is not run there.")

    usual = fixed_sources(context, clock)
    return replace(usual, read_file=read_file, run_git=run_git)


TRUSTED: Final = Surroundings(Path.home() / "src" / "northwind-agents")
RESTRICTED: Final = replace(TRUSTED, make_sources=_restricted_sources, is_trusted=False)
