"""The folded lines of a document: hidden in Qt's document, and shown again by what goes or changes there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QTextBlock

from editor_app.analysis.analysis import Analysis
from editor_app.text import Edit, Sentence, Span, line_end
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import paint_box
from editor_app.window.kit.work.runner import Runner
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.painting.marks import EditsSince
from editor_app.window.text.painting.picture import Picture

_PAUSE_MS: Final = 250
_FOUND_AT_ONCE: Final = 300_000
"""The characters of a text whose folds are found at once."""
MOST_HIDDEN: Final = 10_000
"""The lines that are folded at most: Qt keeps for each that it is hidden."""


class Folding(QObject):
    """Folds lines of one document; what is hidden is a span from the end of the line that stays.

    `changed` has a sentence for screen readers, "" where nobody asked for the change.
    """

    changed = Signal(str)
    offered = Signal()  # what can be folded is at other lines than before

    def __init__(self, document: EditorDocument) -> None:
        """Begin with nothing to fold."""
        super().__init__(document)
        self._document = document
        self._folds: tuple[Span, ...] = ()  # what can be folded, as of the last `offer`
        self._ends: dict[int, Span] = {}
        self._since = EditsSince()
        self._folded: dict[int, Span] = {}  # by their starts, in order
        self._waiting: frozenset[int] = frozenset()
        self._analysis: Analysis | None = None
        self._pause = 0  # of the first analysis the folds are found at once
        self._later, self._runner = single_shot(self, 0, self._find), Runner(self)
        document.filled_anew.connect(self._forget)
        document.edited.connect(self._follow)

    def read(self, analysis: Analysis) -> None:
        """Find what can be folded in a pause of typing, in a long text in another thread."""
        self._analysis = analysis
        self._later.start(self._pause)

    def _find(self) -> None:
        analysis = self._analysis
        if analysis is None or analysis.source != self._document.text:
            return

        def find() -> tuple[Span, ...]:
            from editor_app.analysis.editing.folding import folds_of

            return folds_of(analysis)

        if len(analysis.source) <= _FOUND_AT_ONCE:
            self.offer(find())
        else:
            self._runner.do(find, lambda folds: self._offer_of(analysis, folds))

    def _offer_of(self, analysis: Analysis, folds: Sequence[Span]) -> None:
        if analysis is self._analysis and analysis.source == self._document.text:
            self.offer(folds)

    def offer(self, folds: Sequence[Span]) -> None:
        """Take what can be folded in the current text; what was folded and can be no more is shown."""
        self._pause = _PAUSE_MS
        before = [self._since.now(fold.start) for fold in self._folds]
        self._since.clear()
        self._folds = tuple(folds)
        self._ends = {fold.start: fold for fold in folds}
        kept = [self._ends[start] for start in self._folded if start in self._ends]
        if self._waiting:
            waiting, self._waiting = self._waiting, frozenset()
            lines = zip(folds, self._lines_of(folds), strict=True)
            kept += [fold for fold, line in lines if line in waiting]
        if kept != list(self._folded.values()):
            self._set(kept, "")
        if before != list(self._ends):
            self.offered.emit()

    def at(self, line_end: int) -> bool | None:
        """Whether the lines below a line are folded, None where nothing can be; `line_end` is its end."""
        if line_end in self._folded:
            return True
        return False if self._since.then(line_end) in self._ends else None

    def hidden_below(self, line_end: int) -> int:
        """Return how many lines are folded below a line, by its end."""
        span = self._folded.get(line_end)
        return 0 if span is None else self._document.text.count("\n", *span)

    def toggle(self, offset: int) -> None:
        """Fold below the line of an offset, or else the innermost lines around it; or show them again."""
        behind = line_end(self._document.text, offset)
        folded = list(self._folded.values())
        if behind in self._folded:
            self._set([span for span in folded if span.start != behind], Sentence("window-text.unfolded"))
            return
        fold, place = self._ends.get(self._since.then(behind)), self._since.then(offset)
        if fold is None:
            before = self._folds[: bisect_right(self._folds, (place, 0))]
            fold = next((fold for fold in reversed(before) if fold.end >= place), None)
        if fold is not None:
            self._set([*folded, self._since.span_now(fold)], Sentence("window-text.folded"))

    def set_all(self, *, folded: bool) -> None:
        """Fold all that can be folded, or show all lines."""
        folds = [self._since.span_now(fold) for fold in self._folds] if folded else []
        self._set(
            folds, Sentence("window-text.all-folded") if folded else Sentence("window-text.all-unfolded")
        )

    def reveal(self, offset: int) -> None:
        """Show the line of an offset."""
        self._set([span for span in self._folded.values() if not span.start < offset <= span.end], "")

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines below which others are folded, from 0."""
        return tuple(self._lines_of(self._folded.values())) or tuple(sorted(self._waiting))

    @lines.setter
    def lines(self, lines: Sequence[int]) -> None:
        """Fold below these lines once it is known what can be folded."""
        self._waiting = frozenset(lines)

    def _lines_of(self, folds: Iterable[Span]) -> Iterator[int]:
        """Return the lines below which folds are, which are in order."""
        line = end = 0
        for start, _ in folds:
            line += self._document.text.count("\n", end, start)
            end = start
            yield line

    def _forget(self) -> None:
        """Begin with new lines, none of them hidden."""
        self._folded = {}

    def _follow(self, edit: Edit) -> None:
        """Move along with an edit; lines in which it is are shown."""
        self._since.append(edit)
        if not self._folded:
            return
        kept: list[Span] = []
        lines = self._document.changed_lines
        changed = [] if lines is None else [lines]
        for span in self._folded.values():
            if edit.span.start > span.end:
                kept.append(span)
            elif edit.span.end < span.start or (edit.span.end == span.start and "\n" not in edit.text):
                kept.append(span.shifted(edit.growth))
            else:
                start = min(span.start, edit.span.start)
                changed.append(Span(start, max(span.end, edit.span.end) + edit.growth))
        is_touched = len(kept) < len(self._folded)
        self._folded = {span.start: span for span in kept}
        if changed:
            part = Span(min(span.start for span in changed), max(span.end for span in changed))
            self._show(part)
            self._hide(span for span in kept if span.start <= part.end and span.end >= part.start)
        if is_touched:
            self.changed.emit("")

    def _set(self, folded: Iterable[Span], sentence: str) -> None:
        for span in self._folded.values():
            self._show(span)
        hidden, until, self._folded = 0, -1, {}
        for span in sorted(folded):
            hidden += self._document.text.count("\n", *span) if span.end > until else 0
            until = max(until, span.end)
            if hidden > MOST_HIDDEN:
                sentence = Sentence("window-text.most-folded", count=MOST_HIDDEN)
                break
            self._folded[span.start] = span
        self._hide(self._folded.values())
        self.changed.emit(sentence)

    def _show(self, span: Span) -> None:
        """Show the lines of a span."""
        block, last = self._block_at(span.start), self._block_at(span.end)
        for _ in range(last.blockNumber() - block.blockNumber() + 1):
            if not block.isVisible():
                block.setVisible(True)
                block.setLineCount(max(1, block.layout().lineCount()))
            block = block.next()

    def _block_at(self, offset: int) -> QTextBlock:
        return self._document.text_document.findBlock(self._document.bridge.position(offset))

    def _hide(self, folds: Iterable[Span]) -> None:
        hidden_until = -1
        for span in folds:
            if span.end <= hidden_until:
                continue
            hidden_until = span.end
            block, last = self._block_at(span.start).next(), self._block_at(span.end)
            for _ in range(last.blockNumber() - block.blockNumber() + 1):
                if block.isVisible():
                    block.setVisible(False)
                    block.setLineCount(0)
                block = block.next()
        layout = self._document.layout
        layout.documentSizeChanged.emit(layout.documentSize())


_GAP: Final = 8


def paint_folded(picture: Picture, hidden_below: Callable[[int], int]) -> None:
    """Draw the chips of the lines in a picture; `hidden_below` says by a line's end how many are folded."""
    theme, painter = current_theme(), picture.painter
    for line in picture.lines:
        hidden = hidden_below(line.end)
        if not hidden:
            continue
        words = Sentence("window-text.lines", count=hidden)
        layout = line.block.layout()
        row = layout.lineAt(layout.lineCount() - 1)
        painter.save()
        painter.setFont(theme.font("small"))
        width = painter.fontMetrics().horizontalAdvance(words) + 2 * theme.px(6)
        height = painter.fontMetrics().height() + 2
        middle = line.y + row.y() + row.height() / 2
        left = picture.left + row.naturalTextRect().right() + theme.px(_GAP)
        chip = QRectF(left, middle - height / 2, width, height)
        paint_box(painter, chip.toAlignedRect(), "nsel")
        painter.setPen(theme.color("soft"))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, words)
        painter.restore()
