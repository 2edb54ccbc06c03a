"""How specific a block's scope is, its own and the inherited ones together."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from editor_app.system_messages.model.entities import Scope
from editor_app.system_messages.model.scopes import alternatives_of, matches_file, path_parts

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Targets(NamedTuple):
    """The number of alternatives that one scope, or several together, allow per kind of target; 0 for any."""

    file: int = 0
    mode: int = 0
    tool: int = 0
    named: bool = False
    literal: int = 0
    glob: str = ""

    def joined(self, inner: Targets) -> Targets:
        """Return the targets of two scopes that both have to match."""
        literal, glob = max((self.literal, self.glob), (inner.literal, inner.glob))
        return Targets(
            _fewer(self.file, inner.file),
            _fewer(self.mode, inner.mode),
            _fewer(self.tool, inner.tool),
            self.named or inner.named,
            literal,
            glob,
        )


@dataclass(frozen=True, slots=True, order=True)
class Specificity:
    """How specific a scope is; a greater value is more specific."""

    kinds: int
    named: bool
    literal: int
    fewness: int
    targets: Targets = field(compare=False, default=Targets())

    def said_against(self, other: Specificity, called: str = "the other") -> str:
        """Return what makes it more specific than another, in words that follow “it is more specific: ”."""
        if self.kinds != other.kinds:
            return (
                f"it limits {_kinds_in_words(self)}, {called} "
                f"{'only ' if other.kinds else ''}{_kinds_in_words(other, short=True)}"
            )
        if self.named != other.named:
            return f"it names files, {called} matches them with globs"
        if self.literal != other.literal:
            return (
                f"its glob {self.targets.glob} spells out more than {other.targets.glob}"
                if other.targets.glob
                else f"its glob {self.targets.glob} spells out more"
            )
        return (
            f"it leaves fewer alternatives, {number_in_words(-self.fewness)} "
            f"against {number_in_words(-other.fewness)}"
        )


def specificity_of(targets: Targets) -> Specificity:
    """Return how specific targets are."""
    kinds = bool(targets.file) + bool(targets.mode) + bool(targets.tool)
    return Specificity(
        kinds, targets.named, targets.literal, -(targets.file + targets.mode + targets.tool), targets
    )


@lru_cache(maxsize=4096)
def targets_of(scope: Scope, file: str | None = None) -> Targets:
    """Return the targets of one scope; if `file` is given, only globs that match it count."""
    globs = [(pattern, alternatives_of(pattern)) for pattern in scope.apply_to]
    parts = None if file is None else path_parts(file)
    literal, best = max(
        (
            (alternative.literal, pattern)
            for pattern, alternatives in globs
            for alternative in alternatives
            if parts is None or alternative.matches(parts)
        ),
        default=(0, ""),
    )
    return Targets(
        file=sum(max(len(alternatives), 1) for _, alternatives in globs) + len(scope.files),
        mode=len(scope.modes),
        tool=len(scope.tools),
        named=bool(scope.files) and (file is None or any(matches_file(name, file) for name in scope.files)),
        literal=literal,
        glob=best,
    )


def number_in_words(number: int) -> str:
    """Return a small number as a word, a greater one in digits."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def _fewer(one: int, other: int) -> int:
    return min(one, other) if one and other else one or other


def _kinds_in_words(found: Specificity, *, short: bool = False) -> str:
    targets = found.targets
    if not found.kinds:
        return "none"
    names = [
        name
        for name, count in (
            ("file" if targets.named else "glob", targets.file),
            ("mode", targets.mode),
            ("tool", targets.tool),
        )
        if count
    ]
    many = "" if short else " kind of target" if len(names) == 1 else " kinds of target"
    return f"{number_in_words(len(names))}{many} ({', '.join(names)})"
