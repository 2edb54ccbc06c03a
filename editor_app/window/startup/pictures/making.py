"""Screenshots of the window's main states, light and dark, for reviews and the README."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QMessageLogContext, QPoint, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from editor_app.clock import Clock
from editor_app.library import FileError, quoted, sample_dir
from editor_app.variables import Cause, FileText, Note, Sources
from editor_app.window.app import Workbench
from editor_app.window.documents.resolving import Circumstances
from editor_app.window.driver import open_window
from editor_app.window.startup.application import application
from editor_app.window.startup.pictures import (
    chats,
    conversations,
    endpoint_runs,
    files,
    run_states,
    runs,
    sending,
    serving,
    trust,
    versions,
)
from editor_app.window.startup.pictures.conversations import NOON
from editor_app.window.style.theme_choice import ThemeChoice

_AGENTS = "# Atlas\nRun the tests before every commit.\nKeep the engine free of Qt.\n"
_ATLAS = Circumstances(Path("atlas"), conversation_id="c-0042", clock=NOON)
_NORTHWIND = Circumstances(Path.home() / "src" / "northwind-agents", clock=NOON)
_LONGEST_SECONDS = 3.0
_THEMES = ("light", "dark")


def make_pictures(
    folder: Path,
    names: Collection[str] | None = None,
    say_made: Callable[[Path, int, int], object] = lambda _path, _number, _all: None,
) -> list[Path]:
    """Write screenshots as PNG files into `folder`, which is created if necessary; return their paths.

    `names` are those of states, such as "window" or "why"; None stands for all. After each, `say_made` gets
    its path, how many are made, and of how many.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            f"The folder {quoted(folder)} could not be made: {error.strerror}.", folder
        ) from error
    app = application()
    made: list[Path] = []
    states = [one for one in (*_STATES, *_RESTRICTED_STATES) if names is None or one[0] in names]
    theme_choice = ThemeChoice(app, "light", 1.0)
    with _without_remarks_of_the_platform():
        for theme in _THEMES:
            theme_choice.choose(theme)
            for name, width, height, prepare in states:
                with TemporaryDirectory(prefix="foreword-") as place:
                    path = folder / f"{name}-{theme}.png"
                    is_trusted = not name.startswith("trust") or name == "trust-given"
                    _take(Path(place), theme_choice, (width, height), prepare, path, is_trusted=is_trusted)
                    made.append(path)
                    say_made(path, len(made), len(_THEMES) * len(states))
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
    *,
    is_trusted: bool,
) -> None:
    """Show the sample library in a window of this size, run `prepare`, and take a screenshot."""
    root = place / "prompts"
    shutil.copytree(sample_dir(), root)
    has_conversations = path.name.startswith("conversations")
    with (
        _own_places(XDG_DATA_HOME=place / "data", **({"HOME": place.resolve()} if has_conversations else {})),
        open_window(
            root,
            state_dir=place / "state",
            config_dir=place / "config",
            clock=lambda: NOON,
            files=["page-analysis.md"],
            size=size,
            theme_choice=theme_choice,
            circumstances=_circumstances_of(path.name, place),
            make_sources=conversations.sources_of_now
            if has_conversations
            else _sources
            if is_trusted
            else _restricted_sources,
            is_trusted=is_trusted,
        ) as driver,
    ):
        for _ in prepare(driver.workbench):
            driver.wait_until_quiet(_LONGEST_SECONDS)
        driver.wait_until_quiet(_LONGEST_SECONDS)
        if not _picture_of(driver.workbench).save(str(path)):
            raise FileError(f"The picture {quoted(path)} could not be written.", path)


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


def _circumstances_of(name: str, place: Path) -> Circumstances:
    if name.startswith("conversations"):
        return Circumstances(place / conversations.FOLDER, conversation_id="c-0042", clock=NOON)
    return _NORTHWIND if name.startswith("trust") else _ATLAS


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


def _restricted_sources(circumstances: Circumstances, clock: Clock) -> Sources:
    """Return the sources of a folder that is not trusted."""

    def read_file(folder: Path, name: str) -> FileText | Note:
        if name.startswith(".."):
            return Note(Cause.NOT_TRUSTED, f"{folder.name} is not trusted.", folder.parent / name[3:])
        return usual.read_file(folder, name)

    def run_git(_folder: Path, _arguments: tuple[str, ...]) -> Note:
        return Note(Cause.NOT_TRUSTED, "The folder is not trusted, so git is not run there.")

    usual = _sources(circumstances, clock)
    return replace(usual, read_file=read_file, run_git=run_git)


