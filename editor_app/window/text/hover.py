"""The hover card of the editor: what it says of problems, tags and characters, and when it is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.editing.matching_tags import condition_of
from editor_app.template.dialect import TagKind
from editor_app.template.tree import Tag
from editor_app.text import Fix, Sentence, Span
from editor_app.variables.catalog import Volatility
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.hover_card import Pointing
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.text.document.placeholders import character_name, label_of
from editor_app.window.text.painting.marks import Mark
from editor_app.window.text.text_view import TextView

_CHANGES = {
    Volatility.CONSTANT: Sentence("window-text.changes-never"),
    Volatility.CONVERSATION: Sentence("window-text.changes-conversation"),
    Volatility.DAY: Sentence("window-text.changes-day"),
    Volatility.TURN: Sentence("window-text.changes-turn"),
}
_WITHOUT_VALUE = {
    TagKind.COMMENT: (Sentence("window-text.comment"), Sentence("window-text.comment-left-out")),
    TagKind.LITERAL: (Sentence("window-text.literal"), Sentence("window-text.literal-stays")),
}

Facts = tuple[tuple[str, str], ...]
ValueFacts = Callable[[str], Facts]
"""Name → (label, value) rows about the current value of a variable."""
ValueFix = Callable[[str], Fix | None]
"""Name → what helps where the variable is not read for want of trust, None elsewhere."""


def about_problem(mark: Mark, *, with_fixes: bool) -> Card:
    """Return the card of a problem, with links that give its fix, or the mark where it has several."""
    problem = mark.problem
    icon, role = SEVERITY_ICONS[problem.severity]
    fixes = problem.fixes if with_fixes else ()
    links: list[tuple[Fix | Mark, str]] = [(fix, fix.title) for fix in fixes[:1]]
    if len(fixes) > 1:
        links.append((mark, Sentence("window-text.more-fixes", count=len(fixes) - 1)))
    return Card(icon, role, "", problem.code, sentence=problem.message, links=tuple(links))


def about_tag(
    analysis: Analysis, tag: Tag, value_facts: ValueFacts, value_fix: ValueFix = lambda _name: None
) -> Card | None:
    """Return the card of a tag: its variable or condition, and the current value; None for a stray tag.

    Its links give the fix of the variable, and places that belong to the tag.
    """
    if tag.kind in _WITHOUT_VALUE:
        hint, sentence = _WITHOUT_VALUE[tag.kind]
        return Card("messages-square", "soft", "", hint, sentence=sentence)
    condition = None if tag.kind is TagKind.INSERT else condition_of(analysis, tag.span)
    if condition is None and tag.kind is not TagKind.INSERT:
        return None
    name = tag.name if condition is None else condition.name
    facts, places = _facts_of(analysis, name)
    facts += value_facts(name)
    head = "variable", "tag", name, _hint(analysis, name)
    if condition is not None:
        word = "unless" if condition.negated else "if"
        head = "split", "cond", f"{word} {name}", Sentence("window-text.condition")
        for label, place in (
            (Sentence("window-text.opened"), condition.opening),
            (Sentence("window-text.otherwise"), condition.otherwise),
            (Sentence("window-text.closed"), condition.closing),
        ):
            if place is not None and place != tag.span:
                facts += ((label, Sentence("window-text.line", line=_line_of(analysis, place))),)
                places.append(place)
    fix = value_fix(name)
    links: list[tuple[Fix | Span, str]] = [] if fix is None else [(fix, fix.title)]
    links += [(place, Sentence("window-text.go-to-line", line=_line_of(analysis, place))) for place in places]
    return Card(*head, facts=facts, links=tuple(links))


def about_character(character: str) -> Card:
    """Return the card that names the character shown as a placeholder."""
    sentence = Sentence("window-text.invisible-here", name=character_name(character))
    hint = Sentence("window-text.invisible-character")
    return Card("info", "key", label_of(character), hint, sentence=sentence)


def _hint(analysis: Analysis, name: str) -> str:
    variable = analysis.variable_names.get(name)
    if variable is None or not analysis.row.form.declares_variables:
        return Sentence("window-text.variable")
    if variable.required:
        return Sentence("window-text.required-variable")
    return Sentence("window-text.optional-variable")


def _facts_of(analysis: Analysis, name: str) -> tuple[Facts, list[Span]]:
    """Return rows about a variable's declaration or catalog entry, and the span of its declaration."""
    facts: list[tuple[str, str]] = []
    variable = analysis.variable_names.get(name)
    if variable is not None:
        if variable.description:
            facts.append((Sentence("window-text.meaning"), variable.description))
        if variable.default is not None:
            facts.append((Sentence("window-text.default"), variable.default or Sentence("window-text.empty")))
    entry = next((entry for entry in analysis.catalog if entry.key == name), None)
    if entry is not None and variable is None:
        facts += [
            (Sentence("window-text.meaning"), entry.description),
            (Sentence("window-text.changes"), _CHANGES[entry.volatility]),
        ]
    declaration = None
    if analysis.frontmatter is not None and analysis.row.form.declares_variables:
        start, end = analysis.frontmatter.metadata
        pattern = rf"^[ \t]*-?[ \t]*name:[ \t]*[\"']?({re.escape(name)})[\"']?[ \t]*$"
        declaration = re.compile(pattern, re.MULTILINE).search(analysis.source, start, end)
    return tuple(facts), [] if declaration is None else [Span(*declaration.span(1))]


