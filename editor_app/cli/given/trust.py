"""Whether a folder is trusted for this call: by `--trust`, or because the user's trust is remembered."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from editor_app.cli.blanks import allow_option
from editor_app.cli.command_line import Arguments
from editor_app.cli.paths import path_of_word
from editor_app.library.files.errors import quoted
from editor_app.library.paths import state_dir
from editor_app.library.trust.of_call import CallTrust, trust_of_call
from editor_app.library.trust.trust import read_trust, trust_mark
from editor_app.wire.named_texts import Source


def given_trust(folder: Path, workspace: Path, arguments: Arguments) -> CallTrust:
    """Return the trust in a folder that variables are resolved in; `--trust` is about the workspace."""
    return trust_of_call(
        state_dir(),
        folder,
        trusted=arguments.trust or None,
        workspaces=(workspace,),
        allowed_files=map(path_of_word, arguments.allow_file),
    )


def remembered_trust(workspace: Path) -> Callable[[], bool]:
    """Return a function that says whether a folder is trusted now, and which may be asked all the time.

    What the user said is read again only where it may have changed, or another folder has taken its place.
    """
    where = state_dir()
    known: list[tuple[object, bool]] = []

    def is_trusted() -> bool:
        mark = (trust_mark(where), _place(workspace))
        if not known or known[0][0] != mark:
            known[:] = [(mark, read_trust(where, workspace)[0].is_trusted)]
        return known[0][1]

    return is_trusted


def unmatched_grants(source: Source | None, folder: str | Path | None, arguments: Arguments) -> Iterator[str]:
    """Yield a warning for each `--allow-file` to which neither the text's path nor one that it names leads.

    `folder` is the one in which variables are resolved, None where none are.
    """
    if source is None or source.errors or not arguments.allow_file:
        return
    named = _files_named(source, Path(folder)) if folder is not None else {}
    own = {os.path.realpath(source.path)} if source.path is not None else set()
    for word in arguments.allow_file:
        if os.path.realpath(path_of_word(word)) in {*named, *own}:
            continue
        same_name = [path for path in named if Path(path).name == word.name]
        meant = os.path.realpath(Path(folder) / word) if folder is not None else ""
        near = meant if meant in named else same_name[0] if len(same_name) == 1 else None
        hint = f" Did you mean {allow_option(Path(near))}?" if near is not None else ""
        yield f"‘--allow-file’ allows {quoted(path_of_word(word))}, which the text does not name.{hint}"


def _place(folder: Path) -> tuple[int, int] | None:
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _files_named(source: Source, folder: Path) -> dict[str, str]:
    """Return the paths, without links, of the files that a text's variables name."""
    variables = (name.partition(":") for name in source.analysis.names)
    names = (name for kind, _, name in variables if kind == "file" and name and "\0" not in name)
    return {os.path.realpath(folder / name): name for name in names}
