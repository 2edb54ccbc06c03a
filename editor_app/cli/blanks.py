"""Lines about variables that could not be resolved: each with its place, those that lack trust together."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from editor_app.analysis import Blank, ModelText
from editor_app.cli.paths import show_path
from editor_app.library import is_part_of, quoted
from editor_app.template import Dialect, parse
from editor_app.text import Span
from editor_app.variables import (
    FAILED_CAUSES,
    LACKING_CAUSES,
    TEMPLATE_CATALOG,
    Cause,
    entry_for,
    short_name,
)

if TYPE_CHECKING:
    from editor_app.conversations import BlankTag, Construction

_EFFECTS_THEN = {
    "blank": ("variable was blank", "variables were blank"),
    "left out": ("condition did not hold", "conditions did not hold"),
    "kept": ("condition held", "conditions held"),
}
_MOST_LISTED = 20
_MOST_OF_PATH = 1000


def place_in_file(result: ModelText, span: Span, shown: str) -> str:
    """Return `path:line:column` of a span in the file that is `shown`."""
    line, column = result.analysis.lines.position(span.start)
    return f"{shown}:{line}:{column}"


def unresolved_lines(result: ModelText, shown: str) -> Iterator[str]:
    """Yield a line for each variable that was refused or could not be read, and what its tag gives.

    Those that are blank only because their folder is not trusted are in one line, the last.
    """
    for one in result.unresolved:
        if one.cause is Cause.NOT_TRUSTED:
            continue
        place, path = place_in_file(result, one.span, shown), _file_to_allow(result, one.name)
        yield _unresolved_line(place, _effect(one), one.tag, one, path)
    yield from untrusted_lines(result)


def untrusted_lines(result: ModelText) -> Iterator[str]:
    """Yield a line that names what is blank for want of trust, if anything is, and says what to do."""
    names = (one.name for one in result.unresolved if one.cause is Cause.NOT_TRUSTED)
    files = {name: _file_to_allow(result, name) for name in names}
    folder = result.snapshot.context.cwd if result.snapshot is not None else None
    if files and folder is not None:
        yield _untrusted_line(folder, files)


def prompt_lines(made: Construction) -> Iterator[str]:
    """Yield the same lines for the prompt of a conversation that was constructed now.

    A tag of the library's own variables that was given no value has a line, too.
    """
    untrusted: dict[str, Path | None] = {}
    yield from _not_given_lines(made)
    yield from _failed_lines(made, FAILED_CAUSES, untrusted)
    if untrusted:
        yield _untrusted_line(made.cwd, untrusted)


def lacking_lines(prompts: Iterable[Construction], workspace: Path) -> Iterator[str]:
    """Yield lines about what is blank in some prompts for want of trust or a grant, each once.

    `workspace` is the folder that `--trust` trusts.
    """
    untrusted: dict[str, dict[str, Path | None]] = {}
    lines: dict[str, None] = {}
    for made in prompts:
        files = untrusted.setdefault(made.cwd, {})
        lines |= dict.fromkeys(_failed_lines(made, LACKING_CAUSES, files))
    yield from lines
    for folder, files in untrusted.items():
        if files:
            yield _untrusted_line(folder, files, by_option=is_part_of(Path(folder), workspace))


def _not_given_lines(made: Construction) -> Iterator[str]:
    path = made.template.path
    shown = show_path(path) if path is not None else "the built-in template"
    for one in made.blank:
        names = parse(one.tag, Dialect.BRACKETS).names if one.cause is Cause.NOT_GIVEN else ()
        for name in names:
            if entry_for(name, TEMPLATE_CATALOG) is None:
                yield f"{_unresolved_line(shown, 'blank', one.tag, one, None)} {_set_option(name)} gives one."


def _set_option(name: str) -> str:
    """Return the option that gives a value to a variable, as it works in a shell."""
    if len(name) > _MOST_OF_PATH:
        return "‘--set’"
    return f"‘--set {shlex.quote(f'{name}=VALUE')}’"


def _failed_lines(
    made: Construction, causes: frozenset[Cause], untrusted: dict[str, Path | None]
) -> Iterator[str]:
    """Yield a line for each tag that failed; what lacks trust is put into `untrusted`, with its file."""
    path = made.template.path
    shown = show_path(path) if path is not None else "the built-in template"
    for one in made.blank:
        for name in parse(one.tag, Dialect.BRACKETS).names if one.cause in causes else ():
            note = made.notes.get(name)
            needed = note.path if note is not None else None
            if one.cause is Cause.NOT_TRUSTED:
                untrusted.setdefault(name, needed)
            else:
                yield _unresolved_line(shown, one.effect, one.tag, one, needed)


def stored_lines(made: Construction) -> Iterator[str]:
    """Yield lines about what lacked trust or a grant in a prompt that is stored."""
    lacking = [one for one in made.blank if one.cause in LACKING_CAUSES]
    for effect, (of_one, of_many) in _EFFECTS_THEN.items():
        tags = [one.tag for one in lacking if one.effect == effect]
        if not tags:
            continue
        what = f"1 {of_one}" if len(tags) == 1 else f"{len(tags)} {of_many}"
        others = len(tags) - _MOST_LISTED
        more = f" and {others} more" if others > 0 else ""
        yield (
            f"{what} for want of trust or an allowed file when this was constructed: "
            f"{', '.join(tags[:_MOST_LISTED])}{more}. ‘--json’ has the reasons."
        )


def allow_option(path: Path) -> str:
    """Return the option that allows a file, as it works in a shell in the current folder."""
    word = show_path(path)
    if len(word) > _MOST_OF_PATH:
        return "‘--allow-file’ with its path"
    return f"‘--allow-file {shlex.quote(f'./{word}' if word.startswith('-') else word)}’"


def _effect(one: Blank) -> str:
    return "kept" if one.is_kept else "left out" if one.is_condition else "blank"


def _unresolved_line(place: str, effect: str, tag: str, why: Blank | BlankTag, path: Path | None) -> str:
    sentence = why.sentence if isinstance(why, Blank) else why.message
    line = f"{place}: {effect} {tag}: {sentence}"
    is_allowed = why.cause is Cause.NEEDS_GRANT and path is not None
    return f"{line} {allow_option(path)} allows it." if is_allowed and path is not None else line


def _untrusted_line(folder: Path | str, files: Mapping[str, Path | None], *, by_option: bool = True) -> str:
    """Return the line about variables of a folder that is not trusted, with the files to allow besides.

    It says what to do: `--trust`, unless that would not trust the folder.
    """
    what_helps = "‘--trust’ trusts it for this call." if by_option else "Trust it in the window."
    what = "1 variable is blank" if len(files) == 1 else f"{len(files)} variables are blank"
    listed = ", ".join(f"[{short_name(name)}]" for name in islice(files, _MOST_LISTED))
    others = len(files) - _MOST_LISTED
    more = f" and {others} more" if others > 0 else ""
    return (
        f"{what}, because {quoted(folder)} is not trusted: {listed}{more}. {what_helps}"
        f"{_needed_besides(files)}"
    )


def _needed_besides(files: Mapping[str, Path | None]) -> str:
    """Return a sentence about the files that trust is not enough for, "" where there are none."""
    needed = [
        f"[{short_name(name)}] needs {allow_option(path)}"
        for name, path in islice(
            ((name, path) for name, path in files.items() if path is not None), _MOST_LISTED
        )
    ]
    return f" Besides, {', '.join(needed)}." if needed else ""


def _file_to_allow(result: ModelText, name: str) -> Path | None:
    note = result.snapshot.notes.get(name) if result.snapshot is not None else None
    return note.path if note is not None else None
