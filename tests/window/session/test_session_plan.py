"""What is brought back from several journals: each text once, none lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from editor_app.library.journal.records import JournalContent, JournalDocument, JournalledText
from editor_app.library.journal.undo_steps import has_been, text_after
from editor_app.text import Edit, Span, TextFormat, apply_edits
from editor_app.window.session.plan import plan_of, with_few_steps
from editor_app.window.session.state import SessionState, TabState, session_to_json

PATH = Path("/library/a.md")
NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


def typed(text: str, *, number: int = 1, path: Path | None = PATH, base: str = "base") -> JournalledText:
    """Return a text that was typed at the end of its base, one undo step for each character."""
    places = range(len(base), len(base) + len(text))
    steps = tuple((Edit(Span(at, at), character),) for at, character in zip(places, text, strict=True))
    name = path.name if path is not None else f"Untitled {number}"
    document = JournalDocument(number, path, name, base, "hash" if path is not None else None, TextFormat())
    return JournalledText(document, steps, base + text)


def content(*texts: JournalledText, session: SessionState | None = None, is_clean: bool = False):
    return JournalContent(texts, session_to_json(session) if session is not None else None, is_clean)


def found(*contents: JournalContent) -> list[tuple[Path | None, str | None]]:
    return [(one.path, one.text.text if one.text else None) for one in plan_of(contents).tabs]


def test_an_earlier_state_of_a_newer_text_is_not_brought_back():
    assert found(content(typed("12")), content(typed("1"))) == [(PATH, "base12")]
    assert found(content(typed("12")), content(typed("12"))) == [(PATH, "base12")]


def test_two_texts_of_one_file_both_come_back_the_older_one_untitled():
    assert found(content(typed("1")), content(typed("2"))) == [(PATH, "base1"), (None, "base2")]


def test_untitled_texts_of_several_journals_are_told_apart_by_their_journal():
    newer = content(
        typed("n", number=1, path=None, base=""),
        session=SessionState((TabState(path=str(PATH)), TabState(number=1, caret=1)), front=1),
    )
    older = content(
        typed("o", number=1, path=None, base=""), session=SessionState((TabState(number=1),)), is_clean=True
    )
    plan = plan_of([newer, older])
    assert [(one.path, one.tab.caret, one.is_recovered) for one in plan.tabs] == [
        (PATH, 0, False),
        (None, 1, True),
        (None, 0, False),
    ]
    assert [one.text.text for one in plan.tabs if one.text] == ["n", "o"]
    assert plan.session.front == 1
    assert found(newer, newer) == [(PATH, None), (None, "n")], "the same text once"


def test_an_earlier_state_of_a_newer_untitled_text_is_not_brought_back():
    texts = [typed(text, number=number, path=None, base="") for number, text in enumerate(("12", "1", "2"))]
    newer, older, other = texts
    assert found(content(newer), content(older)) == [(None, "12")]
    assert found(content(newer), content(older, other)) == [(None, "12"), (None, "2")]
    assert found(content(newer), content(replace(older, document=newer.document), older)) == [
        (None, "12"),
        (None, "1"),
    ], "what one journal has twice are two"


def test_of_a_text_that_was_only_in_part_taken_over_the_whole_comes_back_in_its_place():
    whole = content(typed("12"), typed("ab", number=2, path=None, base=""))
    cut = content(
        typed(""),
        typed("a", number=7, path=None, base=""),
        session=SessionState((TabState(number=7), TabState(path=str(PATH)))),
    )
    assert found(cut, whole) == [(None, "ab"), (PATH, "base12")]
    assert found(content(typed("1")), whole) == [(PATH, "base12"), (None, "ab")]


def test_two_untitled_texts_that_are_the_same_both_come_back():
    twins = typed("same", number=1, path=None, base=""), typed("same", number=2, path=None, base="")
    session = SessionState((TabState(number=1, caret=1), TabState(number=2, caret=2)))
    plan = plan_of([content(*twins, session=session)])
    assert [(one.tab.caret, one.text.text) for one in plan.tabs if one.text] == [(1, "same"), (2, "same")]
    again = content(*(typed("same", number=number, path=None, base="") for number in (7, 8)))
    plan = plan_of([again, content(*twins, session=session)])
    assert [one.tab.caret for one in plan.tabs] == [1, 2], "a journal without a state has the texts, too"
    assert [one.source for one in plan.tabs] == list(again.texts)


def test_of_two_windows_the_text_and_the_tabs_that_were_written_last_count():
    began_later = replace(content(typed("1"), session=SessionState()), last_write=NOW)
    ended_later = replace(
        content(typed("2"), session=SessionState((TabState(path=str(PATH), caret=3),))),
        last_write=NOW + timedelta(minutes=5),
    )
    plan = plan_of([began_later, ended_later])
    assert [(one.path, one.text.text, one.tab.caret) for one in plan.tabs if one.text] == [
        (PATH, "base2", 3),
        (None, "base1", 0),
    ]
    assert plan.stopped_at == NOW + timedelta(minutes=5)


def test_without_journals_there_is_no_session():
    assert not plan_of([]).has_session
    assert plan_of([content(session=SessionState())]).has_session


def test_of_many_steps_in_a_long_text_as_many_stay_as_the_copies_allow():
    text = typed("x" * 300, base="b" * 1_000_000)
    steps = with_few_steps(text).steps
    assert len(steps) == 200
    assert steps[1:] == text.steps[-199:]
    assert text_after(text.document.base, steps) == text.text


@given(st.integers(0, 3_000), st.integers(0, 3))
def test_few_steps_lead_to_the_same_text(number, kept):
    text = typed("x" * number)
    steps = with_few_steps(text).steps
    assert len(steps) <= 1_001
    state = text.document.base
    for step in steps:
        state = apply_edits(state, step)
    assert state == text.text
    assert steps[len(steps) - min(kept, number) :] == text.steps[number - min(kept, number) :]


@given(
    st.text("ab", max_size=5),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.text("ab", max_size=3))),
)
def test_each_text_on_the_way_is_known_and_no_other(base, drawn):
    states, steps = [base], []
    for first, second, inserted in drawn:
        now = states[-1]
        start, end = sorted((min(first, len(now)), min(second, len(now))))
        steps.append((Edit(Span(start, end), inserted),))
        states.append(apply_edits(now, steps[-1]))
    assert all(has_been(state, base, steps) for state in states)
    assert text_after(base, steps) == states[-1]
    others = {"", "a", "ab", "ba", "abab", f"{states[-1]}c"} - set(states)
    assert not any(has_been(other, base, steps) for other in others)
