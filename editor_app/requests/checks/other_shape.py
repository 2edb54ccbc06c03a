"""Fields at the top of a body that its provider does not read, and a body in the shape of another one."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.requests.body_parts import shape_of
from editor_app.requests.body_view import BodyView
from editor_app.requests.parts import Finding, Provider, model_table
from editor_app.text import Severity

_SHAPES = {
    Provider.OPENAI: "OpenAI",
    Provider.OPENAI_RESPONSES: "OpenAI’s Responses",
    Provider.ANTHROPIC: "Anthropic",
    Provider.GOOGLE: "Google",
}
_TEXTS = {
    Provider.OPENAI: {"messages"},
    Provider.OPENAI_RESPONSES: {"input", "instructions"},
    Provider.ANTHROPIC: {"messages", "system"},
    Provider.GOOGLE: {"contents", "systemInstruction", "system_instruction"},
}
_ALL_TEXTS = frozenset().union(*_TEXTS.values())
_MANY = ("are no known fields", "they are")
_MOST_NAMED = 20
_MOST_OF_NAME = 40


def check(view: BodyView) -> Iterator[Finding]:
    """Yield the finding that texts stand where another API reads them, and that fields are not known."""
    texts = [key for key in view.body if key in _ALL_TEXTS - _TEXTS[view.provider]]
    if texts:
        yield _other_shape(view, texts)
    told = {place[0] for place in view.not_carried.values()}
    known = model_table().fields[view.provider] | _ALL_TEXTS | told
    unknown = [str(key) for key in view.body if key not in known]
    if unknown:
        are, they_are = ("is no known field", "it is") if len(unknown) == 1 else _MANY
        message = f"{_named(unknown)} {are} of {_SHAPES[view.provider]}: {they_are} kept, and not judged."
        yield Finding("not-carried", Severity.INFORMATION, (unknown[0],), message, {"what": "fields"})


def has_other_shape(view: BodyView) -> bool:
    """Whether a body has its messages only where another API reads them."""
    return view.conversation not in view.body and any(
        key in view.body for key in _ALL_TEXTS - _TEXTS[view.provider]
    )


def _other_shape(view: BodyView, texts: list[str]) -> Finding:
    shape = shape_of(view.body)
    own = _SHAPES[view.provider]
    says = f"{own} does not read {_named(texts)}."
    if shape == view.provider:
        message = f"{says} Remove what is not meant for it."
    else:
        message = f"This body has the shape of {_SHAPES[shape]}: {says} Choose ‘{shape}’, or change the body."
    return Finding("other-shape", Severity.ERROR, (texts[0],), message, {"shape": shape.value})


def _named(keys: list[str]) -> str:
    shown = ", ".join(f"‘{key[:_MOST_OF_NAME]}’" for key in keys[:_MOST_NAMED])
    return shown if len(keys) <= _MOST_NAMED else f"{shown} and {len(keys) - _MOST_NAMED:,} more"
