"""Screenshots of the window's main states, light and dark, for reviews and the README."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QMessageLogContext, QPoint, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from editor_app.clock import Clock
from editor_app.library import FileError, quoted, sample_dir
from editor_app.text import Edit, Span
from editor_app.variables import Cause, FileText, Note, Sources
from editor_app.window.app import Workbench
from editor_app.window.dialogs import RecoveredText
from editor_app.window.dialogs.recovery import RecoveryDialog
from editor_app.window.documents.resolving import Circumstances
from editor_app.window.driver import open_window
from editor_app.window.kinds.system_message.perspective import SystemMessagePerspective
from editor_app.window.startup.application import application
from editor_app.window.style.theme_choice import ThemeChoice

_NOON = datetime(2026, 3, 4, 14, 2, 11, tzinfo=UTC)
_AGENTS = "# Atlas\nRun the tests before every commit.\nKeep the engine free of Qt.\n"
_LONGEST_SECONDS = 3.0


def make_pictures(folder: Path, names: Collection[str] | None = None) -> list[Path]:
    """Write screenshots as PNG files into `folder`, which is created if necessary; return their paths.

    `names` are those of states, such as "window" or "why"; None stands for all.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            f"The folder {quoted(folder)} could not be made: {error.strerror}.", folder
        ) from error
    app = application()
    made: list[Path] = []
    theme_choice = ThemeChoice(app, "light", 1.0)
    with _without_remarks_of_the_platform():
        for theme in ("light", "dark"):
            theme_choice.choose(theme)
            for name, width, height, prepare in _STATES:
                if names is not None and name not in names:
                    continue
                with TemporaryDirectory(prefix="foreword-") as place:
                    path = folder / f"{name}-{theme}.png"
                    _take(Path(place), theme_choice, (width, height), prepare, path)
                    made.append(path)
    return made


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


def _take(
    place: Path,
    theme_choice: ThemeChoice,
    size: tuple[int, int],
    prepare: Callable[[Workbench], Iterator[None]],
    path: Path,
) -> None:
    """Show the sample library in a window of this size, run `prepare`, and take a screenshot."""
    root = place / "prompts"
    shutil.copytree(sample_dir(), root)
    with open_window(
        root,
        state_dir=place / "state",
        config_dir=place / "config",
        clock=lambda: _NOON,
        files=["page-analysis.md"],
        size=size,
        theme_choice=theme_choice,
        circumstances=Circumstances(Path("atlas"), conversation_id="c-0042", clock=_NOON),
        make_sources=_sources,
    ) as driver:
        for _ in prepare(driver.workbench):
            driver.wait_until_quiet(_LONGEST_SECONDS)
        driver.wait_until_quiet(_LONGEST_SECONDS)
        if not _picture_of(driver.workbench).save(str(path)):
            raise FileError(f"The picture {quoted(path)} could not be written.", path)


def _picture_of(workbench: Workbench) -> QPixmap:
    """Return a picture of the window with the cards, menus and dialogs over it."""
    window = workbench.window
    picture = window.grab()
    painter = QPainter(picture)
    for widget in QApplication.topLevelWidgets():
        if widget is not window and widget.isVisible():
            painter.drawPixmap(window.mapFromGlobal(widget.mapToGlobal(QPoint(0, 0))), widget.grab())
    painter.end()
    return picture


def _sources(_circumstances: Circumstances, clock: Clock) -> Sources:
    """Return sources with the same values on every machine."""

    def read_file(_folder: Path, name: str) -> FileText | Note:
        if name == "AGENTS.md":
            return FileText(_AGENTS, Path(name))
        return Note(Cause.NO_SUCH_FILE, f"There is no file ‘{name}’ in atlas.")

    def run_git(_folder: Path, arguments: tuple[str, ...]) -> str | Note:
        return " M README.md\n M src/app.py\n" if arguments[0] == "status" else "main\n"

    return Sources(clock, read_file, run_git, "linux", "builder")


# The states -------------------------------------------------------------------------------------------------


def _prompt(workbench: Workbench) -> Iterator[None]:
    yield
    _go_to(workbench, "titel")
    yield


def _why(workbench: Workbench) -> Iterator[None]:
    yield from _prompt(workbench)
    preview = workbench.panels.preview
    preview.show_output_at(workbench.files.files[0].text.index("{{url}}") + 2)
    preview.show_why()
    yield
    _go_to(workbench, "titel")
    _show_fixes(workbench)
    yield


def _hover(workbench: Workbench) -> Iterator[None]:
    yield from _prompt(workbench)
    _go_to(workbench, "content}}")
    editor = workbench.current.editor
    if editor is not None:
        editor.show_hover()
    yield


