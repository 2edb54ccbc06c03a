"""Reading and checking a prompt's frontmatter, as far as that does not depend on the body."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from editor_app.prompts.checking import rules
from editor_app.prompts.checking.entries import Declared, check_entries, check_list, new_fields
from editor_app.prompts.checking.fields import (
    Field,
    check_description,
    check_max_tokens,
    check_name,
    check_unknown_keys,
    check_version,
    invalid,
    missing_key,
    prompt_problem,
)
from editor_app.prompts.entities import PromptErrorType
from editor_app.prompts.metadata import toml_problem
from editor_app.structured.editing.repairs import block_item
from editor_app.structured.nodes import MappingNode, Node, SequenceNode, read_as
from editor_app.structured.reading import read_yaml
from editor_app.structured.spelling import spell
from editor_app.template.dialect import Dialect
from editor_app.template.template import parse
from editor_app.text import Diagnostic, Edit, Fix, Span, apply_edits
from editor_app.text.frontmatter import Frontmatter, FrontmatterFormat, split_frontmatter

_Value = TypeVar("_Value")

_MOST_DECLARED = 100
_MOST_GUESSES = 3
_LONGEST_GUESSED = 65_536


@dataclass(frozen=True, slots=True)
class Head:
    """The frontmatter of a prompt; fields that are missing or invalid are None.

    `declared` is read as far as possible, from broken YAML too. `alone`: with
    its problems, nothing else in the file is reported as an error.
    """

    frontmatter: Frontmatter | None
    diagnostics: tuple[Diagnostic, ...]
    mapping: MappingNode | None = None
    listed: SequenceNode | None = None
    declared: tuple[Declared, ...] = ()
    name: str | None = None
    version: str | None = None
    description: str | None = None
    max_tokens: int | None = None
    alone: bool = False


def read_prompt_head(source: str, file_name: str) -> Head:
    """Read and check the frontmatter of a prompt file.

    `file_name` is the file's name without folders, "" where it has none yet.
    The result is cached for the texts read last, because typing in a body
    asks for the same one again and again.
    """
    frontmatter = split_frontmatter(source)
    if frontmatter is None:
        return Head(None, (_no_frontmatter(source, file_name),))
    if frontmatter.format is FrontmatterFormat.TOML:
        return Head(frontmatter, (toml_problem(source, frontmatter),))
    head = _read(source[: frontmatter.closing.end], frontmatter.closed, file_name)
    return replace(head, frontmatter=frontmatter)


@lru_cache(maxsize=32)
def _read(text: str, closed: bool, file_name: str) -> Head:
    """Return the checked frontmatter of `text`, a file's text up to the frontmatter's end."""
    frontmatter = split_frontmatter(text)
    assert frontmatter is not None
    if not closed:
        return Head(
            frontmatter, (_unclosed(text, frontmatter),), declared=_declared(text, frontmatter.metadata)
        )
    node, problems = read_yaml(text, frontmatter.metadata)
    if problems:
        errors = tuple(
            prompt_problem(PromptErrorType.PARSE_ERROR, found.span, "frontmatter", found.message, found.fixes)
            for found in problems
        )
        declared = _declared_in(text, node) or _declared(text, frontmatter.metadata)
        return Head(frontmatter, errors, declared=declared, alone=True)
    if not isinstance(node, MappingNode):
        return Head(frontmatter, (_no_mapping(frontmatter, node, file_name),))
    return _check_fields(text, frontmatter, node, file_name)


def _check_fields(text: str, frontmatter: Frontmatter, mapping: MappingNode, file_name: str) -> Head:
    present = {key.value: (key, value) for key, value in mapping.all_entries() if key.tag == "str"}
    fields = {key: Field(text, key, *present[key], file_name) for key in rules.TOP_KEYS if key in present}
    absent = [key for key in rules.TOP_KEYS[:4] if key not in fields]  # the fifth depends on the body
    problems = list(_missing(text, mapping, absent, file_name))
    name = _checked(check_name, fields.get("name"), problems)
    version = _checked(check_version, fields.get("version"), problems)
    description = _checked(check_description, fields.get("description"), problems)
    max_tokens = _checked(check_max_tokens, fields.get("max_tokens"), problems)
    listed = _checked(check_list, fields.get("variables"), problems)
    declared: tuple[Declared, ...] = ()
    if listed is not None:
        declared, entry_problems = check_entries(text, listed)
        problems += entry_problems
    problems += check_unknown_keys(text, _mappings(mapping, listed))
    return Head(
        frontmatter, tuple(problems), mapping, listed, declared, name, version, description, max_tokens
    )


def _checked(
    check: Callable[[Field], tuple[_Value | None, Diagnostic | None]],
    field: Field | None,
    problems: list[Diagnostic],
) -> _Value | None:
    """Return a field's value, None without a valid one; what is wrong with it is added to `problems`."""
    if field is None:
        return None
    value, found = check(field)
    if found is not None:
        problems.append(found)
    return value


