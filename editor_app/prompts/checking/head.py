"""Reading and checking a prompt's frontmatter, as far as that does not depend on the body."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from editor_app.prompts.checking import rules
from editor_app.prompts.checking.entries import ENTRY, Declaration, new_fields, read_entries, read_list
from editor_app.prompts.checking.fields import WORDS_SCHEMA, as_prompt_problem, invalid, read_words
from editor_app.prompts.entities import PromptErrorType
from editor_app.prompts.metadata import toml_problem
from editor_app.structured.editing.repairs import block_item
from editor_app.structured.fields.checked_values import CheckedValue, Effort, Text, problem
from editor_app.structured.fields.numbers import Range
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Table
from editor_app.structured.fields.types import list_of
from editor_app.structured.nodes import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    Syntax,
    integer,
    read_as,
    short_value,
)
from editor_app.structured.reading import read_yaml
from editor_app.structured.spelling import quoted_scalar, spell
from editor_app.template.dialect import Dialect
from editor_app.template.template import parse
from editor_app.text import Diagnostic, Edit, Fix, Rename, Sentence, Span, apply_edits
from editor_app.text.frontmatter import Frontmatter, FrontmatterFormat, split_frontmatter

_TOKENS: Final = Range(1, rules.MOST_TOKENS, Sentence("prompts.token-range", most=str(rules.MOST_TOKENS)))
_MOST_DECLARED = 100
_MOST_GUESSES = 3
_LONGEST_GUESSED = 65_536


class PromptValues(NamedTuple):
    """What a frontmatter says of its prompt; None for what is missing or invalid."""

    name: str | None = None
    version: str | None = None
    description: str | None = None
    max_tokens: int | None = None


_NO_VALUES: Final = PromptValues()


@dataclass(frozen=True, slots=True)
class Head:
    """The frontmatter of a prompt.

    `declared` is read as far as possible, from broken YAML too, all else only where the YAML can be read.
    `alone`: with its problems, nothing else in the file is reported as an error.
    """

    frontmatter: Frontmatter | None
    diagnostics: tuple[Diagnostic, ...]
    mapping: MappingNode | None = None
    listed: SequenceNode | None = None
    declared: tuple[Declaration, ...] = ()
    values: PromptValues = _NO_VALUES
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
            problem(PromptErrorType.PARSE_ERROR, error.span, "frontmatter", error.message, error.fixes)
            for error in problems
        )
        declared = _declared_in(text, node) or _declared(text, frontmatter.metadata)
        return Head(frontmatter, errors, declared=declared, alone=True)
    if not isinstance(node, MappingNode):
        return Head(frontmatter, (_no_mapping(frontmatter, node, file_name),))
    fields = FieldReader(_text(text, file_name), node, "", [])
    fields.missing_at = Span(0, 3)  # the `---` that opens the frontmatter
    values = fields.read(HEAD)
    listed = values["variables"]
    declared = () if listed is None else read_entries(fields.text, listed, fields.problems)
    prompt = PromptValues(values["name"], values["version"], values["description"], values["max_tokens"])
    return Head(frontmatter, tuple(map(as_prompt_problem, fields.problems)), node, listed, declared, prompt)


def _text(source: str, file_name: str = "") -> Text:
    return Text(source, Syntax.YAML, Effort(), names_keys=True, file_name=file_name)


def _name(fields: FieldReader, part: CheckedValue) -> str | None:
    """Return the name, which is the file's own, of letters, digits and hyphens."""
    stem, name = rules.stem_of(fields.text.file_name), part.spelling
    if not isinstance(part.node, ScalarNode) or part.node.tag != "str":
        fields.wrong(part, Sentence("prompts.file-name"), _name_fixes(part))
        return None
    if name in rules.DEVICE_NAMES:
        message = Sentence("prompts.device-name", name=name)
        fields.problems.append(problem("invalid", part.span, part.path, message, _name_fixes(part)))
        return None
    if not rules.is_prompt_name(name):
        fields.problems.append(
            part.problem("invalid", Sentence("prompts.bad-name", value=short_value(name)), _name_fixes(part))
        )
        return None
    if stem and name != stem:
        message = Sentence("prompts.name-of-other-file", value=short_value(name), stem=stem)
        fields.problems.append(part.problem("invalid", message, _name_fixes(part), name=name, stem=stem))
        return None
    return name


def _name_fixes(part: CheckedValue) -> Iterator[Fix]:
    file_name, name = part.text.file_name, part.spelling
    stem = rules.stem_of(file_name)
    is_text = isinstance(part.node, ScalarNode) and part.node.tag == "str"
    if rules.is_prompt_name(stem):
        yield from part.change_text(stem, Sentence("structured.change-to", value=stem))
    if stem and is_text and rules.is_prompt_name(name):
        yield Fix(Sentence("prompts.rename-file", name=name), rename=Rename(file_name, f"{name}.md"))
    if rules.is_prompt_name(stem):
        return
    better = rules.to_prompt_name(name if is_text and name else stem)
    for fix in (
        part.change_text(better, Sentence("structured.change-to", value=better))
        if not is_text or better != name
        else ()
    ):
        title = Sentence("prompts.change-and-rename", name=better) if stem else fix.title
        yield Fix(title, fix.edits, Rename(file_name, f"{better}.md") if stem else None)


def _version(fields: FieldReader, part: CheckedValue) -> str | None:
    node, better = part.node, rules.to_version(part.spelling)
    title = Sentence("structured.change-to", value=better)
    if not isinstance(node, ScalarNode) or node.tag != "str":
        fields.wrong(part, "X.Y.Z", part.change(quoted_scalar(better), title))
        return None
    if rules.is_version(part.spelling):
        return part.spelling
    fixes = part.change_text(better, title) if node.style else part.change(better, title)
    fields.problems.append(
        part.problem("invalid", Sentence("prompts.bad-version", value=short_value(part.spelling)), fixes)
    )
    return None


