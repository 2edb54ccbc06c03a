"""Fields that an API needs."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.requests.body_view import BodyView
from editor_app.requests.parts import Add, Finding, Provider, Repair
from editor_app.text import Severity

_CODE = "missing-field"
_MODEL = "model"
_NEEDED = {
    Provider.OPENAI: (_MODEL,),
    Provider.OPENAI_RESPONSES: (_MODEL,),
    Provider.ANTHROPIC: (_MODEL, "max_tokens"),
    Provider.GOOGLE: (),
}
_DEFAULT_LIMIT = 1024


def check(view: BodyView, *, is_made_here: bool) -> Iterator[Finding]:
    """Yield a finding for each field that is missing; in a body made here, it was not named yet."""
    for name in _NEEDED[view.provider]:
        if view.body.get(name) is not None:
            continue
        severity = Severity.INFORMATION if is_made_here else Severity.ERROR
        message = f"‘{name}’ is missing; {view.provider.maker} needs it."
        repair = None
        if name == "max_tokens" and name not in view.body:
            repair = Repair(f"Add ‘{name}’", (Add((), name, _DEFAULT_LIMIT),))
        yield Finding(_CODE, severity, (), message, {"field": name}, repair)
    if is_made_here and view.provider is Provider.GOOGLE and view.model is None:
        message = f"‘{_MODEL}’ is missing; the URL of Google’s API needs it."
        yield Finding(_CODE, Severity.INFORMATION, (), message, {"field": _MODEL})
