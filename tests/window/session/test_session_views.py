"""How tabs are shown comes back with them: scrolls, views, values, situation, zoom, the preview."""

from __future__ import annotations

from dataclasses import replace

MESSAGE = "system-messages/coding-assistant.yaml"


def test_tabs_are_shown_as_they_were(opened, root):
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
    workbench.tabs.show_alternative(message.document, shown=False)
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
