"""Lines about variables that could not be resolved: each with its place, those that lack trust together."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from editor_app.cli.paths import show_path
from editor_app.template.dialect import Dialect
from editor_app.template.template import parse
from editor_app.text import Sentence, some_of
from editor_app.variables.catalog import FAILED_CAUSES, LACKING_CAUSES, TEMPLATE_CATALOG, Cause, entry_for
from editor_app.wire.named_texts import Advice, failed_lines, untrusted_line

if TYPE_CHECKING:
    from editor_app.conversations.results import Construction

_MOST_LISTED = 20
_MOST_OF_PATH = 1000


def prompt_lines(made: Construction) -> Iterator[str]:
    """Yield the lines about the prompt of a conversation that was constructed now, as those about a text.

    A tag of the library's own variables that was given no value has a line, too.
    """
    untrusted: dict[str, Path | None] = {}
    path = made.template.path
    shown = show_path(path) if path is not None else Sentence("wire.built-in-template")
    for blank in made.blank:
        names = parse(blank.tag, Dialect.BRACKETS).names if blank.cause is Cause.NOT_GIVEN else ()
        for name in names:
            if entry_for(name, TEMPLATE_CATALOG) is None:
                setting = f" {shlex.quote(f'{name}=VALUE')}" if len(name) <= _MOST_OF_PATH else ""
                yield Sentence(
                    "cli.blank-not-given",
                    place=shown,
                    tag=blank.tag,
                    reason=blank.message,
                    option=f"--set{setting}",
                )
    yield from failed_lines(made, FAILED_CAUSES, untrusted, ADVICE, show_path)
    if untrusted:
        yield untrusted_line(made.cwd, untrusted, ADVICE)


def stored_lines(made: Construction) -> Iterator[str]:
    """Yield lines about what lacked trust or a grant in a prompt that is stored."""
    tags: dict[str, list[str]] = {}
    for blank in made.blank:
        if blank.cause in LACKING_CAUSES:
            tags.setdefault(blank.effect, []).append(blank.tag)
    for effect, of_effect in tags.items():
        yield Sentence(
            "cli.lacked-trust",
            effect=effect,
            count=len(of_effect),
            tags=some_of(of_effect, _MOST_LISTED),
        )


def allow_option(path: Path) -> str:
    """Return the option that allows a file, as it works in a shell in the current folder."""
    word = show_path(path)
    if len(word) > _MOST_OF_PATH:
        return Sentence("cli.allow-file-with-path")
    return f"‘--allow-file {shlex.quote(f'./{word}' if word.startswith('-') else word)}’"


ADVICE: Final = Advice(Sentence("cli.trust-trusts"), allow_option)
"""What the command line says about a variable that may not be read."""
