"""The tags of a template that gave nothing, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from editor_app.conversations.results import BlankTag, Construction
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import Rendering
from editor_app.template.source_map import Why
from editor_app.template.template import Template, parse
from editor_app.template.tree import Condition
from editor_app.variables.notes import LACKING_CAUSES, UNKNOWN_EXISTENCE, Cause, Note, short_name


def blank_tags(
    template: Template, rendering: Rendering, values: Mapping[str, str | None], notes: Mapping[str, Note]
) -> tuple[BlankTag, ...]:
    """Return the tags outside of left out parts that inserted nothing, one per name.

    A condition is among them where it was decided without knowing whether its variable exists, as for want
    of trust or of a grant.
    """
    if not notes and all(values.values()):
        return ()
    found: dict[str, tuple[int, BlankTag]] = {}
    for piece in rendering.source_map.named:
        name = piece.name or ""
        if name not in found and (piece.why is Why.UNKNOWN or not piece.output.length):
            tag = piece.source.shifted(-template.offset).of(template.source)
            cause, message = _cause(name, values, notes)
            found[name] = (piece.source.start, BlankTag(tag, cause, message))
    unknown = {name for name, note in notes.items() if note.cause in UNKNOWN_EXISTENCE}
    for condition in _in_force(rendering) if unknown else ():
        name = condition.name
        if name in unknown and values.get(name) is None and name not in found:
            tag = condition.opening.shifted(-template.offset).of(template.source)
            note = notes[name]
            found[name] = (condition.opening.start, BlankTag(tag, note.cause, note.sentence))
    return tuple(tag for _, tag in sorted(found.values(), key=lambda one: one[0]))


def is_known(stored: Construction, now: Construction) -> bool:
    """Whether it is known what a conversation would get.

    It is not where a variable that matters is blank now for want of trust or of an allowed file, and was not
    when the stored text was constructed.
    """
    lacked = {name for name, note in stored.notes.items() if note.cause in LACKING_CAUSES}
    return _lacking_names(now) <= lacked


def _lacking_names(made: Construction) -> frozenset[str]:
    """Return the variables that matter to a prompt and are blank for want of trust or an allowed file."""
    tags = (one.tag for one in made.blank if one.cause in LACKING_CAUSES)
    return frozenset(name for tag in tags for name in parse(tag, Dialect.BRACKETS).names)


def _in_force(rendering: Rendering) -> Iterator[Condition]:
    """Yield the conditions that left something out, or kept some of the text."""
    parts = rendering.source_map
    for part in parts.sides_left_out:
        if part.branch is not None:
            yield part.branch.condition
    seen: set[object] = set()
    for piece in parts.pieces:
        for branch in piece.conditions:
            if branch in seen:
                break  # the conditions around this one were seen before, too
            seen.add(branch)
            yield branch.condition


def _cause(name: str, values: Mapping[str, str | None], notes: Mapping[str, Note]) -> tuple[Cause, str]:
    if values.get(name) == "":
        return Cause.EMPTY, f"‘{short_name(name)}’ is empty."
    note = notes.get(name)
    if note is not None:
        return note.cause, note.sentence
    return Cause.NOT_GIVEN, f"‘{short_name(name)}’ was not given a value."
