"""The index of a library: its prompts by name, its template and instructions, and every other file once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from editor_app.library.files.reading import quoted
from editor_app.library.folders import Library, relative_to
from editor_app.library.kinds import STANDARD_KINDS, Kind, container_of, kind_named, owners_of
from editor_app.library.listing import LibraryFile, list_files
from editor_app.library.paths import COMPACTION_NAME, TEMPLATE_NAME, built_in_name, is_file
from editor_app.prompts.entities import PromptError
from editor_app.prompts.loading import LoadedPrompt, Status, load_prompt
from editor_app.prompts.names import PROMPT_SUFFIX, has_prompt_name, prompt_files
from editor_app.text import Sentence
from editor_app.text.message_parts import message_number

BUILT_IN = Sentence("analysis.built-in")
"""The status of the built-in template and instructions, in a library that has none of its own."""

INVALID = "invalid"
"""The status of a prompt without a usable file, and of a user's standard text that can't be used."""

_A_STEP = 200  # files or prompts in one step

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class NamedText:
    """A prompt, the system-prompt template or the instructions: its name, and the files it is loaded from.

    `loaded` or `error` is the result of loading a prompt, None before; `problem` is why the user's template
    or instructions can't be used.
    """

    name: str
    user_path: Path | None
    default_path: Path | None
    loaded: LoadedPrompt | None = None
    error: PromptError | None = None
    problem: str = ""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files it may come from, the user's first."""
        return tuple(path for path in (self.user_path, self.default_path) if path is not None)

    @property
    def path(self) -> Path:
        """The file that has the name: the user's, else the default."""
        return self.paths[0]

    @property
    def status(self) -> str:
        """Which file callers get: `user`, `default`, `built in` or `fallback`, or `invalid` for none.

        For a prompt, "" before it was loaded.
        """
        if self.name in STANDARD_KINDS:
            if self.user_path is not None:
                return INVALID if self.problem else Status.USER
            is_built_in = self.default_path is not None and built_in_name(self.default_path) is not None
            return BUILT_IN if is_built_in else Status.DEFAULT
        if self.loaded is not None:
            return self.loaded.status
        return INVALID if self.error is not None else ""


@dataclass(frozen=True, slots=True)
class LibraryChat:
    """A folder whose files make up one thing of a kind of folders, such as the messages of a chat, in order.

    `relative` is its path from the root, "." for the root itself. A folder by its place may have no messages.
    """

    kind: Kind
    folder: Path
    relative: str
    messages: tuple[LibraryFile, ...] = ()

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name


@dataclass(frozen=True, slots=True)
class LibraryIndex:
    """A library's files; each belongs to a prompt, standard text or chat, or is one of the sorted `others`.

    The standard texts, `template` and `instructions`, are None before there is a library. `owners` maps cases
    and situations files to the files they belong to; those that belong to none are not in it.
    """

    files: tuple[LibraryFile, ...] = ()
    prompts: tuple[NamedText, ...] = ()
    template: NamedText | None = None
    instructions: NamedText | None = None
    others: tuple[LibraryFile, ...] = ()
    chats: tuple[LibraryChat, ...] = ()
    owners: Mapping[Path, Path] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def standard(self) -> tuple[NamedText, ...]:
        """The texts that every library has, its own or built-in ones: the template and the instructions."""
        return tuple(text for text in (self.template, self.instructions) if text is not None)

    def chat_at(self, folder: Path) -> LibraryChat | None:
        """Return the chat whose folder this is, None for any other path."""
        return next((chat for chat in self.chats if chat.folder == folder), None)


def first_message(index: LibraryIndex, folder: Path) -> Path | None:
    """Return the first message of the chat in a folder that can be opened; None where there is none."""
    chat = index.chat_at(folder)
    messages = chat.messages if chat is not None else ()
    return next((file.path for file in messages if file.problem is None), None)


def index_library(library: Library) -> LibraryIndex:
    """Return the index of a library, whose files are listed for it."""
    return next(index for index in index_in_steps(library, list_files(library)) if index is not None)


