"""The parts of the conversations' panels: columns, words, waiting in another thread, the dialog."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.conversations.results import BlankTag, ConversationEntry, ElsewhereLibrary, TemplateOrigin
from editor_app.variables.catalog import Cause
from editor_app.window.kinds.template.commands import BuildQuestion
from editor_app.window.kinds.template.conversation_rows import (
    blank_in_words,
    conversation_row,
    gone_in_words,
    moment_in_words,
    origin_in_words,
    status_in_words,
)
from editor_app.window.kinds.template.conversations import (
    BuildAnswer,
    Conversations,
    Listing,
    ResultNow,
    entries_of,
)
from editor_app.window.kinds.template.panels.conversations import conversations_panel
from editor_app.window.kinds.template.panels.conversations.conversations_panel import (
    ConversationsPanel,
    fitted,
    words_that_fit,
)
from editor_app.window.kit.dialogs.dialog import QuestionDialog

NOW = datetime(2026, 3, 4, 14, 2, tzinfo=UTC)
TEMPLATE = Path("/library/system-prompt.tmpl")
SAVED = datetime(2026, 3, 4, 13, 41, tzinfo=UTC)


def field(dialog, key):
    return dialog.fields.form.cell(key).widget


def origin(path=TEMPLATE, saved=SAVED, *, is_built_in=False):
    return TemplateOrigin(path, "0" * 64, is_built_in, saved)


def entry(conversation_id="c-1", template=None, characters=5):
    return ConversationEntry(conversation_id, NOW, "/srv/atlas", None, template or origin(), characters, 1)


# Words ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        ("[git:branch]", "[git:branch] is blank: git failed."),
        ("[if git:branch]", "The text under [if git:branch] is left out: git failed."),
        ("[ if !git:branch]", "The text under [ if !git:branch] is kept: git failed."),
        ("[if\tfile:a b.md]", "The text under [if\tfile:a b.md] is left out: git failed."),
        ("[if ! git:branch]", "[if ! git:branch] is blank: git failed."),  # that is no condition
        ("[iffy:name]", "[iffy:name] is blank: git failed."),
    ],
)
def test_it_is_said_what_became_of_a_tag_or_of_the_text_under_a_condition(tag, words):
    assert blank_in_words(BlankTag(tag, Cause.GIT_FAILED, "git failed.")) == words


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (datetime(2026, 3, 4, 9, 12, tzinfo=UTC), "today 09:12"),
        (datetime(2026, 3, 3, 17, 40, tzinfo=UTC), "yesterday 17:40"),
        (datetime(2026, 3, 2, 11, 5, tzinfo=UTC), "2 March 11:05"),
        (datetime(2025, 12, 31, 8, 0, tzinfo=UTC), "31 December 2025 08:00"),
        (None, "not built"),
    ],
)
def test_when_a_prompt_was_built_is_as_short_as_it_can_be(at, words):
    assert moment_in_words(at, NOW) == words


@pytest.mark.parametrize(
    ("template", "is_empty", "words"),
    [
        (origin(), False, "system-prompt.tmpl, saved 13:41"),
        (origin(saved=datetime(2026, 3, 3, 9, 0, tzinfo=UTC)), False, "system-prompt.tmpl, saved yesterday"),
        (origin(saved=datetime(2026, 3, 1, 9, 0, tzinfo=UTC)), False, "system-prompt.tmpl, saved 1 March"),
        (origin(Path("/old/system-prompt.tmpl"), None), False, "system-prompt.tmpl"),
        (origin(None, None, is_built_in=True), False, "the built-in default template"),
        (origin(None, None), False, "a template given as text"),
        (origin(), True, "an empty template: nothing was sent"),
    ],
)
def test_the_template_of_a_prompt_is_named(template, is_empty, words):
    assert origin_in_words(template, NOW, is_empty=is_empty) == words


@pytest.mark.parametrize(
    ("checked", "words", "icon"),
    [
        (None, "…", ""),
        (ResultNow(1, 5, is_estimate=True), "the same", "circle-check"),
        (ResultNow(1, 5, is_estimate=True, is_known=False), "not known", "circle-help"),
        (ResultNow(1, 5, is_estimate=True, changes=1), "1 change", "git-compare"),
        (ResultNow(1, 5, is_estimate=True, changes=4), "4 changes", "git-compare"),
        (ResultNow(1, 5, is_estimate=True, changes=1, is_all=True), "another text", "git-compare"),
        (ResultNow(1, 5, is_estimate=True, trouble="No UTF-8."), "can’t be built", "circle-alert"),
        (ResultNow(0, 0, is_estimate=False, trouble="It was deleted."), "deleted", "circle-alert"),
    ],
)
def test_what_a_conversation_would_get_is_told_by_words_and_shape(checked, words, icon):
    row = conversation_row(entry(), checked, NOW)
    assert row.now[:2] == (words, icon)
    unknown = checked is not None and not checked.is_known
    assert ("restricted" in row.about) is unknown
    assert unknown or row.about == (checked.trouble if checked is not None else "")
    assert row.where == f"Folder: /srv/atlas\nTemplate: {TEMPLATE}"
    assert row.in_words.startswith("c-1, today 14:02, system-prompt.tmpl, saved 13:41")


def test_the_status_says_how_many_would_get_something_else():
    same, other = ResultNow(1, 5, is_estimate=True), ResultNow(1, 5, is_estimate=True, changes=2)
    assert status_in_words([]) == ""
    assert status_in_words([same, same]) == "2 conversations would get the same now"
    assert status_in_words([other]) == "1 conversation would get something else now"
    assert status_in_words([same, other, other]) == "2 of 3 conversations would get something else now"
    unknown = ResultNow(1, 5, is_estimate=True, is_known=False)
    assert status_in_words([unknown]) == "What 1 conversation would get now is not known"
    assert status_in_words([same, other, unknown]) == (
        "1 of 3 conversations would get something else now, 1 not known"
    )


def test_a_library_that_is_gone_is_named_with_what_it_has(own_home):
    gone = ElsewhereLibrary(own_home / "old", 23, is_gone=True)
    assert gone_in_words(gone, more=2) == "23 conversations of ~/old, which is gone (and 2 more)"
    left_over = ElsewhereLibrary(Path("/old"), 1, is_gone=True, kept_ids=("c-1",))
    assert gone_in_words(left_over) == "1 conversation of /old, which is gone; this library has the same ids"


def test_of_several_libraries_that_are_gone_one_is_chosen(theme, show, monkeypatch):
    menus, asked = [], []
    monkeypatch.setattr(conversations_panel, "pop_up", lambda menu, _place: menus.append(menu))
    panel = ConversationsPanel()
    show(panel, 480, 320)
    panel.library_requested.connect(asked.append)
    libraries = [ElsewhereLibrary(Path(f"/old-{number}"), number, is_gone=True) for number in (1, 2)]
    panel.show_gone(libraries)
    panel.take_over_link.click()
    words = [action.text() for action in menus[0].actions()]
    assert words == [gone_in_words(library) for library in libraries]
    menus[0].actions()[1].trigger()
    assert asked == libraries[1:]


def test_the_template_in_effect_has_all_that_is_not_of_another_one():
    default = TEMPLATE.parent / "defaults" / TEMPLATE.name
    named = {
        "own": entry("own"),
        "default": entry("default", origin(default)),
        "built-in": entry("built-in", origin(None, None, is_built_in=True)),
        "moved": entry("moved", origin(Path("/old/system-prompt.tmpl"))),
    }
    listing = Listing(tuple(named.values()))

    def names(template, others):
        return [one.conversation_id for one in entries_of(listing, template, others)]

    assert names(TEMPLATE, {default}) == ["own", "built-in", "moved"]
    assert names(default, None) == ["default"]
    assert names(default, {TEMPLATE}) == ["default", "built-in", "moved"]


# Columns ----------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 400), min_size=5, max_size=5), st.integers(0, 1500))
def test_columns_fit_and_what_it_would_get_now_is_cut_last(wanted, room):
    taken = fitted(wanted, room, 16, 32)
    shown = [width for width in taken if width]
    if len(shown) > 1 or taken[0]:
        assert sum(shown) + 16 * max(len(shown) - 1, 0) <= max(room, 0)
    assert taken[3] in {0, wanted[3]}
    if taken[3] < wanted[3]:
        assert taken[2] == 0
    if taken[1] < wanted[1]:
        assert taken[3] == 0
    if taken[4] < wanted[4]:
        assert taken[:4] == [0, 0, 0, 0]
    if taken[0] < wanted[0]:
        assert taken[1:4] == [0, 0, 0]


def test_in_a_narrow_panel_the_template_gives_way_first_and_then_the_tokens():
    wanted = [60, 80, 200, 40, 90]
    assert fitted(wanted, 460, 16, 32) == [60, 80, 126, 40, 90]
    assert fitted(wanted, 350, 16, 32) == [60, 80, 0, 40, 90]
    assert fitted(wanted, 290, 16, 32) == [60, 80, 0, 0, 90]
    assert fitted(wanted, 230, 16, 32) == [60, 48, 0, 0, 90]
    assert fitted(wanted, 170, 16, 32) == [60, 0, 0, 0, 90]
    assert fitted(wanted, 120, 16, 32) == [14, 0, 0, 0, 90]


def test_what_is_left_over_is_for_the_template():
    assert fitted([100, 100, 100, 40, 80], 600, 16, 32) == [100, 100, 216, 40, 80]


# The dialog -------------------------------------------------------------------------------------------------


def test_the_dialog_says_what_is_wrong_before_anything_is_built(theme, show):
    def problem(answer):
        return "" if answer.cwd.startswith("/") else "The working folder is not absolute."

    question = BuildQuestion(
        BuildAnswer("c-1", "/srv/atlas", "m"),
        problem,
        lambda answer: "It is built already." if answer.conversation_id == "c-1" else "",
        "The template has unsaved changes, which are not built.",
    )
    dialog = QuestionDialog(question.question(), None)
    show(dialog, 480, 320)
    assert dialog.fields.result.answer == question.suggestion
    assert dialog.action.isEnabled()
    assert dialog.fields.remark.text().splitlines() == [question.remark, "It is built already."]
    field(dialog, "cwd").setText("atlas")
    assert not dialog.action.isEnabled()
    assert dialog.fields.problem.text() == "The working folder is not absolute."
    field(dialog, "cwd").setText("/srv")
    field(dialog, "conversation_id").setText("")
    assert not dialog.action.isEnabled()
    field(dialog, "conversation_id").setText("c-2")
    field(dialog, "model").setText("")
    assert dialog.action.isEnabled()
    assert dialog.fields.remark.text() == question.remark
    assert dialog.fields.result.answer == BuildAnswer("c-2", "/srv", None)


def test_typing_a_known_conversation_fills_in_its_folder_and_model_but_over_nothing_typed(theme, show):
    known = {"c-9": BuildAnswer("c-9", "/srv/other", "m-9")}.get
    question = BuildQuestion(BuildAnswer("", "/srv/atlas"), lambda _: "", lambda _: "", known=known)
    dialog = QuestionDialog(question.question(), None)
    show(dialog, 480, 320)
    field(dialog, "conversation_id").setText("c-9")
    assert dialog.fields.result.answer == known("c-9")
    field(dialog, "conversation_id").setText("c-10")
    assert dialog.fields.result.answer == BuildAnswer("c-10", "/srv/atlas")
    field(dialog, "cwd").setText("/typed")
    field(dialog, "conversation_id").setText("c-9")
    assert dialog.fields.result.answer == BuildAnswer("c-9", "/typed", "m-9")


def test_a_time_without_room_is_shorter_and_not_cut():
    row = conversation_row(entry(), None, NOW)
    assert [words_that_fit(row, 1, room, len) for room in (11, 10, 5)] == ["today 14:02", "14:02", "14:02"]
    assert words_that_fit(row, 2, 5, len) == row.origin


class SlowAccess:
    """Lists no conversation, each time once it may."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.may_end = threading.Semaphore(0)
        self.listings = 0

    def listing(self, _most: int) -> Listing:
        self.begun.release()
        assert self.may_end.acquire(timeout=60)
        self.listings += 1
        return Listing(notices=(f"Listing {self.listings}.",))


def test_what_asks_while_conversations_are_listed_gets_that_answer_and_one_more(qapp, qtbot) -> None:
    access, seen = SlowAccess(), []
    conversations = Conversations(access, lambda _folder: None)
    conversations.listed.connect(lambda: seen.append(conversations.listing.notices))
    conversations.read()
    assert access.begun.acquire(timeout=60)
    for _ in range(3):
        conversations.read()
    access.may_end.release()
    qtbot.waitUntil(lambda: seen == [("Listing 1.",)])
    access.may_end.release()
    qtbot.waitUntil(lambda: seen == [("Listing 1.",), ("Listing 2.",)])
    assert access.begun.acquire(timeout=60)
    assert not access.begun.acquire(blocking=False)
    access.may_end.release()
    conversations.read()  # the control: one by itself
    qtbot.waitUntil(lambda: len(seen) == 3)
    conversations.deleteLater()
