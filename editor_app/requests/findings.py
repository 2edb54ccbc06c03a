"""What a check of a body finds: a code, a sentence, the place, and a change that mends it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from editor_app.requests.parts import Place
from editor_app.text import Severity


class SetValue(NamedTuple):
    """Another value at a place."""

    place: Place
    value: object


class Remove(NamedTuple):
    """The value at a place goes away, with its key."""

    place: Place


class Add(NamedTuple):
    """A key with a value comes into the object at a place."""

    place: Place
    key: str
    value: object


class Repair(NamedTuple):
    """Changes of a body that make a finding go away, and what they do, in words."""

    title: str
    changes: tuple[SetValue | Remove | Add, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem of a body at a place in it."""

    code: str
    severity: Severity
    place: Place
    message: str
    args: Mapping[str, str] = field(default_factory=dict)
    repair: Repair | None = None

    @property
    def is_of_no_model(self) -> bool:
        """Whether it says that no model is named."""
        return self.code == "missing-field" and self.args.get("field") == "model"


def by_model(known: bool | None) -> tuple[Severity, str]:
    """Return the severity of a rule that some models have, and what its sentence adds.

    It is an error for a model that is known to have it, a warning where `known` is None.
    """
    if known is None:
        return Severity.WARNING, " It depends on the model."
    return Severity.ERROR, ""
