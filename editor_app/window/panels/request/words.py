"""The words of the request panel: numbers of tokens, names of parts, verdicts, differences."""

from __future__ import annotations

from editor_app.requests.comparing import BodyDifference
from editor_app.requests.parts import shown_place
from editor_app.requests.structure import InsertedText, PartGroup, PartRow
from editor_app.text.tokens import TokenCount
from editor_app.window.kit.words.plain_text import cached_words, counted, number_in_words, one_line
from editor_app.window.panels.request.request_view import RequestView


def about(tokens: TokenCount) -> str:
    """Return a number of tokens, marked where it is an estimate."""
    return f"{'≈ ' if tokens.is_estimate else ''}{number_in_words(tokens.count)}"


def total_words(view: RequestView | None) -> str:
    """Return "≈ 1 909 tokens", "" without a request."""
    if view is None or not view.has_request:
        return ""
    tokens = view.structure.tokens
    return f"{about(tokens)} {'token' if tokens.count == 1 else 'tokens'}"


def part_name(row: PartRow, view: RequestView) -> str:
    """Return what a part is called: the system text, a message by its number, else its place."""
    if view.is_system_text(row):
        return "system text, continued" if row.continues else "system text"
    origin = row.part.origin
    if origin is None:
        return shown_place(row.part.place)
    return f"message {int(origin.stem)}" if origin.stem.isdecimal() else origin.name


def group_name(row: PartGroup) -> str:
    """Return what the parts of a group are called."""
    if row.last < 0:
        return "parts from before step 0"
    return (
        f"parts of step {row.first}" if row.first == row.last else f"parts of steps {row.first} to {row.last}"
    )


def inserted_by(inserted: InsertedText) -> str:
    """Return which triggers added a text."""
    *first, last = (one_line(name) for name in inserted.triggers)
    return f"added by {', '.join(first)} and {last}" if first else f"added by {last}"


def inserted_words(row: PartGroup) -> str:
    """Return before which steps triggers added messages to a group's, "" where they added none."""
    count = row.insertions
    if not count:
        return ""
    steps = [str(step) for step in row.inserted]
    more = count - len(steps)
    if more:
        steps.append(f"{number_in_words(more)} more")
    named = steps[0] if len(steps) == 1 else f"{', '.join(steps[:-1])} and {steps[-1]}"
    where = "step" if count == 1 else "steps"
    return f"with {counted(count, 'system message')}, before {where} {named}"


def share_name(row: PartRow | PartGroup, view: RequestView) -> str:
    """Return what a part, or a group of them, is called where it is alone."""
    if isinstance(row, PartGroup):
        return f"{number_in_words(row.parts)} {group_name(row)}"
    return f"{part_name(row, view)}, {row.role}"


def in_front_words(view: RequestView) -> str:
    """Return how many tokens the part in front has, else all parts."""
    rows = [row for row in view.structure.parts if view.is_in_front(row)]
    if not rows:
        return f"{counted(view.structure.text_count, 'part')}, {total_words(view)}"
    count = sum(row.tokens.count for row in rows)
    tokens = TokenCount(count, any(row.tokens.is_estimate for row in rows))
    return f"{part_name(rows[0], view)}: {about(tokens)} of {total_words(view)}"


def stable_words(view: RequestView) -> str:
    """Return how much of the tokens the next turn reads from the cache."""
    total, cached = view.structure.tokens.count, view.structure.cached
    return cached_words(cached, total) if total else ""


def needs_model(view: RequestView) -> bool:
    """Whether nothing but the model may be missing for the provider to take a request."""
    return view.has_request and any(finding.is_of_no_model for finding in view.findings)


def verdicts(view: RequestView) -> tuple[str, ...]:
    """Return what the provider does with the request, in words that get shorter."""
    if not view.has_request:
        return (f"There is no request: {view.why_none}", "There is no request")
    maker, errors = view.provider.maker, view.counts.errors
    if errors:
        reasons = counted(errors, "reason")
        return (
            f"{maker} refuses this request: {reasons}",
            f"{maker} refuses this: {reasons}",
            f"Refused: {reasons}",
        )
    if needs_model(view):
        return f"{maker} takes this once a model is named", f"{maker} needs a model", "No model"
    return f"{maker} accepts this request", f"{maker} accepts this", "Accepted"


def difference_words(difference: BodyDifference | None, name: str) -> str:
    """Return where a request first differs from another for the cache."""
    if difference is None:
        return f"The cache reads the same in {name}: nothing that it reads is different."
    place = shown_place(difference.place)
    unchanged = f"{'About ' if difference.tokens_before else ''}{counted(difference.tokens_before, 'token')}"
    why = f" It is the value of {difference.changed_value}." if difference.changed_value else ""
    stays = "stays" if difference.tokens_before == 1 else "stay"
    where = (
        f"The first difference from {name} is at {place}, character {number_in_words(difference.offset + 1)}."
    )
    if difference.old is None:
        where = f"This request goes on where {name} ends, with {place}."
    elif difference.new is None:
        where = f"This request ends where {name} goes on, with {place}."
    if difference.not_cached:
        return f"{where}{why} Nothing is read from the cache: {difference.not_cached}."
    return f"{where}{why} {unchanged} before it {stays} cached."
