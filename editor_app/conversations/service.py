"""Constructing, reading and compacting the system prompts of conversations."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from sqlite3 import Connection
from typing import TypeVar

from editor_app.clock import Clock, utc_now
from editor_app.conversations.arguments import (
    BuildArguments,
    PlaceOf,
    arguments_of,
    check_arguments,
    check_id,
    check_text,
)
from editor_app.conversations.building import (
    BuiltPrompt,
    MakeSources,
    Permissions,
    build_prompt,
    is_known,
    remembering,
)
from editor_app.conversations.changes import what_changes
from editor_app.conversations.moved_libraries import holds_texts, is_gone, is_in_use, meant_library
from editor_app.conversations.results import (
    Adoption,
    BadRequestError,
    Compaction,
    Comparison,
    Construction,
    ConversationPage,
    ElsewhereLibrary,
    LibraryGoneError,
    NoLibraryError,
    StillThereError,
    WouldGet,
    needs_folder,
    never_constructed,
)
from editor_app.conversations.store import builds
from editor_app.conversations.store.builds import StoredBuild
from editor_app.conversations.store.database import BUSY_SECONDS, ChangeMark, Database
from editor_app.conversations.store.failures import file_error
from editor_app.conversations.templates import (
    ReadTemplate,
    read_instructions,
    read_template,
    template_of_text,
)
from editor_app.library.files.reading import FileError, quoted
from editor_app.library.folders import Library, open_library
from editor_app.library.paths import data_dir, make_state_dir
from editor_app.library.paths import state_dir as user_state_dir
from editor_app.text import Sentence
from editor_app.variables.resolver import real_sources

_MOST_LISTED = 100
_MOST_ON_A_PAGE = 1000
_MOST_DAYS = 100_000
DATABASE_NAME = "conversations.db"

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Setup:
    """What a service works with: its database, its clock, what may be read, and where values come from.

    `database` None is that in the user's data folder.
    """

    database: Path | None = None
    clock: Clock = utc_now
    permissions: Permissions = field(default_factory=lambda: Permissions(user_state_dir()))
    make_sources: MakeSources = real_sources
    busy_seconds: float = BUSY_SECONDS


def open_service(
    library: Path | str | Library,
    database: Path | None = None,
    *,
    clock: Clock = utc_now,
    state_dir: Path | None = None,
    trusted: bool | None = None,
    workspaces: tuple[Path, ...] = (),
    allowed_files: tuple[Path, ...] = (),
    uses_grants: bool = True,
) -> ConversationService:
    """Return the service for the conversations of a library; nothing is opened before it is needed.

    `database` is that in the user's data folder if not given. `trusted` True trusts the `workspaces` (without
    any, the library's) while the service is used, False nothing; None is what the user said of each folder.
    `allowed_files` are read although they lie elsewhere or may hold secrets; without `uses_grants` only they
    are, and not those that the user allowed before. A library that is not there raises LibraryGoneError.
    """
    root = (library if isinstance(library, Library) else _opened(Path(library))).root
    state_dir = state_dir if state_dir is not None else user_state_dir()
    permissions = Permissions(state_dir, trusted, workspaces, allowed_files, uses_grants)
    return ConversationService(root, Setup(database, clock, permissions))


class ConversationService:
    """The conversations of a library; it can be used by many threads and processes at once."""

    def __init__(self, library: Path, setup: Setup) -> None:
        """Keep the library's folder, which need not be there to read what is stored, and how to work."""
        self.library = Path(os.path.realpath(library))
        self._key = os.fsencode(self.library)
        self._setup = setup
        path = setup.database if setup.database is not None else data_dir() / DATABASE_NAME
        self._database = Database(path, setup.clock, busy_seconds=setup.busy_seconds)

    @classmethod
    def of_gone_library(cls, old_library: Path | str, setup: Setup) -> ConversationService:
        """Return the service for what is stored of a library that is gone, to read and to delete it.

        If nothing is stored of it, this raises BadRequestError, which names those that have something.
        """
        service = cls(Path(), setup)
        counts = service._database.read(builds.counts, ())
        service.library = meant_library(old_library, (key for key, _ in counts))
        service._key = os.fsencode(service.library)
        return service

    @property
    def database(self) -> Path:
        """Where the conversations are stored; the file need not be there yet."""
        return self._database.path

    @property
    def clock(self) -> Clock:
        """What tells the time."""
        return self._setup.clock

    @property
    def permissions(self) -> Permissions:
        """What may be read for variables, and the state folder that has trust and locks."""
        return self._setup.permissions

    def set_trusted(self, trusted: bool | None) -> None:
        """Trust as `open_service` does from now on; what is under way may still go by what held before."""
        permissions = replace(self._setup.permissions, trusted=trusted)
        self._setup = replace(self._setup, permissions=permissions)

    def construct(
        self,
        conversation_id: str,
        cwd: Path | str,
        model: str | None = None,
        values: Mapping[str, str] | None = None,
        once: bool = False,
    ) -> str:
        """Construct the prompt of a conversation from the template as saved now, store it and return it.

        With `once`, a prompt that is stored already is returned unchanged.
        """
        return self.build(conversation_id, cwd, model, values, once=once).text

    def get(self, conversation_id: str) -> str | None:
        """Return the prompt that is stored; "" is to send none, None was never constructed."""
        checked = check_id(conversation_id)
        return self._database.read(lambda connection: builds.text_of(connection, self._key, checked), None)

    def preview(
        self,
        conversation_id: str,
        cwd: Path | str,
        model: str | None = None,
        values: Mapping[str, str] | None = None,
        template: str | None = None,
    ) -> str:
        """Return what `construct` would, from another template's text if one is given; nothing is stored."""
        return self.build_preview(conversation_id, cwd, model, values, template).text

    def compact(
        self,
        conversation_id: str,
        cwd: Path | str | None = None,
        instructions: str | None = None,
        model: str | None = None,
        values: Mapping[str, str] | None = None,
    ) -> str:
        """Construct afresh, store that, and return it with the instructions of the compaction.

        What is left out is as at the last construct; the instructions are those of the library.
        """
        return self.build_compaction(conversation_id, cwd, instructions, model, values).sent

    def build(
        self,
        conversation_id: str,
        cwd: Path | str,
        model: str | None = None,
        values: Mapping[str, str] | None = None,
        *,
        once: bool = False,
        place_of: PlaceOf | None = None,
    ) -> Construction:
        """Return all that `construct` stores.

        `place_of` is asked for the folder that `cwd` leads to, and may refuse it by raising; variables look
        there alone, even if `cwd` leads elsewhere by then.
        """
        arguments = check_arguments(conversation_id, cwd, model, values, place_of)
        if once and (stored := self.stored(arguments.conversation_id)) is not None:
            return stored
        return self._add(self._built(arguments).construction, once=once).construction

    def build_preview(
        self,
        conversation_id: str,
        cwd: Path | str,
        model: str | None = None,
        values: Mapping[str, str] | None = None,
        template: str | None = None,
        *,
        place_of: PlaceOf | None = None,
    ) -> Construction:
        """Return what `build` would, which stores it."""
        arguments = check_arguments(conversation_id, cwd, model, values, place_of)
        read = (
            None
            if template is None
            else template_of_text(check_text(template, Sentence("conversations.the-template")))
        )
        return self._built(arguments, read).construction

    def build_compaction(
        self,
        conversation_id: str,
        cwd: Path | str | None = None,
        instructions: str | None = None,
        model: str | None = None,
        values: Mapping[str, str] | None = None,
        *,
        store: bool = True,
        place_of: PlaceOf | None = None,
    ) -> Compaction:
        """Return the three parts of a compaction; without `store`, nothing is stored by looking.

        `place_of` is as for `build`; it is asked for the folder of before too, where that is used.
        """
        last = self.stored(check_id(conversation_id))
        if cwd is None and last is None:
            raise needs_folder(conversation_id)
        if last is not None:
            cwd = last.cwd if cwd is None else cwd
            model = last.model if model is None else model
            values = last.given if values is None else values
        arguments = check_arguments(conversation_id, cwd, model, values, place_of)
        if instructions is None:
            instructions = read_instructions(self.opened_library())
        else:
            instructions = check_text(instructions, Sentence("conversations.the-instructions"))
        rebuilt = self._built(arguments).construction
        before = last.text if last is not None else None
        if store:
            rebuilt, before = self._add(rebuilt, once=False)
        sent = "\n\n".join(filter(None, (rebuilt.text, instructions)))
        return Compaction(before, rebuilt, instructions, sent)

    def stored(self, conversation_id: str) -> Construction | None:
        """Return all that is stored of the last construct; None for a conversation never constructed."""
        return next(iter(self.builds(conversation_id, 1)), None)

    def builds(self, conversation_id: str, most: int = builds.MOST_KEPT) -> tuple[Construction, ...]:
        """Return the last constructs of a conversation, the newest first."""
        checked = check_id(conversation_id)
        return self._database.read(
            lambda connection: builds.builds_of(connection, self._key, checked, most), ()
        )

    def list(self, limit: int = _MOST_LISTED, after: str | None = None) -> ConversationPage:
        """Return the conversations of this library, the newest first; `after` is the `next` of a page."""
        if type(limit) is not int or not 1 <= limit <= _MOST_ON_A_PAGE:
            raise BadRequestError(Sentence("conversations.page-limit", most=_MOST_ON_A_PAGE))
        if after is not None and not (after.isascii() and after.isdecimal() and len(after) < 19):
            raise BadRequestError(Sentence("conversations.no-page"))
        before = None if after is None else int(after)
        return self._database.read(
            lambda connection: builds.page_of(connection, self._key, limit, before), ConversationPage(())
        )

    def elsewhere(self) -> tuple[ElsewhereLibrary, ...]:
        """Return the other libraries that conversations are stored for."""
        counts = self._database.read(builds.counts, ())
        return tuple(self._elsewhere(key, count) for key, count in counts if key != self._key)

    def delete(self, conversation_ids: Iterable[str]) -> int:
        """Delete conversations with all their constructs; return how many there were."""
        checked = tuple(map(check_id, conversation_ids))
        if not self._database.is_there():
            return 0
        return self._write(lambda connection: builds.delete(connection, self._key, checked))

    def count_older_than(self, days: int) -> int:
        """Return how many conversations `delete_older_than` would delete now."""
        moment = self._days_ago(days)
        return len(
            self._database.read(lambda connection: builds.built_before(connection, self._key, moment), ())
        )

    def delete_older_than(self, days: int) -> int:
        """Delete the conversations whose last construct is older; return how many there were."""
        moment = self._days_ago(days)
        if not self._database.is_there():
            return 0

        def change(connection: Connection) -> int:
            return builds.delete(connection, self._key, builds.built_before(connection, self._key, moment))

        return self._write(change)

    def adopt(self, old_library: Path | str) -> Adoption:
        """Give this library the conversations of one that is gone; ids it has already stay where they are.

        A folder that is there and holds nothing of a library counts as gone, and is given none.
        """
        counts = self._database.read(builds.counts, ())
        old = meant_library(old_library, (*(key for key, _ in counts), self._key))
        if old == self.library:
            raise BadRequestError(Sentence("conversations.is-itself", library=quoted(old)))
        if is_in_use(old):
            raise StillThereError(Sentence("conversations.still-there", library=quoted(old)))
        if not holds_texts(self.opened_library()):
            raise NoLibraryError(Sentence("conversations.holds-no-texts", library=quoted(self.library)))
        return self._write(lambda connection: Adoption(*builds.give(connection, os.fsencode(old), self._key)))

    def would_get(self, conversation_id: str, number: int | None = None) -> WouldGet:
        """Return what the template would give now with what was given at the last construct, and why.

        `number` is that of an earlier construct to compare with in place of the last one.
        """
        newest_first = self.builds(conversation_id, 1 if number is None else builds.MOST_KEPT)
        stored = next((build for build in newest_first if number in {None, build.number}), None)
        if stored is None:
            raise never_constructed(conversation_id)
        library = self.opened_library()
        read = read_template(library)
        built = self._built(arguments_of(stored), read, library)
        now = built.construction
        changes = what_changes(
            stored.text, stored.values, built.rendering, built.values, read.template, now.notes, stored.notes
        )
        return WouldGet(stored, now, changes, is_known(stored, now))

    def comparisons(
        self, conversation_ids: Iterable[str], place_of: PlaceOf | None = None
    ) -> Iterator[Comparison]:
        """Yield for each conversation that is stored whether it would get another text now.

        `place_of` says where its folder is read; it may raise where it must not be.
        """
        library = self.opened_library()
        read = read_template(library)
        make_sources = remembering(self._setup.make_sources)
        for conversation_id in conversation_ids:
            stored = self.stored(conversation_id)
            if stored is not None:
                arguments = arguments_of(stored, place_of)
                now = self._built(arguments, read, library, make_sources).construction
                differs = now.text != stored.text if is_known(stored, now) else None
                yield Comparison(conversation_id, differs, now)

    def change_mark(self) -> ChangeMark | None:
        """Return what differs from before once another process or thread has changed what is stored."""
        return self._database.change_mark()

    def take_notices(self) -> tuple[str, ...]:
        """Return sentences about the database that nobody was told yet, such as that it was damaged.

        What a construct met is among its warnings, and not here.
        """
        return self._database.take_notices()

    def close(self) -> None:
        """Close what this thread has open; a later call opens it again."""
        self._database.close()

    def opened_library(self) -> Library:
        """Return the library as it is now; raises LibraryGoneError where its folder is not there."""
        library = _opened(self.library)
        permissions = self._setup.permissions
        trust = permissions.in_folder(library.workspace, library)
        is_trusted = trust.is_trusted if permissions.trusted is None else permissions.trusted
        return replace(library, is_trusted=is_trusted, allowed_files=frozenset(trust.allowed_files))

    def _elsewhere(self, key: bytes, count: int) -> ElsewhereLibrary:
        path = Path(os.fsdecode(key))
        if not is_gone(path):
            return ElsewhereLibrary(path, count, is_gone=False)
        of_both = self._database.read(lambda connection: builds.ids_of_both(connection, key, self._key), ())
        return ElsewhereLibrary(path, count, is_gone=True, kept_ids=of_both)

    def _days_ago(self, days: int) -> datetime:
        if type(days) is not int or not 0 <= days <= _MOST_DAYS:
            raise BadRequestError(Sentence("conversations.days-ago", most=_MOST_DAYS))
        return self._setup.clock() - timedelta(days=days)

    def _built(
        self,
        arguments: BuildArguments,
        read: ReadTemplate | None = None,
        library: Library | None = None,
        make_sources: MakeSources | None = None,
    ) -> BuiltPrompt:
        setup = self._setup
        library = library if library is not None else self.opened_library()
        read = read if read is not None else read_template(library)
        make_sources = make_sources or setup.make_sources
        return build_prompt(read, arguments, library, setup.permissions, setup.clock, make_sources)

    def _add(self, built: Construction, *, once: bool) -> StoredBuild:
        built = replace(built, constructed_at=self._setup.clock())
        added, before = self._write(lambda connection: builds.add(connection, self._key, built, once=once))
        notices = self._database.take_notices()
        return StoredBuild(replace(added, warnings=(*added.warnings, *notices)), before)

    def _write(self, change: Callable[[Connection], _Result]) -> _Result:
        if self._setup.database is None:
            try:
                make_state_dir(self.database.parent)
            except OSError as error:
                raise file_error(error, self.database) from error
        return self._database.write(change)


def _opened(root: Path) -> Library:
    try:
        return open_library(root)[0]
    except FileError as error:
        raise LibraryGoneError(
            Sentence("conversations.library-gone", library=quoted(root), reason=error.sentence)
        ) from error
