"""Fields at the top of a body: those it needs, its messages, those of another API, and what is not judged."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.requests.body_view import BodyView, shape_of
from editor_app.requests.parts import Add, Finding, Provider, Repair, model_table, shown_place
from editor_app.requests.provider_rules import ALL_TEXT_KEYS, RULES
from editor_app.text import Severity

_MISSING, _MODEL = "missing-field", "model"
_DEFAULT_LIMIT = 1024
_MOST_MESSAGES = 100_000
_STORED = ("previous_response_id", "conversation", "prompt")
_SHAPES = {
    Provider.OPENAI: "OpenAI",
    Provider.OPENAI_RESPONSES: "OpenAI’s Responses",
    Provider.ANTHROPIC: "Anthropic",
    Provider.GOOGLE: "Google",
}
_MANY = ("are no known fields", "they are")
_MOST_NAMED = 20
_MOST_OF_NAME = 40


def check_needed(view: BodyView, *, is_made_here: bool) -> Iterator[Finding]:
    """Yield a finding for each field that is missing; in a body made here, it was not named yet."""
    for name in RULES[view.provider].needed:
        if view.body.get(name) is not None:
            continue
        severity = Severity.INFORMATION if is_made_here else Severity.ERROR
        message = f"‘{name}’ is missing; {view.provider.maker} needs it."
        repair = None
        if name == "max_tokens" and name not in view.body:
            repair = Repair(f"Add ‘{name}’", (Add((), name, _DEFAULT_LIMIT),))
        yield Finding(_MISSING, severity, (), message, {"field": name}, repair)
    if is_made_here and view.provider is Provider.GOOGLE and view.model is None:
        message = f"‘{_MODEL}’ is missing; the URL of Google’s API needs it."
        yield Finding(_MISSING, Severity.INFORMATION, (), message, {"field": _MODEL})


def check_count(view: BodyView) -> Iterator[Finding]:
    """Yield the finding that there is no message beside the system text, or that there are too many."""
    key = view.conversation
    if view.provider.is_openai:
        is_empty = not view.turns and not any(view.body.get(stored) for stored in _STORED)
    else:
        is_empty = all(turn.role == "system" for turn in view.turns)
    if is_empty and not any(place[:1] == (key,) for place, _ in view.misplaced):
        beside = "" if view.provider is Provider.OPENAI else " beside the system text"
        message = f"There is no message{beside}: {view.provider.maker} needs one in ‘{key}’. Add one."
        yield Finding("no-messages", Severity.ERROR, (key,) if key in view.body else (), message)
    if view.provider is Provider.ANTHROPIC and len(view.turns) > _MOST_MESSAGES:
        message = (
            f"There are {len(view.turns):,} messages; Anthropic takes {_MOST_MESSAGES:,}. "
            "Compact the conversation, or leave the first ones out."
        )
        yield Finding("too-many-messages", Severity.ERROR, (key,), message)


def check_kept(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for each kind of thing besides text, at the first of them."""
    for name, place in view.not_carried.items():
        message = f"{shown_place(place)}: {name} are kept as they are, and not judged."
        if name.startswith(("a ", "an ", "thinking", "sound")):
            message = f"{shown_place(place)}: {name} is kept as it is, and not judged."
        yield Finding("not-carried", Severity.INFORMATION, place, message, {"what": name})


def check_shape(view: BodyView) -> Iterator[Finding]:
    """Yield an error for each value that has not the provider's shape, so that it is not read."""
    for place, expected in view.misplaced:
        yield Finding("wrong-shape", Severity.ERROR, place, f"{shown_place(place)} should be {expected}.")


def check_known(view: BodyView) -> Iterator[Finding]:
    """Yield the finding that texts stand where another API reads them, and that fields are not known."""
    texts = [key for key in view.body if key in ALL_TEXT_KEYS - RULES[view.provider].text_keys]
    if texts:
        yield _other_shape(view, texts)
    told = {place[0] for place in view.not_carried.values()}
    known = model_table().fields[view.provider] | ALL_TEXT_KEYS | told
    unknown = [str(key) for key in view.body if key not in known]
    if unknown:
        are, they_are = ("is no known field", "it is") if len(unknown) == 1 else _MANY
        message = f"{_named(unknown)} {are} of {_SHAPES[view.provider]}: {they_are} kept, and not judged."
        yield Finding("not-carried", Severity.INFORMATION, (unknown[0],), message, {"what": "fields"})


def has_other_shape(view: BodyView) -> bool:
    """Whether a body has its messages only where another API reads them."""
    return view.conversation not in view.body and any(
        key in view.body for key in ALL_TEXT_KEYS - RULES[view.provider].text_keys
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