def index_in_steps(library: Library, files: Iterable[LibraryFile]) -> Iterator[LibraryIndex | None]:
    """Make the index in small steps, so that a window stays responsive: yields None, and the index at last.

    Paths are compared as text, which is quicker: there are many.
    """
    listed = tuple(files)
    user: dict[str, Path] = {}
    default: dict[str, Path] = {}
    others: list[LibraryFile] = []
    in_chats: dict[tuple[Path, Kind], list[LibraryFile]] = {}
    template, instructions = (_standard(name, library, listed) for name in (TEMPLATE_NAME, COMPACTION_NAME))
    of_standard = {relative_to(library, path) for path in (*template.paths, *instructions.paths)}
    files_by_path = _FilesByPath(library)
    for part in _parts(listed):
        users_prompts, default_prompts = prompt_files(library, part)
        user |= users_prompts
        default |= default_prompts
        unnamed = (file for file in part if not (has_prompt_name(file) or file.relative in of_standard))
        others += _beside_chats(unnamed, in_chats)
        files_by_path.add_files(part)
        yield None
    prompts: list[NamedText] = []
    for names in _parts(sorted({*user, *default})):
        texts = [NamedText(name, user.get(name), default.get(name)) for name in names]
        prompts += texts
        files_by_path.add_prompts(texts)
        yield None
    files_by_path.add_template(template)
    owners: dict[Path, Path] = {}
    for part in _parts(others):
        owners.update(_owners(part, files_by_path, template))
        yield None
    chats: list[LibraryChat] = []
    for place, files_of_chat in in_chats.items():
        chats.append(_chat(library, *place, files_of_chat))
        yield None
    yield LibraryIndex(listed, tuple(prompts), template, instructions, tuple(others), tuple(chats), owners)


def _beside_chats(
    files: Iterable[LibraryFile], in_chats: dict[tuple[Path, Kind], list[LibraryFile]]
) -> Iterator[LibraryFile]:
    """Yield the files that are in no chat, and add the others to those of their chat."""
    for file in files:
        if file.kind.is_of_folders:
            in_chats.setdefault((file.path, file.kind), [])
            continue
        folder = container_of(file.kind, file.path)
        kind = kind_named(file.kind.part_of.container) if folder is not None else None
        if folder is None or kind is None:
            yield file
        else:
            in_chats.setdefault((folder, kind), []).append(file)


def _chat(library: Library, folder: Path, kind: Kind, files: list[LibraryFile]) -> LibraryChat:
    relative = relative_to(library, folder) or folder.as_posix()
    messages = sorted(files, key=lambda file: (message_number(file.path.name) or 0, file.path.name))
    return LibraryChat(kind, folder, relative, tuple(messages))


def _parts(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    return (items[start : start + _A_STEP] for start in range(0, len(items), _A_STEP))


def load_named(prompt: NamedText, library: Library, loaded_at: datetime | None = None) -> NamedText:
    """Load a prompt of the index; return it with the loaded prompt or the error."""
    try:
        loaded = load_prompt(
            prompt.name, library.user_dir, library.default_dir, loaded_at=loaded_at, access=library.access
        )
    except PromptError as error:
        # Its traceback would keep the prompt that was loaded before, whose error keeps the one before that.
        return replace(prompt, loaded=None, error=error.with_traceback(None))
    return replace(prompt, loaded=loaded, error=None)


def _standard(name: str, library: Library, files: tuple[LibraryFile, ...]) -> NamedText:
    """Return the template or the instructions: the user's file, if there is one, and the default."""
    default, own = library.default_text(name), library.own_text(name)
    if not library.has_own_text(name):
        return NamedText(name, None, default)
    if is_file(own):
        return NamedText(name, own, default)
    problem = next((file.problem for file in files if file.relative == name), None)
    problem = problem or Sentence("analysis.not-openable", name=quoted(name))
    return NamedText(name, own, default, problem=problem)


class _FilesByPath:
    """Path from the root, as text → the file there to which cases or situations may belong."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._prefix = library.default_prefix
        self._paths: dict[str, Path] = {}

    def add_files(self, files: Iterable[LibraryFile]) -> None:
        self._paths.update((file.relative, file.path) for file in files if not file.kind.companion.suffix)

    def add_prompts(self, prompts: Iterable[NamedText]) -> None:
        """Map a default's path to the user's file that shadows it; the prompts' files were added before."""
        for prompt in prompts:
            if prompt.default_path is not None:
                self._paths[f"{self._prefix}{prompt.name}{PROMPT_SUFFIX}"] = prompt.path

    def add_template(self, template: NamedText) -> None:
        for path in template.paths:
            relative = relative_to(self._library, path)
            if relative is not None:
                self._paths[relative] = template.path

    def first_of(self, beside: tuple[str, ...]) -> Path | None:
        """Return the first of these files that exists, else the first of their defaults, else None."""
        defaults = () if self._prefix is None else tuple(self._prefix + name for name in beside)
        return next((self._paths[name] for name in (*beside, *defaults) if name in self._paths), None)


def _owners(
    files: Iterable[LibraryFile], files_by_path: _FilesByPath, template: NamedText
) -> Iterator[tuple[Path, Path]]:
    """Yield each cases or situations file with the file it belongs to: the one beside it, or its default."""
    for file in files:
        if not file.kind.companion.suffix:
            continue
        beside = owners_of(file.relative)
        owner = files_by_path.first_of(beside)
        if owner is None and TEMPLATE_NAME in beside:  # the built-in template is outside of the library
            owner = template.path
        if owner is not None:
            yield file.path, owner
