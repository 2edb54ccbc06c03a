"""The warnings of a render, made once for `render --json` and the HTTP API.

What they say is the same in both. They differ in the words of `Advice`: how a folder is trusted and a file
allowed, which each does in its own way, and in how a path is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from editor_app.analysis.model_text import ModelText
from editor_app.library.files.errors import quoted
from editor_app.library.trust.trust import is_part_of
from editor_app.library.unused_values import unused_warnings
from editor_app.prompts.cases.cases import Case
from editor_app.template.blank_effect import blank_effect
from editor_app.template.dialect import Dialect
from editor_app.template.template import parse
from editor_app.text import Span, nearest
from editor_app.variables.access import Refusal
from editor_app.variables.notes import LACKING_CAUSES, Cause, short_name
from editor_app.wire.named_texts import NamedSource

if TYPE_CHECKING:
    from editor_app.conversations.results import Construction

_MOST_LISTED = 20


class Advice(NamedTuple):
    """What to do about a variable that may not be read.

    `trust` is a sentence that says how a folder is trusted; where there are `workspaces`, it is about those
    alone. `allow` returns what allows a file, None where nothing does.
    """

    trust: str
    allow: Callable[[Path], str] | None = None
    workspaces: tuple[Path, ...] = ()

    def trust_in(self, folder: Path | str) -> str:
        """Return the sentence that says how a folder is trusted, which may be in another repository."""
        if self.workspaces and not any(is_part_of(Path(folder), one) for one in self.workspaces):
            return "Trust it in the window."
        return self.trust

    def on_refusal(self, refusal: Refusal) -> str:
        """Return the sentences that say what lets a path lead where it does."""
        told = [self.trust] if refusal.lacks_trust else []
        if refusal.needs_allowance and self.allow is not None:
            told.append(f"{self.allow(refusal.end)} allows it.")
        return " ".join(told)


def render_warnings(
    found: NamedSource, result: ModelText, about_given: Iterable[str], advice: Advice
) -> tuple[str, ...]:
    """Return the warnings of a text that was rendered; `about_given` are those about what it was given."""
    shown = found.source.shown if found.source is not None else found.origin.file_path
    return (*found.warnings, *about_given, *result.warnings, *unresolved_lines(result, shown, advice))


def unused_values(found: NamedSource, given: Iterable[str], case: Case | None) -> Iterator[str]:
    """Return warnings about the given values that the text does not use; those of the case may be unused."""
    analysis = found.source.analysis if found.source else None
    if analysis is None:
        return iter(())
    known = dict.fromkeys([*analysis.variable_names, *analysis.names])
    of_case = case.values if case is not None else {}
    unused = [name for name in given if name not in known and name not in of_case]
    return unused_warnings(unused, lambda name: nearest(name, known))


def place_in_file(result: ModelText, span: Span, shown: str) -> str:
    """Return `path:line:column` of a span in the file that is `shown`."""
    line, column = result.analysis.lines.position(span.start)
    return f"{shown}:{line}:{column}"


def unresolved_lines(result: ModelText, shown: str, advice: Advice) -> Iterator[str]:
    """Yield a line for each variable that was refused or could not be read, and what its tag gives.

    Those that are blank only because their folder is not trusted are in one line, the last.
    """
    for one in result.unresolved:
        if one.cause is Cause.NOT_TRUSTED:
            continue
        place, path = place_in_file(result, one.span, shown), _file_to_allow(result, one.name)
        line = f"{place}: {blank_effect(one.tag)} {one.tag}: {one.sentence}"
        yield with_advice(line, one.cause, path, advice)
    yield from untrusted_lines(result, advice)


def untrusted_lines(result: ModelText, advice: Advice) -> Iterator[str]:
    """Yield a line that names what is blank for want of trust, if anything is, and says what to do."""
    names = (one.name for one in result.unresolved if one.cause is Cause.NOT_TRUSTED)
    files = {name: _file_to_allow(result, name) for name in names}
    folder = result.snapshot.context.cwd if result.snapshot is not None else None
    if files and folder is not None:
        yield untrusted_line(folder, files, advice)


def lacking_lines(
    prompts: Iterable[Construction], advice: Advice, show: Callable[[Path], str] = str
) -> Iterator[str]:
    """Yield lines about what is blank in some prompts for want of trust or a grant, each once."""
    untrusted: dict[str, dict[str, Path | None]] = {}
    lines: dict[str, None] = {}
    for made in prompts:
        files = untrusted.setdefault(made.cwd, {})
        lines |= dict.fromkeys(failed_lines(made, LACKING_CAUSES, files, advice, show))
    yield from lines
    for folder, of_folder in untrusted.items():
        if of_folder:
            yield untrusted_line(folder, of_folder, advice)


def failed_lines(
    made: Construction,
    causes: frozenset[Cause],
    untrusted: dict[str, Path | None],
    advice: Advice,
    show: Callable[[Path], str] = str,
) -> Iterator[str]:
    """Yield a line for each tag that failed; what lacks trust is put into `untrusted`, with its file."""
    path = made.template.path
    shown = show(path) if path is not None else "the built-in template"
    for one in made.blank:
        for name in parse(one.tag, Dialect.BRACKETS).names if one.cause in causes else ():
            note = made.notes.get(name)
            needed = note.path if note is not None else None
            if one.cause is Cause.NOT_TRUSTED:
                untrusted.setdefault(name, needed)
            else:
                yield with_advice(
                    f"{shown}: {one.effect} {one.tag}: {one.message}", one.cause, needed, advice
                )


def with_advice(line: str, cause: Cause, path: Path | None, advice: Advice) -> str:
    """Return a line about a variable with what allows its file, where that is what it lacks."""
    if cause is not Cause.NEEDS_GRANT or path is None or advice.allow is None:
        return line
    return f"{line} {advice.allow(path)} allows it."


def untrusted_line(folder: Path | str, files: Mapping[str, Path | None], advice: Advice) -> str:
    """Return the line about variables of a folder that is not trusted, with the files to allow besides."""
    what = "1 variable is blank" if len(files) == 1 else f"{len(files)} variables are blank"
    listed = ", ".join(f"[{short_name(name)}]" for name in islice(files, _MOST_LISTED))
    others = len(files) - _MOST_LISTED
    more = f" and {others} more" if others > 0 else ""
    return (
        f"{what}, because {quoted(folder)} is not trusted: {listed}{more}. {advice.trust_in(folder)}"
        f"{_needed_besides(files, advice)}"
    )


def _needed_besides(files: Mapping[str, Path | None], advice: Advice) -> str:
    """Return a sentence about the files that trust is not enough for, "" where there are none."""
    if advice.allow is None:
        return ""
    needing = ((name, path) for name, path in files.items() if path is not None)
    needed = [
        f"[{short_name(name)}] needs {advice.allow(path)}" for name, path in islice(needing, _MOST_LISTED)
    ]
    return f" Besides, {', '.join(needed)}." if needed else ""


def _file_to_allow(result: ModelText, name: str) -> Path | None:
    note = result.snapshot.notes.get(name) if result.snapshot is not None else None
    return note.path if note is not None else None
