"""`foreword conversation`: the actions on the prompts of conversations, and what they share."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from editor_app.cli.blanks import ADVICE, prompt_lines, stored_lines
from editor_app.cli.command_line import Arguments
from editor_app.cli.command_table import TYPED_VALUE
from editor_app.cli.failure import Failure
from editor_app.cli.given.values import given_values
from editor_app.cli.paths import STANDARD_INPUT, path_of_word, show_path
from editor_app.cli.sources import open_current_library
from editor_app.cli.streams import Streams, refuse
from editor_app.conversations.moved_libraries import is_gone
from editor_app.conversations.results import (
    Construction,
    ConversationEntry,
    ConversationError,
    ConversationPage,
    ElsewhereLibrary,
    NoLibraryError,
    TextError,
    needs_folder,
    never_constructed,
    nothing_deleted,
)
from editor_app.conversations.service import ConversationService, Setup, open_service
from editor_app.conversations.templates import instructions_of
from editor_app.library.files.reading import NotAllowed, quoted, read_file
from editor_app.library.finding import LIBRARY_VARIABLE
from editor_app.library.folders import Library
from editor_app.library.paths import TEMPLATE_NAME, state_dir
from editor_app.text import LineIndex, Sentence, Severity
from editor_app.text.readable_json import utc_text
from editor_app.wire.conversations import (
    adoption_document,
    compaction_document,
    construction_document,
    conversations_document,
    deleted_document,
    preview_document,
    stored_document,
)
from editor_app.wire.named_texts import lacking_lines
from editor_app.wire.problems import JsonObject, Problem, problems_of, to_json

Act = Callable[["Session"], None]
_MOST_NAMED = 5


class Session(NamedTuple):
    """A call of one action: its arguments, the streams, and the library it is about."""

    arguments: Arguments
    streams: Streams
    library: Library

    @property
    def given_folder(self) -> Path | None:
        """The folder of `--cwd`, absolute; None without it. It need not be there."""
        cwd = self.arguments.cwd
        return None if cwd is None else path_of_word(cwd)

    @property
    def folder(self) -> Path:
        """The folder that variables are resolved in: that of `--cwd`, else the library's workspace."""
        return self.given_folder or self.library.workspace

    @property
    def values(self) -> Mapping[str, str]:
        """The values of `--set`."""
        values, _ = given_values(self.arguments, None, TYPED_VALUE)
        return {name: value for name, value in values.items() if value is not None}

    def service(self, folder: Path | None = None) -> ConversationService:
        """Open the service; `--trust` trusts `folder` for this call, without one the library's workspace."""
        return open_service(
            self.library,
            state_dir=state_dir(),
            trusted=self.arguments.trust or None,
            workspaces=() if folder is None else (folder,),
            allowed_files=tuple(map(path_of_word, self.arguments.allow_file)),
        )

    def stored(self, conversation_id: str) -> Construction:
        """Return what is stored of a conversation, and say what stayed blank; raises ConversationError."""
        service = self.service()
        stored = service.stored(conversation_id)
        self.streams.warn(service.take_notices())
        if stored is None:
            raise never_constructed(conversation_id)
        self.say_what_is_blank(stored)
        return stored

    def say_what_is_blank(self, made: Construction) -> None:
        """Say on standard error what stayed blank now, or stayed blank in what was found stored."""
        is_new = made.created or made.constructed_at is None
        self.streams.warn((*made.warnings, *prompt_lines(made)) if is_new else stored_lines(made))

    def write_result(self, document: JsonObject, text: str) -> None:
        """Write the document with `--json`, else the text exactly."""
        self.streams.write(to_json(document) if self.arguments.json else text.encode())


def action(do: Act) -> Callable[[Arguments, Streams], int]:
    """Return the command that does an action in the library that is named or in the current folder."""
    return lambda arguments, streams: act(arguments, streams, do)


def act(
    arguments: Arguments, streams: Streams, action: Act, own_library: Callable[[], Path] | None = None
) -> int:
    """Do an action; a text that is at fault gives 1, what cannot be done raises Failure.

    `own_library` says which library it is where none is named and none is in the current folder.
    """
    session = Session(arguments, streams, open_current_library(arguments, streams, own_library))
    return reporting(lambda: action(session), streams)


def reporting(action: Callable[[], None], streams: Streams) -> int:
    """Do something with conversations; what is wrong gives the same as in `act`."""
    try:
        action()
    except TextError as error:
        code = refuse(_problems(error), streams, systemPrompt=None)
        if isinstance(error.__cause__, NotAllowed):
            streams.complain(ADVICE.on_refusal(error.__cause__.refusal))
        return code
    except ConversationError as error:
        raise Failure(error.code, error.sentence) from error
    return 0


