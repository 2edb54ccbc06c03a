"""Pictures of a window without a display: what they are taken of is data, and three ship."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PySide6.QtCore import QMessageLogContext, QPoint, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from editor_app.clock import Clock
from editor_app.library.files.errors import FileError, quoted
from editor_app.library.places import sample_dir
from editor_app.text import Span
from editor_app.variables import Cause, FileText, Note, Sources
from editor_app.window.app import Workbench
from editor_app.window.documents.resolving import Circumstances, MakeSources
from editor_app.window.driver import open_window
from editor_app.window.kinds.system_message.perspective import SystemMessagePerspective
from editor_app.window.kit.application import application
from editor_app.window.kit.theme.theme_choice import ThemeChoice

NOON: Final = datetime(2026, 3, 4, 14, 2, 11, tzinfo=UTC)
THEMES: Final = ("light", "dark")
_AGENTS: Final = "# Atlas\nRun the tests before every commit.\nKeep the engine free of Qt.\n"
_LONGEST_SECONDS: Final = 3.0

Prepare = Callable[[Workbench], Iterator[None]]


def fixed_sources(_circumstances: Circumstances, clock: Clock) -> Sources:
    """Return sources with the same values on every machine."""

    def read_file(_folder: Path, name: str) -> FileText | Note:
        if name == "AGENTS.md":
            return FileText(_AGENTS, Path(name))
        return Note(Cause.NO_SUCH_FILE, f"There is no file ‘{name}’ in atlas.")

    def run_git(_folder: Path, arguments: tuple[str, ...]) -> str | Note:
        return " M README.md\n M src/app.py\n" if arguments[0] == "status" else "main\n"

    return Sources(clock, read_file, run_git, "linux", "builder")


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

    @property
    def file_names(self) -> tuple[str, ...]:
        """The names of its files, one for each theme."""
        return tuple(f"{self.name}-{theme}" for theme in THEMES)


def take_pictures(
    folder: Path,
    pictures: Sequence[Picture],
    names: Sequence[str] = (),
    say_made: Callable[[Path], object] = print,
) -> None:
    """Write PNG files into `folder`, which is created if necessary; `say_made` gets the path of each.

    Of the pictures, those with a name among `names` are taken, all without any; a name with a theme, such as
    "window-dark", is that file alone. A name that no picture has, or a folder that cannot be written to,
    raises `FileError`.
    """
    known = {name for picture in pictures for name in (picture.name, *picture.file_names)}
    if unknown := [name for name in names if name not in known]:
        of_all = ", ".join(picture.name for picture in pictures)
        raise FileError(f"There is no picture {quoted(unknown[0])}. There are: {of_all}.", folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            f"The folder {quoted(folder)} could not be made: {error.strerror}.", folder
        ) from error
    theme_choice = ThemeChoice(application(), THEMES[0], 1.0)
    with _without_remarks_of_the_platform():
        for theme in THEMES:
            theme_choice.choose(theme)
            for picture in pictures:
                name = f"{picture.name}-{theme}"
                if not names or {picture.name, name} & {*names}:
                    path = folder / f"{name}.png"
                    with shown(picture, theme_choice) as workbench:
                        _save(workbench, path)
                    say_made(path)


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
                circumstances=Circumstances(folder, conversation_id="c-0042", clock=NOON),
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
    yield
    go_to(workbench, "titel")
    yield


def show_template(workbench: Workbench) -> Iterator[None]:
    """Show the system-prompt template."""
    workbench.commands.files.open(workbench.library.library.root / "system-prompt.tmpl")
    yield
    workbench.resolving.wait()
    yield
    go_to(workbench, "prompt:cwd")
    yield


def show_blocks(workbench: Workbench) -> Iterator[None]:
    """Show the blocks of a system message, and why one is in."""
    workbench.commands.files.open(
        workbench.library.library.root / "system-messages" / "coding-assistant.yaml"
    )
    yield
    perspective = workbench.current.perspective
    if isinstance(perspective, SystemMessagePerspective) and perspective.view is not None:
        ids = [block.id for block in perspective.view.blocks]
        perspective.view.choose_index(ids.index("formatting-1"))
    workbench.window.show_below("why")
    yield


SHIPPED_PICTURES: Final = (
    Picture("window", show_prompt),
    Picture("template", show_template),
    Picture("blocks", show_blocks),
)


def go_to(workbench: Workbench, words: str) -> None:
    """Put the caret before these words."""
    file, editor = workbench.current.file, workbench.current.editor
    if file is not None and editor is not None:
        start = file.text.index(words)
        editor.go_to(Span(start, start))


def _save(workbench: Workbench, path: Path) -> None:
    """Save a picture of the window with the cards, menus and dialogs over it."""
    window = workbench.window
    picture: QPixmap = window.grab()
    painter = QPainter(picture)
    for widget in QApplication.topLevelWidgets():
        if widget is not window and widget.isVisible():
            painter.drawPixmap(window.mapFromGlobal(widget.mapToGlobal(QPoint(0, 0))), widget.grab())
    painter.end()
    if not picture.save(str(path)):
        raise FileError(f"The picture {quoted(path)} could not be written.", path)


@contextmanager
def _without_remarks_of_the_platform() -> Iterator[None]:
    """Suppress the messages of Qt's offscreen platform about every window: that it has no desktop."""

    def pass_on(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if message.startswith("This plugin does not support"):
            return
        if before is None:
            print(message, file=sys.stderr)  # noqa: T201  as Qt does without a handler
        else:
            before(kind, context, message)

    before = qInstallMessageHandler(pass_on)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


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
