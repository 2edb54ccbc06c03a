"""The kinds of files, and telling a file's kind by its name, its folders and the first part of its text.

A `Kind` has what lists of whole libraries need; its row in `analysis/kinds/` has all else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Final

from editor_app.library.heads import TextClues, top_level_keys, yaml_frontmatter
from editor_app.library.kind_parts import Companion, Listing, NewName, PartOf, Recognition
from editor_app.library.paths import COMPACTION_NAME, DEFAULTS_FOLDER, TEMPLATE_NAME
from editor_app.text import Sentence, decode
from editor_app.text.message_parts import message_number

PROMPT_KEYS = frozenset(("name", "version", "max_tokens"))
_YAML_SUFFIXES = (".yaml", ".yml")
_DATA_SUFFIXES = (*_YAML_SUFFIXES, ".json")
_PROMPTS: Final = Sentence("library.heading-prompts")
_TEMPLATE: Final = Sentence("library.heading-template")
_DOCUMENTS: Final = Sentence("library.heading-documents")
_SYSTEM_MESSAGES: Final = Sentence("library.heading-system-messages")
_CHATS: Final = Sentence("library.heading-chats")
_RUNS: Final = Sentence("library.heading-runs")
_FIRST_HEADINGS: Final = (_PROMPTS, _TEMPLATE, _DOCUMENTS, _SYSTEM_MESSAGES, _CHATS, _RUNS)
CHAT_FOLDER: Final = "chats"
"""The folder in which new chats are made."""

CHAT_FOLDERS: Final = frozenset((CHAT_FOLDER, "messages"))
"""The folders whose folders are chats."""

RUNS_FOLDER: Final = "runs"
"""The folder in which new scenarios are made; every file of YAML in a folder of that name is one."""

_TRIGGERS_NAMES = frozenset(("triggers.yaml", "triggers.yml"))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Kind:
    """A kind of file; `value` is what `--kind` and foreword.toml take, and no two have the same.

    `has_prompt_names`: callers load such files by their names. With `makes_library`, a folder with such a
    file is a library. A file of a kind without `is_recognised` is skipped by checks of the library.
    """

    value: str
    _: KW_ONLY
    recognition: Recognition = field(default_factory=Recognition)
    listing: Listing = field(default_factory=Listing)
    companion: Companion = field(default_factory=Companion)
    part_of: PartOf = field(default_factory=PartOf)
    has_prompt_names: bool = False
    makes_library: bool = False
    is_recognised: bool = True

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
    def is_of_folders(self) -> bool:
        """Whether it is a kind of folders, of which no file is."""
        return self.recognition.by_folder is not None


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
        own = (kind.listing.heading for kind in self.kinds if kind.listing.heading)
        return {heading: place for place, heading in enumerate(dict.fromkeys((*_FIRST_HEADINGS, *own)))}

    @cached_property
    def by_suffix(self) -> dict[str, tuple[Kind, ...]]:
        """Suffix → the kinds of names with it, so that each of many files gets few tests."""
        suffixes = {suffix for kind in self.kinds for suffix in kind.recognition.suffixes}
        return {
            suffix: tuple(kind for kind in self.kinds if suffix in kind.recognition.suffixes)
            for suffix in suffixes
        }

    @cached_property
    def of_folders(self) -> tuple[tuple[Kind, tuple[Kind, ...]], ...]:
        """The kinds of folders, each with the kinds of files that make up such a folder."""
        return tuple(
            (kind, tuple(part for part in self.kinds if part.part_of.container == kind.value))
            for kind in self.kinds
            if kind.is_of_folders
        )


def all_kinds() -> tuple[Kind, ...]:
    """Return all kinds, in the order they are listed to users."""
    return CATALOG.kinds


def kinds_to_make() -> tuple[Kind, ...]:
    """Return the kinds of which new files can be made, in the order of lists."""
    return tuple(kind for kind in CATALOG.kinds if kind.listing.new is not None)


def new_label(kind: Kind) -> str:
    """Return what a new file of a kind is called in a sentence, such as "system message"."""
    return kind.listing.new.label.replace("&", "").lower() if kind.listing.new is not None else ""


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
    return path.parent if kind.part_of.is_part(path.name) else None


def companions_of(path: Path) -> tuple[Path, ...]:
    """Return the paths of the companions that a file may have, whether they exist or not."""
    suffix = path.suffix.lower()
    companions = (kind.companion for kind in CATALOG.kinds if suffix in kind.companion.owner_suffixes)
    paths = (path.with_name(path.stem + companion.suffix) for companion in companions)
    return tuple(companion for companion in paths if companion != path)


def owners_of(relative: str) -> tuple[str, ...]:
    """Return the paths of the files that a cases or situations file may belong to, relative like its own.

    Empty for any other file.
    """
    lower = relative.lower()
    for kind in CATALOG.kinds:
        own = kind.companion.suffix
        if own and lower.endswith(own):
            return tuple(relative[: -len(own)] + suffix for suffix in kind.companion.owner_suffixes)
    return ()


def why_no_kind_of_files(kind: Kind) -> str:
    """Return the sentence that no file is of a kind of folders, and which kind its files are."""
    kinds = [part.value for part in dict(CATALOG.of_folders)[kind]]
    return Sentence("library.kind-of-folder", kind=kind.value, kinds=kinds)


def empty_folder_kind(folders: Sequence[str], names: Collection[str]) -> Kind | None:
    """Return the kind of a folder by its place where no file in it is a part of it; else None.

    `folders` lead from the library's root down to it, itself included; `names` are those in it.
    """
    for kind, parts in CATALOG.of_folders:
        is_such = kind.recognition.by_folder
        if is_such is not None and is_such(folders):
            is_empty = not any(part.part_of.is_part(name) for part in parts for name in names)
            return kind if is_empty else None
    return None


def kind_by_name(folders: Sequence[str], name: str) -> Kind | None:
    """Return the kind that folders and name alone decide; None where the text is needed.

    `folders` are the folders from the library's root down to the file.
    """
    lower = name.lower()
    kinds = CATALOG.by_suffix.get(lower[lower.rfind(".") :], ())
    for kind in kinds:
        by_name = kind.recognition.by_name
        if by_name is not None and by_name(folders, lower):
            return kind
    return None if any(kind.recognition.by_text for kind in kinds) else UNRECOGNISED


def kind_by_text(folders: Sequence[str], name: str, head: bytes | None, *, beside_defaults: bool) -> Kind:
    """Return the kind of a file that its name alone did not decide.

    `head` is the first part of its bytes, None if unknown; `beside_defaults`
    says that the file lies in the root of a library that has defaults.
    """
    lower = name.lower()
    text = "" if head is None else decode(head).text
    clues = TextClues(folders, lower, text, beside_defaults=beside_defaults)
    for kind in CATALOG.by_suffix.get(lower[lower.rfind(".") :], ()):
        by_text = kind.recognition.by_text
        if by_text is not None and by_text(clues):
            return kind
    return UNRECOGNISED


def _is_prompt(clues: TextClues) -> bool:
    if clues.has_message_header:
        return False
    if DEFAULTS_FOLDER in clues.folders or clues.beside_defaults:
        return True
    yaml = yaml_frontmatter(clues.text)
    return yaml is not None and PROMPT_KEYS.issubset(top_level_keys(yaml))


def _is_no_message(clues: TextClues) -> bool:
    return not clues.has_message_header


def _is_in_runs(folders: Sequence[str]) -> bool:
    return bool(folders) and folders[-1] == RUNS_FOLDER


def _is_chat_place(folders: Sequence[str]) -> bool:
    return len(folders) > 1 and folders[-2] in CHAT_FOLDERS


def _is_message_number(name: str) -> bool:
    return message_number(name) is not None


Kind.PROMPT = Kind(
    "prompt",
    recognition=Recognition((".md",), by_text=_is_prompt),
    listing=Listing(
        _PROMPTS, "file-text", manual_page="templates", new=NewName(Sentence("library.new-prompt"), ".md")
    ),
    has_prompt_names=True,
    makes_library=True,
)
Kind.DOCUMENT = Kind(
    "document",
    recognition=Recognition((".md",), by_text=_is_no_message),
    listing=Listing(
        _DOCUMENTS,
        "file-text",
        new=NewName(Sentence("library.new-document"), ".md", "documents", in_root=True),
    ),
)
Kind.TEMPLATE = Kind(
    "template",
    recognition=Recognition((".tmpl",), by_text=_is_no_message),
    listing=Listing(
        _TEMPLATE,
        "braces",
        hides_suffix=True,
        manual_page="templates",
        new=NewName(Sentence("library.new-template"), ".tmpl"),
    ),
    makes_library=True,
)
Kind.INSTRUCTIONS = Kind(
    "instructions",
    recognition=Recognition((".md",), lambda folders, name: name == COMPACTION_NAME and not folders),
    listing=Listing(_TEMPLATE, "minimize-2", hides_suffix=True, manual_page="conversations"),
)
Kind.SYSTEM_MESSAGE = Kind(
    "system-message",
    recognition=Recognition(
        _DATA_SUFFIXES,
        by_text=lambda clues: (
            "steps" not in clues.keys
            and (
                "system-messages" in clues.folders
                or ("blocks" in clues.keys and clues.keys.get("role") == "system")
            )
        ),
    ),
    listing=Listing(
        _SYSTEM_MESSAGES,
        "layers",
        hides_suffix=True,
        manual_page="system-messages",
        new=NewName(
            Sentence("library.new-system-message"),
            ".yaml",
            "system-messages",
            text_label=Sentence("library.system-message-from-text"),
        ),
    ),
    makes_library=True,
)
Kind.SITUATIONS = Kind(
    "situations",
    recognition=Recognition((".yaml",), lambda _folders, name: name.endswith(".situations.yaml")),
    listing=Listing(icon="list", manual_page="system-messages"),
    companion=Companion(".situations.yaml", _DATA_SUFFIXES),
)
Kind.CASES = Kind(
    "cases",
    recognition=Recognition((".yaml",), lambda _folders, name: name.endswith(".cases.yaml")),
    listing=Listing(icon="list", in_owner_row=True, manual_page="cases"),
    companion=Companion(".cases.yaml", (".md", ".tmpl")),
)
Kind.SCENARIO = Kind(
    "scenario",
    recognition=Recognition(
        _DATA_SUFFIXES,
        lambda folders, name: (
            _is_in_runs(folders) and name.endswith(_YAML_SUFFIXES) and name not in _TRIGGERS_NAMES
        ),
        lambda clues: "steps" in clues.keys,
    ),
    listing=Listing(
        _RUNS,
        "circle-play",
        hides_suffix=True,
        manual_page="runs",
        new=NewName(Sentence("library.new-run"), ".yaml", RUNS_FOLDER),
    ),
)
Kind.TRIGGERS = Kind(
    "triggers",
    recognition=Recognition(
        _YAML_SUFFIXES, lambda folders, name: name in _TRIGGERS_NAMES and _is_in_runs(folders)
    ),
    listing=Listing(_RUNS, "circle-play", hides_suffix=True, manual_page="runs"),
)
Kind.STEPS = Kind(
    "steps",
    recognition=Recognition((".jsonl",), lambda _folders, name: name.endswith(".steps.jsonl")),
    listing=Listing(icon="list", in_owner_row=True, manual_page="runs"),
    companion=Companion(".steps.jsonl", _DATA_SUFFIXES),
)
Kind.MESSAGE = Kind(
    "message",
    recognition=Recognition(
        (".md", ".tmpl", ".txt"),
        lambda folders, name: _is_chat_place(folders) and _is_message_number(name),
        lambda clues: clues.has_message_header,
    ),
    listing=Listing(_CHATS, "messages-square", manual_page="chats"),
    part_of=PartOf("chat", _is_message_number),
)
Kind.CHAT = Kind(
    "chat",
    recognition=Recognition(by_folder=_is_chat_place),
    listing=Listing(
        _CHATS,
        "messages-square",
        manual_page="chats",
        new=NewName(Sentence("library.new-chat"), "/1.md", CHAT_FOLDER),
    ),
)
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
