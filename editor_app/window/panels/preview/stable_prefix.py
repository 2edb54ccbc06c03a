"""How much of a text stays the same: a mark where that ends, and a button with the sentences about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QWidget

from editor_app.analysis.model_text import ModelText
from editor_app.text import Sentence
from editor_app.text.tokens import TokenCount, count_tokens
from editor_app.variables.stability import Rebuilt, Stability
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.rows.menus import MenuEntry, menu_when_shown
from editor_app.window.kit.words.labels import menu_words, set_plain_tooltip
from editor_app.window.kit.words.plain_text import cached_words, counted_tokens
from editor_app.window.panels.preview.look import PreviewLook
from editor_app.window.panels.preview.text.marks import MARKED_AT_ALL, TextMark, tag_count
from editor_app.window.panels.preview.why import GO

_LONGEST: Final = 160
_MOST_COUNTED: Final = 20_000  # characters; counting the tokens of more would block the window


@dataclass(frozen=True, slots=True)
class StabilityRow:
    """How much of the text is stable for one way of rebuilding it, in words; `output` is where that ends."""

    brief: str
    sentence: str
    output: int | None = None


def stability_row(stability: Stability, total: int, tokens: TokenCount | None) -> StabilityRow:
    """Return the row of one way of rebuilding a text of `total` characters."""
    brief = cached_words(stability.characters, total if stability.broken_by is not None else None)
    characters = Sentence("text.characters", count=stability.characters)
    said = {"sentence": stability.sentence, "characters": characters}
    sentence = Sentence("window-preview.stability-of-long-text", **said)
    if tokens is not None:
        words = counted_tokens(tokens.count, is_estimate=tokens.is_estimate)
        sentence = Sentence("window-preview.stability", **said, tokens=words)
    output = stability.output if stability.broken_by is not None else None
    return StabilityRow(brief, sentence, output)


def break_marks(stabilities: tuple[Stability, ...], text: str, sentence: str = "") -> Iterator[TextMark]:
    """Yield the mark where a text can change next turn; `sentence` explains it in place of its own."""
    every_turn = next((each for each in stabilities if each.rebuilt is Rebuilt.EVERY_TURN), None)
    if not text or every_turn is None or every_turn.broken_by is None:  # an empty text has its own sentence
        return
    words = Sentence("window-preview.can-change", tag=every_turn.broken_by)
    line = text.rfind("\n", 0, every_turn.output) + 1
    source, block = every_turn.source, every_turn.block
    yield TextMark(line, words, sentence or every_turn.sentence, "warn", block, source)


def break_card(mark: TextMark, link: str) -> Card:
    """Return the card of the mark where a text can change next turn."""
    return Card("triangle-alert", mark.role, "", mark.words, "", (), ((GO, link),), mark.sentence)


class TextLook(PreviewLook):
    """What the preview shows of a template or prompt besides its text; found out when first needed."""

    def __init__(self, result: ModelText) -> None:
        """Keep the text; nothing is found out yet."""
        self._result = result

    @cached_property
    def marks(self) -> tuple[TextMark, ...]:
        """The mark where the text can change next turn."""
        stabilities = self._result.stability
        sentences = [stability.sentence for stability in stabilities]
        whole = Sentence("window-preview.sentences", sentences=sentences)
        return tuple(break_marks(stabilities, self._result.text, whole))

    @cached_property
    def stability(self) -> tuple[StabilityRow, ...]:
        """How much stays the same for each way of rebuilding it."""
        text = self._result.text
        snapshot = self._result.snapshot
        model = snapshot.context.model if snapshot is not None else None
        is_counted = len(text) <= _MOST_COUNTED
        return tuple(
            stability_row(
                stability,
                len(text),
                count_tokens(text[: stability.characters], model) if is_counted else None,
            )
            for stability in self._result.stability
        )

    def card_of(self, mark: TextMark) -> Card:
        """Return the card of the mark."""
        return break_card(mark, Sentence("window-preview.go-there"))


def text_look(result: ModelText | None) -> TextLook | None:
    """Return the look of a text that a provider caches; None for others, and for one with too many tags."""
    if result is None or tag_count(result) > MARKED_AT_ALL:
        return None
    return TextLook(result) if result.analysis.row.sending.has_stable_prefix else None


class StabilityButton(QToolButton):
    """Says how much stays the same next turn; its menu has a sentence for each way of rebuilding the text.

    `output_requested` has the offset of the text where it can change.
    """

    output_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.setProperty("look", "menu")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._rows: tuple[StabilityRow, ...] = ()
        self.setMenu(menu_when_shown(self, lambda: map(self._entry, self._rows)))
        self.hide()

    def show_rows(self, rows: tuple[StabilityRow, ...]) -> None:
        """Show how much stays the same; without rows the button is hidden."""
        self._rows = rows
        self.setVisible(bool(rows))
        self.setText(rows[0].brief if rows else "")
        set_plain_tooltip(self, "\n".join(row.sentence for row in rows))

    def _entry(self, row: StabilityRow) -> MenuEntry:
        go, can_go = partial(self.output_requested.emit, row.output), row.output is not None
        return MenuEntry(menu_words(row.sentence, _LONGEST), go, is_enabled=can_go)
