"""Lines about variables that could not be resolved: each with its place, those that lack trust together."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from editor_app.cli.paths import show_path
from editor_app.template import Dialect, parse
from editor_app.variables import (
    FAILED_CAUSES,
    LACKING_CAUSES,
    TEMPLATE_CATALOG,
    Cause,
    entry_for,
)
from editor_app.wire.render_warnings import Advice, untrusted_line, with_advice

if TYPE_CHECKING:
    from editor_app.conversations import Construction

_EFFECTS_THEN = {
    "blank": ("variable was blank", "variables were blank"),
    "left out": ("condition did not hold", "conditions did not hold"),
    "kept": ("condition held", "conditions held"),
}
_MOST_LISTED = 20
_MOST_OF_PATH = 1000


def prompt_lines(made: Construction) -> Iterator[str]:
    """Yield the lines about the prompt of a conversation that was constructed now, as those about a text.

    A tag of the library's own variables that was given no value has a line, too.
    """
    untrusted: dict[str, Path | None] = {}
    yield from _not_given_lines(made)
    yield from _failed_lines(made, FAILED_CAUSES, untrusted)
    if untrusted:
        yield untrusted_line(made.cwd, untrusted, ADVICE)


def lacking_lines(prompts: Iterable[Construction], workspace: Path) -> Iterator[str]:
    """Yield lines about what is blank in some prompts for want of trust or a grant, each once.

    `workspace` is the folder that `--trust` trusts.
    """
    untrusted: dict[str, dict[str, Path | None]] = {}
    lines: dict[str, None] = {}
    advice = ADVICE._replace(workspaces=(workspace,))
    for made in prompts:
        files = untrusted.setdefault(made.cwd, {})
        lines |= dict.fromkeys(_failed_lines(made, LACKING_CAUSES, files))
    yield from lines
    for folder, files in untrusted.items():
        if files:
            yield untrusted_line(folder, files, advice)


def _not_given_lines(made: Construction) -> Iterator[str]:
    path = made.template.path
    shown = show_path(path) if path is not None else "the built-in template"
    for one in made.blank:
        names = parse(one.tag, Dialect.BRACKETS).names if one.cause is Cause.NOT_GIVEN else ()
        for name in names:
            if entry_for(name, TEMPLATE_CATALOG) is None:
                yield f"{shown}: blank {one.tag}: {one.message} {_set_option(name)} gives one."


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
                line = f"{shown}: {one.effect} {one.tag}: {one.message}"
                yield with_advice(line, one.cause, needed, ADVICE)


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


ADVICE: Final = Advice("‘--trust’ trusts it for this call.", allow_option)
"""What the command line says about a variable that may not be read."""
