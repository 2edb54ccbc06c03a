"""The registry of prompts: kept in memory, and read again only when their files changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from editor_app.clock import Clock, utc_now
from editor_app.library.files.stamps import FileMark, mark_at
from editor_app.library.folders import Origin
from editor_app.prompts.entities import SystemPrompt
from editor_app.prompts.errors import PromptError
from editor_app.prompts.loading import LoadedPrompt, Tried, absolute, choose, read_candidate, tried_from
from editor_app.prompts.names import has_prompt_file, prompt_names

# Two writes within one step of a file system's clock leave the same time; the coarsest steps two seconds.
_CLOCK_STEP_NS = 2_000_000_000


class _Kept(NamedTuple):
    mark: FileMark | None
    hash: str
    tried: Tried
    may_change_unseen: bool


class PromptRegistry:
    """The prompts of two folders, the same objects as long as their files stay the same."""

    def __init__(
        self, user_dir: Path | str, default_dir: Path | str | None, *, clock: Clock = utc_now
    ) -> None:
        """Take the folders; nothing is read before it is asked for.

        `clock` gives the loading time, and tells whether a file's times are old enough to be trusted.
        """
        self.user_prompts_dir = absolute(user_dir)
        self.default_prompts_dir = absolute(default_dir)
        self.initialized = False
        self._clock = clock
        self._prompts: dict[str, SystemPrompt] = {}
        self._loaded: dict[str, LoadedPrompt] = {}
        self._kept: dict[Path, _Kept] = {}

    @property
    def prompts(self) -> Mapping[str, SystemPrompt]:
        """The prompts loaded so far, by name."""
        return MappingProxyType(self._prompts)

    def initialize(self) -> tuple[PromptError, ...]:
        """Load every prompt there is; return the errors of those that can't be used."""
        errors: list[PromptError] = []
        for name in self.names():
            try:
                self.load(name)
            except PromptError as error:
                errors.append(error)
        self.initialized = True
        return tuple(errors)

    def names(self) -> tuple[str, ...]:
        """Return the names of the prompts in both folders, sorted, valid or not, as they are now."""
        return prompt_names(self.user_prompts_dir, self.default_prompts_dir)

    def __contains__(self, name: object) -> bool:
        """Whether one of the folders has a file of that name now, usable or not; no folder is listed."""
        folders = (self.user_prompts_dir, self.default_prompts_dir)
        return isinstance(name, str) and any(
            has_prompt_file(folder, name) for folder in folders if folder is not None
        )

    def __bool__(self) -> bool:
        """Return True, even for an empty registry, so that it is not taken for None."""
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __len__(self) -> int:
        return len(self.names())

    def get(self, name: str) -> SystemPrompt:
        """Return a prompt as it is on disk now; raises PromptError (FILE_NOT_FOUND)."""
        return self.load(name).prompt

    def load(self, name: str) -> LoadedPrompt:
        """Return a prompt as it is on disk now, with how it was found; raises like `get`."""
        try:
            loaded = choose(name, self.user_prompts_dir, self.default_prompts_dir, self._try)
        except PromptError:
            self._prompts.pop(name, None)
            self._loaded.pop(name, None)
            raise
        known = self._loaded.get(name)
        if known is not None and all(a is b for a, b in zip(known.tried, loaded.tried, strict=False)):
            return known
        self._loaded[name] = loaded
        self._prompts[name] = loaded.prompt
        return loaded

    def _try(self, path: Path, origin: Origin) -> Tried:
        kept = self._kept.get(path)
        mark = mark_at(path)
        if kept is not None and kept.mark == mark and not kept.may_change_unseen:
            return kept.tried
        read_at = self._clock()
        content = read_candidate(path, origin)
        if isinstance(content, Tried):
            found, tried = "", content
        else:
            found = content.stamp.hash
            same = kept is not None and kept.hash == found
            tried = (
                kept.tried if kept is not None and same else tried_from(content.data, path, origin, read_at)
            )
        if kept is not None and not found and not kept.hash and kept.tried.exists == tried.exists:
            tried = kept.tried
        fresh = (
            mark is not None and _nanoseconds(read_at) - max(mark.mtime_ns, mark.ctime_ns) < _CLOCK_STEP_NS
        )
        self._kept[path] = _Kept(mark, found, tried, fresh)
        return tried


def _nanoseconds(moment: datetime) -> int:
    """Return the nanoseconds since 1970, to a microsecond or so."""
    return int(moment.timestamp() * 1_000_000_000)
