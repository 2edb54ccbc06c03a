"""The kinds of files, and telling a file's kind by its name, its folders and the first part of its text.

A `Kind` has what lists of whole libraries need; its row in `analysis/kinds/` has all else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from editor_app.library.heads import has_message_header, head_text, top_level_keys, yaml_frontmatter
from editor_app.library.paths import COMPACTION_NAME, DEFAULTS_FOLDER, TEMPLATE_NAME
from editor_app.text.message_parts import message_number

PROMPT_KEYS = frozenset(("name", "version", "max_tokens"))
_YAML_SUFFIXES = (".yaml", ".yml")
_DATA_SUFFIXES = (*_YAML_SUFFIXES, ".json")
_FIRST_HEADINGS: Final = ("Prompts", "Template", "Documents", "System messages", "Chats", "Runs")
CHAT_FOLDER: Final = "chats"
"""The folder in which new chats are made."""

CHAT_FOLDERS: Final = frozenset((CHAT_FOLDER, "messages"))
"""The folders whose folders are chats."""

RUNS_FOLDER: Final = "runs"
"""The folder in which new scenarios are made; every file of YAML in a folder of that name is one."""

_TRIGGERS_NAMES = frozenset(("triggers.yaml", "triggers.yml"))


class TextClues:
    """The clues to a file's kind where its name alone does not decide.

    `folders` lead from the library's root down to the file, `name` is in small letters; `text` is the first
    part of its text, and `beside_defaults` says that it lies in the root of a library that has defaults.
    """

    __slots__ = ("_has_message_header", "_keys", "beside_defaults", "folders", "name", "text")

    def __init__(self, folders: Sequence[str], name: str, text: str, *, beside_defaults: bool) -> None:
        """Keep the clues; `keys` and `has_message_header` are read on first access: few files need them."""
        self.folders = folders
        self.name = name
        self.text = text
        self.beside_defaults = beside_defaults
        self._keys: dict[str, str] | None = None
        self._has_message_header: bool | None = None

    @property
    def keys(self) -> dict[str, str]:
        """The top-level keys of the text, if it is a mapping, with their values' first words."""
        if self._keys is None:
            self._keys = top_level_keys(self.text)
        return self._keys

    @property
    def has_message_header(self) -> bool:
        """Whether the text opens as the message of a chat."""
        if self._has_message_header is None:
            self._has_message_header = has_message_header(self.text)
        return self._has_message_header


