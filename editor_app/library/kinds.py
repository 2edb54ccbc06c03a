"""What kind of file a file is, by its name, its place and the first part of its text.

Here is what lists of whole libraries ask of a kind; what is done with one file of it, its row in
`analysis/kinds/` says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import ClassVar, Final

from editor_app.library.heads import has_message_header, head_text, top_level_keys, yaml_frontmatter
from editor_app.library.paths import DEFAULTS_FOLDER

PROMPT_KEYS = frozenset(("name", "version", "max_tokens"))
_DIGITS = re.compile(r"[0-9]+\Z")
_DATA_SUFFIXES = (".yaml", ".yml", ".json")
_TRIGGERS_NAMES = frozenset(("triggers.yaml", "triggers.yml"))


@dataclass(frozen=True)
class TextClues:
    """What the kind of a file is told by where its name alone does not decide.

    `folders` lead from the library's root down to the file, `name` is in small letters; `head` is the first
    part of its bytes, None if unknown; `beside_defaults` says that the file lies in the root of a library
    that has defaults.
    """

    folders: Sequence[str]
    name: str
    head: bytes | None
    beside_defaults: bool

    @cached_property
    def text(self) -> str:
        """The first part of the text."""
        return "" if self.head is None else head_text(self.head)

    @property
    def is_data(self) -> bool:
        """Whether the file is YAML or JSON by its name."""
        return self.name.endswith(_DATA_SUFFIXES)

    @cached_property
    def keys(self) -> dict[str, str]:
        """The keys of the mapping the text is."""
        return top_level_keys(self.text)

    @cached_property
    def has_message_header(self) -> bool:
        """Whether the text opens as the message of a chat."""
        return has_message_header(self.text)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file; `value` is what `--kind` and foreword.toml take, and no two have the same.

    `by_name` gets the folders down to a file and its name in small letters, and says that this decides;
    `by_text` is asked of names that end with one of `read_suffixes`. `has_prompt_names`: callers load such
    files by their names. `hides_suffix`: it is listed without its suffix. A file whose name ends with
    `companion_suffix` is about the one beside it, whose name ends with one of `owner_suffixes`. What no kind
    claims is not recognised (`is_recognised`): a check of the library passes it over.
    """

    value: str
    _: KW_ONLY
    by_name: Callable[[Sequence[str], str], bool] | None = field(default=None, compare=False, repr=False)
    by_text: Callable[[TextClues], bool] | None = field(default=None, compare=False, repr=False)
    read_suffixes: tuple[str, ...] = field(default=(), compare=False, repr=False)
    has_prompt_names: bool = field(default=False, compare=False, repr=False)
    companion_suffix: str = field(default="", compare=False, repr=False)
    owner_suffixes: tuple[str, ...] = field(default=(), compare=False, repr=False)
    hides_suffix: bool = field(default=False, compare=False, repr=False)
    is_recognised: bool = field(default=True, compare=False, repr=False)

    PROMPT: ClassVar[Kind]
    DOCUMENT: ClassVar[Kind]
    TEMPLATE: ClassVar[Kind]
    SYSTEM_MESSAGE: ClassVar[Kind]
    SITUATIONS: ClassVar[Kind]
    CASES: ClassVar[Kind]
    SCENARIO: ClassVar[Kind]
    TRIGGERS: ClassVar[Kind]
    MESSAGE: ClassVar[Kind]
    OTHER: ClassVar[Kind]

    def __str__(self) -> str:
        return self.value

    @property
    def belongs_to_another(self) -> bool:
        """Whether such a file is about the one beside it."""
        return bool(self.companion_suffix)


@dataclass(frozen=True)
class KindCatalog:
    """The kinds there are, in the order they are told in; of several that claim a file the first has it."""

    kinds: tuple[Kind, ...]

    @cached_property
    def by_value(self) -> dict[str, Kind]:
        """Value → kind."""
        return {kind.value: kind for kind in self.kinds}

    @cached_property
    def told_by_name(self) -> tuple[tuple[Callable[[Sequence[str], str], bool], Kind], ...]:
        """The kinds that a name can decide, each behind what does."""
        return tuple((kind.by_name, kind) for kind in self.kinds if kind.by_name is not None)

    @cached_property
    def told_by_text(self) -> tuple[tuple[Callable[[TextClues], bool], Kind], ...]:
        """The kinds that a text can decide, each behind what does."""
        return tuple((kind.by_text, kind) for kind in self.kinds if kind.by_text is not None)

    @cached_property
    def read_suffixes(self) -> tuple[str, ...]:
        """How the names end of files whose text has a say."""
        return tuple(dict.fromkeys(suffix for kind in self.kinds for suffix in kind.read_suffixes))

    def with_kind(self, kind: Kind) -> KindCatalog:
        """Return a catalog that has one more."""
        return KindCatalog((*self.kinds, kind))


def all_kinds() -> tuple[Kind, ...]:
    """Return every kind, in the order they are told in."""
    return CATALOG.kinds