def delete_command(ids: Sequence[str], library: Path) -> str:
    """Return the command that deletes conversations of a library that is gone, as it works in a shell."""
    named = " ".join(map(shlex.quote, ids[:_MOST_NAMED])) + (" ID…" if len(ids) > _MOST_NAMED else "")
    option = f"--library {shlex.quote(str(library))}"
    is_like_option = any(id_.startswith("-") for id_ in ids[:_MOST_NAMED])
    words = f"{option} -- {named}" if is_like_option else f"{named} {option}"
    return f"‘foreword conversation delete {words}’"


def _problems(error: TextError) -> Sequence[Problem]:
    """Return what keeps a prompt from being made, one at least."""
    path = TEMPLATE_NAME if error.path is None else str(error.path)
    if not error.problems:
        return [Problem(error.code, Severity.ERROR, error.sentence, path)]
    return list(problems_of(error.problems, path, LineIndex(error.source)))


@action
def construct(session: Session) -> None:
    """Print the text exactly; with `--once` that which is stored already, if there is one."""
    arguments, streams = session.arguments, session.streams
    folder = session.folder
    service = session.service(folder)
    made = service.build(arguments.words[0], folder, arguments.model, session.values, once=arguments.once)
    streams.warn(service.take_notices())
    session.say_what_is_blank(made)
    session.write_result(construction_document(made), made.text)


@action
def preview(session: Session) -> None:
    """Print the preview's text exactly; nothing is stored."""
    arguments = session.arguments
    folder = session.folder
    made = session.service(folder).build_preview(arguments.words[0], folder, arguments.model, session.values)
    session.say_what_is_blank(made)
    session.write_result(preview_document(made), made.text)


@action
def get(session: Session) -> None:
    """Print the text exactly; a conversation that was never constructed has none."""
    stored = session.stored(session.arguments.words[0])
    session.write_result(stored_document(stored), stored.text)


@action
def compact(session: Session) -> None:
    """Print the prompt with the instructions; the prompt alone is stored."""
    arguments, streams = session.arguments, session.streams
    conversation_id, folder = arguments.words[0], session.given_folder
    looks_in = folder
    if looks_in is None:
        stored = session.service().stored(conversation_id)
        if stored is None:
            raise needs_folder(conversation_id, "--cwd")
        looks_in = Path(stored.cwd)  # that of the last construct
    service = session.service(looks_in)
    compaction = service.build_compaction(
        conversation_id, folder, _instructions(session), arguments.model, session.values or None
    )
    streams.warn(service.take_notices())
    session.say_what_is_blank(compaction.rebuilt)
    session.write_result(compaction_document(compaction), compaction.sent)


def _instructions(session: Session) -> str | None:
    """Return the text of `--instructions` without its final newlines; None without that option."""
    word = session.arguments.instructions
    if word is None:
        return None
    path = path_of_word(word)
    if word == STANDARD_INPUT:
        return instructions_of(session.streams.read(), path, Sentence("cli.instructions-of-input"))
    if not os.path.lexists(path):
        missing = Sentence("cli.no-instructions", name=quoted(word))
        raise Failure("not-found", missing, Sentence("cli.write-instructions"), path=path)
    return instructions_of(read_file(path).data, path)


_AT_ONCE = 1000
_NOW = {True: Sentence("cli.differs-now"), False: "", None: Sentence("cli.not-known-now")}


@action
def list_all(session: Session) -> None:
    """Print a line for each conversation, the newest first."""
    streams, service = session.streams, session.service()
    page = service.list(_AT_ONCE)
    entries = page.entries
    while page.next is not None:
        page = service.list(_AT_ONCE, page.next)
        entries += page.entries
    elsewhere = service.elsewhere()
    differs, warnings = _differs(session, service, entries)
    warnings += service.take_notices()
    streams.warn(warnings)
    below = (line for other in elsewhere for line in _elsewhere_lines(other, service.library))
    streams.show(
        lambda: conversations_document(ConversationPage(entries), elsewhere, differs, warnings),
        chain(_rows(entries, differs), below),
    )


def _differs(
    session: Session, service: ConversationService, entries: tuple[ConversationEntry, ...]
) -> tuple[Mapping[str, bool | None], tuple[str, ...]]:
    """Return by id whether it would get another text now, and warnings about what is blank now.

    Where no text can be made now, it is known of none, and the warning says so.
    """
    differs: dict[str, bool | None] = {}

    def compared() -> Iterator[Construction]:
        for comparison in service.comparisons(entry.conversation_id for entry in entries):
            differs[comparison.conversation_id] = comparison.differs
            yield comparison.now

    advice = ADVICE._replace(workspaces=(session.library.workspace,))
    try:
        return differs, tuple(lacking_lines(compared(), advice, show_path))
    except TextError as error:
        return {}, (Sentence("cli.none-known-now", reason=error.sentence),)


