"""Why a conversation would get another text: each changed line has its value, or its line of the template."""

from __future__ import annotations

import _thread
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from conversation_setup import Clock, Opener, write_template
from hypothesis import given
from hypothesis import strategies as st

from editor_app.conversations.changes import what_changes
from editor_app.conversations.results import NeverConstructedError, WouldGet
from editor_app.conversations.service import ConversationService
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.template.template import parse
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.files import FileText
from editor_app.variables.resolver import Sources

TEMPLATE = """You are a helpful coding assistant.

[if file:AGENTS.md]
Project rules:
[file:AGENTS.md]
[else]
There are no project rules yet.
[endif]

The current working directory is [prompt:cwd].
[if git:branch]You are on branch [git:branch].[endif]
Today is [system:date].
"""


class World:
    """The files, the branch and the clock that a service sees."""

    def __init__(self, clock: Clock) -> None:
        self.files: dict[str, str] = {}
        self.branch: str | None = "main"
        self.clock = clock
        self.asked: list[str] = []

    def sources(self, *_: object, **__: object) -> Sources:
        def read_file(_: Path, name: str) -> FileText | Note:
            self.asked.append(name)
            if name in self.files:
                return FileText(self.files[name], Path(name))
            return Note(Cause.NO_SUCH_FILE, "There is none.")

        def run_git(*_: object) -> str | Note:
            return self.branch if self.branch is not None else Note(Cause.GIT_FAILED, "No repository.")

        return Sources(self.clock, read_file, run_git, "linux", "atlas")


@pytest.fixture
def world(clock: Clock) -> World:
    return World(clock)


@pytest.fixture
def service(opened: Opener, world: World) -> ConversationService:
    return opened(make_sources=world.sources)


def differing(service: ConversationService, conversation_ids: list[str]) -> set[str]:
    return {result.conversation_id for result in service.comparisons(conversation_ids) if result.differs}


def told(found: WouldGet) -> list[tuple[str, list[str], list[str]]]:
    """Return the reasons of each change with its lines, before and now."""
    old, new = found.stored.text.split("\n"), found.now.text.split("\n")
    return [
        ("; ".join(reason.sentence for reason in one.reasons), old[slice(*one.old)], new[slice(*one.new)])
        for one in found.changes
    ]


def test_an_earlier_construct_is_compared_with_its_own_values(
    service: ConversationService, library: Path, work: Path, world: World
) -> None:
    write_template(library, TEMPLATE)
    service.construct("c", work)
    world.branch = "other"
    service.construct("c", work, model="m")
    assert not service.would_get("c").differs
    first = service.would_get("c", 1)
    assert (first.stored.number, first.now.model) == (1, None)
    assert [reasons for reasons, _, _ in told(first)] == ["git:branch was main, is other"]
    assert service.would_get("c", 2).stored.number == 2
    with pytest.raises(NeverConstructedError):
        service.would_get("c", 3)


def test_each_change_has_the_reason_the_panel_shows(
    service: ConversationService, library: Path, work: Path, world: World
) -> None:
    write_template(library, TEMPLATE)
    world.files["AGENTS.md"] = "# Atlas\nRun the tests before every commit.\nKeep the engine free of Qt."
    service.construct("c-0042", work)
    assert not service.would_get("c-0042").differs
    assert told(service.would_get("c-0042")) == []
    assert differing(service, ["c-0042", "unknown"]) == frozenset()

    rules = world.files["AGENTS.md"].split("\n")
    rules.insert(2, "Ask before you add a dependency.")
    world.files["AGENTS.md"] = "\n".join(rules)
    world.branch = "search-page"
    world.clock.go(days=1)
    write_template(library, TEMPLATE + "Answer in short sentences.")
    found = service.would_get("c-0042")
    assert told(found) == [
        ("file:AGENTS.md has one line more", [], ["Ask before you add a dependency."]),
        (
            "git:branch was main, is search-page",
            ["You are on branch main."],
            ["You are on branch search-page."],
        ),
        (
            "system:date was 2026-03-04, is 2026-03-05",
            ["Today is 2026-03-04."],
            ["Today is 2026-03-05."],
        ),
        ("Template, line 13: one line added", [""], ["Answer in short sentences."]),
    ]
    assert differing(service, ["c-0042"]) == {"c-0042"}
    assert service.get("c-0042") == found.stored.text  # looking stores nothing
    service.compact("c-0042")
    assert not service.would_get("c-0042").differs


