"""Lines about variables that could not be resolved: each with its place, those that lack trust together."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from editor_app.cli.paths import show_path
from editor_app.template.dialect import Dialect
from editor_app.template.template import parse
from editor_app.variables.catalog import FAILED_CAUSES, LACKING_CAUSES, TEMPLATE_CATALOG, Cause, entry_for
from editor_app.wire.named_texts import Advice, failed_lines, untrusted_line

if TYPE_CHECKING:
    from editor_app.conversations.results import Construction

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
    path = made.template.path
    shown = show_path(path) if path is not None else "the built-in template"
    for blank in made.blank:
        names = parse(blank.tag, Dialect.BRACKETS).names if blank.cause is Cause.NOT_GIVEN else ()
        for name in names:
            if entry_for(name, TEMPLATE_CATALOG) is None:
                setting = f" {shlex.quote(f'{name}=VALUE')}" if len(name) <= _MOST_OF_PATH else ""
                yield f"{shown}: blank {blank.tag}: {blank.message} ‘--set{setting}’ gives one."
    yield from failed_lines(made, FAILED_CAUSES, untrusted, ADVICE, show_path)
    if untrusted:
        yield untrusted_line(made.cwd, untrusted, ADVICE)


def stored_lines(made: Construction) -> Iterator[str]:
    """Yield lines about what lacked trust or a grant in a prompt that is stored."""
    lacking = [blank for blank in made.blank if blank.cause in LACKING_CAUSES]
    for effect, (of_one, of_many) in _EFFECTS_THEN.items():
        tags = [blank.tag for blank in lacking if blank.effect == effect]
        if not tags:
            continue
        counted = f"1 {of_one}" if len(tags) == 1 else f"{len(tags)} {of_many}"
        others = len(tags) - _MOST_LISTED
        more = f" and {others} more" if others > 0 else ""
        yield (
            f"{counted} for want of trust or an allowed file when this was constructed: "
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
