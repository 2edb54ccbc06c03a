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
from editor_app.text import Sentence, listed
from editor_app.text.matching import ChangedRun
from editor_app.text.tokens import TokenCount
from editor_app.window.documents.trust.words import home_relative
from editor_app.window.kinds.template.conversations import ResultNow, is_left_over
from editor_app.window.kit.words.plain_text import counted_tokens, tokens_in_words
from editor_app.window.kit.words.times import clock_time, day_of
from editor_app.window.text.difference.difference_rows import ChangeReason, ReasonedRun

_UNKNOWN: Final = Sentence("window-template.not-known-because")


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
    """A conversation as a row of the list.

    `now` says what it would get now, and `about` is a sentence on that. `where` are the whole paths of its
    folder and its template, for the tooltip.
    """

    name: str
    built: BuildTime
    origin: str
    tokens: TokenCount | None
    now: NowWords
    about: str
    where: str = ""

    @property
    def columns(self) -> tuple[str, str, str, str, str]:
        """The words of the five columns."""
        tokens = _number_of(self.tokens) if self.tokens is not None else ""
        return self.name, self.built.words, self.origin, tokens, self.now.words

    @property
    def in_words(self) -> str:
        """The row for screen readers."""
        tokens = token_words(self.tokens) if self.tokens is not None else ""
        now = Sentence("window-template.now-it-would-get-this", what=self.now.words)
        return listed((self.name, self.built.words, self.origin, tokens, now))


def conversation_row(entry: ConversationEntry, result: ResultNow | None, now: datetime) -> ConversationRow:
    """Return the row of a conversation; `result` is None as long as it is not known what it would get."""
    tokens, about = None, ""
    if result is not None:
        tokens = TokenCount(result.tokens, result.is_estimate) if result.number else None
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
        "\n".join(
            filter(
                None,
                (
                    Sentence("window-template.folder", path=entry.cwd),
                    path and Sentence("window-template.template-file", path=path),
                ),
            )
        ),
    )


def gone_in_words(gone: ElsewhereLibrary, more: int = 0) -> str:
    """Return how many conversations a library has that is gone; `more` are gone besides."""
    return Sentence(
        "window-template.library-gone",
        count=gone.count,
        library=home_relative(gone.library),
        left_over="yes" if is_left_over(gone) else "no",
        more=more,
    )


def status_in_words(results: Sequence[ResultNow]) -> str:
    """Return how many of the conversations would get something else, "" without any."""
    if not results:
        return ""
    differing = sum(result.changes > 0 for result in results)
    unknown = sum(not result.is_known for result in results)
    if unknown == len(results):
        return Sentence("window-template.all-unknown", count=unknown)
    count = len(results)
    if not (differing or unknown):
        return Sentence("window-template.all-the-same", count=count)
    return Sentence("window-template.some-differ", count=count, differing=differing, unknown=unknown)


def moment_in_words(at: datetime | None, now: datetime) -> str:
    """Return a time as "today 13:58", "yesterday 17:40" or "2 March 11:05"."""
    if at is None:
        return Sentence("window-template.not-built")
    return Sentence("window-template.moment", **_moment(at, now))


def saved_in_words(at: datetime, now: datetime) -> str:
    """Return when a template was saved, shortly: "13:41" for today, else the day alone."""
    return Sentence("window-template.saved-at", **_moment(at, now))


def _moment(at: datetime, now: datetime) -> dict[str, str]:
    """Return the parameters of a sentence that says a time: its day, seen from `now`, its date and clock."""
    at = at.astimezone(now.tzinfo)
    day = {0: "today", 1: "yesterday"}.get((now.date() - at.date()).days, "other")
    return {"day": day, "date": day_of(at, now), "time": clock_time(at)}


def origin_in_words(origin: TemplateOrigin, now: datetime, *, is_empty: bool) -> str:
    """Return which template a prompt comes from, by the name of its file."""
    if is_empty:
        return Sentence("window-template.empty-template")
    if origin.path is None:
        return (
            Sentence("window-template.built-in-template")
            if origin.is_built_in
            else Sentence("window-template.template-as-text")
        )
    if origin.saved_at is None:
        return origin.path.name
    saved = saved_in_words(origin.saved_at, now)
    return Sentence("window-template.origin-saved", name=origin.path.name, when=saved)


def built_in_words(built: Construction, builds: int, now: datetime) -> str:
    """Return with what a prompt was built: "Built today 09:12, in atlas, no model; 2 builds kept"."""
    folder = Path(built.cwd).name or built.cwd
    model = built.model or Sentence("window-template.no-model")
    when = moment_in_words(built.constructed_at, now)
    return Sentence("window-template.built-how", when=when, folder=folder, model=model, count=builds)


def lacks_in_words(built: Construction, now: Construction | None) -> str:
    """Return what a prompt met, and what stayed blank, a line for each tag, with its cause.

    What building it `now` would meet, such as that its folder is gone, is said as well.
    """
    warnings = dict.fromkeys((*built.warnings, *(now.warnings if now is not None else ())))
    return "\n".join((*warnings, *map(blank_in_words, built.blank)))


def blank_in_words(blank: BlankTag) -> str:
    """Return what became of a tag, and why; for a condition, what became of the text under it."""
    return Sentence("window-template.blank", effect=blank.effect, tag=blank.tag, why=blank.message)


def reasoned_runs(
    changes: Sequence[Change], template: TemplateOrigin, now: datetime
) -> tuple[ReasonedRun, ...]:
    """Return the changes with their reasons, as the difference shows them; `template` is that of now."""
    at = template.saved_at
    saved = moment_in_words(at, now) if at is not None else ""
    return tuple(
        ReasonedRun(
            ChangedRun(*change.old, *change.new), tuple(_reason(reason, saved) for reason in change.reasons)
        )
        for change in changes
    )


def _reason(reason: Reason, saved: str) -> ChangeReason:
    """Return a reason; that of the template says when it was `saved`."""
    if reason.cause is ChangeCause.VARIABLE:
        return ChangeReason("variable", reason.name or "", reason.words)
    what = Sentence("window-template.changed-when", what=reason.words, when=saved) if saved else reason.words
    subject = Sentence("window-template.change-of-template", line=reason.line or 0)
    return ChangeReason("braces", subject, what)


def token_words(tokens: TokenCount) -> str:
    """Return "≈ 58 tokens"."""
    return counted_tokens(tokens.count, is_estimate=tokens.is_estimate)


def _number_of(tokens: TokenCount) -> str:
    return tokens_in_words(tokens.count, is_estimate=tokens.is_estimate)


def _now_in_words(result: ResultNow | None) -> NowWords:
    """Return what a conversation would get now."""
    if result is None:
        return NowWords("…")
    if result.trouble:
        return NowWords(
            Sentence("window-template.cannot-be-built")
            if result.number
            else Sentence("window-template.deleted"),
            "circle-alert",
            "err",
        )
    if not result.is_known:
        return NowWords(Sentence("window-template.not-known"), "circle-help")
    if not result.changes:
        return NowWords(Sentence("window-template.the-same"), "circle-check", "ok")
    words = (
        Sentence("window-template.another-text")
        if result.is_all
        else Sentence("window-template.changes", count=result.changes)
    )
    return NowWords(words, "git-compare", "acc")
