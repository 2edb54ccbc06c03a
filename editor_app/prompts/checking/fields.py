"""The checks of the top-level fields of a frontmatter, one function each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from editor_app.prompts.checking import rules
from editor_app.prompts.entities import PromptErrorType
from editor_app.structured.editing.repairs import add_entry, remove_entry, set_scalar, spelled_like
from editor_app.structured.nodes import (
    MappingNode,
    Node,
    ScalarNode,
    integer,
    read_as,
    short_value,
    value_span,
)
from editor_app.structured.spelling import quoted_scalar, spell
from editor_app.text import Diagnostic, Edit, Fix, Rename, Severity, Span, nearest


def prompt_problem(
    code: PromptErrorType, span: Span, field: str, message: str, fixes: Iterable[Fix] = (), **args: str
) -> Diagnostic:
    """Return an error about `field`."""
    return Diagnostic(code, Severity.ERROR, span, message, {"field": field, **args}, tuple(fixes))


def invalid(span: Span, field: str, message: str, fixes: Iterable[Fix] = (), **args: str) -> Diagnostic:
    """Return an error about a top-level field, or about an entry of `variables`."""
    inside = field.startswith("variables[")
    code = PromptErrorType.INVALID_VARIABLE if inside else PromptErrorType.INVALID_FRONTMATTER
    return prompt_problem(code, span, field, message, fixes, **args)


def wrong_type(
    key: ScalarNode | None, node: Node, field: str, wanted: str, fixes: Iterable[Fix] = ()
) -> Diagnostic:
    """Return the error that a value is of another type than is `wanted`."""
    shown = field.rpartition(".")[2]
    if isinstance(node, ScalarNode) and node.tag == "null":
        message = f"‘{shown}’ has no value; it must be {wanted}."
    elif isinstance(node, ScalarNode) and node.tag == "str":
        message = f"‘{shown}’ is the text ‘{short_value(node.value or '')}’; it must be {wanted}."
    elif isinstance(node, ScalarNode):
        value, reading = short_value(node.value or ""), read_as(node)
        obvious = reading == value.lower() or (reading == "a number" and "number" in wanted)
        which = "" if obvious else f", which YAML reads as {reading}"
        message = f"‘{shown}’ is {value}{which}; it must be {wanted}."
    else:
        message = f"‘{shown}’ is {read_as(node)}; it must be {wanted}."
    return invalid(value_span(key, node), field, message, fixes)


_MOST_COMPARED = 200


class Field(NamedTuple):
    """A field that is being checked.

    `path` names it in errors (`variables[0].name`), `file_name` the name of
    the file without its folders, "" if it has none yet.
    """

    source: str
    path: str
    key: ScalarNode
    node: Node
    file_name: str = ""

    @property
    def stem(self) -> str:
        """The name the file gives the prompt, "" if it has none yet."""
        return rules.stem_of(self.file_name)

    @property
    def spelling(self) -> str:
        """The value as it is written, "" for null."""
        return (
            (self.node.value or "") if isinstance(self.node, ScalarNode) else self.node.span.of(self.source)
        )

    def change(self, written: str, title: str = "") -> tuple[Fix, ...]:
        """Return the fix that replaces the value by `written`; empty where one edit is not enough."""
        edit = self.edit(written)
        return (Fix(title or f"Change to {short_value(written)}", (edit,)),) if edit else ()

    def edit(self, written: str) -> Edit | None:
        """Return the edit that replaces the value by `written`; None where one edit is not enough."""
        if not isinstance(self.node, ScalarNode):
            return Edit(self.node.span, written) if self.node.flow else None
        if not self.node.span.length and ":" not in self.source[self.key.span.end : self.node.span.start]:
            return None  # a key without a colon, as in `{name}`
        return set_scalar(self.source, self.node, written)

    def like(self, value: str) -> str:
        """Return `value` in the quoting style of the value it replaces."""
        return (
            spelled_like(self.node, value) if isinstance(self.node, ScalarNode) else spell(value, flow=True)
        )


def check_name(field: Field) -> tuple[str | None, Diagnostic | None]:
    """Check `name`: the file's own, of letters, digits and hyphens."""
    node, stem = field.node, field.stem
    if not isinstance(node, ScalarNode) or node.tag != "str":
        return None, wrong_type(field.key, node, "name", "the file’s name", _name_fixes(field))
    name = node.value or ""
    span = value_span(field.key, node)
    if name in rules.DEVICE_NAMES:
        message = f"‘{name}’ is the name of a device on Windows, where such a file can’t be opened."
        return None, invalid(span, "name", message, _name_fixes(field))
    if not rules.is_prompt_name(name):
        given = short_value(name)
        message = f"‘name’ is ‘{given}’; it must be lower-case letters, digits and hyphens, letter first."
        return None, invalid(span, "name", message, _name_fixes(field))
    if stem and name != stem:
        message = (
            f"‘name’ is ‘{short_value(name)}’, but the file is called ‘{stem}’; the two must be the same."
        )
        return None, invalid(span, "name", message, _name_fixes(field), name=name, stem=stem)
    return name, None