def _template(workbench: Workbench) -> Iterator[None]:
    workbench.commands.files.open(workbench.library.library.root / "system-prompt.tmpl")
    yield
    workbench.resolving.wait()
    yield
    _go_to(workbench, "prompt:cwd")
    yield


def _difference(workbench: Workbench) -> Iterator[None]:
    yield
    workbench.panels.preview.choose_view("difference")
    yield
    yield


def _markdown(workbench: Workbench) -> Iterator[None]:
    workbench.commands.files.open(workbench.library.library.root / "test-scenario-generation.md")
    yield
    workbench.panels.preview.choose_view("markdown")
    yield
    yield


def _empty(workbench: Workbench) -> Iterator[None]:
    yield
    workbench.commands.files.close_current()
    yield


def _default(workbench: Workbench) -> Iterator[None]:
    workbench.commands.files.open(workbench.library.library.root / "defaults" / "test-data-generation.md")
    yield


def _blocks(workbench: Workbench) -> Iterator[None]:
    workbench.commands.files.open(
        workbench.library.library.root / "system-messages" / "coding-assistant.yaml"
    )
    yield
    view = _message(workbench).view
    if view is not None:
        view.choose_index(next(at for at, block in enumerate(view.blocks) if block.id == "formatting-1"))
    workbench.window.show_below("why")
    yield


def _situations(workbench: Workbench) -> Iterator[None]:
    yield from _blocks(workbench)
    workbench.window.show_below("matrix")
    yield
    workbench.panels.preview.choose_view("difference")
    yield
    yield


def _source(workbench: Workbench) -> Iterator[None]:
    yield from _blocks(workbench)
    _message(workbench).view_commands.switch_view()
    yield
    workbench.panels.preview.choose_view("xml")
    yield


def _support_desk(workbench: Workbench) -> Iterator[None]:
    workbench.commands.files.open(workbench.library.library.root / "system-messages" / "support-desk.json")
    yield
    message = _message(workbench)
    view = message.view
    if view is not None:
        view.choose_index(2)
        message.situation_commands.toggle_mute(view.blocks[4].id)
    yield


def _recovered(workbench: Workbench) -> Iterator[None]:
    yield from _prompt(workbench)
    first = workbench.files.files[0]
    first.document.apply_edits([Edit(Span(len(first.text), len(first.text)), "Answer in one language.\n")])
    workbench.files.new_untitled(((Edit(Span(0, 0), "# Notes\n"),),))
    workbench.tabs.show_document(first.document)
    workbench.session.recovery.offer(workbench.files.files, _NOON)
    yield


def _compare(workbench: Workbench) -> Iterator[None]:
    yield from _recovered(workbench)
    first = workbench.files.files[0]
    base, disk = first.saved_text, first.saved_text.replace("brief, human", "short, human")
    text = RecoveredText(first.path.name, first.text, disk, base, "1 of 2")
    RecoveryDialog(workbench.tabs.theme, text, workbench.window).show()
    yield


def _message(workbench: Workbench) -> SystemMessagePerspective:
    perspective = workbench.current.perspective
    assert isinstance(perspective, SystemMessagePerspective)
    return perspective


def _go_to(workbench: Workbench, words: str) -> None:
    file, editor = workbench.current.file, workbench.current.editor
    if file is not None and editor is not None:
        start = file.text.index(words)
        editor.go_to(Span(start, start))


def _show_fixes(workbench: Workbench) -> None:
    if workbench.current.editor is not None:
        workbench.current.editor.show_fixes()


_STATES = (
    ("window", 1440, 900, _prompt),
    ("why", 1440, 900, _why),
    ("hover", 1440, 900, _hover),
    ("template", 1440, 900, _template),
    ("recovered", 1440, 900, _recovered),
    ("recovered-compare", 1440, 900, _compare),
    ("difference", 1440, 900, _difference),
    ("markdown", 1440, 900, _markdown),
    ("default", 1440, 900, _default),
    ("empty", 1440, 900, _empty),
    ("blocks", 1440, 900, _blocks),
    ("situations", 1440, 900, _situations),
    ("source", 1440, 900, _source),
    ("support-desk", 1440, 900, _support_desk),
    ("blocks-1366x768", 1366, 768, _blocks),
    ("blocks-1000x700", 1000, 700, _blocks),
    ("blocks-640x420", 640, 420, _blocks),
    ("window-1366x700", 1366, 700, _prompt),
    ("template-1366x700", 1366, 700, _template),
    ("window-1000x700", 1000, 700, _prompt),
    ("window-640x420", 640, 420, _prompt),
)
