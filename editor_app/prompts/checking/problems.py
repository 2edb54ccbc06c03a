"""The diagnostics of problems in a frontmatter."""

from __future__ import annotations

from collections.abc import Iterable

from editor_app.prompts.entities import PromptErrorType
from editor_app.structured.nodes import Node, ScalarNode, read_as, short_value, value_span
from editor_app.text import Diagnostic, Fix, Severity, Span


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
