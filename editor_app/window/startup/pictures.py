"""Screenshots of the window's main states, light and dark, for reviews and the README."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QMessageLogContext, QMimeData, QPoint, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from editor_app.clock import Clock
from editor_app.library import COMPACTION_NAME, FileError, VersionReason, keep_version, quoted, sample_dir
from editor_app.text import Edit, Span
from editor_app.variables import Cause, FileText, Note, Sources
from editor_app.window.app import Workbench
from editor_app.window.dialogs import Conflict, RecoveredText
from editor_app.window.dialogs.conflict import ConflictDialog
from editor_app.window.dialogs.recovery import RecoveryDialog
from editor_app.window.documents.resolving import Circumstances
from editor_app.window.driver import open_window
from editor_app.window.kinds.system_message.perspective import SystemMessagePerspective
from editor_app.window.startup import pictures_of_conversations, pictures_of_serving
from editor_app.window.startup.application import application
from editor_app.window.style.theme_choice import ThemeChoice
from editor_app.window.trust.popup import AllowedFile, TrustPopup, room_above
from editor_app.window.trust.words import home_relative

_NOON = datetime(2026, 3, 4, 14, 2, 11, tzinfo=UTC)
_AGENTS = "# Atlas\nRun the tests before every commit.\nKeep the engine free of Qt.\n"
_ATLAS = Circumstances(Path("atlas"), conversation_id="c-0042", clock=_NOON)
_NORTHWIND = Circumstances(Path.home() / "src" / "northwind-agents", clock=_NOON)
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
            for name, width, height, prepare in (*_STATES, *_RESTRICTED_STATES):
                if names is not None and name not in names:
                    continue
                with TemporaryDirectory(prefix="foreword-") as place:
                    path = folder / f"{name}-{theme}.png"
                    is_trusted = not name.startswith("trust") or name == "trust-given"
                    _take(Path(place), theme_choice, (width, height), prepare, path, is_trusted=is_trusted)
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
            clock=lambda: _NOON,
            files=["page-analysis.md"],
            size=size,
            theme_choice=theme_choice,
            circumstances=_circumstances_of(path.name, place),
            make_sources=pictures_of_conversations.sources_of_now
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
        return Circumstances(place / pictures_of_conversations.FOLDER, conversation_id="c-0042", clock=_NOON)
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
            return Note(Cause.NEEDS_GRANT, f"‘{name}’ leads out of {folder.name}.", folder / name)
        return usual.read_file(folder, name)

    def run_git(_folder: Path, _arguments: tuple[str, ...]) -> Note:
        return Note(Cause.NOT_TRUSTED, "The folder is not trusted, so git is not run there.")

    usual = _sources(circumstances, clock)
    return replace(usual, read_file=read_file, run_git=run_git)


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


def _paste(workbench: Workbench) -> Iterator[None]:
    yield from _template(workbench)
    editor = workbench.current.editor
    if editor is not None:
        data = QMimeData()
        data.setText("Answer as in [this:example], with [citation:needed].\n[if user:vip]Be quick.[endif]\n")
        _go_to(workbench, "The current")
        editor.insertFromMimeData(data)
    yield


def _full_page(workbench: Workbench) -> Iterator[None]:
    yield from _template(workbench)
    workbench.window.set_full_page(is_full=True)
    yield


def _instructions(workbench: Workbench) -> Iterator[None]:
    yield from _template(workbench)
    workbench.commands.prompts.open_instructions()
    yield


def _built_in_instructions(workbench: Workbench) -> Iterator[None]:
    (workbench.library.library.root / COMPACTION_NAME).unlink()
    workbench.library.refresh()
    yield from _instructions(workbench)


_RESTRICTED = """# Northwind support agent

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


def _trust(workbench: Workbench) -> Iterator[None]:
    path = workbench.library.library.root / "system-prompt.tmpl"
    path.write_text(_RESTRICTED)
    workbench.commands.files.open(path)
    yield
    workbench.resolving.wait()
    yield
    _go_to(workbench, "\n\nYou work")
    yield


def _trust_ask(workbench: Workbench) -> Iterator[None]:
    yield from _trust(workbench)
    popup = workbench.commands.trust.ask_at_bar()
    bar = workbench.panels.bar
    if bar.window().width() > bar.screen().availableGeometry().width():  # which moves the popup
        corner = bar.mapToGlobal(QPoint(bar.width() - popup.width() - 8, bar.height() + 4))
        popup.move(max(corner.x(), 0), corner.y())
    yield


def _trust_given(workbench: Workbench) -> Iterator[None]:
    yield from _template(workbench)
    mark = workbench.window.status.trust
    folder = workbench.resolving.circumstances.folder
    files = (("../shared/.env", True), ("../style-guide/voice.md", False))  # one may hold secrets
    popup = TrustPopup(
        folder.name,
        home_relative(folder),
        workbench.tabs.theme,
        mark,
        is_trusted=True,
        allowed=[AllowedFile(folder / name, name, for_session=here) for name, here in files],
    )
    popup.show_beside(mark, room_above(mark), at_right=False)
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