@pytest.mark.parametrize(
    ("then", "now", "words"),
    [
        ("a\nb", "a\nb\n", "has a final newline now"),
        ("a\nb\n", "a\nb", "has no final newline now"),
        ("a\nb", "a\nb\nc\n", "has one line more"),
        ("a\nb\n", "a\nb\n\n", "has one line more"),
    ],
)
def test_a_final_newline_is_no_line_more(
    service: ConversationService, library: Path, work: Path, world: World, then: str, now: str, words: str
) -> None:
    write_template(library, "[file:AGENTS.md]")
    world.files["AGENTS.md"] = then
    service.construct("c", work)
    world.files["AGENTS.md"] = now
    assert [reasons for reasons, _, _ in told(service.would_get("c"))] == [f"file:AGENTS.md {words}"]


def test_what_comes_to_exist_or_goes_changes_whole_sides(
    service: ConversationService, library: Path, work: Path, world: World
) -> None:
    write_template(library, TEMPLATE)
    service.construct("c", work)
    world.files["AGENTS.md"] = "Rules"
    world.branch = None
    assert told(service.would_get("c")) == [
        (
            "file:AGENTS.md did not exist, is Rules",
            ["There are no project rules yet."],
            ["Project rules:", "Rules"],
        ),
        ("git:branch was main, does not exist now (git failed)", ["You are on branch main."], [""]),
    ]


def test_what_was_not_read_is_not_said_to_be_missing(
    opened: Opener, library: Path, work: Path, world: World
) -> None:
    """The cause of then is stored with the text, and the cause of now is known."""
    lacking = {
        name: Note(cause, "It was not read.")
        for name, cause in (
            ("AGENTS.md", Cause.NOT_TRUSTED),
            ("long", Cause.NOT_TRUSTED),
            ("/etc/motd", Cause.NEEDS_GRANT),
            ("slow", Cause.TIMED_OUT),
        )
    }

    def restricted(*_: object, **__: object) -> Sources:
        return replace(world.sources(), read_file=lambda _, name: lacking[name])

    world.files |= {"AGENTS.md": "Use tabs.", "long": "a\nb", "/etc/motd": "empty", "slow": "ready\n"}
    write_template(library, "\n".join(f"[file:{name}]" for name in lacking))
    before, after = opened(make_sources=restricted), opened(make_sources=world.sources)
    before.construct("c", work)
    assert [one for one, _, _ in told(after.would_get("c"))] == [
        "file:AGENTS.md was restricted, is ‘Use tabs.’",
        "file:long was restricted, and has a value now",
        "file:/etc/motd was not allowed, is ‘empty’",
        "file:slow was blank (timed out), is ready",
    ]
    after.construct("c", work)
    found = before.would_get("c")
    assert (found.differs, found.is_known, after.would_get("c").is_known) == (True, False, True)
    assert [one for one, _, _ in told(found)] == [
        "file:AGENTS.md was ‘Use tabs.’, is restricted now",
        "file:long is restricted now",
        "file:/etc/motd was ‘empty’, is not allowed now",
        "file:slow was ready, is blank now (timed out)",
    ]


