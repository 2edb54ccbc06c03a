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
from editor_app.window.kinds.template.conversations import ResultNow
from editor_app.window.kit.words.plain_text import counted, tokens_in_words
from editor_app.window.kit.words.times import TODAY, YESTERDAY, clock_time, day_of
from editor_app.window.text.difference.difference_rows import ChangeReason, ReasonedRun

_UNKNOWN: Final = "Not known: the folder is restricted now, or a file is not allowed."


class BuildTime(NamedTuple):
    """When it was built, in words, and shortly where these have no room."""

    words: str
    shortly: str = ""


class NowWords(NamedTuple):
    """What it would get now, and the icon before these words."""

    words: str
    icon: str = ""
    role: str = "soft"


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """A row of the list: a conversation, or another library where its path is given as `other`.

    `now` says what it would get now, and `about` is a sentence on that. `where` are the whole paths of its
    folder and its template, for the tooltip.
    """

    name: str
    built: BuildTime
    origin: str
    tokens: str
    now: NowWords
    about: str
    where: str = ""
    other: Path | None = None

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


def conversation_row(entry: ConversationEntry, result: ResultNow | None, now: datetime) -> ConversationRow:
    """Return the row of a conversation; `result` is None as long as it is not known what it would get."""
    tokens = about = ""
    if result is not None:
        tokens = tokens_in_words(result.tokens, is_estimate=result.is_estimate) if result.number else ""
        about = result.trouble if result.is_known else _UNKNOWN
    path = str(entry.template.path or "")
    return ConversationRow(
        entry.conversation_id,
        BuildTime(
            moment_in_words(entry.constructed_at, now),
            saved_in_words(entry.constructed_at, now) if entry.constructed_at is not None else "",
        ),
        origin_in_words(entry.template, now, is_empty=not entry.characters),
        tokens,
        _now_in_words(result),
        about,
        "\n".join(filter(None, (f"Folder: {entry.cwd}", path and f"Template: {path}"))),
    )


def library_row(other: ElsewhereLibrary, *, is_left_over: bool = False) -> ConversationRow:
    """Return the row of another library; with `is_left_over`, nothing of it can be taken over."""
    of_gone = "gone, all here too: Enter deletes them" if is_left_over else "gone: Enter takes them over"
    return ConversationRow(
        home_relative(other.library),
        BuildTime(""),
        counted(other.count, "conversation"),
        "",
        NowWords(of_gone, "triangle-alert", "warn") if other.is_gone else NowWords("still there", "folder"),
        other.sentence,
        other=other.library,
    )


def status_in_words(results: Sequence[ResultNow]) -> str:
    """Return how many of the conversations would get something else, "" without any."""
    if not results:
        return ""
    differing = sum(result.differs for result in results)
    unknown = sum(not result.is_known for result in results)
    if unknown == len(results):
        return f"What {counted(unknown, 'conversation')} would get now is not known"
    if not (differing or unknown):
        return f"{counted(len(results), 'conversation')} would get the same now"
    of = "1 conversation" if len(results) == 1 else f"{differing} of {len(results)} conversations"
    not_known = f", {unknown} not known" if unknown else ""
    return f"{of} would get something else now{not_known}"


def moment_in_words(at: datetime | None, now: datetime) -> str:
    """Return a time as "today 13:58", "yesterday 17:40" or "2 March 11:05"."""
    if at is None:
        return "not built"
    at = at.astimezone(now.tzinfo)
    day = day_of(at, now)
    return f"{day.lower() if day in {TODAY, YESTERDAY} else day} {clock_time(at)}"


def saved_in_words(at: datetime, now: datetime) -> str:
    """Return when a template was saved, shortly: "13:41" for today, else the day alone."""
    at = at.astimezone(now.tzinfo)
    day = day_of(at, now)
    if day == TODAY:
        return clock_time(at)
    return day.lower() if day == YESTERDAY else day


def origin_in_words(origin: TemplateOrigin, now: datetime, *, is_empty: bool) -> str:
    """Return which template a prompt comes from, by the name of its file."""
    if is_empty:
        return "an empty template: nothing was sent"
    if origin.path is None:
        return "the built-in default template" if origin.is_built_in else "a template given as text"
    saved = f", saved {saved_in_words(origin.saved_at, now)}" if origin.saved_at is not None else ""
    return f"{origin.path.name}{saved}"


def built_in_words(built: Construction, builds: int, now: datetime) -> str:
    """Return with what a prompt was built: "Built today 09:12, in atlas, no model; 2 builds kept"."""
    folder = Path(built.cwd).name or built.cwd
    model = built.model or "no model"
    when = moment_in_words(built.constructed_at, now)
    return f"Built {when}, in {folder}, {model}; {counted(builds, 'build')} kept"


def lacks_in_words(built: Construction, now: Construction | None) -> str:
    """Return what a prompt met, and what stayed blank, a line for each tag, with its cause.

    What building it `now` would meet, such as that its folder is gone, is said as well.
    """
    warnings = dict.fromkeys((*built.warnings, *(now.warnings if now is not None else ())))
    return "\n".join((*warnings, *map(blank_in_words, built.blank)))


def blank_in_words(blank: BlankTag) -> str:
    """Return what became of a tag, and why; for a condition, what became of the text under it."""
    subject = blank.tag if blank.effect == "blank" else f"The text under {blank.tag}"
    return f"{subject} is {blank.effect}: {blank.message}"


def reasoned_runs(
    changes: Sequence[Change], template: TemplateOrigin, now: datetime
) -> tuple[ReasonedRun, ...]:
    """Return the changes with their reasons, as the difference shows them; `template` is that of now."""
    at = template.saved_at
    saved = f" {moment_in_words(at, now)}" if at is not None else ""
    return tuple(
        ReasonedRun(
            ChangedRun(*change.old, *change.new), tuple(_reason(reason, saved) for reason in change.reasons)
        )
        for change in changes
    )


def _reason(reason: Reason, saved: str) -> ChangeReason:
    """Return a reason; that of the template says when it was `saved`."""
    if reason.cause is ChangeCause.VARIABLE:
        return ChangeReason("variable", reason.name or "", f" {reason.words}")
    place = "" if reason.line is None else f", line {reason.line}"
    return ChangeReason("braces", "Template", f"{place}: {reason.words}{saved}")


def _now_in_words(result: ResultNow | None) -> NowWords:
    """Return what a conversation would get now."""
    if result is None:
        return NowWords("…")
    if result.trouble:
        return NowWords("cannot be built" if result.number else "deleted", "circle-alert", "err")
    if not result.is_known:
        return NowWords("not known", "circle-help")
    if not result.differs:
        return NowWords("the same", "circle-check", "ok")
    words = "a wholly different text" if result.is_all else counted(result.changes, "change")
    return NowWords(words, "git-compare", "acc")
