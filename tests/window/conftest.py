"""A dressed application, and a main window of stand-in and real panels."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QAccessible, QCursor
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QWidget

from editor_app.template.dialect import Dialect
from editor_app.text import Severity, Span
from editor_app.window.building import all_menus
from editor_app.window.documents.library_rows import LibraryListing, LibraryRow, RowState
from editor_app.window.documents.problem_rows import ProblemPlace, ProblemRow
from editor_app.window.frame.dock import Page, WindowParts
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.frame.notices import InfoBar
from editor_app.window.frame.panel_actions import PANEL_ACTIONS, PANEL_KEYS
from editor_app.window.kit.actions import Actions
from editor_app.window.kit.focus import announcing
from editor_app.window.kit.theme.current import current_theme, use_theme
from editor_app.window.kit.theme.theme import Theme, load_theme
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from editor_app.window.kit.words.counts import Counts
from editor_app.window.panels.library.library_panel import LibraryPanel
from editor_app.window.panels.outline import OutlinePanel, OutlineRow
from editor_app.window.panels.problems.problems_panel import ProblemsPanel

ROOT = Path("/library")
NO_RULES = "#nothing {}"
ONE_OF_EACH = Counts(1, 1)
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let windows be shown: the headless platform warns that it has no frame to size."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


@pytest.fixture(scope="module", autouse=True)
def no_wait_for_the_disk() -> Iterator[None]:
    """Leave out to wait until what is written is on the disk: no test in this folder cuts the power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _descriptor: None)
        patch.setattr(os, "fdatasync", lambda _descriptor: None)
        yield