def _is_no_part(name: str) -> bool:
    del name
    return False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file; `value` is what `--kind` and foreword.toml take, and no two have the same.

    For names that end with one of `suffixes`, `by_name` gets the folders down to the file and the name in
    small letters, and tells whether the file is of this kind; if no `by_name` says so, `by_text` is asked.
    `has_prompt_names`: callers load such files by their names. With `makes_library`, a folder with such a
    file is a library. It is listed under `heading`, with `icon`, and
    without its suffix if `hides_suffix`. A file whose name ends with `companion_suffix` belongs to the one
    beside it whose name ends with one of `owner_suffixes`. A file of a kind without `is_recognised` is
    skipped by checks of the library.

    Of a kind of folders, `by_folder` gets the folders down to one and tells whether it is of this kind by its
    place; no file is of such a kind. `container` is the value of the kind of folders that files of this kind
    make up together, those of one folder whose names `is_part` accepts.
    """

    value: str
    _: KW_ONLY
    suffixes: tuple[str, ...] = field(default=(), compare=False, repr=False)
    by_name: Callable[[Sequence[str], str], bool] | None = field(default=None, compare=False, repr=False)
    by_text: Callable[[TextClues], bool] | None = field(default=None, compare=False, repr=False)
    has_prompt_names: bool = field(default=False, compare=False, repr=False)
    makes_library: bool = field(default=False, compare=False, repr=False)
    companion_suffix: str = field(default="", compare=False, repr=False)
    owner_suffixes: tuple[str, ...] = field(default=(), compare=False, repr=False)
    hides_suffix: bool = field(default=False, compare=False, repr=False)
    heading: str = field(default="", compare=False, repr=False)
    icon: str = field(default="file", compare=False, repr=False)
    is_recognised: bool = field(default=True, compare=False, repr=False)
    by_folder: Callable[[Sequence[str]], bool] | None = field(default=None, compare=False, repr=False)
    container: str = field(default="", compare=False, repr=False)
    is_part: Callable[[str], bool] = field(default=_is_no_part, compare=False, repr=False)

    PROMPT: ClassVar[Kind]
    DOCUMENT: ClassVar[Kind]
    TEMPLATE: ClassVar[Kind]
    INSTRUCTIONS: ClassVar[Kind]
    SYSTEM_MESSAGE: ClassVar[Kind]
    SITUATIONS: ClassVar[Kind]
    CASES: ClassVar[Kind]
    SCENARIO: ClassVar[Kind]
    TRIGGERS: ClassVar[Kind]
    STEPS: ClassVar[Kind]
    MESSAGE: ClassVar[Kind]
    CHAT: ClassVar[Kind]
    OTHER: ClassVar[Kind]

    def __str__(self) -> str:
        return self.value

    @property
    def belongs_to_another(self) -> bool:
        """Whether such a file belongs to another one beside it."""
        return bool(self.companion_suffix)

    @property
    def is_of_folders(self) -> bool:
        """Whether it is a kind of folders, of which no file is."""
        return self.by_folder is not None


class _Deciders(NamedTuple):
    """The tests for names with one suffix, each with its kind."""

    by_name: tuple[tuple[Callable[[Sequence[str], str], bool], Kind], ...]
    by_text: tuple[tuple[Callable[[TextClues], bool], Kind], ...]


_NOTHING_DECIDES = _Deciders((), ())


@dataclass(frozen=True)
class KindCatalog:
    """All kinds, in the order they are listed to users; a file is of the first kind that claims it."""

    kinds: tuple[Kind, ...]

    @cached_property
    def by_value(self) -> dict[str, Kind]:
        """Value → kind."""
        return {kind.value: kind for kind in self.kinds}

    @cached_property
    def heading_places(self) -> dict[str, int]:
        """Where in a listing each heading stands."""
        own = (kind.heading for kind in self.kinds if kind.heading)
        return {heading: place for place, heading in enumerate(dict.fromkeys((*_FIRST_HEADINGS, *own)))}

    @cached_property
    def by_suffix(self) -> dict[str, _Deciders]:
        """Suffix → the tests for names with it, so that each of many files gets few tests."""
        suffixes = dict.fromkeys(suffix for kind in self.kinds for suffix in kind.suffixes)
        return {suffix: self._deciders(suffix) for suffix in suffixes}

    @cached_property
    def of_folders(self) -> tuple[tuple[Kind, tuple[Kind, ...]], ...]:
        """The kinds of folders, each with the kinds of files that make up such a folder."""
        return tuple(
            (kind, tuple(part for part in self.kinds if part.container == kind.value))
            for kind in self.kinds
            if kind.is_of_folders
        )

    def _deciders(self, suffix: str) -> _Deciders:
        kinds = [kind for kind in self.kinds if suffix in kind.suffixes]
        return _Deciders(
            tuple((kind.by_name, kind) for kind in kinds if kind.by_name is not None),
            tuple((kind.by_text, kind) for kind in kinds if kind.by_text is not None),
        )


def all_kinds() -> tuple[Kind, ...]:
    """Return all kinds, in the order they are listed to users."""
    return CATALOG.kinds


def heading_place(heading: str) -> int:
    """Return where a heading stands in a listing; one that no kind has comes last."""
    places = CATALOG.heading_places
    return places.get(heading, len(places))


def kind_names() -> tuple[str, ...]:
    """Return the names of the kinds of files, as `--kind` and foreword.toml take them."""
    return tuple(value for value, kind in CATALOG.by_value.items() if not kind.is_of_folders)


def kind_named(name: object) -> Kind | None:
    """Return the kind of that name, or None."""
    return CATALOG.by_value.get(name) if isinstance(name, str) else None


def container_of(kind: Kind, path: Path) -> Path | None:
    """Return the folder that a file makes up with others, such as its chat; None for a file by itself."""
    return path.parent if kind.container and kind.is_part(path.name) else None


def why_no_kind_of_files(kind: Kind) -> str:
    """Return the sentence that no file is of a kind of folders, and which kind its files are."""
    parts = " or ".join(f"‘{part.value}’" for one, some in CATALOG.of_folders if one == kind for part in some)
    return f"‘{kind}’ is a kind of folder; the files in one are of kind {parts}."


def empty_folder_kind(folders: Sequence[str], names: Collection[str]) -> Kind | None:
    """Return the kind of a folder by its place where no file in it is a part of it; else None.

    `folders` lead from the library's root down to it, itself included; `names` are those in it.
    """
    for kind, parts in CATALOG.of_folders:
        if kind.by_folder is not None and kind.by_folder(folders):
            is_empty = not any(part.is_part(name) for part in parts for name in names)
            return kind if is_empty else None
    return None


def kind_by_name(folders: Sequence[str], name: str) -> Kind | None:
    """Return the kind that folders and name alone decide; None where the text is needed.

    `folders` are the folders from the library's root down to the file.
    """
    lower = name.lower()
    deciders = CATALOG.by_suffix.get(lower[lower.rfind(".") :], _NOTHING_DECIDES)
    for decides, kind in deciders.by_name:
        if decides(folders, lower):
            return kind
    return None if deciders.by_text else UNRECOGNISED


def kind_by_text(folders: Sequence[str], name: str, head: bytes | None, *, beside_defaults: bool) -> Kind:
    """Return the kind of a file that its name alone did not decide.

    `head` is the first part of its bytes, None if unknown; `beside_defaults`
    says that the file lies in the root of a library that has defaults.
    """
    lower = name.lower()
    text = "" if head is None else head_text(head)
    clues = TextClues(folders, lower, text, beside_defaults=beside_defaults)
    for decides, kind in CATALOG.by_suffix.get(lower[lower.rfind(".") :], _NOTHING_DECIDES).by_text:
        if decides(clues):
            return kind
    return UNRECOGNISED


def _is_prompt(clues: TextClues) -> bool:
    if clues.has_message_header:
        return False
    if DEFAULTS_FOLDER in clues.folders or clues.beside_defaults:
        return True
    yaml = yaml_frontmatter(clues.text)
    return yaml is not None and PROMPT_KEYS.issubset(top_level_keys(yaml))


def _is_instructions_name(folders: Sequence[str], name: str) -> bool:
    return name == COMPACTION_NAME and not folders


def _is_no_message(clues: TextClues) -> bool:
    return not clues.has_message_header


def _is_system_message(clues: TextClues) -> bool:
    if "steps" in clues.keys:
        return False
    return "system-messages" in clues.folders or (
        "blocks" in clues.keys and clues.keys.get("role") == "system"
    )


def _is_triggers_name(folders: Sequence[str], name: str) -> bool:
    return name in _TRIGGERS_NAMES and bool(folders) and folders[-1] == RUNS_FOLDER


def _is_scenario_name(folders: Sequence[str], name: str) -> bool:
    in_runs = bool(folders) and folders[-1] == RUNS_FOLDER
    return in_runs and name.endswith(_YAML_SUFFIXES) and name not in _TRIGGERS_NAMES


def _is_scenario(clues: TextClues) -> bool:
    return "steps" in clues.keys


def _is_message_name(folders: Sequence[str], name: str) -> bool:
    return _is_chat_place(folders) and _is_message_number(name)


def _is_chat_place(folders: Sequence[str]) -> bool:
    return len(folders) > 1 and folders[-2] in CHAT_FOLDERS


def _is_message_number(name: str) -> bool:
    return message_number(name) is not None


def _is_message(clues: TextClues) -> bool:
    return clues.has_message_header


Kind.PROMPT = Kind(
    "prompt",
    suffixes=(".md",),
    by_text=_is_prompt,
    has_prompt_names=True,
    makes_library=True,
    heading="Prompts",
    icon="file-text",
)
Kind.DOCUMENT = Kind(
    "document", suffixes=(".md",), by_text=_is_no_message, heading="Documents", icon="file-text"
)
Kind.TEMPLATE = Kind(
    "template",
    suffixes=(".tmpl",),
    by_text=_is_no_message,
    makes_library=True,
    hides_suffix=True,
    heading="Template",
    icon="braces",
)
Kind.INSTRUCTIONS = Kind(
    "instructions",
    suffixes=(".md",),
    by_name=_is_instructions_name,
    hides_suffix=True,
    heading="Template",
    icon="minimize-2",
)
Kind.SYSTEM_MESSAGE = Kind(
    "system-message",
    suffixes=_DATA_SUFFIXES,
    by_text=_is_system_message,
    makes_library=True,
    heading="System messages",
    icon="layers",
)
Kind.SITUATIONS = Kind(
    "situations",
    suffixes=(".yaml",),
    by_name=lambda _folders, name: name.endswith(".situations.yaml"),
    companion_suffix=".situations.yaml",
    owner_suffixes=_DATA_SUFFIXES,
    icon="list",
)
Kind.CASES = Kind(
    "cases",
    suffixes=(".yaml",),
    by_name=lambda _folders, name: name.endswith(".cases.yaml"),
    companion_suffix=".cases.yaml",
    owner_suffixes=(".md", ".tmpl"),
    icon="list",
)
Kind.SCENARIO = Kind(
    "scenario",
    suffixes=_DATA_SUFFIXES,
    by_name=_is_scenario_name,
    by_text=_is_scenario,
    heading="Runs",
    icon="circle-play",
)
Kind.TRIGGERS = Kind(
    "triggers", suffixes=_YAML_SUFFIXES, by_name=_is_triggers_name, heading="Runs", icon="circle-play"
)
Kind.STEPS = Kind(
    "steps",
    suffixes=(".jsonl",),
    by_name=lambda _folders, name: name.endswith(".steps.jsonl"),
    companion_suffix=".steps.jsonl",
    owner_suffixes=_DATA_SUFFIXES,
    icon="list",
)
Kind.MESSAGE = Kind(
    "message",
    suffixes=(".md", ".tmpl", ".txt"),
    by_name=_is_message_name,
    by_text=_is_message,
    heading="Chats",
    icon="messages-square",
    container="chat",
    is_part=_is_message_number,
)
Kind.CHAT = Kind("chat", heading="Chats", icon="messages-square", by_folder=_is_chat_place)
Kind.OTHER = Kind("other", is_recognised=False)

PROMPT_KIND: Final = Kind.PROMPT
"""The kind of a file that is loaded by a prompt's name."""

STANDARD_KINDS: Final[Mapping[str, Kind]] = {
    TEMPLATE_NAME: Kind.TEMPLATE,
    COMPACTION_NAME: Kind.INSTRUCTIONS,
}
"""The texts that every library has, its own or a built-in one, by name, and what kind they are."""

UNRECOGNISED: Final = Kind.OTHER
"""The kind of a file that no other kind claims."""

UNTITLED_KIND: Final = Kind.DOCUMENT
"""The kind of a text that is in no file yet."""

CATALOG = KindCatalog(
    (
        Kind.PROMPT,
        Kind.DOCUMENT,
        Kind.TEMPLATE,
        Kind.INSTRUCTIONS,
        Kind.SYSTEM_MESSAGE,
        Kind.SITUATIONS,
        Kind.CASES,
        Kind.SCENARIO,
        Kind.TRIGGERS,
        Kind.STEPS,
        Kind.CHAT,
        Kind.MESSAGE,
        Kind.OTHER,
    )
)
