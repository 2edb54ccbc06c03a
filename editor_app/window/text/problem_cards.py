"""The contents of the hover card for a problem, a tag or a hidden character."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.editing.matching_tags import condition_of
from editor_app.template.dialect import TagKind
from editor_app.template.tree import Tag
from editor_app.text import Fix, Sentence, Span
from editor_app.variables.catalog import Volatility
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.text.document.placeholders import character_name, label_of
from editor_app.window.text.painting.marks import Mark

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


@dataclass(frozen=True, slots=True)
class LinkedCard:
    """A card, and the target of each of its links: a fix, a span to go to, or a mark whose fixes to list."""

    card: Card
    targets: Mapping[str, Fix | Span | Mark] = field(default_factory=dict)


def about_problem(mark: Mark, *, with_fixes: bool) -> LinkedCard:
    """Return the card of a problem, with links to its fixes."""
    problem = mark.problem
    icon, role = SEVERITY_ICONS[problem.severity]
    fixes = problem.fixes if with_fixes else ()
    targets: dict[str, Fix | Mark] = {}
    links: list[tuple[str, str]] = []
    if fixes:
        targets["fix"] = fixes[0]
        links.append(("fix", fixes[0].title))
    if len(fixes) > 1:
        targets["more"] = mark
        links.append(("more", Sentence("window-text.more-fixes", count=len(fixes) - 1)))
    return LinkedCard(
        Card(icon, role, "", problem.code, sentence=problem.message, links=tuple(links)), targets
    )


def about_tag(
    analysis: Analysis, tag: Tag, value_facts: ValueFacts, value_fix: ValueFix = lambda _name: None
) -> LinkedCard | None:
    """Return the card of a tag: its variable or condition, and the current value; None for a stray tag."""
    if tag.kind in _WITHOUT_VALUE:
        hint, sentence = _WITHOUT_VALUE[tag.kind]
        return LinkedCard(Card("messages-square", "soft", "", hint, sentence=sentence))
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
        for label, key, place in (
            (Sentence("window-text.opened"), "opening", condition.opening),
            (Sentence("window-text.otherwise"), "otherwise", condition.otherwise),
            (Sentence("window-text.closed"), "closing", condition.closing),
        ):
            if place is not None and place != tag.span:
                facts += ((label, _line_of(analysis, place)),)
                places[key] = place
    links: list[tuple[str, str]] = [
        (key, Sentence("window-text.go-to-line", line=analysis.lines.position(place.start).line))
        for key, place in places.items()
    ]
    targets: dict[str, Fix | Span | Mark] = {**places}
    fix = value_fix(name)
    if fix is not None:
        targets["trust"] = fix
        links.insert(0, ("trust", fix.title))
    return LinkedCard(Card(*head, facts=facts, links=tuple(links)), targets)


def about_character(character: str) -> LinkedCard:
    """Return the card that names the character shown as a placeholder."""
    sentence = Sentence("window-text.invisible-here", name=character_name(character))
    hint = Sentence("window-text.invisible-character")
    return LinkedCard(Card("info", "key", label_of(character), hint, sentence=sentence))


def _hint(analysis: Analysis, name: str) -> str:
    variable = analysis.variable_names.get(name)
    if variable is None or not analysis.row.form.declares_variables:
        return Sentence("window-text.variable")
    if variable.required:
        return Sentence("window-text.required-variable")
    return Sentence("window-text.optional-variable")


def _facts_of(analysis: Analysis, name: str) -> tuple[Facts, dict[str, Span]]:
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
    return tuple(facts), {} if declaration is None else {"declaration": Span(*declaration.span(1))}


def _line_of(analysis: Analysis, place: Span) -> str:
    return Sentence("window-text.line", line=analysis.lines.position(place.start).line)
