"""Why a conversation would get another text now: which lines, and which value or line of the template.

The template of now, rendered with the values of then, stands between both texts: what differs up to it comes
from the template, what differs from there on from the values.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import NamedTuple

from editor_app.conversations.results import Change, ChangeCause, Reason
from editor_app.library.files.reading import quoted
from editor_app.template.rendering import Rendering, render
from editor_app.template.source_map import Piece
from editor_app.template.template import Template
from editor_app.text import LineIndex, Sentence
from editor_app.text.matching import Steps, changed_runs
from editor_app.variables.catalog import UNKNOWN_EXISTENCE, Cause, Note, short_name

_MOST_STEPS = 1_000_000
_MOST_SHOWN = 60
_ONE_WORD = re.compile(r"[\w./:+@-]*\w")
_EMPTY = Sentence("conversations.empty")
_DID_NOT_EXIST = Sentence("conversations.did-not-exist")
_LACKED = {
    Cause.NOT_TRUSTED: Sentence("conversations.restricted"),
    Cause.NEEDS_GRANT: Sentence("conversations.not-allowed"),
}


class _Run(NamedTuple):
    """The lines before[start:end] became after[new_start:new_end], and why."""

    start: int
    end: int
    new_start: int
    new_end: int
    reasons: tuple[Reason, ...]


class _Edit(NamedTuple):
    """The characters from `start` became those from `new_start`, because of these variables."""

    start: int
    end: int
    new_start: int
    new_end: int
    names: tuple[str, ...]


def what_changes(
    stored: str,
    values_then: Mapping[str, str | None],
    now: Rendering,
    values_now: Mapping[str, str | None],
    template: Template,
    notes_now: Mapping[str, Note] = MappingProxyType({}),
    notes_then: Mapping[str, Note] = MappingProxyType({}),
) -> tuple[Change, ...]:
    """Return the lines of a stored text that would be different, each with its reasons, in order.

    A variable that had no value then because the template did not name it counts for the template.
    """
    if stored == now.text:
        return ()
    known = {name: values_then.get(name, value) for name, value in values_now.items()}
    between = render(template, known)
    steps = Steps(_MOST_STEPS)
    by_template = _template_runs(stored, between, template, steps)
    changed = {name for name, value in values_now.items() if known[name] != value}
    words = {
        name: _value_words(known[name], values_now[name], notes_then.get(name), notes_now.get(name))
        for name in changed
    }
    by_values = _value_runs(between, now, words, steps)
    before, after = stored.split("\n"), now.text.split("\n")
    return tuple(
        change
        for change in _composed(by_template, by_values)
        if before[slice(*change.old)] != after[slice(*change.new)]
    )


def _template_runs(stored: str, between: Rendering, template: Template, steps: Steps) -> tuple[_Run, ...]:
    before, lines = stored.split("\n"), between.text.split("\n")
    starts = _line_starts(lines)
    source_lines = LineIndex(template.source)
    runs = []
    for run in changed_runs(before, lines, steps):
        start = starts[min(run.new_start, len(starts) - 1)]
        line = source_lines.position(min(between.source_map.source_at(start), len(template.source))).line
        old = _number(before[run.start : run.end], ends_text=run.end == len(before))
        new = _number(lines[run.new_start : run.new_end], ends_text=run.new_end == len(lines))
        verb = "changed" if old and new else "added" if new or not (old or run.end > run.start) else "removed"
        words = Sentence("conversations.template-lines", count=new or old, verb=verb)
        runs.append(_Run(*run, (Reason(ChangeCause.TEMPLATE, words, line=line),)))
    return tuple(runs)


def _number(lines: Sequence[str], *, ends_text: bool) -> int:
    """Return how many lines these are; what stands behind a text's final newline is none."""
    return len(lines) - (ends_text and lines[-1:] == [""])


def _value_runs(
    before: Rendering, after: Rendering, words: Mapping[str, str], steps: Steps
) -> tuple[_Run, ...]:
    """Return the lines that changed between two renderings of one template, with the variables."""
    old, new = before.text.split("\n"), after.text.split("\n")
    starts, new_starts = _line_starts(old), _line_starts(new)
    runs: list[_Run] = []
    for group in _on_common_lines(_edits(before, after, words), starts, new_starts):
        start, end = group[0].start, group[-1].end
        new_start, new_end = group[0].new_start, group[-1].new_end
        for run in changed_runs(old[start:end], new[new_start:new_end], steps):
            place = _Edit(
                start + run.start, start + run.end, new_start + run.new_start, new_start + run.new_end, ()
            )
            names = dict.fromkeys(name for edit in group if _meet(edit, place) for name in edit.names)
            names = names or dict.fromkeys(name for edit in group for name in edit.names)
            reasons = (Reason(ChangeCause.VARIABLE, words[name], name) for name in names)
            runs.append(_Run(*place[:4], tuple(reasons)))
    return tuple(runs)


def _edits(before: Rendering, after: Rendering, changed: Iterable[str]) -> Iterator[_Edit]:
    """Yield the pieces that differ between two renderings of one template."""
    names = frozenset(changed)
    old, new = before.source_map.pieces, after.source_map.pieces
    index = new_index = 0
    while index < len(old) or new_index < len(new):
        place = old[index].output.start if index < len(old) else len(before.text)
        new_place = new[new_index].output.start if new_index < len(new) else len(after.text)
        if index < len(old) and new_index < len(new) and old[index].source == new[new_index].source:
            piece, new_piece = old[index], new[new_index]
            if piece.name in names:
                yield _Edit(*piece.output, *new_piece.output, (piece.name or "",))
            index, new_index = index + 1, new_index + 1
        elif new_index == len(new) or (index < len(old) and old[index].source < new[new_index].source):
            yield _Edit(*old[index].output, new_place, new_place, _conditions(old[index], names))
            index += 1
        else:
            yield _Edit(place, place, *new[new_index].output, _conditions(new[new_index], names))
            new_index += 1


