"""What the actions on conversations share: the service, what they are constructed with, and their errors."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from editor_app.cli.blanks import ADVICE, prompt_lines, stored_lines
from editor_app.cli.command_line import Arguments
from editor_app.cli.command_table import TYPED_VALUE
from editor_app.cli.failure import Failure
from editor_app.cli.given.values import given_values
from editor_app.cli.paths import path_of_word
from editor_app.cli.sources import open_current_library
from editor_app.cli.streams import Streams, refuse
from editor_app.conversations.results import Construction, ConversationError, TextError
from editor_app.conversations.service import ConversationService, open_service
from editor_app.library.files.reading import NotAllowed
from editor_app.library.folders import Library
from editor_app.library.paths import TEMPLATE_NAME, state_dir
from editor_app.text import LineIndex, Severity
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
