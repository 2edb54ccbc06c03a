"""The window in which the manual is read."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Final

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextCursor
from PySide6.QtWidgets import QDialog, QPushButton, QSplitter, QWidget

from editor_app.library.files.reading import read_file
from editor_app.library.paths import resource_path
from editor_app.text import Sentence
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.form.text_fields import SearchField
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.content import RowContent
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import ReadableLabel
from editor_app.window.kit.work.connections import connect
from editor_app.window.panels.preview.markdown_view import MarkdownView

_FIRST_PAGE: Final = "index"
_BACK_KEYS: Final = "Alt+Left"
_PAGE_LINK: Final = re.compile(r"\]\(([\w-]+)\.md\)")


class ManualWindow(QDialog):
    """The pages of the manual, a field that filters them, and the page that is read; Esc closes it.

    It stays above the window it was asked for in, which can be used meanwhile.
    """

    def __init__(self, parent: QWidget) -> None:
        """Read all pages, in the order in which the first one names them."""
        super().__init__(parent)  # as a dialog: the desktop keeps only these above their parent
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setWindowTitle(Sentence("window-commands.manual-title"))
        px = current_theme().px
        names = (_FIRST_PAGE, *_PAGE_LINK.findall(_text_of(_address_of(_FIRST_PAGE))))
        self._pages = {_address_of(name): _text_of(_address_of(name)) for name in names}
        self._visited: list[QUrl] = []  # the last of them is shown
        self.search = SearchField(Sentence("window-commands.find-in-manual"), self)
        type_: RowType[str] = RowType(lambda address: RowContent(_title_of(self._pages[address])), key=str)
        self.list = RowTree(type_, Sentence("window-commands.pages"), self)
        self.nothing = ReadableLabel("", "soft", self)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.back_button = QPushButton(Sentence("window-commands.back-button"), self, autoDefault=False)
        self.back_button.setShortcut(_BACK_KEYS)
        self.view = MarkdownView(self, wraps_code=True)
        left, right = QWidget(), QWidget()
        column(left, self.search, (self.list, 1), (self.nothing, 1), margins=(12, 12, 12, 12), spacing=8)
        column(right, row(None, self.back_button, ..., margins=(12, 12, 12, 0)), (self.view, 1), spacing=8)
        parts = QSplitter(self, childrenCollapsible=False, handleWidth=1)
        parts.addWidget(left)
        parts.addWidget(right)
        parts.setStretchFactor(1, 1)
        column(self, parts)
        parts.setSizes([px(260), px(680)])
        self.resize(px(940), px(640))  # wide enough for the tree of a library
        keep_key(self.search, "Down", self._enter_list)
        keep_key(self.view, _BACK_KEYS, self.back_button.click)  # which Qt's own history would take
        connect(
            (self.search.textChanged, self._filter),
            (self.search.returnPressed, self._choose_first),
            (self.list.row_changed, lambda address: self._follow(QUrl(address))),
            (self.view.anchorClicked, self._follow),
            (self.back_button.clicked, self._go_back),
        )
        self._filter("")

    def show_page(self, name: str) -> None:
        """Show a page by its name among all pages, and bring the window to the front."""
        self.search.clear()
        self._follow(QUrl(_address_of(name)))
        self.show()
        self.raise_()
        self.activateWindow()
        self.view.setFocus()

    def done(self, result: int) -> None:
        """Close the window; it opens again in the same place."""
        self.move(self.pos())  # else Qt puts it over the middle of its parent again
        super().done(result)

    def _filter(self, words: str) -> None:
        """List the pages that have all of the words; the page that is read stays."""
        wanted = words.casefold().split()
        pages = {address: text.casefold() for address, text in self._pages.items()}
        rows = tuple(address for address in pages if all(word in pages[address] for word in wanted))
        self.list.show_rows(rows)
        self.list.show_current(self._visited[-1].path() if self._visited else None)
        self.nothing.say("" if rows else Sentence("window-commands.no-page-has", words=words.strip()))
        self.nothing.setHidden(bool(rows))
        self.list.setVisible(bool(rows))

    def _choose_first(self) -> None:
        if self.list.rows:
            self._follow(QUrl(self.list.rows[0]))

    def _enter_list(self) -> None:
        """Go to the first page that has the words; without words, to the page that is read."""
        if self.search.text().strip():
            self._choose_first()
        self.list.setFocus()

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
        self.list.show_current(address.path())

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
