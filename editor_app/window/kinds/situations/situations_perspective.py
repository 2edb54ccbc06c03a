"""The perspective of situations files: the table in place of the text, and a preview of the chosen one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, Qt

from editor_app.analysis.kinds import system_message
from editor_app.analysis.kinds.situations import content_of
from editor_app.analysis.model_text import render
from editor_app.analysis.trials import Trial
from editor_app.library.kinds import owners_of
from editor_app.library.paths import is_file
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.parts import NONE, PARTS, part_text, with_part
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, NamedSituation
from editor_app.system_messages.situations.situations_file import RECORDS
from editor_app.system_messages.situations.writing import situation_edits
from editor_app.text import Sentence
from editor_app.variables.resolver import Snapshot
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.values.folder_values import FolderValues
from editor_app.window.kit.form.editable_table import EditableTable
from editor_app.window.kit.rows.content import RowContent, Words
from editor_app.window.kit.work.connections import Connections
from editor_app.window.perspectives.table_perspective import TablePerspective
from editor_app.window.perspectives.window_services import WindowServices

_HEADS: Final = (
    Sentence("window-situations.situation"),
    Sentence("window-situations.mode"),
    Sentence("window-situations.tools"),
    Sentence("window-situations.file"),
    Sentence("window-situations.yes"),
    Sentence("window-situations.no"),
    Sentence("window-situations.sent"),
)
_HINT: Final = Sentence("window-situations.new-situation")


class SituationsPerspective(TablePerspective):
    """The situations of the file in front, and what a model gets of the message beside them in each."""

    record_file = RECORDS

    def __init__(self, services: WindowServices, parent: QObject | None = None) -> None:
        """Build the table, and connect it."""
        table = EditableTable(Sentence("window-situations.situations"), self._content, self._value)
        super().__init__(services, table, Sentence("window-situations.situations"), "", parent)
        self._sent: dict[str, str] = {}
        self._wanted = ""  # the name of the situation to choose once it is read
        self._links = Connections()
        self._values = FolderValues(self._documents.files, self._documents.resolver.sources_in, self)
        self._values.resolved.connect(self._show_text)
        self.text.edited.connect(self.look_again)
        self._documents.resolver.trust.changed.connect(self._values.forget)
        self._documents.resolver.trust.changed.connect(self._show_text)
        table.selectionModel().currentRowChanged.connect(lambda _now, _before: self._show_text())

    def has_records(self, file: OpenFile) -> bool:
        """Whether a file has situations that can be shown."""
        return bool(content_of(file.analysis))

    def show(self, file: OpenFile | None) -> None:
        """Show the situations of another file, or none."""
        self._links.end()
        if file is not self.file:
            self.table.end_writing()
        self.file = file
        if file is None:
            return
        self._find_text(file)
        self._links.add(file.analysed, self._show_rows)
        self._show_rows()
        if self.records and not self.table.currentIndex().isValid():
            self.table.show_cell(0, 0)

    def look_again(self) -> None:
        """Show what the system message sends now, if it is another one by now."""
        if self.file is not None and self._find_text(self.file):
            self._sent.clear()
            self.table.viewport().update()
            self._show_text()

    def _find_text(self, file: OpenFile) -> bool:
        beside = (file.path.with_name(name) for name in owners_of(file.path.name))
        return self.text.find(next(filter(is_file, beside), None))

    def status_sentence(self) -> str:
        """Return why there is no text for the situations."""
        return self.text.trouble

    @property
    def records(self) -> tuple[NamedSituation, ...]:
        """The situations of the file, as it was read last."""
        return content_of(self.file.analysis) if self.file is not None else ()

    def new_record(self, name: str) -> NamedSituation:
        """Return a situation in which all may be any."""
        return NamedSituation(name, EMPTY_SITUATION)

    def choose_named(self, name: str) -> None:
        """Choose the situation of a name, which may be yet to be read."""
        names = [saved.name for saved in self.records]
        self._wanted = "" if name in names else name
        if name in names:
            self.table.show_cell(names.index(name), max(0, self.table.currentIndex().column()))
            self._show_text()

    def _show_rows(self) -> None:
        self._sent.clear()
        self.table.show_table(self.records, _HEADS)
        self._show_text()
        if self._wanted:
            self.choose_named(self._wanted)

    def _show_text(self) -> None:
        """Show what the model gets in the situation of the current row."""
        analysis, path, saved = self.text.analysis, self.text.path, self.record
        result = None
        if analysis is not None and saved is not None:
            result = render(analysis, Trial(situation=saved.situation, snapshot=self._snapshot()))
        if result is None or path is None:
            self.text_preview.show_nothing(
                Sentence("window-situations.no-text"),
                self.text.trouble or Sentence("window-situations.no-situation-yet"),
            )
        else:
            self.text_preview.show_model(result, path.name)
        self.status_changed.emit()

    def _snapshot(self) -> Snapshot | None:
        analysis, resolver = self.text.analysis, self._documents.resolver
        names = analysis.names if analysis is not None else ()
        return self._values.snapshot(names, resolver.context.folder) if names else None

    def _content(self, saved: NamedSituation | None, column: int) -> RowContent:
        if saved is None:
            return RowContent(_HINT, main=Words(_HINT, "soft", "small"))
        if column == 0:
            return RowContent(saved.name, saved.name)
        if column > len(PARTS):
            sent = self._sent_words(saved)
            return RowContent(sent, sent, main=Words(sent, "soft", is_right=True))
        text = part_text(saved.situation, PARTS[column - 1])
        if text is None:
            return RowContent("–", spoken=Sentence("window-situations.is-any"), main=Words("–", "faint"))
        font = "small" if text == NONE else "body"
        return RowContent(text, text, main=Words(text, "soft", font, Qt.TextElideMode.ElideRight))

    def _sent_words(self, saved: NamedSituation) -> str:
        """Return how many blocks are sent in a situation."""
        analysis = self.text.analysis
        reading = system_message.content_of(analysis) if analysis is not None else None
        if reading is not None and saved.name not in self._sent:
            outcome = resolve_blocks(reading.blocks, saved.situation, reading.head.priority_model)
            sent = sum(block.state.is_in for block in outcome.block_outcomes)
            self._sent[saved.name] = Sentence(
                "window-situations.sent-of", sent=sent, blocks=len(reading.blocks)
            )
        return self._sent.get(saved.name, "")

    def _value(self, saved: NamedSituation, column: int) -> str | None:
        return part_text(saved.situation, PARTS[column - 1]) if column else saved.name

    def blanks(self, column: int) -> tuple[tuple[str, str | None], ...]:
        """Return any, and none where that is not the same."""
        any_value = (Sentence("window-situations.any"), None)
        return (any_value,) if column in {4, 5} else (any_value, (Sentence("window-situations.none"), NONE))

    def write(self, record: NamedSituation, column: int, value: str | None) -> None:
        """Give a situation another part."""
        situation, problem = with_part(record.situation, PARTS[column - 1], value)
        if problem:
            self.refuse(problem)
        elif situation != record.situation:
            self._save(replace(record, situation=situation), (record.name,))

    def add(self, record: NamedSituation) -> None:
        """Write a new situation at the end, and choose it."""
        self._save(record, [last.name for last in self.records[-1:]])

    def _save(self, saved: NamedSituation, near: Collection[str]) -> None:
        self.edit(lambda source: situation_edits(source, saved), saved.name, near)


make_perspective = SituationsPerspective  # found by its name in perspectives/perspectives.py