def _name_fixes(field: Field) -> Iterator[Fix]:
    stem, name = field.stem, field.spelling
    is_text = isinstance(field.node, ScalarNode) and field.node.tag == "str"
    if rules.is_prompt_name(stem):
        yield from field.change(field.like(stem), f"Change to {stem}")
    if stem and is_text and rules.is_prompt_name(name):
        yield Fix(f"Rename the file to {name}.md", rename=Rename(field.file_name, f"{name}.md"))
    if rules.is_prompt_name(stem):
        return
    better = rules.to_prompt_name(name if is_text and name else stem)
    edit = field.edit(field.like(better))
    if edit is not None and not (is_text and better == name):
        if stem:
            rename = Rename(field.file_name, f"{better}.md")
            yield Fix(f"Change to {better} and rename the file", (edit,), rename)
        else:
            yield Fix(f"Change to {better}", (edit,))


def check_version(field: Field) -> tuple[str | None, Diagnostic | None]:
    """Check `version`: X.Y.Z."""
    node = field.node
    spelling = field.spelling
    better = rules.to_version(spelling)
    if not isinstance(node, ScalarNode) or node.tag != "str":
        fixes = field.change(quoted_scalar(better), f"Change to {better}")
        return None, wrong_type(field.key, node, "version", "X.Y.Z", fixes)
    if not rules.is_version(spelling):
        message = f"‘version’ is ‘{short_value(spelling)}’; it must be X.Y.Z."
        written = field.like(better) if node.style else better
        return None, invalid(
            value_span(field.key, node), "version", message, field.change(written, f"Change to {better}")
        )
    return spelling, None


def check_description(field: Field) -> tuple[str | None, Diagnostic | None]:
    """Check `description`: text that is not blank."""
    return check_text_field(field, about=field.stem)


def check_text_field(
    field: Field, *, may_be_blank: bool = False, about: str = ""
) -> tuple[str | None, Diagnostic | None]:
    """Check a field that is text: a description, or a default; `about` is the name of what it describes."""
    node = field.node
    if isinstance(node, ScalarNode) and node.tag == "str" and (may_be_blank or (node.value or "").strip()):
        return node.value, None
    if not isinstance(node, ScalarNode):
        raw = field.spelling
        fixes = field.change(quoted_scalar(raw), "Put it in quotes") if "\n" not in raw else ()
        return None, wrong_type(field.key, node, field.path, "text", fixes)
    words = rules.to_words(about)
    filled = field.change(field.like(words), f"Change to {words}") if words else ()
    if node.tag == "null":
        fixes = field.change('""') if may_be_blank else filled
        return None, wrong_type(field.key, node, field.path, "text", fixes)
    if node.tag != "str":
        value = quoted_scalar(node.value or "")
        fixes = field.change(value, f"Put it in quotes: {value}")
        return None, wrong_type(field.key, node, field.path, "text", fixes)
    shown = field.path.rpartition(".")[2]
    message = f"‘{shown}’ is blank; say in a few words what this is for."
    return None, invalid(value_span(field.key, node), field.path, message, filled)


