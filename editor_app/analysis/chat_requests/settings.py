"""What a chat's request is made with: what goes first, the model, the reply's limit and the cache marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.analysis.analysis import row_of
from editor_app.analysis.library_facts.index import LibraryIndex
from editor_app.library.kinds import PROMPT_KIND, STANDARD_KINDS, heading_place
from editor_app.library.paths import TEMPLATE_NAME, built_in_words
from editor_app.requests.parts import CacheMarks

_MOST_TOKENS: Final = 10_000_000
_MOST_NAME: Final = 512


@dataclass(frozen=True, slots=True)
class SystemChoice:
    """What goes before a chat's messages: the text of a file, what a conversation got, or nothing.

    `trial` is the saved situation of the file, or its case, that it is tried with.
    """

    path: Path | None = None
    conversation_id: str | None = None
    trial: str | None = None


NO_SYSTEM: Final = SystemChoice()
"""Nothing goes before the messages."""


class SystemOption(NamedTuple):
    """A file of the library that can go first, and what it is called."""

    path: Path
    name: str


class SystemGroup(NamedTuple):
    """Files of the library that can go first, under the heading that the library lists them under."""

    title: str
    options: tuple[SystemOption, ...]


@dataclass(frozen=True, slots=True)
class RequestSettings:
    """What a chat's request is made with; None is not given."""

    system: SystemChoice = NO_SYSTEM
    model: str | None = None
    max_tokens: int | None = None
    cache: CacheMarks = CacheMarks.FIVE_MINUTES


def system_groups(index: LibraryIndex) -> tuple[SystemGroup, ...]:
    """Return the texts of a library that can go first: its template, system messages and prompts."""
    groups: dict[str, list[SystemOption]] = {}
    for heading, option in _options(index):
        groups.setdefault(heading, []).append(option)
    ordered = sorted(
        groups, key=lambda heading: (heading == PROMPT_KIND.listing.heading, heading_place(heading))
    )
    return tuple(SystemGroup(heading, tuple(groups[heading])) for heading in ordered)


def usual_system(index: LibraryIndex, roles: Iterable[str | None]) -> SystemChoice:
    """Return what goes first until somebody chooses: the user's own template, if they have a usable one.

    The built-in template and defaults are nobody's choice. A chat that begins with a system message, as an
    imported one does, has its system text already.
    """
    template = index.template
    if next(iter(roles), None) == "system" or template is None or template.user_path is None:
        return NO_SYSTEM
    return SystemChoice(template.user_path) if not template.problem else NO_SYSTEM


def kept_settings(settings: RequestSettings, root: Path) -> dict[str, object]:
    """Return settings as JSON values; files of the library by their paths from its root."""
    system = settings.system
    state: dict[str, object] = {"cache": settings.cache.value}
    if system.path is not None:
        inside = system.path.is_relative_to(root)
        state["system"] = (system.path.relative_to(root) if inside else system.path).as_posix()
    optional = {
        "conversation": system.conversation_id,
        "trial": system.trial,
        "model": settings.model,
        "max_tokens": settings.max_tokens,
    }
    return {**state, **{key: value for key, value in optional.items() if value is not None}}


def settings_from(state: Mapping[str, object], root: Path) -> RequestSettings:
    """Return the settings that `kept_settings` gave; what is not of its sort is passed over."""
    path, limit, cache = _text(state, "system"), state.get("max_tokens"), _text(state, "cache")
    is_limit = isinstance(limit, int) and not isinstance(limit, bool) and 0 < limit <= _MOST_TOKENS
    system = SystemChoice(
        root / path if path is not None and "\0" not in path else None,
        _text(state, "conversation"),
        _text(state, "trial"),
    )
    marks = CacheMarks(cache) if cache is not None and cache in tuple(CacheMarks) else CacheMarks.FIVE_MINUTES
    return RequestSettings(system, _text(state, "model"), limit if is_limit else None, marks)  # type: ignore[arg-type]  # an int


def _options(index: LibraryIndex) -> Iterator[tuple[str, SystemOption]]:
    if index.template is not None and not index.template.problem:
        path = index.template.path
        yield (
            STANDARD_KINDS[TEMPLATE_NAME].listing.heading,
            SystemOption(path, built_in_words(path) or path.stem),
        )
    for file in index.others:
        if file.problem is None and row_of(file.kind).sending.has_stable_prefix:
            yield file.kind.listing.heading, SystemOption(file.path, Path(file.relative).stem)
    for prompt in index.prompts:
        yield PROMPT_KIND.listing.heading, SystemOption(prompt.path, prompt.name)


def _text(state: Mapping[str, object], key: str) -> str | None:
    value = state.get(key)
    return value if isinstance(value, str) and 0 < len(value) <= _MOST_NAME * 8 else None