def _rows(entries: tuple[ConversationEntry, ...], differs: Mapping[str, bool | None]) -> Iterator[str]:
    width = max((len(entry.conversation_id) for entry in entries), default=0)
    for entry in entries:
        parts = [
            f"{entry.conversation_id:<{width}}",
            utc_text(entry.constructed_at),
            entry.cwd,
            entry.model or "",
            _NOW[differs.get(entry.conversation_id, False)],
        ]
        yield "  ".join(filter(None, parts))


def _elsewhere_lines(other: ElsewhereLibrary, library: Path) -> Iterator[str]:
    """Yield what another library has: what this one can take over, and what it cannot."""
    kept_ids = other.kept_ids
    if not other.is_gone:
        yield other.sentence
    if other.is_gone and other.count > len(kept_ids):
        taken = replace(other, count=other.count - len(kept_ids))
        yield Sentence(
            "cli.adopt-gives",
            sentence=taken.sentence,
            old=shlex.quote(str(other.library)),
            library=shlex.quote(str(library)),
            count=taken.count,
        )
    if kept_ids:
        yield Sentence(
            "cli.ids-taken",
            sentence=replace(other, count=len(kept_ids)).sentence,
            count=len(kept_ids),
            delete=delete_command(kept_ids, other.library),
        )


def delete(arguments: Arguments, streams: Streams) -> int:
    """Delete those named or those that are old, once it is confirmed; if one is not there, none."""
    days, ids = arguments.older_than, arguments.words
    if (days is None) == (not ids):
        raise Failure("usage", Sentence("cli.name-conversations"))
    if arguments.library is not None and is_gone(old := path_of_word(arguments.library)):
        # What is stored of a library that is gone, and shared with a later one, can only be deleted.
        return reporting(
            lambda: _delete_in(arguments, streams, ConversationService.of_gone_library(old, Setup())),
            streams,
        )
    return act(arguments, streams, lambda session: _delete_in(arguments, streams, session.service()))


def _delete_in(arguments: Arguments, streams: Streams, service: ConversationService) -> None:
    ids, days = dict.fromkeys(arguments.words), arguments.older_than
    for conversation_id in ids:
        if service.get(conversation_id) is None:
            raise nothing_deleted(conversation_id)
    count = len(ids) if days is None else service.count_older_than(days)
    question = Sentence("cli.delete-conversations", count=count)
    if count and not arguments.yes and not streams.confirm(question):
        raise Failure("usage", Sentence("cli.nothing-deleted"))
    deleted = service.delete(ids) if days is None else service.delete_older_than(days)
    streams.warn(service.take_notices())
    streams.show(lambda: deleted_document(deleted), [Sentence("cli.conversations-deleted", count=deleted)])


def adopt(arguments: Arguments, streams: Streams) -> int:
    """Give them to the library, and name those that stay because it has conversations of these ids."""
    return act(arguments, streams, _give_to_library, _no_library)


def _no_library() -> Path:
    """Refuse to give them to a library that the user did not think of."""
    raise Failure("usage", Sentence("cli.no-library-to-adopt", variable=LIBRARY_VARIABLE))


def _give_to_library(session: Session) -> None:
    streams, service = session.streams, session.service()
    old_library = session.arguments.words[0]
    try:
        adoption = service.adopt(old_library)
    except NoLibraryError as error:
        raise Failure(error.code, error.sentence, Sentence("cli.name-adopting-library")) from error
    streams.warn(
        Sentence(
            "cli.stays",
            id=quoted(id_),
            old=quoted(old_library),
            library=quoted(service.library),
            delete=delete_command([id_], path_of_word(old_library)),
        )
        for id_ in adoption.kept_ids
    )
    streams.warn(service.take_notices())
    library = quoted(service.library)
    adopted = Sentence("cli.conversations-adopted", count=adoption.taken, library=library)
    streams.show(lambda: adoption_document(adoption), [adopted])


ACTIONS: Mapping[str, Callable[[Arguments, Streams], int]] = {
    "construct": construct,
    "preview": preview,
    "get": get,
    "compact": compact,
    "list": list_all,
    "delete": delete,
    "adopt": adopt,
}
"""What each action does; it returns the exit code."""
