"""After a change of theme and size, a whole window looks like one that was made in them, hidden parts too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize
from PySide6.QtGui import QAction, QIcon, QImage, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLayout,
    QMenuBar,
    QPlainTextEdit,
    QSplitter,
    QTextEdit,
    QToolButton,
    QWidget,
)

from editor_app.window.kinds.system_message.panels.inspector.inspector_panel import InspectorPanel
from editor_app.window.kinds.system_message.panels.situation.situation_panel import SituationPanel

FILES = (
    "system-prompt.tmpl",
    "system-messages/coding-assistant.yaml",
    "chats/charged-twice",
    "runs/triggers.yaml",
    "runs/long-refactor.yaml",
    "page-analysis.md",
)
SIZE = (1900, 1250)  # wide and high at both sizes
ICON = QSize(64, 64)
GROUPS = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled)
ROLES = [role for role in QPalette.ColorRole if role is not QPalette.ColorRole.NColorRoles]


@pytest.fixture(autouse=True)
def steady_caret() -> Iterator[None]:
    """Draw the caret of a text in every picture."""
    before = QApplication.cursorFlashTime()
    QApplication.setCursorFlashTime(0)
    yield
    QApplication.setCursorFlashTime(before)


def test_a_change_of_theme_and_size_forgets_nothing(open_bench, root, theme_choice, tmp_path) -> None:
    changed = open_bench(root, size=SIZE, folder=tmp_path, keeps=False)
    use_all_of(changed)
    theme_choice.choose("dark")
    theme_choice.choose_size(150)
    now = looks(changed)
    changed.close()
    made = open_bench(root, size=SIZE, folder=tmp_path, keeps=False)
    use_all_of(made)
    new = looks(made)
    assert len(new) > 5000, "all of it is there"
    assert now.keys() == new.keys()
    assert [(look, now[look], new[look]) for look in new if now[look] != new[look]] == []


def use_all_of(bench) -> None:
    """Have everything made."""
    for _ in pages(bench):
        pass


def pages(bench) -> Iterator[tuple[str, QWidget]]:
    """Bring each kind of file and each page of the docks to the front; give its name, and what shows it."""
    window = bench.window
    for name in FILES:
        path = bench.root / name
        bench.open(min(path.iterdir()) if path.is_dir() else name)
        for inspector in window.findChildren(InspectorPanel):
            inspector.unfold(unfolded=True)
        for situation in window.findChildren(SituationPanel):
            situation.line.unfold(unfolded=True)
        bench.resolve()
        bench.settle()
        for dock in (window.left_dock, window.bottom_dock, window.right_dock):
            for page in dock._pages:
                dock.show_page(page.key)
                bench.settle()
                for view in dock.findChildren(QAbstractItemView):
                    view.scrollToTop()
                yield f"{name}, {page.key}", dock
        yield name, window


def looks(bench) -> dict[str, object]:
    """Return all that is seen of a window: pictures of its pages, then of every widget what it looks like."""
    bench.is_painted = True
    found: dict[str, object] = {name: shown.grab().toImage() for name, shown in pages(bench)}
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    found.update(looks_of(bench.window, "window"))
    return found


def looks_of(owner: QObject, name: str) -> Iterator[tuple[str, object]]:
    """Give the looks of an object, and of what belongs to it: popups and menus among that."""
    for kind, look in of_one(owner):
        yield f"{name}: {kind}", look
    seen: Counter[str] = Counter()
    extension = owner.findChild(QToolButton, "qt_menubar_ext_button") if isinstance(owner, QMenuBar) else None
    for child in owner.children():
        if extension is not None and child is extension.menu():
            continue  # Qt makes it once the bar was too narrow, as it may be for a moment of a change
        if isinstance(child, QFrame) and isinstance(owner, QComboBox) and not child.windowHandle():
            continue  # Qt styles a list of choices when it is first shown
        if isinstance(child, QWidget | QLayout | QAction):
            seen[type(child).__name__] += 1
            yield from looks_of(child, f"{name}/{type(child).__name__} {seen[type(child).__name__]}")


def of_one(owner: QObject) -> Iterator[tuple[str, object]]:
    if isinstance(owner, QLayout):
        yield "margins", owner.contentsMargins()
        is_grid = isinstance(owner, QGridLayout)
        yield "spacing", (owner.horizontalSpacing(), owner.verticalSpacing()) if is_grid else owner.spacing()
    if isinstance(owner, QAction | QAbstractButton):
        yield "icon", image(owner.icon())
    if isinstance(owner, QAbstractButton):
        yield "icon size", owner.iconSize()
    if isinstance(owner, QLabel):
        yield "picture", owner.pixmap().toImage()
    if isinstance(owner, QSplitter):
        yield "handle", owner.handleWidth()
    if isinstance(owner, QPlainTextEdit | QTextEdit):
        yield (
            "text",
            (owner.document().defaultFont(), owner.document().documentMargin(), owner.tabStopDistance()),
        )
    if isinstance(owner, QWidget):
        yield "most", owner.maximumSize()  # the style sheet sets the least
        yield "style sheet", owner.styleSheet()
        yield "palette", [owner.palette().color(group, role).name() for group in GROUPS for role in ROLES]
        if not isinstance(owner.parent(), QAbstractScrollArea):  # what is within draws in the area's font
            yield "font", owner.font().toString()


def image(icon: QIcon) -> QImage:
    return icon.pixmap(ICON).toImage()