def test_a_tag_that_is_new_in_the_template_is_the_templates_change(
    service: ConversationService, library: Path, work: Path
) -> None:
    write_template(library, "one\ntwo\nthree")
    service.construct("c", work)
    write_template(library, "one\nmodel [prompt:model] of [prompt:cwd]\nthree\n")
    assert (
        told(service.would_get("c"))
        == [
            ("Template, line 2: one line changed", ["two"], [f"model  of {work}"]),
            ("Template, line 3: one line added", [], [""]),
        ]
        or told(service.would_get("c"))[0][0] == "Template, line 2: one line changed"
    )
    write_template(library, "one\nthree")
    assert told(service.would_get("c")) == [("Template, line 2: one line removed", ["two"], [])]
    write_template(library, "")
    assert told(service.would_get("c")) == [
        ("Template, line 1: 3 lines removed", ["one", "two", "three"], [""]),
    ]


def test_lines_that_several_values_share_have_all_their_reasons(
    service: ConversationService, library: Path, work: Path, world: World
) -> None:
    write_template(library, "on [git:branch] at [system:date], [prompt:cwd]\nsame\n[file:a]")
    world.files["a"] = "1\n2\n3\n4\n"
    service.construct("c", work)
    world.branch = "next"
    world.clock.go(days=1)
    world.files["a"] = "1\n3\n4\n"
    [shared, alone] = told(service.would_get("c"))
    assert shared[0] == "git:branch was main, is next; system:date was 2026-03-04, is 2026-03-05"
    assert alone == ("file:a has one line fewer", ["2"], [])
    world.files["a"] = "x\n2\ny\n4\n"
    assert [one[0] for one in told(service.would_get("c"))][1:] == ["file:a has 2 lines changed"] * 2


PARTS = st.sampled_from(
    ["[a:x]", "[a:y]", "[if a:x]", "[if !a:y]", "[else]", "[endif]", "\n", "\n", "one", "two", "[literal:[]"]
)
TEMPLATES = st.lists(PARTS, max_size=14).map("".join)
VALUES = st.fixed_dictionaries(
    {name: st.sampled_from([None, "", "v", "w", "v\nw", "v\nq\nw\n"]) for name in ("a:x", "a:y")}
)


@given(TEMPLATES, TEMPLATES, VALUES, VALUES)
def test_the_changes_make_the_new_text_of_the_old(
    before: str, after: str, then: dict[str, str | None], now: dict[str, str | None]
) -> None:
    """In order, apart from each other, each with a reason, and all of them."""
    old_template, template = parse(before, Dialect.BRACKETS), parse(after, Dialect.BRACKETS)
    stored = render(old_template, then).text
    rendering = render(template, now)
    changes = what_changes(stored, then, rendering, now, template)
    old, new = stored.split("\n"), rendering.text.split("\n")
    made: list[str] = []
    at = new_at = 0
    for change in changes:
        assert change.old[0] >= at
        assert change.new[0] >= new_at
        assert change.reasons
        assert old[at : change.old[0]] == new[new_at : change.new[0]]
        made += old[at : change.old[0]] + new[slice(*change.new)]
        at, new_at = change.old[1], change.new[1]
    assert made + old[at:] == new


def test_of_many_conversations_each_file_is_read_once(
    service: ConversationService, library: Path, work: Path, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And threads are started only for what may have to be waited for."""
    threads: list[Callable[[], object]] = []
    start = _thread.start_new_thread

    def counted(function: Callable[[], object], given: tuple[()]) -> int:
        threads.append(function)
        return start(function, given)

    write_template(library, "[file:a] [git:branch] [prompt:conversation_id]")
    world.files["a"] = "1"
    for number in range(4):
        service.construct(f"c{number}", work if number < 3 else work.parent)
    world.asked.clear()
    monkeypatch.setattr(_thread, "start_new_thread", counted)
    assert differing(service, ["c0", "c1", "c2", "c3"]) == frozenset()
    assert len(world.asked) == 2  # one in each folder
    assert len(threads) == 2, "one beside that of the caller, for the first in each folder"
    world.files["a"] = "2"
    assert differing(service, ["c0", "c3"]) == {"c0", "c3"}
