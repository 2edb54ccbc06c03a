"""What can be written at a place of a prompt: keys of the frontmatter, and variables in the body."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from editor_app.prompts.checking.head import HEAD
from editor_app.structured.offers import is_alone, is_no_place, offer, offer_keys
from editor_app.structured.typed_place import keys_beside, typed_place
from editor_app.template.dialect import Dialect
from editor_app.text import Sentence
from editor_app.text.completions import Completion
from editor_app.text.frontmatter import FrontmatterFormat, split_frontmatter
from editor_app.variables.tag_completion import complete_tag, typed_tag

_NOTES: Final = {path: table.notes for path, table in HEAD.within()}
_TRUTH: Final = {"true": Sentence("prompts.note-required"), "false": Sentence("prompts.note-optional")}


def complete_prompt(
    source: str, offset: int, declared: Sequence[tuple[str, str]], used_names: Iterable[str]
) -> tuple[Completion, ...]:
    """Return what can stand at an offset of a prompt.

    `declared` are its variables, each with what it is; `used_names` are the variables of its tags.
    """
    tag = typed_tag(source, offset, Dialect.BRACES)
    if tag is not None:
        return complete_tag(tag, declared)
    head = split_frontmatter(source)
    if head is None or head.format is not FrontmatterFormat.YAML:
        return ()
    if not head.metadata.start <= offset <= head.metadata.end or not head.closed:
        return ()
    metadata = source[: head.metadata.end]
    place = typed_place(metadata, offset)
    full = place.path if place.key is None else (*place.path, place.key)
    if is_no_place(metadata, offset, place) or not is_alone(place):
        return ()
    if full == ("variables", "name"):
        known = {name for name, _ in declared}
        return offer(
            place,
            ((name, Sentence("prompts.used-not-declared")) for name in used_names if name not in known),
            is_open=True,
        )
    if full == ("variables", "required"):
        return offer(place, _TRUTH.items())
    if place.key is not None or place.path not in _NOTES:
        return ()
    beside = keys_beside(metadata, offset)
    if (
        place.path
        and not beside.is_item
        and not metadata[: place.span.start].rstrip(" ").endswith(("{", ","))
    ):
        return ()
    left_out = {*beside.values}
    if beside.values.get("required") == "true":
        left_out.add("default")
    return offer_keys(metadata, place, _NOTES[place.path], left_out)
