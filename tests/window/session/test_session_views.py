"""How tabs are shown comes back with them: scrolls, views, values, situation, zoom, the preview."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.styles import SystemMessageStyle
from editor_app.text import Span
from editor_app.window.text.open_documents import PART, SOURCE, TabSort

MESSAGE = "system-messages/coding-assistant.yaml"


def test_tabs_are_shown_as_they_were_and_what_is_tried_comes_back_with_chosen_and_muted_blocks(
    opened, kill, root
):
    (root / "long.md").write_text("".join(f"line {number}\n" for number in range(400)))
    first = opened("page-analysis.md", MESSAGE, "long.md")
    workbench = first.workbench
    editor = first.editor
    editor.verticalScrollBar().setValue(200)
    workbench.panels.preview.choose_view("markdown")
    workbench.tabs.set_zoom(3)
    first.trigger("word_wrap")
    message = first.open(MESSAGE)
    assert workbench.tabs.shows_alternative(message.document)
    workbench.tabs.show_view(message.document, SOURCE)
    message.set_situation(replace(message.situation, mode="code"), message.situation_name)
    situation, name = message.situation, message.situation_name
    prompt = first.open("page-analysis.md")
    workbench.cases.choose(prompt, None)
    first.open("long.md")
    first.go_to("line 210")
    top = editor.firstVisibleBlock().blockNumber()
    first.close()

    second = opened()
    files = {file.path.name: file for file in second.workbench.files.files}
    assert second.tab_titles == ["page-analysis.md", "coding-assistant.yaml", "long.md"]
    assert second.file is files["long.md"]
    second.wait_until(lambda: second.editor.firstVisibleBlock().blockNumber() == top)
    assert top > 150
    assert second.editor.cursor_offset() == second.text.index("line 210")
    assert second.workbench.panels.preview.switch.current == "markdown"
    assert second.workbench.tabs.text_zoom == 3
    assert not second.workbench.tabs.wraps
    assert not second.workbench.actions.action("word_wrap").isChecked()
    message = files["coding-assistant.yaml"]
    assert not second.workbench.tabs.shows_alternative(message.document)
    assert (message.situation, message.situation_name) == (situation, name)
    assert files["page-analysis.md"].case_name is None
    assert files["page-analysis.md"].values == {}

    second.open(MESSAGE)
    second.workbench.tabs.show_view(message.document, PART)
    try_choose_and_mute(opened, kill, root, second)


def try_choose_and_mute(opened, kill, root, first) -> None:
    resolver, perspective = first.workbench.resolver, first.workbench.current.perspective
    commands = first.workbench.commands.values
    commands.choose_model("small-1")
    commands.choose_conversation("c-7")
    commands.choose_clock(datetime(2026, 3, 1, 8, 5, tzinfo=UTC))
    view = perspective.view
    chosen = next(block for block in view.blocks if block.id == "identity-1")
    view.choose(chosen.path)
    caret = len(view.editor.toPlainText()) // 2
    cursor = view.editor.textCursor()
    cursor.setPosition(caret)
    view.editor.setTextCursor(cursor)
    perspective.situations.toggle_mute("identity-base")
    options = AssemblyOptions(style=SystemMessageStyle.XML, drop_outranked=True)
    perspective.message_preview.options_chosen.emit(options)
    tried, options, situation = resolver.context, first.file.options, first.file.situation
    name = first.file.situation_name
    assert (name is not None, situation.muted) == (True, {"identity-base"})
    first.open("page-analysis.md")
    kill(first)
    path = root / MESSAGE
    another = "blocks:\n  - id: before\n    type: safety\n    content: new\n"
    path.write_text(path.read_text().replace("blocks:\n", another, 1))

    second = opened()
    assert second.workbench.resolver.context == tried
    assert second.file.path.name == "page-analysis.md"
    second.open(MESSAGE)
    view = second.workbench.current.perspective.view
    assert view.blocks[view.index].id == "identity-1"
    assert view.path != chosen.path, "the file has a block before it since"
    assert view.editor.textCursor().position() == caret
    assert (second.file.situation, second.file.situation_name) == (situation, name)
    assert second.file.options == options
    second.trigger("close_tab")
    second.open(MESSAGE)
    assert not second.file.situation.muted, "a file that is closed and opened again is as new"
    second.close()
    given = replace(tried, model="large-2")
    assert opened(context=given).workbench.resolver.context == given


def test_pinned_and_previewed_tabs_are_so_at_the_next_start(opened):
    first = opened("page-analysis.md", "test-data-generation.md")
    tabs = first.workbench.tabs
    tabs.set_sort(first.file.document, TabSort.PINNED)
    first.panels.library.open_requested.emit(first.root / "test-scenario-generation.md")
    first.close()

    second = opened()
    tabs = second.workbench.tabs
    sorts = [tabs.sort_of(document) for document in tabs.documents]
    assert sorts == [TabSort.PINNED, TabSort.KEPT, TabSort.PREVIEW]
    assert second.tab_titles[0] == "test-data-generation.md"
    second.panels.library.open_requested.emit(second.root / MESSAGE)
    assert second.tab_titles[2:] == ["coding-assistant.yaml"]


def test_folded_lines_are_so_at_the_next_start(opened):
    first = opened("page-analysis.md")
    first.wait_until(lambda: first.editor.folding.at(3) is not None)
    first.editor.folding.toggle(0)
    first.close()
    second = opened()
    second.wait_until(lambda: second.editor.folding.hidden_below(3))
    assert second.editor.folding.lines == (0,)


def test_the_text_beside_is_there_at_the_next_start_with_caret_and_scroll(opened, root):
    (root / "long.md").write_text("".join(f"line {number}\n" for number in range(400)))
    first = opened("long.md")
    first.trigger("open_beside")
    place = first.text.index("line 210")
    first.workbench.tabs.second.editor.select_span(Span(place, place))
    first.workbench.tabs.second.editor.verticalScrollBar().setValue(120)
    first.close()
    second = opened()
    editor = second.workbench.tabs.second.editor
    assert editor is not None
    assert editor.contents.text == second.text
    assert editor.cursor_offset() == place
    second.wait_until(lambda: editor.firstVisibleBlock().blockNumber() == 120)
    assert second.workbench.tabs.editor_of(second.file.document).firstVisibleBlock().blockNumber() == 0


def test_the_selection_in_a_large_text_comes_back_once_that_is_there(opened, root):
    (root / "large.md").write_text("line\n" * 20_000)
    first = opened("large.md")
    first.wait_until(lambda: not first.file.document.is_filling)
    first.editor.select_span(Span(70_000, 70_004))
    first.close()
    second = opened()
    second.wait_until(lambda: not second.file.document.is_filling)
    assert second.editor.selected_span() == Span(70_000, 70_004)
