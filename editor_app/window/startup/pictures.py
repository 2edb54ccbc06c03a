"""Pictures of the window on the sample library, taken without a display: `foreword screenshot`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from editor_app.clock import Clock
from editor_app.library.files.reading import FileError, quoted, reason_of
from editor_app.library.paths import sample_dir
from editor_app.text import Sentence, Span
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.files import FileText
from editor_app.variables.resolver import Sources
from editor_app.window.app import Workbench
from editor_app.window.documents.resolving import ResolveContext
from editor_app.window.driver import open_window
from editor_app.window.kit.application import application
from editor_app.window.kit.theme.theme import THEME_NAMES
from editor_app.window.kit.theme.theme_choice import ThemeChoice

NOON: Final = datetime(2026, 3, 4, 14, 2, 11, tzinfo=UTC)
_AGENTS: Final = "# Atlas\nRun the tests before every commit.\nKeep the engine free of Qt.\n"
_STATES: Final = {
    "window": ("page-analysis.md", "titel", ""),
    "template": ("system-prompt.tmpl", "prompt:cwd", ""),
    "blocks": ("system-messages/coding-assistant.yaml", "## Output formatting", "why"),
}
"""For each picture the file that it shows, the words that are gone to in it, and the page to show below."""


def take_pictures(
    folder: Path, names: Sequence[str] = (), say_made: Callable[[Path], object] = print
) -> None:
    """Write PNG files into `folder`, which is created if necessary; `say_made` gets the path of each.

    `names` choose pictures: "window" in both themes, "window-dark" in one; without any, all are taken. A name
    that no picture has, or a folder that cannot be written to, raises `FileError`.
    """
    of_file = {f"{name}-{theme}": (theme, name) for theme in THEME_NAMES for name in _STATES}
    if unknown := [name for name in names if name not in {*of_file, *_STATES}]:
        raise FileError(
            Sentence("window-startup.unknown-picture", name=quoted(unknown[0]), known=list(_STATES)), folder
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            Sentence("window-startup.folder-not-created", folder=quoted(folder), reason=reason_of(error)),
            folder,
        ) from error
    theme_choice = ThemeChoice(application(), THEME_NAMES[0], 1.0)
    for file_name, (theme, name) in of_file.items():
        if not names or {file_name, name} & {*names}:
            theme_choice.choose(theme)
            path = folder / f"{file_name}.png"
            _take(name, theme_choice, path)
            say_made(path)


def _take(name: str, theme_choice: ThemeChoice, path: Path) -> None:
    with TemporaryDirectory(prefix="foreword-") as place:
        os.environ["XDG_DATA_HOME"] = place  # where no conversations are
        root = shutil.copytree(sample_dir(), Path(place).resolve() / "prompts")
        with open_window(
            root,
            state_dir=root.parent / "state",
            config_dir=root.parent / "config",
            clock=lambda: NOON,
            files=["page-analysis.md"],
            theme_choice=theme_choice,
            context=ResolveContext(Path("atlas"), conversation_id="c-0042", clock=NOON),
            make_sources=fixed_sources,
        ) as driver:
            for _ in show_state(driver.workbench, name):
                driver.wait_until_quiet()
            driver.wait_until_quiet()  # what the last step resized is laid out
            if not driver.window.grab().save(str(path)):
                raise FileError(Sentence("window-startup.picture-not-written", file=quoted(path)), path)


def show_state(workbench: Workbench, name: str) -> Iterator[None]:
    """Show what a picture is taken of, waiting after each step."""
    file_name, words, page = _STATES[name]
    file = workbench.commands.files.open(workbench.library.library.root / file_name)
    yield
    start = file.text.index(words) if file is not None else 0
    workbench.current.go_to(Span(start, start))
    if page:
        workbench.window.show_below(page)
    yield


def fixed_sources(_context: ResolveContext, clock: Clock) -> Sources:
    """Return sources with the same values on every machine."""

    def read_file(_folder: Path, name: str) -> FileText | Note:
        if name == "AGENTS.md":
            return FileText(_AGENTS, Path(name))
        return Note(Cause.NO_SUCH_FILE, f"There is no file ‘{name}’ in atlas.")

    def run_git(_folder: Path, arguments: tuple[str, ...]) -> str | Note:
        return " M README.md\n M src/app.py\n" if arguments[0] == "status" else "main\n"

    return Sources(clock, read_file, run_git, "linux", "builder")