def kind_names() -> tuple[str, ...]:
    """Return what `--kind` and foreword.toml take."""
    return tuple(CATALOG.by_value)


def kind_named(name: object) -> Kind | None:
    """Return the kind of that name, or None."""
    return CATALOG.by_value.get(name) if isinstance(name, str) else None


def kind_by_name(folders: Sequence[str], name: str) -> Kind | None:
    """Return the kind that place and name alone decide, None where the text has a say.

    `folders` are the folders from the library's root down to the file.
    """
    lower = name.lower()
    for decides, kind in CATALOG.told_by_name:
        if decides(folders, lower):
            return kind
    return None if lower.endswith(CATALOG.read_suffixes) else UNRECOGNISED


def kind_by_text(folders: Sequence[str], name: str, head: bytes | None, *, beside_defaults: bool) -> Kind:
    """Return the kind of a file that its name alone did not decide; the arguments are those of the clues."""
    clues = TextClues(folders, name.lower(), head, beside_defaults)
    return next((kind for decides, kind in CATALOG.told_by_text if decides(clues)), UNRECOGNISED)


def _is_prompt(clues: TextClues) -> bool:
    if not clues.name.endswith(".md") or clues.has_message_header:
        return False
    if DEFAULTS_FOLDER in clues.folders or (clues.beside_defaults and clues.name != "compaction.md"):
        return True
    yaml = yaml_frontmatter(clues.text)
    return yaml is not None and PROMPT_KEYS.issubset(top_level_keys(yaml))


def _is_document(clues: TextClues) -> bool:
    return clues.name.endswith(".md") and not clues.has_message_header


def _is_template(clues: TextClues) -> bool:
    return clues.name.endswith(".tmpl") and not clues.has_message_header


def _is_system_message(clues: TextClues) -> bool:
    if not clues.is_data or "steps" in clues.keys:
        return False
    return "system-messages" in clues.folders or (
        "blocks" in clues.keys and clues.keys.get("role") == "system"
    )


def _is_triggers_name(folders: Sequence[str], name: str) -> bool:
    return name in _TRIGGERS_NAMES and bool(folders) and folders[-1] == "runs"


def _is_scenario_name(folders: Sequence[str], name: str) -> bool:
    in_runs = name.endswith((".yaml", ".yml")) and bool(folders) and folders[-1] == "runs"
    return in_runs and name not in _TRIGGERS_NAMES


def _is_scenario(clues: TextClues) -> bool:
    return clues.is_data and "steps" in clues.keys


def _is_message_name(folders: Sequence[str], name: str) -> bool:
    return (
        name.endswith(".md")
        and len(folders) > 1
        and folders[-2] == "chats"
        and _DIGITS.match(name[:-3]) is not None
    )


def _is_message(clues: TextClues) -> bool:
    return not clues.is_data and clues.has_message_header


Kind.PROMPT = Kind("prompt", by_text=_is_prompt, read_suffixes=(".md",), has_prompt_names=True)
Kind.DOCUMENT = Kind("document", by_text=_is_document, read_suffixes=(".md",))
Kind.TEMPLATE = Kind("template", by_text=_is_template, read_suffixes=(".tmpl",), hides_suffix=True)
Kind.SYSTEM_MESSAGE = Kind("system-message", by_text=_is_system_message, read_suffixes=_DATA_SUFFIXES)
Kind.SITUATIONS = Kind(
    "situations",
    by_name=lambda _folders, name: name.endswith(".situations.yaml"),
    companion_suffix=".situations.yaml",
    owner_suffixes=_DATA_SUFFIXES,
)
Kind.CASES = Kind(
    "cases",
    by_name=lambda _folders, name: name.endswith(".cases.yaml"),
    companion_suffix=".cases.yaml",
    owner_suffixes=(".md", ".tmpl"),
)
Kind.SCENARIO = Kind(
    "scenario", by_name=_is_scenario_name, by_text=_is_scenario, read_suffixes=_DATA_SUFFIXES
)
Kind.TRIGGERS = Kind("triggers", by_name=_is_triggers_name)
Kind.MESSAGE = Kind(
    "message", by_name=_is_message_name, by_text=_is_message, read_suffixes=(".md", ".tmpl", ".txt")
)
Kind.OTHER = Kind("other", is_recognised=False)

PROMPT_KIND: Final = Kind.PROMPT
"""What is read as a prompt because it was asked for by a prompt's name."""

TEMPLATE_KIND: Final = Kind.TEMPLATE
"""What the system-prompt template is read as, wherever it lies."""

UNRECOGNISED: Final = Kind.OTHER
"""What a file is that no kind claims."""

CATALOG = KindCatalog(
    (
        Kind.PROMPT,
        Kind.DOCUMENT,
        Kind.TEMPLATE,
        Kind.SYSTEM_MESSAGE,
        Kind.SITUATIONS,
        Kind.CASES,
        Kind.SCENARIO,
        Kind.TRIGGERS,
        Kind.MESSAGE,
        Kind.OTHER,
    )
)