_STATES = (
    ("window", 1440, 900, files.prompt),
    ("why", 1440, 900, files.why),
    ("hover", 1440, 900, files.hover),
    ("template", 1440, 900, files.template),
    ("template-1000x700", 1000, 700, files.template),
    ("template-paste", 1440, 900, files.paste),
    ("full-page", 1440, 900, files.full_page),
    ("full-page-1000x700", 1000, 700, files.full_page),
    ("instructions", 1280, 800, files.instructions),
    ("instructions-1000x700", 1000, 700, files.instructions),
    ("instructions-built-in", 1280, 800, files.built_in_instructions),
    ("instructions-640x420", 640, 420, files.instructions),
    ("recovered", 1440, 900, versions.recovered),
    ("recovered-compare", 1440, 900, versions.compare),
    ("conflict", 1440, 900, versions.conflict),
    ("difference", 1440, 900, files.difference),
    ("markdown", 1440, 900, files.markdown),
    ("default", 1440, 900, files.default),
    ("empty", 1440, 900, files.empty),
    ("blocks", 1440, 900, files.blocks),
    ("situations", 1440, 900, files.situations),
    ("source", 1440, 900, files.source),
    ("support-desk", 1440, 900, files.support_desk),
    ("blocks-1366x768", 1366, 768, files.blocks),
    ("blocks-1000x700", 1000, 700, files.blocks),
    ("blocks-640x420", 640, 420, files.blocks),
    ("history", 1440, 900, versions.history),
    ("history-columns", 1440, 900, versions.history_columns),
    ("history-deleted", 1440, 900, versions.deleted_files),
    ("history-of-several", 1440, 900, versions.history_of_several),
    ("history-of-nothing", 1440, 900, versions.history_of_nothing),
    ("history-1000x700", 1000, 700, versions.history),
    ("conversations", 1440, 900, conversations.conversations),
    ("conversations-compaction", 1440, 900, conversations.compaction),
    ("conversations-got", 1440, 900, conversations.got),
    ("conversations-build", 1440, 900, conversations.build),
    ("conversations-none", 1440, 900, conversations.none_yet),
    ("conversations-1000x700", 1000, 700, conversations.conversations),
    ("conversations-list-1000x700", 1000, 700, conversations.listed),
    ("conversations-compaction-1000x700", 1000, 700, conversations.compaction),
    ("chat", 1440, 900, chats.message),
    ("chat-details", 1440, 900, chats.details),
    ("chat-conversation", 1440, 900, chats.conversation),
    ("chat-file", 1440, 900, chats.file),
    ("chat-raw", 1440, 900, chats.raw),
    ("chat-compare", 1440, 900, chats.compare),
    ("chat-blocked", 1440, 900, chats.blocked),
    ("chat-begun", 1440, 900, chats.alone),
    ("chat-imported", 1440, 900, chats.imported),
    ("chat-1280x800", 1280, 800, chats.message),
    ("chat-conversation-1280x800", 1280, 800, chats.conversation),
    ("chat-1000x700", 1000, 700, chats.message),
    ("chat-conversation-1000x700", 1000, 700, chats.conversation),
    ("chat-details-1000x700", 1000, 700, chats.details),
    ("chat-compare-1000x700", 1000, 700, chats.compare),
    ("send", 1440, 900, sending.dialog),
    ("send-other-form", 1000, 700, sending.refused),
    ("send-key", 1000, 700, sending.key),
    ("answer", 1440, 900, sending.running),
    ("answer-ended", 1440, 900, sending.ended),
    ("answer-waiting", 1440, 900, sending.waiting),
    ("answer-failed", 1440, 900, sending.failed),
    ("answer-key", 1000, 700, sending.without_key),
    ("answer-1000x700", 1000, 700, sending.ended),
    ("serve", 1000, 700, serving.stopped),
    ("serve-running", 1000, 700, serving.running),
    ("serve-port-in-use", 1000, 700, serving.port_in_use),
    ("serve-extra-missing", 1000, 700, serving.extra_missing),
    ("window-1366x700", 1366, 700, files.prompt),
    ("template-1366x700", 1366, 700, files.template),
    ("window-1000x700", 1000, 700, files.prompt),
    ("window-640x420", 640, 420, files.prompt),
    ("run", 1440, 900, runs.run),
    ("run-1280x800", 1280, 800, runs.run),
    ("run-1000x700", 1000, 700, runs.run),
    ("run-strategies", 1440, 900, runs.strategies),
    ("run-strategies-1000x700", 1000, 700, runs.strategies),
    ("run-table", 1280, 800, runs.table),
    ("run-trigger", 1280, 800, runs.trigger),
    ("run-empty", 1440, 900, run_states.empty),
    ("run-empty-1000x700", 1000, 700, run_states.empty),
    ("run-playing", 1440, 900, run_states.playing),
    ("run-playing-1000x700", 1000, 700, run_states.playing),
    ("run-paused", 1440, 900, run_states.paused),
    ("run-paused-1000x700", 1000, 700, run_states.paused),
    ("run-failed", 1440, 900, run_states.failed),
    ("run-failed-1000x700", 1000, 700, run_states.failed),
    ("run-refused", 1440, 900, run_states.refused),
    ("run-refused-1000x700", 1000, 700, run_states.refused),
    ("run-endpoint-ready", 1440, 900, endpoint_runs.ready),
    ("run-endpoint-running", 1440, 900, endpoint_runs.running),
    ("run-endpoint-running-1000x700", 1000, 700, endpoint_runs.running),
    ("run-endpoint-waiting", 1280, 800, endpoint_runs.waiting),
    ("run-endpoint-error", 1440, 900, endpoint_runs.failed),
    ("run-endpoint-error-1000x700", 1000, 700, endpoint_runs.failed),
    ("run-endpoint-denied", 1280, 800, endpoint_runs.denied),
    ("run-endpoint-finished", 1440, 900, endpoint_runs.finished),
    ("run-endpoint-finished-1000x700", 1000, 700, endpoint_runs.finished),
    ("run-endpoint-ready-1000x700", 1000, 700, endpoint_runs.ready),
    ("completion", 1280, 800, runs.completion),
)
_RESTRICTED_STATES = (
    ("trust", 1440, 900, trust.trust),
    ("trust-ask", 1440, 900, trust.trust_ask),
    ("trust-640x420", 640, 420, trust.trust_ask),
    ("trust-given", 780, 700, trust.trust_given),
)