def _line_of(analysis: Analysis, place: Span) -> int:
    return analysis.lines.position(place.start).line


class EditorSpot(NamedTuple):
    """A problem, tag or hidden character of the text: its span, its place in the viewport, and its card."""

    span: Span
    rect: QRect
    card: Callable[[], Card | None]
    is_link: bool = False

    @property
    def key(self) -> Span:
        """What is equal for spots with the same card."""
        return self.span


class EditorHover(Pointing[EditorSpot]):
    """Shows a card for the problem or tag under the pointer, or at the cursor when asked.

    `link_activated` has what a link gives: a fix, a span to go to, or a mark whose fixes to list.
    """

    def __init__(self, editor: TextView) -> None:
        """Show cards for `editor`."""
        super().__init__(editor, self._spot_under, lambda spot: spot.card())
        self._editor = editor
        self.value_facts: ValueFacts = lambda _name: ()
        self.value_fix: ValueFix = lambda _name: None

    def show_at_cursor(self) -> None:
        """Show the card for the problem, tag or hidden character at the cursor at once."""
        spot = self._spot(self._editor.cursor_offset(), touching=True)
        if spot is None:
            self.leave_soon()
        else:
            self.show(spot, at_once=True)

    def show_for_line(self, offset: int, anchor: QRect) -> None:
        """Show the worst problem that begins in the line at `offset`, beside its icon on the screen."""
        line = self._editor.line_span_at(offset)
        marks = [mark for mark in self._editor.marks.between(*line) if mark.span.start >= line.start]
        if marks:
            worst = min(marks, key=lambda mark: mark.problem.severity.rank)
            rect = QRect(self._editor.viewport().mapFromGlobal(anchor.topLeft()), anchor.size())
            card = partial(about_problem, worst, with_fixes=self._editor.knows_fixes)
            self.show(EditorSpot(worst.span, rect, card))

    def _spot_under(self, place: QPoint) -> EditorSpot | None:
        offset = self._editor.offset_under(place)
        return None if offset is None else self._spot(offset, touching=False)

    def _spot(self, offset: int, *, touching: bool) -> EditorSpot | None:
        """Return the spot of the character at an offset; `touching` counts those that end there, too."""
        editor = self._editor
        for mark in editor.marks.at(offset):
            if touching or mark.span.contains(offset) or not mark.span.length:
                card = partial(about_problem, mark, with_fixes=editor.knows_fixes)
                return EditorSpot(mark.span, editor.rect_in_view(mark.span), card)
        character = editor.contents.text[offset : offset + 1]
        if editor.contents.bridge.is_shown_by_name(character):
            span = Span(offset, offset + 1)
            return EditorSpot(span, editor.rect_in_view(span), partial(about_character, character))
        analysis = editor.analysis
        if analysis is None or analysis.template is None or not editor.knows_fixes:
            return None
        tag = analysis.template.tag_at(offset)
        if tag is None and touching and offset:
            tag = analysis.template.tag_at(offset - 1)
        if tag is None:
            return None
        about = partial(about_tag, analysis, tag, self.value_facts, self.value_fix)
        return EditorSpot(tag.span, editor.rect_in_view(tag.span), about)
