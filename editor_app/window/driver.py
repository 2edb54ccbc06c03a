"""The driver of a whole window for tests and scripts: sends keys and actions, and reads what it shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from time import monotonic
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QKeyCombination, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from editor_app.clock import Clock
from editor_app.library.folders import Library, open_library
from editor_app.text import Span
from editor_app.window.app import Folders, Machine, Workbench
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.resolving import MakeSources, ResolveContext
from editor_app.window.frame.first_window import FirstWindow
from editor_app.window.kit.application import application
from editor_app.window.kit.dialogs.dialog import NoDialogs
from editor_app.window.kit.dialogs.question import Dialogs
from editor_app.window.kit.form.text_fields import exact_text
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from editor_app.window.session.keeping import Journals
from editor_app.window.text.code_editor import CodeEditor

_LOOK_MS = 2
_LONGEST_PAUSE_MS = 500
_LONGEST_SECONDS = 10.0


def open_window(  # noqa: PLR0913  all but the first are named where it is called
    library: Library | Path,
    *,
    state_dir: Path,
    config_dir: Path,
    clock: Clock,
    files: Sequence[str | Path] = (),
    size: tuple[int, int] = (1440, 900),
    dialogs: Dialogs | None = None,
    theme_choice: ThemeChoice | None = None,
    context: ResolveContext | None = None,
    make_sources: MakeSources | None = None,
    is_checked: bool = True,
    is_trusted: bool | None = None,
    journals: Journals | None = None,
    frame: FirstWindow | None = None,
) -> WindowDriver:
    """Show a window on a library, given as such or as its folder, and return its driver.

    It keeps its state in `state_dir` and `config_dir`, takes the time from `clock`, and opens `files`, given
    relative to the library's folder, beside what the last window had open. It never waits for a
    user: without `dialogs` each question is an error. Without a `theme_choice` the application gets the light
    theme, at the size of the design. Variables are resolved in `context`, with the files and git of
    `make_sources`, by default this machine's. The check of the library has ended when this returns, unless
    `is_checked` is false. By then the last window's tabs are all back, too; `journals` are by default those
    in `state_dir`. With `is_trusted`, by default where `make_sources` is given, the folder is trusted in this
    window. `frame` is the window of the program's start to show it in.
    """
    opened = library if isinstance(library, Library) else open_library(library)[0]
    dressing = theme_choice or ThemeChoice(application(), "light", 1.0)
    workbench = Workbench(
        opened,
        Folders(state_dir, config_dir),
        dressing,
        dialogs=dialogs or NoDialogs(),
        machine=Machine(clock, context, make_sources, journals),
    )
    if theme_choice is None:
        dressing.setParent(workbench)  # deleted with the window
    if is_trusted or (is_trusted is None and make_sources is not None):
        workbench.trust.trust_here(workbench.resolver.context.folder)
    driver = WindowDriver(workbench)
    workbench.window.resize(*size)
    workbench.start([opened.root / name for name in files], frame)
    workbench.window.resize(*size)
    workbench.session.restoring.restore_all()
    if is_checked:
        workbench.library.finish_checking()
    return driver


class WindowDriver(AbstractContextManager["WindowDriver"]):
    """A whole window, used by keys and actions, and read as it is shown.

    `workbench` has its parts, for what this class has no method for. As a context manager it closes the
    window at the end.
    """

    def __init__(self, workbench: Workbench) -> None:
        """Drive a window that `open_window` has shown."""
        self.workbench = workbench
        self.window = workbench.window
        self.panels = workbench.panels
        self.root = workbench.library.library.root
        self._is_open = True

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    # Input --------------------------------------------------------------------------------------------------

    def open(self, name: str | Path) -> OpenFile:
        """Open a file, given relative to the library's folder, and focus its text."""
        file = self.workbench.commands.files.open(self.root / name)
        if file is None:
            raise LookupError(f"‘{name}’ could not be opened. The window says: {self.notice}")
        return file

    def select(self, words: str) -> None:
        """Select `words` in the current text."""
        start = self.text.index(words)
        self.editor.select_span(Span(start, start + len(words)))

    def type(self, text: str) -> None:
        """Type into the current text, key by key."""
        from PySide6.QtTest import QTest

        for character in text:
            if character == "\n":
                QTest.keyClick(self.editor, Qt.Key.Key_Return)
            else:
                QTest.keyClicks(self.editor, character)

    def press(self, keys: str, widget: QWidget | None = None) -> None:
        """Press a key combination such as "Ctrl+S" in a widget, or where the focus is."""
        from PySide6.QtTest import QTest

        combination: QKeyCombination = QKeySequence(keys)[0]  # type: ignore[index]  # not in the stubs
        target = widget or QApplication.focusWidget() or self.window
        QTest.keyClick(target, combination.key(), combination.keyboardModifiers())

    def trigger(self, action_id: str) -> None:
        """Trigger an action of the menus by its id in `actions.py`; a disabled one is an error."""
        action = self.workbench.actions.action(action_id)
        if not action.isEnabled():
            raise LookupError(f"The action ‘{action_id}’ is not possible now.")
        action.trigger()

    def close(self) -> None:
        """Close the window without questions, and let it save its state."""
        if not self._is_open:
            return
        self._is_open = False
        self.window.may_close = lambda: True
        self.window.close()
        self.workbench.close()
        self.window.deleteLater()
        self.workbench.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    # Waiting ------------------------------------------------------------------------------------------------

    def come_to_front(self) -> None:
        """Make the window the active one, so that its shortcuts work."""
        QCoreApplication.processEvents()
        self.window.activateWindow()
        self.wait_until(self.window.isActiveWindow)

    def wait_until(self, condition: Callable[[], object], longest: float = _LONGEST_SECONDS) -> None:
        """Process events until `condition` holds; raise an error after `longest` seconds."""
        until = monotonic() + longest
        while not condition():
            if monotonic() > until:
                raise TimeoutError(f"What was waited for did not happen within {longest:g} seconds.")
            _let_events_pass(1)

    def wait_until_quiet(self, longest: float = _LONGEST_SECONDS) -> bool:
        """Wait for values, layouts and updates after a pause; return False if `longest` seconds pass.

        Pauses end at once, in the order in which they would have ended.
        """
        until = monotonic() + longest
        known: list[QTimer] = []  # to look for all takes longer than most of what they start
        while True:
            _let_events_pass(_LOOK_MS)
            pauses = [timer for timer in known if isValid(timer) and _is_pause(timer)]
            if not pauses:
                known = [*self.window.findChildren(QTimer), *self.workbench.findChildren(QTimer)]
                pauses = [timer for timer in known if _is_pause(timer)]
            if not pauses:
                return True
            if monotonic() > until:
                return False
            first = min(pauses, key=QTimer.remainingTime)
            first.stop()
            first.timeout.emit()

    # Output -------------------------------------------------------------------------------------------------

    @property
    def editor(self) -> CodeEditor:
        """The editor in front."""
        editor = self.workbench.tabs.current_editor
        if editor is None:
            raise LookupError("No text is open.")
        return editor

    @property
    def file(self) -> OpenFile:
        """The current file."""
        file = self.workbench.current.file
        if file is None:
            raise LookupError("No file is open.")
        return file

    @property
    def text(self) -> str:
        """The current text: that of a file, or of the selected block of a system message."""
        return self.editor.contents.text

    @property
    def preview(self) -> str:
        """The text in the preview."""
        return exact_text(self.panels.preview.text)

    @property
    def notice(self) -> str:
        """The sentence of the notice above the text, "" if there is none."""
        notices = self.window.notices
        return notices.words.text() if notices.isVisible() else ""

    @property
    def tab_titles(self) -> list[str]:
        """The titles of the tabs, from the first."""
        tabs = self.workbench.tabs.bar
        return [tabs.tabText(index) for index in range(tabs.count())]


def _let_events_pass(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _is_pause(timer: QTimer) -> bool:
    return timer.isActive() and timer.isSingleShot() and timer.interval() <= _LONGEST_PAUSE_MS
