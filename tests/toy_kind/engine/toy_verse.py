"""Verses: lines in which `{{name}}` is inserted; a line that is too long is a problem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from editor_app.analysis.analysis import Analysis, Form, KindRow, Reading, ReadWith
from editor_app.analysis.model_text import ModelSending, ModelText
from editor_app.analysis.outline import OutlineItem
from editor_app.analysis.trials import Trial
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.template.template import parse
from editor_app.text import Diagnostic, Severity, Span, in_file_order

LONGEST = 30


@dataclass(frozen=True, slots=True)
class Verse:
    """What a verse was read as: where each line stands."""

    lines: tuple[Span, ...]


class VerseMemory:
    """The lines of the last revision, and how many were looked at since."""

    def __init__(self) -> None:
        self.known: dict[str, bool] = {}
        self.looked_at: list[str] = []
        self.rendered = 0

    def is_long(self, line: str) -> bool:
        if line not in self.known:
            self.looked_at.append(line)
            self.known[line] = len(line) > LONGEST
        return self.known[line]


def content_of(analysis: Analysis) -> Verse | None:
    found = analysis.content
    return found if isinstance(found, Verse) else None


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    memory = reading.memory if isinstance(reading.memory, VerseMemory) else VerseMemory()
    template = parse(text.source, Dialect.BRACES)
    lines, long, at = [], [], 0
    for line in text.source.split("\n"):
        lines.append(Span(at, at + len(line)))
        if memory.is_long(line):
            sentence = f"A line of a verse has at most {LONGEST} characters."
            long.append(Diagnostic("long-line", Severity.WARNING, lines[-1], sentence))
        at += len(line) + 1
    found = in_file_order([*template.diagnostics, *long])
    return replace(text, template=template, content=Verse(tuple(lines)), diagnostics=found)


def _outline(analysis: Analysis) -> tuple[OutlineItem, ...]:
    verse = content_of(analysis)
    lines = verse.lines if verse is not None else ()
    return tuple(OutlineItem("heading", line.of(analysis.source), line, 0) for line in lines)


def _render(
    analysis: Analysis, given: Mapping[str, str], trial: Trial, memory: object | None
) -> ModelText | None:
    if analysis.template is None:
        return None
    if isinstance(memory, VerseMemory):
        memory.rendered += 1
    made = render(analysis.template, given)
    return ModelText(made.text, made, analysis, given, trial.snapshot, (), given)


ROW = KindRow(
    Reading(_read, outline=_outline, new_memory=VerseMemory),
    form=Form(dialect=Dialect.BRACES, tag_opener="{{", is_markdown=True),
    sending=ModelSending(render=_render),
)
