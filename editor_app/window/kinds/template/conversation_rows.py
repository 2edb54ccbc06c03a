"""What the panels of conversations say: rows, times, reasons of changes, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.conversations.results import (
    BlankTag,
    Change,
    ChangeCause,
    Construction,
    ConversationEntry,
    ElsewhereLibrary,
    Reason,
    TemplateOrigin,
)
from editor_app.text.matching import ChangedRun
from editor_app.window.documents.trust.words import home_relative
from editor_app.window.kinds.template.conversations import Checked
from editor_app.window.kit.words.plain_text import counted, tokens_in_words
from editor_app.window.kit.words.times import TODAY, YESTERDAY, clock_time, day_of
from editor_app.window.text.difference.difference_rows import ChangeReason, ReasonedRun

_UNKNOWN: Final = (
    "Trust or an allowed file is lacking now that it was built with, so what it would get is not known."
)


class BuiltAt(NamedTuple):
    """When it was built, in words, and shortly where these have no room."""

    words: str
    shortly: str = ""


class Now(NamedTuple):
    """What it would get now, and the icon before these words."""

    words: str
    icon: str = ""
    role: str = "soft"


class OtherLibrary(NamedTuple):
    """A library that has conversations of its own, and what can be done with them."""

    path: Path
    can_take_over: bool
    is_left_over: bool


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """A row of the list: a conversation, or another library where `other` is given.

    `now` says what it would get now, and `about` is a sentence on that. `where` are the whole paths of its
    folder and its template, for the tooltip.
    """

    name: str
    built: BuiltAt
    origin: str
    tokens: str
    now: Now
    about: str
    where: str = ""
    other: OtherLibrary | None = None

    @property
    def columns(self) -> tuple[str, str, str, str, str]:
        """The words of the five columns."""
        return self.name, self.built.words, self.origin, self.tokens, self.now.words

    @property
    def in_words(self) -> str:
        """The row for screen readers."""
        tokens = f"{self.tokens} tokens" if self.tokens else ""
        now = self.now.words if self.other is not None else f"now it would get {self.now.words}"
        return ", ".join(part for part in (self.name, self.built.words, self.origin, tokens, now) if part)


def conversation_row(entry: ConversationEntry, checked: Checked | None, now: datetime) -> ConversationRow:
    """Return the row of a conversation; `checked` is None as long as it is not known what it would get."""
    tokens = "" if checked is None else tokens_in_words(checked.tokens, is_estimate=checked.is_estimate)
    path = str(entry.template.path or "")
    return ConversationRow(
        entry.conversation_id,
        BuiltAt(
            moment_in_words(entry.constructed_at, now),
            saved_in_words(entry.constructed_at, now) if entry.constructed_at is not None else "",
        ),
        origin_in_words(entry.template, now, is_empty=not entry.characters),
        "" if checked is not None and not checked.number else tokens,
        _now_in_words(checked),
        "" if checked is None else checked.trouble if checked.is_known else _UNKNOWN,
        "\n".join(filter(None, (f"Folder: {entry.cwd}", path and f"Template: {path}"))),
    )


def library_row(other: ElsewhereLibrary, *, is_left_over: bool = False) -> ConversationRow:
    """Return the row of another library; of one that is `left_over` nothing can be taken over."""
    of_gone = "gone, all here too: Enter deletes them" if is_left_over else "gone: Enter takes them over"
    return ConversationRow(
        home_relative(other.library),
        BuiltAt(""),
        counted(other.count, "conversation"),
        "",
        Now(of_gone, "triangle-alert", "warn") if other.is_gone else Now("still there", "folder"),
        other.sentence,
        other=OtherLibrary(other.library, other.is_gone and not is_left_over, is_left_over),
    )


def status_in_words(checked: Sequence[Checked]) -> str:
    """Return how many of the conversations would get something else, "" without any."""
    if not checked:
        return ""
    differing, unknown = sum(one.differs for one in checked), sum(not one.is_known for one in checked)
    if unknown == len(checked):
        return f"What {counted(unknown, 'conversation')} would get now is not known"
    if not (differing or unknown):
        return f"{counted(len(checked), 'conversation')} would get the same now"
    of = "1 conversation" if len(checked) == 1 else f"{differing} of {len(checked)} conversations"
    not_known = f", {unknown} not known" if unknown else ""
    return f"{of} would get something else now{not_known}"


def moment_in_words(at: datetime | None, now: datetime) -> str:
    """Return a time as "today 13:58", "yesterday 17:40" or "2 March 11:05"."""
    if at is None:
        return "not built"
    here = at.astimezone(now.tzinfo)
    day = day_of(here, now)
    return f"{day.lower() if day in {TODAY, YESTERDAY} else day} {clock_time(here)}"


def saved_in_words(at: datetime, now: datetime) -> str:
    """Return when a template was saved, shortly: "13:41" for today, else the day alone."""
    here = at.astimezone(now.tzinfo)
    day = day_of(here, now)
    if day == TODAY:
        return clock_time(here)
    return day.lower() if day == YESTERDAY else day


def origin_in_words(origin: TemplateOrigin, now: datetime, *, is_empty: bool) -> str:
    """Return which template a prompt comes from, by the name of its file."""
    if is_empty:
        return "an empty template: nothing was sent"
    if origin.path is None:
        return "the built-in default template" if origin.is_built_in else "a template given as text"
    saved = f", saved {saved_in_words(origin.saved_at, now)}" if origin.saved_at is not None else ""
    return f"{origin.path.name}{saved}"


def built_in_words(built: Construction, kept: int, now: datetime) -> str:
    """Return with what a prompt was built: "Built today 09:12, in atlas, no model; 2 builds kept"."""
    folder = Path(built.cwd).name or built.cwd
    model = built.model or "no model"
    when = moment_in_words(built.constructed_at, now)
    return f"Built {when}, in {folder}, {model}; {counted(kept, 'build')} kept"


def lacks_in_words(built: Construction, now: Construction | None) -> str:
    """Return what a prompt met, and what stayed blank, a line for each tag, with its cause.

    What building it `now` would meet, such as that its folder is gone, is said as well.
    """
    met = dict.fromkeys((*built.warnings, *(now.warnings if now is not None else ())))
    return "\n".join((*met, *map(blank_in_words, built.blank)))


def blank_in_words(blank: BlankTag) -> str:
    """Return what became of a tag, and why; for a condition, what became of the text under it."""
    what = blank.tag if blank.effect == "blank" else f"The text under {blank.tag}"
    return f"{what} is {blank.effect}: {blank.message}"


def reasoned_runs(
    changes: Sequence[Change], template: TemplateOrigin, now: datetime
) -> tuple[ReasonedRun, ...]:
    """Return the changes with their reasons, as the difference shows them; `template` is that of now."""
    at = template.saved_at
    saved = f" {moment_in_words(at, now)}" if at is not None else ""
    return tuple(
        ReasonedRun(ChangedRun(*one.old, *one.new), tuple(_reason(reason, saved) for reason in one.reasons))
        for one in changes
    )


def _reason(reason: Reason, saved: str) -> ChangeReason:
    """Return a reason; that of the template says when it was `saved`."""
    if reason.cause is ChangeCause.VARIABLE:
        return ChangeReason("variable", reason.name or "", f" {reason.words}")
    place = "" if reason.line is None else f", line {reason.line}"
    return ChangeReason("braces", "Template", f"{place}: {reason.words}{saved}")


def _now_in_words(checked: Checked | None) -> Now:
    """Return what a conversation would get now."""
    if checked is None:
        return Now("…")
    if checked.trouble:
        return Now("cannot be built" if checked.number else "deleted", "circle-alert", "err")
    if not checked.is_known:
        return Now("not known", "circle-help")
    if not checked.differs:
        return Now("the same", "circle-check", "ok")
    words = "a wholly different text" if checked.is_all else counted(checked.changes, "change")
    return Now(words, "git-compare", "acc")