def check_max_tokens(field: Field) -> tuple[int | None, Diagnostic | None]:
    """Check `max_tokens`: a whole number from 1 to 4096."""
    node = field.node
    wanted = f"a whole number from 1 to {rules.MOST_TOKENS}"
    number = integer(node)
    if number is None:
        better = _nearest_tokens(field.spelling) if isinstance(node, ScalarNode) else rules.USUAL_TOKENS
        return None, wrong_type(field.key, node, "max_tokens", wanted, field.change(str(better)))
    if not 1 <= number <= rules.MOST_TOKENS:
        better = 1 if number < 1 else rules.MOST_TOKENS
        message = f"‘max_tokens’ is {short_value(field.spelling)}; it must be {wanted}."
        return None, invalid(node.span, "max_tokens", message, field.change(str(better)))
    return number, None


def _nearest_tokens(spelling: str) -> int:
    whole = spelling.strip().replace("_", "").partition(".")[0]
    if whole.isascii() and whole.isdigit():
        return max(1, min(int(whole[:9]), rules.MOST_TOKENS))
    return rules.USUAL_TOKENS


def check_unknown_keys(
    source: str, mappings: Iterable[tuple[MappingNode, tuple[str, ...], str]]
) -> Iterator[Diagnostic]:
    """Report unknown keys that are probably misspelled known ones.

    `mappings` are mappings with their known keys and the prefix of their keys in errors.
    """
    compared = 0
    for mapping, known, path in mappings:
        own = {key.value for key, _ in mapping.entries}
        for index, (key, _) in enumerate(mapping.entries):
            name = key.value or ""
            if key.tag != "str" or name in known:
                continue
            compared += 1
            if compared > _MOST_COMPARED:
                return
            for near in nearest(name, known):
                if near not in own:
                    fixes: tuple[Fix, ...] = (Fix(f"Rename to ‘{near}’", (Edit(key.span, near),)),)
                else:
                    edits = remove_entry(source, mapping, index)
                    fixes = (Fix(f"Remove ‘{short_value(name)}’", edits),) if edits else ()
                message = f"‘{short_value(name)}’ means nothing here. Did you mean ‘{near}’?"
                args = {"field": f"{path}{name}", "near": near}
                yield Diagnostic("unknown-key", Severity.INFORMATION, key.span, message, args, fixes)


def missing_key(
    source: str,
    mapping: MappingNode,
    key: str,
    known: tuple[str, ...],
    written: str,
    span: Span,
    path: str = "",
) -> Diagnostic:
    """Return the error that `key` is absent, with fixes that add it or rename a misspelled key."""
    fixes: list[Fix] = []
    for other, _ in mapping.entries:
        if other.tag == "str" and other.value not in known and nearest(other.value or "", known) == [key]:
            fixes.append(
                Fix(f"Rename ‘{short_value(other.value or '')}’ to ‘{key}’", (Edit(other.span, key),))
            )
            break
    if mapping.flow or mapping.entries:
        shown = written.strip().partition("\n")[0]
        title = f"Add ‘{key}: {short_value(shown)}’" if shown and "\n" not in written else f"Add ‘{key}’"
        fixes.append(Fix(title, (add_entry(source, mapping, key, written, known),)))
    message = f"‘{path}{key}’ is missing."
    if path:
        return invalid(span, f"{path}{key}", message, fixes)
    return prompt_problem(PromptErrorType.MISSING_REQUIRED_FIELD, span, key, message, fixes)
