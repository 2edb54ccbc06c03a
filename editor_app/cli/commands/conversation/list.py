"""`foreword conversation list`: list the conversations of a library, and those of libraries that are gone."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from editor_app.cli.blanks import ADVICE
from editor_app.cli.commands.conversation.session import Session, action, delete_command
from editor_app.cli.paths import show_path
from editor_app.conversations.results import (
    Construction,
    ConversationEntry,
    ConversationPage,
    ElsewhereLibrary,
    TextError,
)
from editor_app.conversations.service import ConversationService
from editor_app.text.readable_json import utc_text
from editor_app.wire.conversations import conversations_document
from editor_app.wire.named_texts import lacking_lines
from editor_app.wire.problems import to_json

_AT_ONCE = 1000
_NOW = {True: "would get something else now", False: "", None: "what it would get now is not known"}


@action
def run(session: Session) -> None:
    """Print a line for each conversation, the newest first."""
    streams, service = session.streams, session.service()
    entries = tuple(_all_entries(service))
    elsewhere = service.elsewhere()
    differs, warnings = _differs(session, service, entries)
    warnings += service.take_notices()
    streams.warn(warnings)
    if session.arguments.json:
        page = ConversationPage(entries)
        streams.write(to_json(conversations_document(page, elsewhere, differs, warnings)))
    else:
        lines = (line for other in elsewhere for line in _elsewhere_lines(other, service.library))
        streams.print(*_rows(entries, differs), *lines)


def _all_entries(service: ConversationService) -> Iterator[ConversationEntry]:
    """Go through all conversations of a library, the newest first."""
    after: str | None = None
    while True:
        page = service.list(_AT_ONCE, after)
        yield from page.entries
        after = page.next
        if after is None:
            return


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
        return {}, (f"What they would get now is not known. {error.sentence}",)


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
        names = (shlex.quote(str(path)) for path in (other.library, library))
        adopt = "foreword conversation adopt {} --library {}".format(*names)
        taken = replace(other, count=other.count - len(kept_ids))
        yield f"{taken.sentence}: ‘{adopt}’ gives {'it' if taken.count == 1 else 'them'} to {library}"
    if kept_ids:
        of_them = replace(other, count=len(kept_ids)).sentence
        has, them = ("has an id", "it") if len(kept_ids) == 1 else ("have ids", "them")
        delete = delete_command(kept_ids, other.library)
        yield f"{of_them}, {has} that this library has, too: {delete} deletes {them}"