@pytest.fixture(autouse=True)
def no_popups_left() -> Iterator[None]:
    """Close the menus that a test left open: while one is, no card comes in later tests."""
    yield
    while QApplication.instance() is not None and (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
        if QApplication.activePopupWidget() is popup:
            break


@pytest.fixture(autouse=True)
def pointer_put_back() -> Iterator[None]:
    """Put the pointer back where it was: a menu that closes under it makes cards go."""
    if QApplication.instance() is None:
        yield
        return
    before = QCursor.pos()
    yield
    if QCursor.pos() != before:
        QCursor.setPos(before)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Run with a screen reader, and return what it is told."""
    told: list[str] = []

    class Listening(QAccessible):
        @staticmethod
        def updateAccessibility(event) -> None:
            told.append(event.message())
            QAccessible.updateAccessibility(event)

    monkeypatch.setattr(announcing, "QAccessible", Listening)
    QAccessible.setActive(True)
    yield told
    QAccessible.setActive(False)


@pytest.fixture(scope="session", autouse=True)
def themed_application(qapp: QApplication) -> None:
    """Give the application a theme, without a style sheet: widgets ask for it when they are made."""
    use_theme(load_theme("light", 1.0), lambda: None)


@pytest.fixture
def wear() -> Iterator[Callable[[Theme], None]]:
    """Return a function that makes a theme the application’s until the test ends."""
    before = current_theme()
    yield partial(use_theme, dress=lambda: None)
    use_theme(before, lambda: None)


@pytest.fixture(scope="module")
def theme_of_module(qapp: QApplication) -> Iterator[ThemeChoice]:
    """Dress the application once for all tests of a file."""
    choice = ThemeChoice(qapp, "light", 1.0)
    yield choice
    choice.deleteLater()


@pytest.fixture
def theme_choice(theme_of_module: ThemeChoice) -> Iterator[ThemeChoice]:
    yield theme_of_module
    theme_of_module.choose("light")
    theme_of_module.choose_size(100)


@pytest.fixture(scope="session")
def undress(qapp: QApplication) -> Callable[[], None]:
    """Return a function that takes the style sheet off, by one that has a rule for no widget.

    When the last style sheet goes, Qt forgets which of the widgets that are there yet it knows: it is
    not told of their end then, and the next style sheet is applied to what they were.
    """
    return partial(qapp.setStyleSheet, NO_RULES)


@pytest.fixture
def theme(theme_choice: ThemeChoice) -> Theme:
    return theme_choice.theme


@pytest.fixture
def show(qtbot) -> Callable[[QWidget, int, int], None]:
    """Return a function that shows a widget at a size, active."""

    def show(widget: QWidget, width: int = 420, height: int = 640) -> None:
        qtbot.addWidget(widget)
        widget.resize(width, height)
        widget.show()
        widget.activateWindow()
        qtbot.waitUntil(widget.isActiveWindow)

    return show


@pytest.fixture(scope="module")
def kept_widgets() -> Iterator[list[QWidget]]:
    """Hold the widget that the tests of a file take turns at."""
    kept: list[QWidget] = []
    yield kept
    for widget in kept:
        widget.close()
        widget.deleteLater()


@pytest.fixture
def show_kept(kept_widgets: list[QWidget], qtbot) -> Callable[..., QWidget]:
    """Return a function that shows, at a size and active, a widget that it makes for a file's first test."""

    def show_kept(make: Callable[[], QWidget], width: int = 420, height: int = 640) -> QWidget:
        if not kept_widgets:
            kept_widgets.append(make())
        [widget] = kept_widgets
        widget.resize(width, height)
        widget.show()
        widget.activateWindow()
        qtbot.waitUntil(widget.isActiveWindow)
        return widget

    return show_kept


@pytest.fixture
def rows() -> tuple[LibraryRow, ...]:
    return (
        LibraryRow(
            ROOT / "page-analysis.md",
            "page-analysis",
            "prompt",
            state=RowState("fallback", Counts(1, 1), "Callers get default 1.0.0.", can_reset=True),
            prompt_name="page-analysis",
        ),
        LibraryRow(
            ROOT / "defaults/test-data.md",
            "test-data",
            "prompt",
            state=RowState("default", read_only=True),
            prompt_name="test-data",
        ),
        LibraryRow(ROOT / "billing/refund.md", "refund", "prompt", ("billing",), RowState("user")),
        LibraryRow(
            ROOT / "system-prompt.tmpl", "system-prompt", "template", state=RowState(counts=Counts(0, 2))
        ),
        LibraryRow(ROOT / "page-analysis.cases.yaml", "page-analysis.cases.yaml", "cases"),
    )


@pytest.fixture
def problems() -> tuple[ProblemRow, ...]:
    return (
        ProblemRow(
            Severity.WARNING,
            "‘titel’ is not declared. Did you mean ‘title’?",
            "undeclared-variable",
            ProblemPlace(21, 23),
            "Replace with title",
        ),
        ProblemRow(
            Severity.ERROR,
            "‘version’ is 1.1; it must be X.Y.Z",
            "INVALID_FRONTMATTER",
            ProblemPlace(3, 10),
            "Change to 1.1.0",
        ),
        ProblemRow(Severity.INFORMATION, "‘{{x}}’ is of another tool", "foreign-tag", ProblemPlace(4, 1)),
    )


@pytest.fixture
def outline() -> tuple[OutlineRow, ...]:
    return (
        OutlineRow("frontmatter", "frontmatter", Span(0, 10), 0, 1),
        OutlineRow("condition", "if title", Span(20, 50), 0, 21),
        OutlineRow("variable", "titel", Span(30, 40), 1, 21, Severity.WARNING),
        OutlineRow("condition", "if content", Span(60, 90), 0, 23, left_out=True),
        OutlineRow("variable", "content", Span(70, 80), 1, 25),
    )


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def make_window(qtbot, theme, settings, rows, problems, outline) -> Callable[..., MainWindow]:
    """Return a function that builds and shows a window of a size."""

    def build(width: int = 1440, height: int = 900, counts: Counts = ONE_OF_EACH) -> MainWindow:
        library = LibraryPanel()
        library.show_listing(LibraryListing(ROOT, rows))
        library.show_current(rows[0].path)
        outline_panel = OutlinePanel()
        outline_panel.show_rows(outline)
        problems_panel = ProblemsPanel()
        problems_panel.show_file_problems(problems)
        parts = WindowParts(
            Page("library", "Library", library, library.header_tools),
            Page("outline", "Outline", outline_panel),
            InfoBar(),
            _pane("Editor"),
            Page("preview", "Preview", _pane("Preview"), _soft("58 tokens"), tools_may_go=True),
            Page("values", "Values", _pane("Values"), usual_height=172),
            Page("problems", "Problems", problems_panel, problems_panel.header_tools, usual_height=200),
        )
        actions = Actions(all_menus())
        window = MainWindow(parts, actions, settings)
        actions.connect_to((*PANEL_ACTIONS, *PANEL_KEYS), lambda: window)
        qtbot.addWidget(window)
        window.status.sentence.setText("Not valid: default 1.0.0 is used instead")
        window.status.show_position(21, 23)
        window.status.show_file(Dialect.BRACES, "UTF-8", "LF")
        window.status.show_saved("Unsaved")
        window.resize(width, height)
        window.show_counts(counts)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    return build


def _pane(name: str) -> QWidget:
    pane = QPlainTextEdit()
    pane.setAccessibleName(name)
    return pane


def _soft(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("look", "soft")
    return label
