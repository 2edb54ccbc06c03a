"""The page of a run at the left: settings, triggers with the steps at which they fired, expectations."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QWidget

from editor_app.runs.expectations.checking import CheckedExpectation
from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.scenario import (
    ExpectedText,
    Scenario,
    Trigger,
    TriggerSet,
)
from editor_app.runs.reading.changes import limit_rule, read_limit
from editor_app.text import Sentence, Severity, listed, together
from editor_app.window.kinds.scenario.actions import RUN_SWITCH
from editor_app.window.kinds.scenario.run_settings import SettingsForm, settings_in_words
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.form.field import Remark
from editor_app.window.kit.form.fold_line import FoldLine
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.form.line import Line, non_empty
from editor_app.window.kit.layouts import column
from editor_app.window.kit.rows.content import FADED, Badge, Icon, RowContent, RowPainting, Words
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import SIDE, RowStyle, row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel
from editor_app.window.kit.words.plain_text import one_line

_MOST_STEPS: Final = 2


class TriggerRow(NamedTuple):
    """A trigger, and the steps at which it fired."""

    trigger: Trigger
    fired: tuple[int, ...]

    @property
    def id(self) -> str:
        """The trigger’s id."""
        return self.trigger.id

    @property
    def step(self) -> int | None:
        """The first step at which it fired."""
        return next(iter(self.fired), None)

    @property
    def spoken(self) -> str:
        """The row as a screen reader says it."""
        signal, limit = self.trigger.signal, ""
        if self.trigger.at:
            limit = f"{self.trigger.at.normalize():f}"
            if signal.is_percent:
                limit = Sentence("window-scenario.percent", number=limit)
        is_on = self.trigger.enabled
        steps = steps_in_words(self.fired) if is_on else Sentence("window-scenario.switched-off")
        return listed((self.id, f"{signal.value} {limit}".strip(), steps))


class ExpectationRow(NamedTuple):
    """An expectation, whether it holds, and what happened instead at which step.

    One of a run that is not over, or not made, is not checked.
    """

    text: str
    held: bool
    message: str
    step: int | None
    offset: int
    is_checked: bool = True

    @property
    def link(self) -> str:
        """The words of the link to the step."""
        if self.held or self.step is None or not self.is_checked:
            return ""
        return Sentence("window-scenario.go-to-step", step=str(self.step))

    @property
    def spoken(self) -> str:
        """The row as a screen reader says it."""
        state = ("met" if self.held else "failed") if self.is_checked else "unchecked"
        return together(
            (
                Sentence("window-scenario.expectation-is", expectation=self.text, state=state),
                self.message,
                self.link,
            )
        )


def trigger_rows(triggers: TriggerSet, result: RunResult | None) -> tuple[TriggerRow, ...]:
    """Return the triggers in the order they are asked, with the steps at which they fired."""
    steps: dict[str, list[int]] = {}
    for record in result.steps if result is not None else ():
        for firing in record.fired:
            steps.setdefault(firing.trigger, []).append(record.number)
    return tuple(
        TriggerRow(trigger, tuple(sorted(step for id_ in trigger.ids for step in steps.get(id_, ()))))
        for trigger in triggers.triggers
    )


def expectation_rows(
    checked: Sequence[CheckedExpectation], expected: Sequence[ExpectedText]
) -> tuple[ExpectationRow, ...]:
    """Return the expectations, those that failed first; the `expected` ones where none is checked yet."""
    if not checked:
        return tuple(
            ExpectationRow(
                text, held=True, message="", step=None, offset=span.start if span else 0, is_checked=False
            )
            for text, span in expected
        )
    rows = (
        ExpectationRow(done.text, done.held, done.message, done.step, done.span.start if done.span else 0)
        for done in checked
    )
    return tuple(sorted(rows, key=lambda row: row.held))


def steps_in_words(steps: Sequence[int]) -> str:
    """Return the steps at which a trigger fired: "start", "step 87", "61, 66", "7 times" or "not fired"."""
    if [*steps] == [0]:
        return Sentence("window-scenario.at-start")
    if len(steps) == 1:
        return Sentence("window-scenario.step", step=str(steps[0]))
    if 1 < len(steps) <= _MOST_STEPS:
        return listed([str(step) for step in steps])
    return Sentence("window-scenario.fired-times", count=len(steps))


_LINE: Final = 18
_PAD: Final = 4
_TEXT: Final = SIDE + 16 + 6
_WRAP: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)


def _trigger_content(row: TriggerRow) -> RowContent:
    words, main = steps_in_words(row.fired), None
    icon = Icon("square-check-big", "acc", 14, 8)
    if not row.trigger.enabled:
        words, main = Sentence("window-scenario.off"), Words(row.id, FADED)
        icon = Icon("circle-slash-2", "soft", 14, 8)
    steps = Words(words, "soft", "small") if row.step is None else Badge(words, "neutral", gap=8)
    return RowContent(row.id, row.spoken, row.spoken, main, lead=(icon,), trail=(steps,))


def _expectation_height(row: ExpectationRow, width: int) -> int:
    style = row_style()
    text, message = _heights(row, style, width)
    return text + message + (style.px(_LINE) if row.link else 0) + 2 * style.px(_PAD)


def _paint_expectation(at: RowPainting, row: ExpectationRow) -> None:
    at.background()
    style, painter, rect = at.style, at.painter, at.rect
    text, message = _heights(row, style, rect.width())
    top, left, width = rect.top() + style.px(_PAD), style.px(_TEXT), _room(style, rect.width())
    name, role = ("circle-check", "ok") if row.held else ("circle-alert", "err")
    if not row.is_checked:
        name, role = "circle-dashed", "soft"
    line = QRect(rect.left(), top, rect.width(), style.px(_LINE))
    style.icon(painter, line, style.px(SIDE), name, role, 14)
    painter.setFont(style.fonts["body"])
    painter.setPen(style.theme.color("ink"))
    painter.drawText(QRect(left, top, width, text), _WRAP, one_line(row.text))
    painter.setPen(style.theme.color("soft"))
    painter.drawText(QRect(left, top + text, width, message), _WRAP, one_line(row.message))
    if row.link:
        style.text(painter, QRect(left, top + text + message, width, style.px(_LINE)), row.link, "acc")


def _heights(row: ExpectationRow, style: RowStyle, width: int) -> tuple[int, int]:
    """Return the heights of an expectation and of what happened instead."""
    box = QRect(0, 0, _room(style, width), 10_000)
    metrics = style.metrics["body"]
    message = metrics.boundingRect(box, _WRAP, one_line(row.message)).height() if row.message else 0
    return max(style.px(_LINE), metrics.boundingRect(box, _WRAP, one_line(row.text)).height()), message


def _room(style: RowStyle, width: int) -> int:
    return max(style.px(60), width - style.px(_TEXT) - style.px(SIDE))


_EXPECTATIONS: Final[RowType[ExpectationRow]] = RowType(
    lambda row: RowContent(row.text, row.spoken, row.spoken),
    key=attrgetter("text"),
    height=_expectation_height,
    paint=_paint_expectation,
)


class RunPage(QWidget):
    """Shows how a scenario is played and what came of it, and announces what the user changes.

    `form` announces settings; `limit_given` has a trigger and its new `at`;
    `switch_requested` a trigger and whether it is to be on; `step_requested` a step to show;
    `trigger_requested` asks for a new trigger. The expectations are a list of
    their own, `expected`, with `expected_count` for its header.
    """

    trigger_chosen = Signal(str)
    trigger_requested = Signal()
    limit_given = Signal(str, object)
    switch_requested = Signal(str, bool)
    step_requested = Signal(int)
    offset_requested = Signal(int)

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(accessibleName=Sentence("window-scenario.run"))
        self.line = FoldLine(self)
        self.form = SettingsForm(self)
        self.form.hide()
        self.line.unfolded.connect(self.form.setVisible)
        self.triggers_count = PlainLabel("", "soft")
        self.add = icon_button(
            "plus",
            Sentence("window-scenario.add-trigger"),
            None,
            self.trigger_requested.emit,
            about=Sentence("window-scenario.what-adding-does"),
        )
        title = Sentence("window-scenario.triggers")
        parts = PlainLabel(title, "strong"), 4, self.triggers_count, ..., self.add
        self.triggers_bar = Bar(*parts, parent=self, line_above=True)
        self.triggers = RowTree(RowType(_trigger_content, key=attrgetter("id")), title, self)
        # the box before each trigger is a link to what switches it
        self.triggers.find_link = lambda row, _, place: row if place.x() < row_style().px(_TEXT) else None
        self.limit_form = Form(FormLook(label_share=0.6), self)
        self.limit_form.hide()
        self.expected_count = ElidedLabel("", "soft")
        self.expected = RowTree(_EXPECTATIONS, Sentence("window-scenario.expectations"))
        column(self, self.line, self.form, self.triggers_bar, (self.triggers, 1), self.limit_form)
        self.triggers.add_key(RUN_SWITCH.keys, self._switch)
        self.triggers.chosen.connect(self._go_to)
        self.triggers.link_chosen.connect(lambda _row: self._switch())
        self.triggers.selectionModel().currentChanged.connect(lambda _now, _before: self._announce())
        self.expected.chosen.connect(self._go_to)
        self.limit_form.changed.connect(lambda _key, text: self._give_limit(text))
        on_theme(self, lambda: self.triggers.setMinimumHeight(current_theme().px(30)))

    def show_settings(self, scenario: Scenario) -> None:
        """Show the settings of a scenario, in a sentence and in the form."""
        self.form.show_settings(scenario)
        self.line.say(settings_in_words(scenario))

    def show_triggers(self, rows: tuple[TriggerRow, ...]) -> None:
        """Show the triggers with the steps at which they fired."""
        self.triggers.show_rows(rows)
        self.triggers_count.setText(str(sum(row.trigger.enabled for row in rows)))
        self._show_limit()

    def show_expectations(self, rows: tuple[ExpectationRow, ...]) -> None:
        """Show the expectations with what became of them."""
        self.expected.show_rows(rows)
        failed = sum(not row.held for row in rows)
        words = Sentence("window-scenario.expectations-met", count=len(rows))
        if failed:
            words = Sentence("window-scenario.expectations-failed", failed=failed, count=len(rows))
        elif any(not row.is_checked for row in rows):
            words = Sentence("window-scenario.expectations-unchecked", count=len(rows))
        self.expected_count.set_look("error" if failed else "soft")
        self.expected_count.setText(words)

    def take_typed(self) -> None:
        """Announce what was typed in a field and not announced yet."""
        self.form.commit()
        self.limit_form.commit()

    # Inside -------------------------------------------------------------------------------------------------

    def _announce(self) -> None:
        self._show_limit()
        row = self.triggers.current_row
        if row is not None:
            self.trigger_chosen.emit(row.id)

    def _show_limit(self, problem: str = "") -> None:
        row = self.triggers.current_row
        self.limit_form.setVisible(row is not None and row.trigger.at is not None)
        if row is None or row.trigger.at is None:
            return
        remark = Remark(problem, Severity.ERROR) if problem else None
        at = f"{row.trigger.at.normalize():f}"
        field = Line(
            "at",
            Sentence(
                "window-scenario.fires-at-in", unit="percent" if row.trigger.signal.is_percent else "steps"
            ),
            at,
            name=Sentence("window-scenario.row-fires-at", trigger=one_line(row.id)),
            remark=remark,
            reads=non_empty,
        )
        self.limit_form.show_fields((field,), of=row.id)

    def _give_limit(self, text: str) -> None:
        row = self.triggers.current_row
        if row is None or row.trigger.at is None:
            return
        at = read_limit(text, row.trigger.signal)
        if at is None:
            self._show_limit(Sentence("window-scenario.give-limit", rule=limit_rule(row.trigger.signal)))
        elif at == row.trigger.at:
            self._show_limit()
        else:
            self.limit_given.emit(row.id, at)

    def _switch(self) -> None:
        row = self.triggers.current_row
        if row is not None:
            self.switch_requested.emit(row.id, not row.trigger.enabled)

    def _go_to(self, row: TriggerRow | ExpectationRow) -> None:
        """Go to the step of a row, or else to the lines of the expectation."""
        if row.step is not None:
            self.step_requested.emit(row.step)
        elif isinstance(row, ExpectationRow):
            self.offset_requested.emit(row.offset)