def keep_example_versions(workbench: Workbench, at: datetime = _NOON) -> None:
    """Keep versions of the sample's first prompt, as saving it and other programs would have, until `at`."""
    path = workbench.library.library.root / "page-analysis.md"
    now = path.read_text(encoding="utf-8")
    old = now.replace("version: 1.1", "version: 1.0.4").replace("{{titel}}", "{{title}}")
    old = old.replace("{{#if content}}", "Answer in the language of the page.\n\n{{#if content}}", 1)
    reasons = VersionReason
    versions = (
        (timedelta(days=2, hours=5), old.replace("(2-3 sentences) ", ""), reasons.COPIED),
        (timedelta(days=2, hours=4), old.replace("brief, ", ""), reasons.SAVED),
        (timedelta(days=2, hours=3), old.replace("concise ", ""), reasons.RESET),
        (timedelta(days=1, hours=1), old.replace("Title", "Headline"), reasons.SAVED),
        (timedelta(days=1), old.replace("500", "400"), reasons.LIBRARY_REPLACE),
        (timedelta(hours=3), old, reasons.REPLACED),
        (timedelta(minutes=40), now.replace("{{titel}}", "{{title}}"), reasons.SAVED),
        (timedelta(minutes=1), now.replace("500", "400"), reasons.SAVED),
    )
    for age, text, why in versions:
        keep_version(workbench.files.state_dir, path, text.encode(), why, now=at - age)


def _history(workbench: Workbench) -> Iterator[None]:
    yield from _prompt(workbench)
    keep_example_versions(workbench)
    editor, panel = workbench.current.editor, workbench.panels.history
    if editor is not None:
        editor.insertPlainText(" ")
    workbench.commands.versions.show()
    panel.choose(next(row.version for row in panel.rows if row.time == "11:02"))
    yield
    yield


def _history_columns(workbench: Workbench) -> Iterator[None]:
    workbench.actions.action("toggle_preview").trigger()
    workbench.panels.history.compared.choose_view("columns")
    yield from _history(workbench)


def _deleted_files(workbench: Workbench) -> Iterator[None]:
    yield
    for name in ("system-messages/support-desk.json", "test-scenario-generation.md"):
        workbench.work.delete(workbench.library.library.root / name)
    workbench.commands.versions.show_deleted()
    workbench.window.notices.dismiss()
    yield
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


def _conflict(workbench: Workbench) -> Iterator[None]:
    yield from _prompt(workbench)
    first = workbench.files.files[0]
    base, disk = first.saved_text, first.saved_text.replace("brief, human", "short, human")
    mine = f"{first.saved_text}Answer in one language.\n"
    ConflictDialog(workbench.tabs.theme, Conflict(first.path.name, base, mine, disk), workbench.window).show()
    yield


def _history_of_several(workbench: Workbench) -> Iterator[None]:
    yield
    root = workbench.library.library.root
    paths = [root / name for name in ("page-analysis.md", "system-messages/support-desk.json")]
    keep_example_versions(workbench)
    workbench.commands.versions.show_each(paths)
    yield
    yield


def _history_of_nothing(workbench: Workbench) -> Iterator[None]:
    yield
    workbench.commands.versions.show()
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
    ("template-1000x700", 1000, 700, _template),
    ("template-paste", 1440, 900, _paste),
    ("full-page", 1440, 900, _full_page),
    ("full-page-1000x700", 1000, 700, _full_page),
    ("instructions", 1280, 800, _instructions),
    ("instructions-1000x700", 1000, 700, _instructions),
    ("instructions-built-in", 1280, 800, _built_in_instructions),
    ("instructions-640x420", 640, 420, _instructions),
    ("recovered", 1440, 900, _recovered),
    ("recovered-compare", 1440, 900, _compare),
    ("conflict", 1440, 900, _conflict),
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
    ("history", 1440, 900, _history),
    ("history-columns", 1440, 900, _history_columns),
    ("history-deleted", 1440, 900, _deleted_files),
    ("history-of-several", 1440, 900, _history_of_several),
    ("history-of-nothing", 1440, 900, _history_of_nothing),
    ("history-1000x700", 1000, 700, _history),
    ("conversations", 1440, 900, pictures_of_conversations.conversations),
    ("conversations-compaction", 1440, 900, pictures_of_conversations.compaction),
    ("conversations-got", 1440, 900, pictures_of_conversations.got),
    ("conversations-build", 1440, 900, pictures_of_conversations.build),
    ("conversations-none", 1440, 900, pictures_of_conversations.none_yet),
    ("conversations-1000x700", 1000, 700, pictures_of_conversations.conversations),
    ("conversations-list-1000x700", 1000, 700, pictures_of_conversations.listed),
    ("conversations-compaction-1000x700", 1000, 700, pictures_of_conversations.compaction),
    ("serve", 1000, 700, pictures_of_serving.stopped),
    ("serve-running", 1000, 700, pictures_of_serving.running),
    ("serve-port-in-use", 1000, 700, pictures_of_serving.port_in_use),
    ("serve-extra-missing", 1000, 700, pictures_of_serving.extra_missing),
    ("window-1366x700", 1366, 700, _prompt),
    ("template-1366x700", 1366, 700, _template),
    ("window-1000x700", 1000, 700, _prompt),
    ("window-640x420", 640, 420, _prompt),
)
_RESTRICTED_STATES = (
    ("trust", 1440, 900, _trust),
    ("trust-ask", 1440, 900, _trust_ask),
    ("trust-640x420", 640, 420, _trust_ask),
    ("trust-given", 780, 700, _trust_given),
)
