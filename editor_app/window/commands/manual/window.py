"""The window in which the manual is read."""

from __future__ import annotations

import re
from functools import partial
from pathlib import PurePosixPath
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextCursor
from PySide6.QtWidgets import QDialog, QFrame, QListWidget, QPushButton, QSplitter, QWidget

from editor_app.library.files.reading import read_file
from editor_app.library.paths import resource_path
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import ReadableLabel
from editor_app.window.panels.preview.markdown_view import MarkdownView

_FIRST_PAGE: Final = "index"
_BACK_KEYS: Final = "Alt+Left"
_PAGE_LINK: Final = re.compile(r"\]\(([\w-]+)\.md\)")


class ManualWindow(QDialog):
    """The pages of the manual, a field that filters them, and the page that is read; Esc closes it."""

    def __init__(self, parent: QWidget) -> None:
        """Read all pages, in the order in which the first one names them."""
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle("Manual")
        names = (_FIRST_PAGE, *_PAGE_LINK.findall(_text_of(_address_of(_FIRST_PAGE))))
        self._pages = {_address_of(name): _text_of(_address_of(name)) for name in names}
        self._listed: list[str] = []  # their addresses
        self._visited: list[QUrl] = []  # the last of them is shown
        self.search = LineField(self)
        self.search.setPlaceholderText("Find words in the manual")
        self.search.setAccessibleName("Find words in the manual")
        self.search.setClearButtonEnabled(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Pages")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.nothing = ReadableLabel("", "soft", self)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.back_button = QPushButton("Back", self)
        self.back_button.setShortcut(_BACK_KEYS)
        self.back_button.setAutoDefault(False)
        self.view = MarkdownView(self)
        left, right = QWidget(), QWidget()
        column(left, self.search, (self.list, 1), (self.nothing, 1), margins=(12, 12, 12, 12), spacing=8)
        column(right, row(None, self.back_button, ..., margins=(12, 12, 12, 0)), (self.view, 1), spacing=8)
        parts = QSplitter(self)
        parts.addWidget(left)
        parts.addWidget(right)
        parts.setStretchFactor(1, 1)
        parts.setChildrenCollapsible(False)
        parts.setHandleWidth(1)
        column(self, parts)
        px = current_theme().px
        parts.setSizes([px(260), px(640)])
        self.resize(px(900), px(640))
        self.list.setSpacing(px(3))
        self.search.textChanged.connect(self._list_pages)
        self.search.returnPressed.connect(partial(self.list.setCurrentRow, 0))
        keep_key(self.search, "Down", self.list.setFocus)
        keep_key(self.view, _BACK_KEYS, self.back_button.click)  # which Qt's own history would take
        self.list.currentRowChanged.connect(self._choose)
        self.view.anchorClicked.connect(self._follow)
        self.back_button.clicked.connect(self._go_back)
        self._list_pages("")

    def show_page(self, name: str) -> None:
        """Show a page by its name, and bring the window to the front."""
        self._follow(QUrl(_address_of(name)))
        self.show()
        self.raise_()
        self.activateWindow()
        self.view.setFocus()

    def _list_pages(self, words: str) -> None:
        """List the pages that have all of the words."""
        wanted = words.casefold().split()
        folded = {address: text.casefold() for address, text in self._pages.items()}
        self._listed = [address for address in folded if all(word in folded[address] for word in wanted)]
        with QSignalBlocker(self.list):  # the page that is read stays, until another one is chosen
            self.list.clear()
            self.list.addItems([_title_of(self._pages[address]) for address in self._listed])
        self._mark_page()
        self.nothing.say("" if self._listed else f"No page has ‘{words.strip()}’.")
        self.nothing.setHidden(bool(self._listed))
        self.list.setVisible(bool(self._listed))

    def _mark_page(self) -> None:
        """Select the page that is shown in the list of pages, if it is there."""
        address = self._visited[-1].path() if self._visited else ""
        with QSignalBlocker(self.list):
            self.list.setCurrentRow(self._listed.index(address) if address in self._listed else -1)

    def _choose(self, index: int) -> None:
        self._follow(QUrl(self._listed[index]))

    def _follow(self, link: QUrl) -> None:
        """Show where a link of a page leads; one that leads out of the manual is the desktop's to open."""
        if link.scheme():
            QDesktopServices.openUrl(link)
            return
        address = self._visited[-1].resolved(link) if self._visited else link
        if self._visited[-1:] != [address]:
            self._visited.append(address)
        self._show(address)

    def _go_back(self) -> None:
        self._visited.pop()
        self._show(self._visited[-1])

    def _show(self, address: QUrl) -> None:
        text = self._pages.get(address.path(), "")
        if not text:  # an example
            path = PurePosixPath(address.path())
            text = f"# {path.name}\n\n```{path.suffix[1:]}\n{_text_of(address.path())}```\n"
        self.view.show_text(text)
        self.view.catch_up()
        self.view.setAccessibleName(_title_of(text))
        self._go_to(address.fragment())
        self.back_button.setEnabled(len(self._visited) > 1)
        self._mark_page()

    def _go_to(self, fragment: str) -> None:
        """Scroll to the heading that a link names as web pages do, to the top where it names none."""
        document = self.view.document()
        block = document.begin()
        if fragment:
            while block.isValid() and not (
                block.blockFormat().headingLevel() and _anchor(block.text()) == fragment
            ):
                block = block.next()
        self.view.setTextCursor(QTextCursor(block if block.isValid() else document.begin()))
        top = document.documentLayout().blockBoundingRect(block).top() if fragment else 0
        self.view.verticalScrollBar().setValue(int(top))


def _anchor(heading: str) -> str:
    """Return what a link calls a heading: its letters and numbers in small, joined by hyphens."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _title_of(text: str) -> str:
    return text.partition("\n")[0].removeprefix("# ")


def _address_of(page: str) -> str:
    """Return the address of a page: a path in the shipped resources, as links between them are read."""
    return f"/docs/{page}.md"


def _text_of(address: str) -> str:
    return read_file(resource_path(address.removeprefix("/"))).data.decode()