def _max_tokens(fields: FieldReader, part: CheckedValue) -> int | None:
    number = integer(part.node)
    if number is None:
        whole = part.spelling.strip().replace("_", "").partition(".")[0]
        is_number = whole.isascii() and whole.isdigit()
        better = max(1, min(int(whole[:9]), rules.MOST_TOKENS)) if is_number else rules.USUAL_TOKENS
        fields.wrong(part, _TOKENS.words, part.change(str(better)), is_number=True)
    elif not _TOKENS.holds(number):
        message = Sentence("prompts.bad-tokens", value=short_value(part.spelling), wanted=_TOKENS.words)
        fields.problems.append(part.problem("invalid", message, part.change(str(_TOKENS.nearest_to(number)))))
        return None
    return number


def _first_value(fields: FieldReader, key: str) -> str:
    return first_values(rules.stem_of(fields.text.file_name))[key]


_NAME_SCHEMA: Final = {
    "type": "string",
    "pattern": f"^{rules.NAME}$",
    "not": {"enum": sorted(rules.DEVICE_NAMES)},
}
HEAD: Final = Table(
    "",
    (
        Field(
            "name",
            Sentence("prompts.field-name-of-prompt"),
            FieldType(_name, _NAME_SCHEMA),
            lambda fields: _first_value(fields, "name"),
            more=Sentence("prompts.field-name-more"),
        ),
        Field(
            "version",
            Sentence("prompts.field-version"),
            FieldType(_version, {"type": "string", "pattern": f"^{rules.VERSION}$"}),
            lambda fields: _first_value(fields, "version"),
            more=Sentence("prompts.field-version-more"),
        ),
        Field(
            "description",
            Sentence("prompts.field-description-of-prompt"),
            FieldType(
                lambda fields, part: read_words(fields, part, rules.stem_of(fields.text.file_name)),
                WORDS_SCHEMA,
            ),
            lambda fields: _first_value(fields, "description"),
        ),
        Field(
            "max_tokens",
            Sentence("prompts.field-max-tokens"),
            FieldType(_max_tokens, {"type": "integer", **_TOKENS.schema}),
            lambda fields: _first_value(fields, "max_tokens"),
            more=Sentence("prompts.field-max-tokens-more"),
        ),
        Field(
            "variables",
            Sentence("prompts.field-variables"),
            FieldType(read_list, list_of(ENTRY)),
            more=Sentence("prompts.field-variables-more"),
        ),
    ),
)
"""The fields of a prompt; whether `variables` may be missing depends on the body."""


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
        fix = Fix(Sentence("prompts.remove-blank-lines"), (Edit(Span(0, start), ""),))
        return invalid(span, "frontmatter", Sentence("prompts.frontmatter-below-first-line"), [fix])
    names = [name for name in parse(source, Dialect.BRACES).names if rules.is_variable_name(name)]
    written = first_frontmatter(rules.stem_of(file_name), names[:_MOST_DECLARED]) + "\n"
    fix = Fix(Sentence("prompts.add-frontmatter"), (Edit(Span(0, 0), written),))
    message = Sentence("prompts.no-frontmatter")
    return invalid(span, "frontmatter", message, [fix])


def _unclosed(text: str, frontmatter: Frontmatter) -> Diagnostic:
    end = frontmatter.metadata.end
    newline = "" if text[:end].endswith("\n") else "\n"
    fix = Fix(Sentence("prompts.close-with", mark="---"), (Edit(Span(end, end), f"{newline}---\n"),))
    opening = frontmatter.opening
    span = Span(opening.start, opening.start + 3)
    return invalid(span, "frontmatter", Sentence("prompts.frontmatter-open"), [fix])


def _no_mapping(frontmatter: Frontmatter, node: Node | None, file_name: str) -> Diagnostic:
    if node is not None:
        message = Sentence("prompts.frontmatter-is", reading=read_as(node))
        return invalid(node.span, "frontmatter", message)
    lines = first_frontmatter(rules.stem_of(file_name)).removeprefix("---\n").removesuffix("---\n")
    end = frontmatter.metadata.end
    fix = Fix(Sentence("prompts.fill-in"), (Edit(Span(end, end), lines),))
    opening = frontmatter.opening
    message = Sentence("prompts.frontmatter-empty")
    return invalid(Span(opening.start, opening.start + 3), "frontmatter", message, [fix])


def _declared(text: str, yaml: Span) -> tuple[Declaration, ...]:
    """Read the variables of a broken frontmatter by leaving out the lines that break it."""
    if yaml.length > _LONGEST_GUESSED:
        return ()
    for _ in range(_MOST_GUESSES):
        node, problems = read_yaml(text, yaml)
        if not problems or node is not None:
            return _declared_in(text, node)
        offset = min(problems[0].span.start, yaml.end - 1)
        start = text.rfind("\n", 0, max(offset, yaml.start)) + 1
        end = text.find("\n", start, yaml.end)
        line = Span(max(start, yaml.start), yaml.end if end < 0 else end)
        if not line.length:
            return ()
        text = apply_edits(text, [Edit(line, "#" * line.length)])
    return ()


def _declared_in(text: str, node: Node | None) -> tuple[Declaration, ...]:
    listed = node.get("variables") if isinstance(node, MappingNode) else None
    return read_entries(_text(text), listed, []) if isinstance(listed, SequenceNode) else ()