def _conditions(piece: Piece, names: frozenset[str]) -> tuple[str, ...]:
    of_piece = dict.fromkeys(scope.condition.name for scope in piece.conditions)
    return tuple(name for name in of_piece if name in names)


def _on_common_lines(
    edits: Iterable[_Edit], starts: Sequence[int], new_starts: Sequence[int]
) -> Iterator[list[_Edit]]:
    """Yield edits as ranges of lines; those that share a line are together."""
    group: list[_Edit] = []
    for edit in edits:
        lines = _Edit(
            bisect_right(starts, edit.start) - 1,
            bisect_right(starts, edit.end),
            bisect_right(new_starts, edit.new_start) - 1,
            bisect_right(new_starts, edit.new_end),
            edit.names,
        )
        if group and lines.start >= group[-1].end and lines.new_start >= group[-1].new_end:
            yield group
            group = []
        group.append(lines)
    if group:
        yield group


def _meet(edit: _Edit, other: _Edit) -> bool:
    old = edit.start < other.end and other.start < edit.end
    return old or (edit.new_start < other.new_end and other.new_start < edit.new_end)


def _composed(first: Sequence[_Run], second: Sequence[_Run]) -> Iterator[Change]:
    """Yield the changes from the texts before `first` to those after `second`, in order.

    The lines after `first` are those before `second`; runs that share one of them become one change.
    """
    shift = new_shift = 0
    placed = [
        *(((run.new_start, run.new_end), run, 0) for run in first),
        *(((run.start, run.end), run, 1) for run in second),
    ]
    for group in _groups(placed):
        low = min(place[0] for place, _, _ in group)
        high = max(place[1] for place, _, _ in group)
        start, new_start = low - shift, low + new_shift
        for _, run, step in group:
            grown = (run.new_end - run.new_start) - (run.end - run.start)
            shift, new_shift = (shift, new_shift + grown) if step else (shift + grown, new_shift)
        reasons = dict.fromkeys(reason for _, run, _ in group for reason in run.reasons)
        yield Change((start, high - shift), (new_start, high + new_shift), tuple(reasons))


# The lines of the text in the middle that a run is about, the run, and whether it is of the second step.
_Placed = tuple[tuple[int, int], _Run, int]


def _groups(runs: Iterable[_Placed]) -> Iterator[list[_Placed]]:
    group: list[_Placed] = []
    high = -1
    for placed in sorted(runs, key=lambda placed: (placed[0], placed[2])):
        (start, end), _, _ = placed
        is_same_point = start == end and any(place == (start, end) for place, _, _ in group)
        if group and (start > high or (start == high and not is_same_point)):
            yield group
            group, high = [], -1
        group.append(placed)
        high = max(high, end)
    if group:
        yield group


def _value_words(then: str | None, now: str | None, note_then: Note | None, note_now: Note | None) -> str:
    """Return how a value changed: "was main, is search-page", "has one line more"."""
    if then is None:
        shown, was = _shown(now), _absent_then(note_then)
        if shown:
            return Sentence("conversations.absent-is", was=was, now=shown)
        if was == _DID_NOT_EXIST:
            return Sentence("conversations.exists-now")
        return Sentence("conversations.has-value-now", was=was)
    if now is None:
        shown, is_now = _shown(then), _absent_now(note_now)
        return Sentence("conversations.was-and-is", then=shown, now=is_now) if shown else is_now
    old, new = _shown(then), _shown(now)
    if old and new:
        return Sentence("conversations.was-is", then=old, now=new)
    before, after = then.removesuffix("\n"), now.removesuffix("\n")
    if before == after:
        newline = "yes" if len(now) > len(then) else "no"
        return Sentence("conversations.final-newline", newline=newline)
    runs = changed_runs(before.split("\n"), after.split("\n"), Steps(_MOST_STEPS))
    added = sum(run.new_end - run.new_start for run in runs)
    removed = sum(run.end - run.start for run in runs)
    change = "changed" if added and removed else "more" if added else "fewer"
    return Sentence("conversations.value-lines", count=max(added, removed), change=change)


def _absent_then(note: Note | None) -> str:
    """Return how a value was absent at the construct, as far as that is known."""
    if note is None or note.cause not in UNKNOWN_EXISTENCE:
        return _DID_NOT_EXIST
    lacked = _LACKED.get(note.cause)
    if lacked:
        return Sentence("conversations.was", lacked=lacked)
    return Sentence("conversations.was-blank", why=_in_words(note))


def _absent_now(note: Note | None) -> str:
    if note is None:
        return Sentence("conversations.does-not-exist")
    if note.cause not in UNKNOWN_EXISTENCE:
        return Sentence("conversations.does-not-exist-because", why=_in_words(note))
    lacked = _LACKED.get(note.cause)
    if lacked:
        return Sentence("conversations.is-now", lacked=lacked)
    return Sentence("conversations.is-blank-now", why=_in_words(note))


def _in_words(note: Note) -> str:
    return note.cause.value.replace("-", " ")


def _shown(value: str | None) -> str:
    """Return a value short enough for a sentence, "" for one that is not; only one word goes unquoted."""
    if value == "":
        return _EMPTY
    if value is None or "\n" in value.rstrip("\n") or len(value) > _MOST_SHOWN:
        return ""
    shown = short_name(value.rstrip("\n"), _MOST_SHOWN)
    return shown if _ONE_WORD.fullmatch(shown) and shown != _EMPTY else quoted(shown)


def _line_starts(lines: Sequence[str]) -> list[int]:
    return [0, *accumulate(len(line) + 1 for line in lines[:-1])]
