"""What pictures are taken of as data, and taking them: each in a window of its own on the sample library."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from editor_app.library.paths import sample_dir
from editor_app.text import Span
from editor_app.window.app import Workbench
from editor_app.window.documents.resolving import MakeSources, ResolveContext
from editor_app.window.driver import open_window
from editor_app.window.kit.application import application
from editor_app.window.kit.theme.theme import THEME_NAMES
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from editor_app.window.startup.pictures import NOON, fixed_sources, show_state

_LONGEST_SECONDS = 3.0

Prepare = Callable[[Workbench], Iterator[None]]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a window is opened in: a folder (within the picture’s own, if relative), its values, its trust."""

    folder: Path = Path("atlas")
    make_sources: MakeSources = fixed_sources
    is_trusted: bool = True
    own_home: bool = False  # paths are shown from the picture’s own folder


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture is taken of: a window of a size in which `prepare` did its steps, waiting after each."""

    name: str
    prepare: Prepare
    size: tuple[int, int] = (1440, 900)
    surroundings: Surroundings = field(default_factory=Surroundings)


def take_pictures(folder: Path, pictures: Sequence[Picture], names: Sequence[str] = ()) -> None:
    """Write PNG files into `folder`, and print the path of each.

    Of the pictures, those with a name among `names` are taken, all without any; a name with a theme, such as
    "window-dark", is that file alone.
    """
    folder.mkdir(parents=True, exist_ok=True)
    gc.disable()  # as in the program: a window deleted while PySide lists the top-level ones ends the process
    theme_choice = ThemeChoice(application(), THEME_NAMES[0], 1.0)
    for theme in THEME_NAMES:
        theme_choice.choose(theme)
        for picture in pictures:
            name = f"{picture.name}-{theme}"
            if not names or {picture.name, name} & {*names}:
                path = folder / f"{name}.png"
                with shown(picture, theme_choice) as workbench:
                    _save(workbench, path)
                gc.collect()
                print(path)  # noqa: T201  the answer of the command


@contextmanager
def shown(picture: Picture, theme_choice: ThemeChoice) -> Iterator[Workbench]:
    """Give a window on a copy of the sample library as the picture has it; it is closed at the end."""
    around = picture.surroundings
    with TemporaryDirectory(prefix="foreword-") as name:
        place = Path(name).resolve()
        root = place / "prompts"
        shutil.copytree(sample_dir(), root)
        folder = place / around.folder if around.own_home else around.folder
        with (
            _own_places(XDG_DATA_HOME=place / "data", **({"HOME": place} if around.own_home else {})),
            open_window(
                root,
                state_dir=place / "state",
                config_dir=place / "config",
                clock=lambda: NOON,
                files=["page-analysis.md"],
                size=picture.size,
                theme_choice=theme_choice,
                context=ResolveContext(folder, conversation_id="c-0042", clock=NOON),
                make_sources=around.make_sources,
                is_trusted=around.is_trusted,
            ) as driver,
        ):
            for _ in picture.prepare(driver.workbench):
                driver.wait_until_quiet(_LONGEST_SECONDS)
            driver.wait_until_quiet(_LONGEST_SECONDS)
            yield driver.workbench


def show_prompt(workbench: Workbench) -> Iterator[None]:
    """Show a prompt with a problem."""
    return show_state(workbench, "window")


def show_template(workbench: Workbench) -> Iterator[None]:
    """Show the system-prompt template."""
    return show_state(workbench, "template")


def show_blocks(workbench: Workbench) -> Iterator[None]:
    """Show the blocks of a system message, and why one is in."""
    return show_state(workbench, "blocks")


def go_to(workbench: Workbench, words: str) -> None:
    """Put the caret before these words."""
    file, editor = workbench.current.file, workbench.current.editor
    if file is not None and editor is not None:
        start = file.text.index(words)
        editor.go_to(Span(start, start))


def _save(workbench: Workbench, path: Path) -> None:
    """Save a picture of the window with the cards, menus and dialogs over it."""
    window = workbench.window
    picture = window.grab()
    painter = QPainter(picture)
    for widget in QApplication.topLevelWidgets():
        if widget is not window and widget.isVisible():
            painter.drawPixmap(window.mapFromGlobal(widget.mapToGlobal(QPoint(0, 0))), widget.grab())
    painter.end()
    picture.save(str(path))


@contextmanager
def _own_places(**places: Path) -> Iterator[None]:
    """Show no conversations but those of the picture, and the same paths from the home folder each time."""
    before = {name: os.environ.get(name) for name in places}
    os.environ.update({name: str(path) for name, path in places.items()})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
