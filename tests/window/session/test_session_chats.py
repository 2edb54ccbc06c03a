"""Chats come back with the window: tab, message in front, view, settings of the request, unsaved text."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor_app.analysis.chat_requests.settings import RequestSettings, SystemChoice
from editor_app.requests.parts import CacheMarks

ROLE = "; role: user\n\n\n"


@pytest.fixture
def talk(root: Path) -> Path:
    folder = root / "chats" / "talk"
    folder.mkdir()
    for number, words in enumerate(("one", "two", "three"), 1):
        (folder / f"{number}.md").write_text(f"{ROLE}{words}")
    return folder


def panels(window):
    return window.workbench.current.perspective.panels


def in_list(window) -> list[tuple[str, bool]]:
    window.wait_until_quiet()
    return [(row.words, row.is_unsaved) for row in panels(window).messages.rows]


def test_the_tab_its_message_the_view_and_the_settings_come_back_and_after_a_kill_unsaved_messages_with_them(
    opened, kill, root, talk
):
    first = opened("page-analysis.md", talk / "2.md")
    first.wait_until_quiet()
    system = panels(first).system
    chosen = SystemChoice(root / "test-scenario-generation.md")
    system.settings_changed.emit(RequestSettings(chosen, "gpt-5.1", 99, CacheMarks.ONE_HOUR))
    panels(first).request.provider_chosen.emit("google")
    first.trigger("switch_chat_view")
    first.go_to("two", 1)
    first.close()

    second = opened()
    second.wait_until_quiet()
    assert second.tab_titles == ["page-analysis.md", "talk"]
    assert second.file.path == talk / "2.md"
    assert second.workbench.tabs.view_of(second.file.document) == "conversation"
    assert panels(second).conversation.isVisible()
    assert panels(second).conversation.live_index == 1
    assert (second.text, second.editor.cursor_offset()) == ("two", 1)
    assert second.window.windowTitle() == "talk – prompts – Foreword"
    view = panels(second).request.shown_view
    assert view.provider.value == "google"
    assert panels(second).request.bar.switch.current == "google"
    panels(second).system.line.unfold(unfolded=True)
    assert (
        panels(second).system.form.cell("model").widget.text(),
        panels(second).system.form.cell("limit").widget.text(),
    ) == ("gpt-5.1", "99")
    settings = second.workbench.current.perspective.current.settings
    assert settings.system == SystemChoice(root / "test-scenario-generation.md")
    assert settings.cache.value == "1h"

    second.open(talk / "1.md")
    type_into_messages_kill_and_see_them(opened, kill, talk, second)


def type_into_messages_kill_and_see_them(opened, kill, talk, first) -> None:
    first.go_to("one")
    first.type("a")
    first.open(talk / "3.md")
    first.go_to("three")
    first.type("```\n")
    first.open(talk / "2.md")
    first.wait_until_quiet()
    kill(first)
    assert (talk / "3.md").read_text() == f"{ROLE}three"

    second = opened()
    second.wait_until_quiet()
    assert second.tab_titles == ["page-analysis.md", "talk"]
    assert second.file.path == talk / "2.md"
    assert in_list(second) == [("aone", True), ("two", False), ("```", True)]
    texts = {file.path.name: file.text for file in second.workbench.files.files}
    assert texts["3.md"] == f"{ROLE}\\```\nthree"
    second.open(talk / "3.md")
    assert second.text == "```\nthree"
    second.trigger("undo")
    assert not second.text.startswith("```\n")
    second.trigger("redo")
    second.trigger("save")
    assert (talk / "3.md").read_text() == f"{ROLE}\\```\nthree"
    second.go_to("```")
    second.type("x")
    second.wait_until_quiet()
    kill(second)

    (talk / "1.md").unlink()  # and the others are renumbered
    third = opened()
    assert [words for words, _ in in_list(third)] == ["two", "x```"]
    assert third.tab_titles == ["page-analysis.md", "talk"]
