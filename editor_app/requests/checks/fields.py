"""Fields at the top of a body: those it needs, its messages, those of another API, and what is not judged."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.requests.body_view import BodyView, shape_of
from editor_app.requests.parts import Add, Finding, Provider, Repair, model_table, shown_place
from editor_app.requests.provider_rules import ALL_TEXT_KEYS, RULES
from editor_app.text import Sentence, Severity, some_of

_MISSING, _MODEL = "missing-field", "model"
_DEFAULT_LIMIT = 1024
_MOST_MESSAGES = 100_000
_STORED = ("previous_response_id", "conversation", "prompt")
_SHAPES = {
    Provider.OPENAI: "OpenAI",
    Provider.OPENAI_RESPONSES: Sentence("requests.shape-responses"),
    Provider.ANTHROPIC: "Anthropic",
    Provider.GOOGLE: "Google",
}
_MOST_NAMED = 20
_MOST_OF_NAME = 40


def check_needed(view: BodyView, *, is_made_here: bool) -> Iterator[Finding]:
    """Yield a finding for each field that is missing; in a body made here, it was not named yet."""
    for name in RULES[view.provider].needed:
        if view.body.get(name) is not None:
            continue
        severity = Severity.INFORMATION if is_made_here else Severity.ERROR
        message = Sentence("requests.field-missing", name=name, maker=view.provider.maker)
        repair = None
        if name == "max_tokens" and name not in view.body:
            repair = Repair(Sentence("structured.add-key", key=name), (Add((), name, _DEFAULT_LIMIT),))
        yield Finding(_MISSING, severity, (), message, {"field": name}, repair)
    if is_made_here and view.provider is Provider.GOOGLE and view.model is None:
        message = Sentence("requests.model-missing", name=_MODEL)
        yield Finding(_MISSING, Severity.INFORMATION, (), message, {"field": _MODEL})


def check_count(view: BodyView) -> Iterator[Finding]:
    """Yield the finding that there is no message beside the system text, or that there are too many."""
    key = view.conversation
    if view.provider.is_openai:
        is_empty = not view.turns and not any(view.body.get(stored) for stored in _STORED)
    else:
        is_empty = all(turn.role == "system" for turn in view.turns)
    if is_empty and not any(place[:1] == (key,) for place, _ in view.misplaced):
        message = Sentence("requests.no-messages-beside", maker=view.provider.maker, key=key)
        if view.provider is Provider.OPENAI:
            message = Sentence("requests.no-messages", maker=view.provider.maker, key=key)
        yield Finding("no-messages", Severity.ERROR, (key,) if key in view.body else (), message)
    if view.provider is Provider.ANTHROPIC and len(view.turns) > _MOST_MESSAGES:
        message = Sentence("requests.too-many-messages", count=len(view.turns), most=_MOST_MESSAGES)
        yield Finding("too-many-messages", Severity.ERROR, (key,), message)


def check_kept(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for each kind of thing besides text, at the first of them."""
    for name, place in view.not_carried.items():
        message = Sentence("requests.kept-many", place=shown_place(place), name=name)
        if name.startswith(("a ", "an ", "thinking", "sound")):
            message = Sentence("requests.kept-one", place=shown_place(place), name=name)
        yield Finding("not-carried", Severity.INFORMATION, place, message, {"what": name})


def check_shape(view: BodyView) -> Iterator[Finding]:
    """Yield an error for each value that has not the provider's shape, so that it is not read."""
    for place, expected in view.misplaced:
        yield Finding(
            "wrong-shape",
            Severity.ERROR,
            place,
            Sentence("requests.wrong-shape", place=shown_place(place), expected=expected),
        )


def check_known(view: BodyView) -> Iterator[Finding]:
    """Yield the finding that texts stand where another API reads them, and that fields are not known."""
    texts = [key for key in view.body if key in ALL_TEXT_KEYS - RULES[view.provider].text_keys]
    if texts:
        yield _other_shape(view, texts)
    told = {place[0] for place in view.not_carried.values()}
    known = model_table().fields[view.provider] | ALL_TEXT_KEYS | told
    unknown = [str(key) for key in view.body if key not in known]
    if unknown:
        api = _SHAPES[view.provider]
        message = Sentence("requests.unknown-fields", count=len(unknown), names=_named(unknown), api=api)
        yield Finding("not-carried", Severity.INFORMATION, (unknown[0],), message, {"what": "fields"})


def has_other_shape(view: BodyView) -> bool:
    """Whether a body has its messages only where another API reads them."""
    return view.conversation not in view.body and any(
        key in view.body for key in ALL_TEXT_KEYS - RULES[view.provider].text_keys
    )


def _other_shape(view: BodyView, texts: list[str]) -> Finding:
    shape = shape_of(view.body)
    message = Sentence("requests.other-shape", shape=_SHAPES[shape], provider=shape.value)
    if shape == view.provider:
        api = _SHAPES[view.provider]
        message = Sentence("requests.not-read-remove", api=api, names=_named(texts))
    return Finding("other-shape", Severity.ERROR, (texts[0],), message, {"shape": shape.value})


def _named(keys: list[str]) -> list[str]:
    return some_of([key[:_MOST_OF_NAME] for key in keys], _MOST_NAMED)
