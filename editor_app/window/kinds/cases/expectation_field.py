"""The field of an expectation: its result, what sort it is, and its text."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.prompts.cases.expectations import Expectation, ExpectationKind
from editor_app.text import Sentence
from editor_app.window.kit.card.controls import Sign
from editor_app.window.kit.form.choice import ChoiceBox, Option
from editor_app.window.kit.form.field import Cell, Field
from editor_app.window.kit.form.growing_text import ValueField
from editor_app.window.kit.layouts import row
from editor_app.window.kit.theme.current import fonted, sized
from editor_app.window.kit.words.labels import repolish
from editor_app.window.kit.work.timers import single_shot

_PAUSE_MS: Final = 600
_ALL_MISSING: Final = "only missing"
WORDS: Final = {
    ExpectationKind.CONTAINS: Sentence("window-cases.contains"),
    ExpectationKind.NOT_CONTAINS: Sentence("window-cases.does-not-contain"),
    ExpectationKind.MATCHES: Sentence("window-cases.matches"),
    ExpectationKind.MISSING: Sentence("window-cases.is-missing"),
    _ALL_MISSING: Sentence("window-cases.only-these-are-missing"),
    ExpectationKind.EQUALS: Sentence("window-cases.equals"),
}
_OPTIONS: Final = tuple(Option(kind, words) for kind, words in WORDS.items())


class WrittenExpectation(NamedTuple):
    """An expectation as its field has it: the sort by its key in `WORDS`, and one text."""

    sort: str
    text: str

    @classmethod
    def of(cls, expect: Expectation) -> WrittenExpectation:
        """Return how an expectation is shown in a field."""
        sort = _ALL_MISSING if expect.is_all else expect.kind
        names = ", ".join(expect.names)
        return cls(sort, names if expect.names or expect.is_all else expect.text.rstrip("\n"))

    @property
    def expectation(self) -> Expectation:
        """The expectation."""
        if self.sort not in {_ALL_MISSING, ExpectationKind.MISSING}:
            return Expectation(ExpectationKind(self.sort), self.text)
        names = tuple(name for part in self.text.split(",") if (name := part.strip()))
        is_all = self.sort == _ALL_MISSING or len(names) > 1
        return Expectation(ExpectationKind.MISSING, "", names if is_all else names or ("",), is_all=is_all)


NEW: Final = WrittenExpectation(ExpectationKind.CONTAINS, "")
"""An expectation that is yet to be written."""


@dataclass(frozen=True, slots=True)
class ExpectationField(Field):
    """A sort and a text, announced after a pause and when the focus leaves; `holds` is None until tried."""

    value: WrittenExpectation = NEW
    _: KW_ONLY
    holds: bool | None = None

    def make(self, cell: Cell) -> QWidget:
        """Return the parts beside one another."""
        parts = ExpectationParts()
        parts.value_given.connect(cell.value_given.emit)
        return parts

    def show_in(self, widget: ExpectationParts, *, is_other: bool) -> None:
        """Show the expectation, unless another text is being typed."""
        widget.show_value(self.value, self.holds, is_other=is_other)

    def describe(self, widget: ExpectationParts) -> None:
        """Name the parts, and say what came of the expectation."""
        sentence = (
            self.remark.sentence
            if self.remark is not None
            else Sentence("window-cases.it-is-met")
            if self.holds
            else ""
        )
        widget.sort.setAccessibleName(self.name)
        widget.text.setAccessibleName(Sentence("window-cases.text-of", name=self.name))
        widget.text.setAccessibleDescription(sentence)
        widget.text.setProperty("problem", "true" if self.holds is False else None)
        repolish(widget.text)
        self.allow(widget)

    def commit(self, widget: ExpectationParts) -> None:
        """Announce what is being typed."""
        widget.commit()


class ExpectationParts(QWidget):
    """An icon, a choice and a text."""

    value_given = Signal(object)

    def __init__(self) -> None:
        """Start without an expectation."""
        super().__init__()
        self.sign = Sign(size=14)
        self.sort = sized(ChoiceBox(), width=148)
        self.sort.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.text = fonted(ValueField(), "code small")
        self._shown = NEW
        self._pause = single_shot(self, _PAUSE_MS, lambda: self._give(self._shown.sort))
        layout = row(self, sized(self.sign, width=16, height=26), self.sort, (self.text, 1), spacing=8)
        layout.setAlignment(self.sign, Qt.AlignmentFlag.AlignTop)
        layout.setAlignment(self.sort, Qt.AlignmentFlag.AlignTop)
        self.setFocusProxy(self.text)
        self.sort.value_given.connect(self._give)
        self.text.value_edited.connect(self._pause.start)
        self.text.installEventFilter(self)

    def show_value(self, value: WrittenExpectation, holds: bool | None, *, is_other: bool) -> None:
        """Show an expectation and its result; what is being typed stays, unless it was for another one."""
        if is_other or not self._pause.isActive():
            self._pause.stop()
            self.sort.show_options(_OPTIONS, value.sort)
            self.text.set_value(value.text)
            self._shown = value
        look = ("circle-dashed", "soft") if holds is None else ("circle-check", "ok")
        self.sign.show_icon(*(("circle-alert", "err") if holds is False else look))

    def commit(self) -> None:
        """Announce what was typed and not announced yet."""
        if self._pause.isActive():
            self._give(self._shown.sort)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Announce what was typed when the focus leaves."""
        if event.type() == QEvent.Type.FocusOut:
            self.commit()
        return super().eventFilter(watched, event)

    def _give(self, sort: str) -> None:
        self._pause.stop()
        value = WrittenExpectation(sort, self.text.value or "")
        if value != self._shown:
            self._shown = value
            self.value_given.emit(value)
