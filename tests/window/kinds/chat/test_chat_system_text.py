"""The system text of a chat: made from the chosen file as it is now, or why there is none."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.analysis.chat_requests.settings import NO_SYSTEM, RequestSettings, SystemChoice
from editor_app.library.folders import open_library
from editor_app.requests.parts import Provider
from editor_app.text import Severity
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.resolver import Sources
from editor_app.window.documents.resolving import ResolveContext
from editor_app.window.kinds.chat.panels.system import SystemTextView
from editor_app.window.kinds.chat.system_text import ChatSystemText, Trials
from editor_app.window.kit.work.runner import wait_for_work

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
HEAD = """---
name: {name}
version: 1.0.0
max_tokens: 300
description: d
variables:
  - {{name: topic, description: t, required: {required}}}
---

{body}
"""
DESK = """id: desk
version: 1.0.0
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
priorityModel: [behavior]
blocks:
  - {id: a, type: behavior, priority: 1, content: Always.}
  - {id: b, type: behavior, priority: 1, scope: {modes: [night]}, content: At night.}
"""
NIGHT = "format: 1\nsituations:\n  - {name: night, mode: night}\n  - {name: day, mode: day}\n"
CASES = "format: 1\ncases:\n  - {name: fuses, values: {topic: Fuses}}\n"


class World:
    """A library, open tabs, a git that is counted, and the system text that is made."""

    def __init__(self, place):
        self.library = open_library(place)[0]
        self.tabs, self.gits, self.stored = {}, [], {}
        self.around = ResolveContext(place, "gpt-5", "c-7", NOW)
        self.text = ChatSystemText(
            library=lambda: self.library,
            text_of=self.tabs.get,
            context=lambda: self.around,
            sources_in=self.sources,
            stored=self.stored.get,
        )
        self.told = []
        self.text.made.connect(self.told.append)

    def sources(self, _folder):
        def git(folder, arguments):
            self.gits.append(arguments)
            return "main\n"

        note = Note(Cause.NOT_TRUSTED, "The folder is not trusted.")
        return Sources(lambda: NOW, lambda *_: note, git, "linux", "host")

    def choose(self, qtbot, choice, model=None):
        self.text.choose(choice, model)
        self.settle(qtbot)
        return self.text.now

    def refresh(self, qtbot):
        self.text.refresh()
        self.settle(qtbot)
        return self.text.now

    def settle(self, qtbot):
        qtbot.waitUntil(lambda: not self.text.now.is_resolving)


@pytest.fixture
def world(tmp_path):
    files = {
        "system-prompt.tmpl": "Help.\n[prompt:model] on [git:branch] for [prompt:conversation_id].\n",
        "desk.yaml": DESK,
        "desk.situations.yaml": NIGHT,
        "ask.md": HEAD.format(name="ask", required="true", body="On {{topic}}."),
        "ask.cases.yaml": CASES,
        "plain.md": HEAD.format(name="plain", required="false", body="On {{topic}}."),
        "broken.yaml": "role: system\nblocks: 3\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return World(tmp_path)


def at(world, name, trial=None):
    return SystemChoice(world.library.root / name, trial=trial)


def test_a_template_is_made_with_the_variables_of_now_and_split_where_it_can_change(world, qtbot):
    made = world.choose(qtbot, at(world, "system-prompt.tmpl"))
    assert made.text.text == "Help.\ngpt-5 on main for c-7.\n"
    assert (made.text.origin, made.why_none) == (world.library.root / "system-prompt.tmpl", "")
    assert made.text.text[: made.text.stable].startswith("Help.\n")
    assert made.text.ended_by is not None
    assert world.told[0].is_resolving
    assert world.told[0].text is None
    assert world.choose(qtbot, at(world, "system-prompt.tmpl"), "claude-opus-5").text.text.startswith(
        "Help.\nclaude-opus-5 on main"
    )


def test_unsaved_text_goes_first_and_typing_in_it_starts_no_process(world, qtbot):
    path = world.library.root / "system-prompt.tmpl"
    world.tabs[path] = "Now [prompt:model]."
    assert world.choose(qtbot, at(world, "system-prompt.tmpl")).text.text == "Now gpt-5."
    world.tabs[path] = "Now [prompt:model] in [system:date]; [git:branch]."
    made = world.refresh(qtbot)
    assert (made.text.text, world.gits) == ("Now gpt-5 in 2026-03-04; .", [])
    world.text.resolve()
    world.settle(qtbot)
    assert world.text.now.text.text == "Now gpt-5 in 2026-03-04; main."
    assert len(world.gits) == 1
    world.tabs[path] = "Now [git:branch]."
    assert world.refresh(qtbot).text.text == "Now main."
    assert len(world.gits) == 1


def test_a_system_message_is_assembled_for_the_saved_situation(world, qtbot):
    made = world.choose(qtbot, at(world, "desk.yaml", "day"))
    assert made.why_none == ""
    assert (made.trials.word, made.trials.names) == ("Situation", ("night", "day"))
    assert "At night." not in made.text.text
    assert "At night." in world.choose(qtbot, at(world, "desk.yaml", "night")).text.text
    world.tabs[world.library.root / "desk.situations.yaml"] = NIGHT.replace("night,", "dusk,")
    gone = world.refresh(qtbot)
    assert gone.text is None
    assert gone.why_none == "The situation ‘night’ of ‘desk.yaml’ is gone. Choose another."
    assert gone.trials.names == ("dusk", "day")


def test_a_prompt_has_the_values_of_its_case_and_its_limit(world, qtbot):
    made = world.choose(qtbot, at(world, "ask.md", "fuses"))
    assert (made.text.text.strip(), made.text.max_tokens, made.trials.word) == ("On Fuses.", 300, "Case")
    needy = world.choose(qtbot, at(world, "ask.md"))
    assert needy.text is None
    assert needy.why_none == "‘topic’ is not set, and ‘ask.md’ requires it. Choose a case that sets it."
    assert world.choose(qtbot, at(world, "plain.md")).text is not None


def test_nothing_and_a_stored_conversation_go_first_as_they_are(world, qtbot):
    assert world.choose(qtbot, NO_SYSTEM).text.text == ""
    world.stored["c-1"] = "Stored.\n"
    assert world.choose(qtbot, SystemChoice(conversation_id="c-1")).text.text == "Stored.\n"
    never = world.choose(qtbot, SystemChoice(conversation_id="c-2"))
    assert (never.text, "conversation ‘c-2’" in never.why_none) == (None, True)


def test_why_there_is_no_text_is_said(world, qtbot):
    (world.library.root / "latin.tmpl").write_bytes(b"caf\xe9")
    (world.library.root / "folder.tmpl").mkdir()
    for name, said in [
        ("broken.yaml", "‘broken.yaml’ has an error on line 1: "),
        ("gone.tmpl", "‘gone.tmpl’"),
        ("latin.tmpl", "is not UTF-8"),
        ("folder.tmpl", "folder"),
        ("desk.situations.yaml", "is sent to no model"),
    ]:
        made = world.choose(qtbot, at(world, name))
        assert made.text is None
        assert said in made.why_none
        assert made.why_none.endswith(".")


def test_an_answer_for_what_was_chosen_before_is_passed_over(world, qtbot):
    world.text.choose(at(world, "system-prompt.tmpl"))
    world.text.choose(NO_SYSTEM)
    count = len(world.told)
    assert wait_for_work(world.text, 60)
    world.choose(qtbot, at(world, "desk.yaml", "day"))
    assert [made.choice.path for made in world.told[count:]] == [world.library.root / "desk.yaml"] * (
        len(world.told) - count
    )


def test_a_link_that_leads_out_of_a_library_without_trust_is_not_followed(world, qtbot, tmp_path_factory):
    secret = tmp_path_factory.mktemp("outside") / "secret.tmpl"
    secret.write_text("Secret.")
    (world.library.root / "link.tmpl").symlink_to(secret)
    made = world.choose(qtbot, at(world, "link.tmpl"))
    assert made.text is None
    assert f"is a link to ‘{secret}’, outside the" in made.why_none
    assert isinstance(made.choice.path, Path)


def test_the_form_says_what_was_made_of_the_choice(world, qtbot):
    def view(choice, provider=Provider.ANTHROPIC, model=None):
        return SystemTextView(RequestSettings(choice, model), world.choose(qtbot, choice), (), provider)

    desk = view(at(world, "desk.yaml", "day"))
    assert desk.made.trials == Trials("Situation", ("night", "day"), "Any")
    assert (desk.note[0], desk.cache_off, desk.limit_hint) == ("", "", "1,024")
    ask = view(at(world, "ask.md", "fuses"), Provider.OPENAI)
    assert (ask.made.trials.word, ask.made.trials.untried, ask.limit_hint) == (
        "Case",
        "No case",
        "300, from the prompt",
    )
    assert ask.cache_off == "OpenAI caches every prefix by itself, so no marks are written."
    assert view(NO_SYSTEM, Provider.OPENAI, "gpt-5.6").cache_off == ""
    needy = view(at(world, "ask.md"))
    assert (needy.note[1], "Choose a case" in needy.note[0]) == (Severity.ERROR, True)
    (world.library.root / "system-prompt.tmpl").write_text("[file:a.md] and [file:b.md]")
    blank = view(at(world, "system-prompt.tmpl"))
    assert blank.note[1] is Severity.WARNING
    assert blank.note[0] == "[file:a.md] stayed blank. The folder is not trusted. 1 more stayed blank, too."
    world.text.choose(at(world, "system-prompt.tmpl"))
    waiting = SystemTextView(RequestSettings(world.text.now.choice), world.text.now, (), Provider.GOOGLE)
    assert waiting.note == (
        "Its variables are being resolved.",
        Severity.INFORMATION,
    )
    world.settle(qtbot)


def test_the_text_is_made_again_only_when_a_file_it_is_made_from_changes(world, qtbot):
    root = world.library.root

    def makes_again(name):
        before = len(world.told)
        world.tabs[root / name] = world.tabs.get(root / name, "") + "\n"
        world.refresh(qtbot)
        return len(world.told) > before

    world.choose(qtbot, at(world, "desk.yaml"))
    assert makes_again("desk.yaml")
    assert makes_again("desk.situations.yaml")
    assert not makes_again("ask.cases.yaml")
    world.choose(qtbot, at(world, "ask.md"))
    assert makes_again("ask.cases.yaml")
    world.choose(qtbot, NO_SYSTEM)
    assert not makes_again("ask.md")
