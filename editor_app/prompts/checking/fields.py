"""Problems of a frontmatter, and its fields that are words for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from editor_app.prompts.checking import rules
from editor_app.prompts.entities import PromptErrorType
from editor_app.structured.fields.checked_values import TEXT_WANTED, CheckedValue, problem
from editor_app.structured.fields.reader import FieldReader
from editor_app.structured.nodes import ScalarNode
from editor_app.structured.spelling import quoted_scalar
from editor_app.text import Diagnostic, Fix, Sentence, Span

WORDS_SCHEMA: Final = {"type": "string", "minLength": 1, "pattern": r"\S"}
"""Words for people, which are not blank."""


def invalid(span: Span, field: str, message: str, fixes: Iterable[Fix] = ()) -> Diagnostic:
    """Return an error about a top-level field, or about an entry of `variables`."""
    return as_prompt_problem(problem("invalid", span, field, message, fixes))


def as_prompt_problem(diagnostic: Diagnostic) -> Diagnostic:
    """Return a problem of a field with the code that it has in a prompt."""
    if diagnostic.code == "unknown-key":
        return diagnostic
    code = PromptErrorType.INVALID_FRONTMATTER
    if diagnostic.args["field"].startswith("variables["):
        code = PromptErrorType.INVALID_VARIABLE
    elif diagnostic.code == "missing-field":
        code = PromptErrorType.MISSING_REQUIRED_FIELD
    return replace(diagnostic, code=code)


def read_words(
    fields: FieldReader, part: CheckedValue, about: str = "", *, may_be_blank: bool = False
) -> str | None:
    """Return a description, or a default; `about` is the name of what it describes."""
    node = part.node
    if not isinstance(node, ScalarNode):
        raw = node.span.of(part.text.source)
        fixes = part.change(quoted_scalar(raw), Sentence("prompts.put-in-quotes")) if "\n" not in raw else ()
        fields.wrong(part, TEXT_WANTED, fixes)
        return None
    if node.tag == "str" and (may_be_blank or part.spelling.strip()):
        return part.value
    words = rules.to_words(about)
    filled = part.change_text(words, Sentence("structured.change-to", value=words)) if words else ()
    if part.is_null:
        fields.wrong(part, TEXT_WANTED, part.change('""') if may_be_blank else filled)
    elif node.tag != "str":
        value = quoted_scalar(part.spelling)
        fields.wrong(
            part, TEXT_WANTED, part.change(value, Sentence("prompts.put-value-in-quotes", value=value))
        )
    else:
        fields.problems.append(part.problem("invalid", Sentence("prompts.is-blank", name=part.name), filled))
    return None