def _missing(text: str, mapping: MappingNode, keys: list[str], file_name: str) -> Iterator[Diagnostic]:
    written = first_values(rules.stem_of(file_name)) if keys else {}
    for key in keys:  # shown at the `---` that opens the frontmatter
        yield missing_key(text, mapping, key, rules.TOP_KEYS, written[key], Span(0, 3))


def _mappings(
    mapping: MappingNode, listed: SequenceNode | None
) -> list[tuple[MappingNode, tuple[str, ...], str]]:
    """Return the mappings with their known keys and the prefix of their keys in errors."""
    entries = listed.items if listed else ()
    return [
        (mapping, rules.TOP_KEYS, ""),
        *(
            (item, rules.READ_ENTRY_KEYS, f"variables[{place}].")
            for place, item in enumerate(entries)
            if isinstance(item, MappingNode)
        ),
    ]


def first_values(stem: str) -> dict[str, str]:
    """Return the keys and YAML values of a new frontmatter, without `variables`."""
    name = stem if rules.is_prompt_name(stem) else rules.to_prompt_name(stem)
    return {
        "name": spell(name, flow=True),
        "version": rules.FIRST_VERSION,
        "description": spell(rules.to_words(stem or name), flow=True),
        "max_tokens": str(rules.USUAL_TOKENS),
    }


def first_frontmatter(stem: str, names: Sequence[str] = ()) -> str:
    """Return a valid frontmatter for a file of that name, with its `---` lines, that declares `names`."""
    lines = [f"{key}: {written}" for key, written in first_values(stem).items()]
    items = [f"  {block_item(new_fields(name), 2)}" for name in names]
    listed = ["variables:", *items] if items else ["variables: []"]
    return "\n".join(["---", *lines, *listed, "---", ""])


def _no_frontmatter(source: str, file_name: str) -> Diagnostic:
    start = len(source) - len(source.lstrip())
    span = Span(0, len(source.partition("\n")[0]))
    if start and split_frontmatter(source[start:]) is not None:
        fix = Fix("Remove the blank lines above", (Edit(Span(0, start), ""),))
        return invalid(span, "frontmatter", "The frontmatter must begin on the file’s first line.", [fix])
    names = [name for name in parse(source, Dialect.BRACES).names if rules.is_variable_name(name)]
    written = first_frontmatter(rules.stem_of(file_name), names[:_MOST_DECLARED]) + "\n"
    fix = Fix("Add frontmatter", (Edit(Span(0, 0), written),))
    message = "There is no frontmatter: a prompt file begins with a ‘---’ line and what the prompt is called."
    return invalid(span, "frontmatter", message, [fix])


def _unclosed(text: str, frontmatter: Frontmatter) -> Diagnostic:
    end = frontmatter.metadata.end
    newline = "" if text[:end].endswith("\n") else "\n"
    fix = Fix("Close it with ‘---’", (Edit(Span(end, end), f"{newline}---\n"),))
    opening = frontmatter.opening
    span = Span(opening.start, opening.start + 3)
    return invalid(span, "frontmatter", "The frontmatter is never closed by a second ‘---’ line.", [fix])


def _no_mapping(frontmatter: Frontmatter, node: Node | None, file_name: str) -> Diagnostic:
    if node is not None:
        message = f"The frontmatter is {read_as(node)}; it must be lines of ‘key: value’."
        return invalid(node.span, "frontmatter", message)
    lines = first_frontmatter(rules.stem_of(file_name)).removeprefix("---\n").removesuffix("---\n")
    end = frontmatter.metadata.end
    fix = Fix("Fill it in", (Edit(Span(end, end), lines),))
    opening = frontmatter.opening
    message = "The frontmatter is empty; it must say what the prompt is called, its version and more."
    return invalid(Span(opening.start, opening.start + 3), "frontmatter", message, [fix])


def _declared(text: str, yaml: Span) -> tuple[Declared, ...]:
    """Read the variables of a broken frontmatter by leaving out the lines that break it."""
    if yaml.length > _LONGEST_GUESSED:
        return ()
    for _ in range(_MOST_GUESSES):
        node, problems = read_yaml(text, yaml)
        if not problems or node is not None:
            return _declared_in(text, node)
        at = min(problems[0].span.start, yaml.end - 1)
        start = text.rfind("\n", 0, max(at, yaml.start)) + 1
        end = text.find("\n", start, yaml.end)
        line = Span(max(start, yaml.start), yaml.end if end < 0 else end)
        if not line.length:
            return ()
        text = apply_edits(text, [Edit(line, "#" * line.length)])
    return ()


def _declared_in(text: str, node: Node | None) -> tuple[Declared, ...]:
    listed = node.get("variables") if isinstance(node, MappingNode) else None
    return check_entries(text, listed)[0] if isinstance(listed, SequenceNode) else ()
