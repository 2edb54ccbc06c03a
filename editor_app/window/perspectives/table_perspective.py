"""The perspective of files of records: a table in place of the text, and a preview of the chosen record."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from editor_app.prompts.cases.pasted_cases import free_name
from editor_app.structured.editing.records import RecordFile, edits_among, remove_record, rename_record
from editor_app.text import Edit, Sentence, Severity, Span
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.side_files import NOT_ALONE
from editor_app.window.documents.values.text_beside import TextBeside
from editor_app.window.frame.dock import KindPages, Page, RightSide
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.form.editable_table import CLEAR_KEYS, DUPLICATE_KEYS, EditableTable
from editor_app.window.kit.rows.menus import MenuEntry
from editor_app.window.panels.preview.preview_panel import PreviewPanel
from editor_app.window.perspectives.perspective import InPlaceOfSource
from editor_app.window.perspectives.window_services import KindPerspective, WindowServices
from editor_app.window.text.open_documents import SOURCE, EditorSurface, StandIn

TABLE: Final = "table"
PREVIEW: Final = "record-preview"
Record: TypeAlias = Any  # a case, or a situation
_READ_AT_ONCE: Final = 30_000


class TablePerspective(KindPerspective, InPlaceOfSource):
    """Shows the records of the file in front in a table, and has each change made as one edit of its text.

    `title` is what the records are called, and `record_file` the kind of their file.
    """

    has_editor = False
    record_file: RecordFile

    def __init__(
        self, services: WindowServices, table: EditableTable, title: str, menu: str, parent: QObject | None
    ) -> None:
        """Show records in a table, which `view` returns or what it is in."""
        super().__init__(services, parent)
        self.in_place = self
        self.table, self._title = table, title
        self.text = TextBeside(self._documents.files, self._documents.clock, self)
        self.file: OpenFile | None = None
        self.text_preview = preview = PreviewPanel()
        page = Page(PREVIEW, Sentence("window-perspectives.preview"), preview, preview.header_tools)
        right = RightSide((page,), has_values=False, has_preview=False, leads=True)
        self.pages = KindPages(right=right, menu=menu)
        preview.source_requested.connect(self._go_to_text)
        preview.copy_requested.connect(self._copy)
        preview.copied.connect(self._user.notifier.say)
        table.selectionModel().currentChanged.connect(lambda _now, _before: self.status_changed.emit())
        self._shown.tabs.view_chosen.connect(lambda _document, _view: self.status_changed.emit())
        table.cells.is_editable = lambda column: self.is_writable and column < len(table.cells.heads) - 1
        table.written.connect(self._write)
        table.named.connect(lambda name: self.add(self.new_record(self.free_name(name))))
        table.entries = self._entries
        keep_key(table, DUPLICATE_KEYS, self.duplicate)
        keep_key(table, CLEAR_KEYS, self._clear)
        files, work = self._documents.files, self._documents.work
        for changed in (files.opened, files.saved, work.done, work.undone):
            changed.connect(lambda _value: self.look_again())
        files.disk.ended.connect(self.look_again)

    @property
    def surface(self) -> QWidget:
        """The table, or what it is in."""
        return self.table

    def has_records(self, file: OpenFile) -> bool:
        """Whether a file has records that can be shown."""
        raise NotImplementedError

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of the file, as it was read last."""
        raise NotImplementedError

    def new_record(self, name: str) -> Record:
        """Return a record that says nothing but its name."""
        raise NotImplementedError

    def look_again(self) -> None:
        """Show what the text gives now, if it is another one by now."""
        raise NotImplementedError

    def choose_named(self, name: str) -> None:
        """Choose the record of a name, which may be yet to be read."""
        raise NotImplementedError

    def write(self, record: Record, column: int, value: str | None) -> None:
        """Give a record another value in a column that is not the first."""
        raise NotImplementedError

    def add(self, record: Record) -> None:
        """Write a new record at the end, and choose it."""
        raise NotImplementedError

    def blanks(self, column: int) -> tuple[tuple[str, str | None], ...]:
        """Return what is not typed into the cells of a column, in words; the first is given by a key, too."""
        raise NotImplementedError

    @property
    def record(self) -> Record:
        """The record of the current row, for the empty row the last; None for none."""
        number, records = self.table.currentIndex().row(), self.table.rows[:-1]
        return records[min(number, len(records) - 1)] if records and number >= 0 else None

    def free_name(self, wanted: str) -> str:
        """Return a name for a new record: one line, and what none is called."""
        if self.file is not None:
            self.file.catch_up()
        return free_name(" ".join(wanted.split()), {record.name for record in self.records})

    def rename(self, record: Record, wanted: str) -> None:
        """Give a record another name, unless another has it."""
        name = " ".join(wanted.split())
        if name in (other.name for other in self.records if other.name != record.name):
            noun = self.record_file.noun
            self.refuse(Sentence("window-perspectives.name-taken", noun=noun, name=name))
        elif name and name != record.name:
            make_edits = partial(rename_record, file=self.record_file, old=record.name, new=name)
            self.edit(make_edits, name, near=(record.name,))

    def copy(self, record: Record) -> None:
        """Add a copy of a record."""
        self.add(replace(record, name=self.free_name(record.name)))

    def delete(self, record: Record) -> None:
        """Take a record out of the file; the one beside it is chosen then."""
        names = [other.name for other in self.records]
        at = names.index(record.name)
        beside = (*names[at + 1 : at + 2], *names[:at][-1:], "")[0]
        near = (record.name, beside) if beside else ()  # the last one leaves no list
        self.edit(partial(remove_record, file=self.record_file, name=record.name), beside, near)

    def duplicate(self) -> None:
        """Copy the record of the current row, for the empty row the last."""
        if self.record is not None:
            self.copy(self.record)

    def open_text(self) -> None:
        """Open the text that the records are about."""
        file = self._documents.files.open(self.text.path) if self.text.path is not None else None
        if file is not None:
            self._shown.tabs.show_document(file.document)

    def stand_in(self, file: OpenFile) -> StandIn | None:
        """Return the table, which takes the place of the source."""
        del file  # one view shows the records of whichever is in front
        return StandIn(
            None, surface=EditorSurface(TABLE, Sentence("window-perspectives.table"), self.surface)
        )

    def error_to_mend(self, file: OpenFile) -> Span | None:
        """Return where the source must be corrected before there are any records."""
        errors = (problem.span for problem in file.analysis.diagnostics if problem.severity is Severity.ERROR)
        return None if self.has_records(file) else next(errors, None)

    def show_source(self) -> None:
        """Bring the source to the front."""
        if self.file is not None:
            self._shown.tabs.show_view(self.file.document, SOURCE)
            self.status_changed.emit()

    def begin_row(self) -> None:
        """Begin a new row of the table."""
        if self.file is not None:
            self._shown.tabs.show_view(self.file.document, TABLE)
            self.table.begin_new()

    def status_facts(self) -> tuple[str, ...]:
        """Return which cell is chosen, while the table is in front."""
        index, heads = self.table.currentIndex(), self.table.cells.heads
        if not self.shows_table or not index.isValid():
            return ()
        return (
            Sentence("window-perspectives.cell-at", row=index.row() + 1, column=heads[index.column()]),
            self._title,
        )

    def take_typed(self) -> None:
        """Take what is being typed in a cell."""
        self.table.take_typed()

    @property
    def shows_table(self) -> bool:
        """Whether the table is in front, and not the source."""
        return self.file is not None and self._shown.tabs.view_of(self.file.document) != SOURCE

    @property
    def is_writable(self) -> bool:
        """Whether the records can be changed."""
        return self.file is not None and self.file.document.read_only_because is None

    def edit(
        self, make_edits: Callable[[str], tuple[Edit, ...]], name: str = "", near: Collection[str] = ()
    ) -> None:
        """Change the file as one step, or say why nothing was changed; then choose the record of a name.

        Only the records `near` the change are looked at, if any are named: a file may have very many.
        """
        file = self.file
        if file is None:
            return
        file.catch_up()  # else the records may stand elsewhere by now
        spans = [record.span for record in self.records if record.name in near]
        if spans:
            around = Span(spans[0].start, spans[-1].end)
            make_edits = partial(edits_among, file=self.record_file, around=around, make_edits=make_edits)
        reason = file.document.read_only_because
        edits = make_edits(file.text) if reason is None else ()
        if not edits:
            self.refuse(reason or NOT_ALONE)
            return
        file.document.apply_edits(edits)
        if len(file.text) <= _READ_AT_ONCE:  # a longer one is read after a pause
            file.catch_up()
        if name:
            self.choose_named(name)

    def refuse(self, reason: str) -> None:
        """Say that nothing was changed, and why."""
        self._user.notifier.say_of_file(Sentence("window-perspectives.nothing-changed", reason=reason))

    def _entries(self, record: object, column: int) -> tuple[MenuEntry | None, ...]:
        can = self.is_writable
        own = (
            MenuEntry(Sentence("window-perspectives.duplicate"), self.duplicate, DUPLICATE_KEYS, can),
            MenuEntry(Sentence("window-perspectives.delete"), partial(self.delete, record), is_enabled=can),
        )
        if not self._is_value(column):
            return own
        blanks = zip(self.blanks(column), (CLEAR_KEYS, ""), strict=False)
        write = partial(self._write, record, column)
        return (
            *(MenuEntry(words, partial(write, text), keys, can) for (words, text), keys in blanks),
            None,
            *own,
        )

    def _write(self, record: Record, column: int, value: str | None) -> None:
        now = next((other for other in self.records if other.name == record.name), None)
        if now is None:  # it was typed while the file changed on disk
            self.refuse(Sentence("window-perspectives.record-gone", name=record.name))
        elif column:
            self.write(now, column, value)
        else:
            self.rename(now, value or "")

    def _is_value(self, column: int) -> bool:
        return 0 < column < len(self.table.cells.heads) - 1

    def _clear(self) -> None:
        """Take away the value of the current cell, or the record whose name it is."""
        index = self.table.currentIndex()
        record = self.table.row_at(index)
        if record is not None and self._is_value(index.column()):
            self.write(record, index.column(), None)
        elif record is not None and index.column() == 0:
            self.delete(record)

    def _go_to_text(self, span: Span) -> None:
        self.open_text()
        self._shown.current.go_to(span)

    def _copy(self) -> None:
        if self.text_preview.result is not None:
            self.text_preview.copy(self.text_preview.result)
