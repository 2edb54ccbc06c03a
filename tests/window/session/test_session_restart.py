"""What a window held stands in the next one, after a quit and after a kill."""

from __future__ import annotations

import pytest

NAMES = ("page-analysis.md", "system-prompt.tmpl", "system-messages/coding-assistant.yaml")


def type_into_five_tabs(window) -> dict[str, str]:
    """Type into three files and two untitled documents; return the texts by the tabs' titles."""
    texts = {}
    for name in NAMES:
        window.open(name)
        if window.workbench.tabs.shows_alternative(window.file.document):
            window.workbench.tabs.show_alternative(window.file.document, shown=False)
        window.editor.setFocus()
        window.type("typed ")
    for words in ("# One\n", "two "):
        window.trigger("new_untitled")
        window.type(words)
        window.editor.insertPlainText("😀\u00a0")
    for file in window.workbench.files.files:
        texts[file.path.name] = file.text
    return texts


@pytest.mark.parametrize("is_killed", [True, False])
def test_five_tabs_stand_after_a_restart(opened, kill, root, is_killed):
    first = opened()
    before = {name: (root / name).read_bytes() for name in NAMES}
    first.trigger("close_tab")
    texts = type_into_five_tabs(first)
    titles = first.tab_titles
    first.workbench.tabs.show_document(first.workbench.files.find(root / NAMES[0]).document)
    first.select("max_tokens")
    if is_killed:
        kill(first)
    else:
        first.workbench.quit()
        assert not first.window.isVisible()
        assert first.dialogs.questions == []
        first.close()

    second = opened()
    assert second.tab_titles == titles
    assert {file.path.name: file.text for file in second.workbench.files.files} == texts
    assert all(file.is_modified for file in second.workbench.files.files)
    assert second.file.path == root / NAMES[0]
    assert second.editor.textCursor().selectedText() == "max_tokens"
    assert {name: (root / name).read_bytes() for name in NAMES} == before
    assert second.workbench.window.status.saved.text() == "Unsaved, recoverable"
    if is_killed:
        names = "page-analysis.md, system-prompt.tmpl, coding-assistant.yaml and 2 more"
        assert second.bar == f"Recovered 5 files: {names} (Foreword stopped at 14:07)"
    else:
        assert "Recovered" not in second.bar


def steps_back(window) -> list[str]:
    """Undo until the text is unmodified, and return all texts from the present one on."""
    texts = [window.text]
    while window.file.is_modified:
        window.trigger("undo")
        texts.append(window.text)
    return texts


def test_undo_goes_back_to_the_last_save_in_the_same_steps(opened, kill):
    window = opened("page-analysis.md")
    saved = window.text
    window.type("one two")
    window.go_to("max_tokens")
    window.type("three")
    window.trigger("undo")
    window.type("four")
    texts = steps_back(window)
    assert texts[-1] == saved
    while window.text != texts[0]:
        window.trigger("redo")
    kill(window)

    again = opened()
    assert again.text == texts[0]
    seen = steps_back(again)
    assert seen[-1] == saved
    assert set(texts) <= set(seen)
    again.trigger("redo")
    assert again.file.is_modified


def test_what_was_saved_is_not_recovered(opened, kill, root):
    window = opened("page-analysis.md", "system-prompt.tmpl")
    window.type("x")
    window.trigger("save")
    window.open("page-analysis.md")
    window.type("y")
    window.trigger("save")
    window.type("z")
    window.trigger("undo")
    kill(window)
    again = opened()
    assert again.tab_titles == ["page-analysis.md", "system-prompt.tmpl"]
    assert [file.is_modified for file in again.workbench.files.files] == [False, False]
    assert "Recovered" not in again.bar
    assert again.text.startswith("y")


def test_the_second_restart_has_it_too(opened, kill):
    window = opened("page-analysis.md")
    window.type("typed ")
    kill(window)
    again = opened()
    again.type("more ")
    kill(again)
    third = opened()
    assert third.text.startswith("typed more ")
    assert third.tab_titles == ["page-analysis.md"]
    assert third.bar == "Recovered 1 file: page-analysis.md (Foreword stopped at 14:07)"


def test_the_caret_comes_back_to_where_the_last_edit_before_a_kill_left_it(opened, kill):
    first = opened("page-analysis.md")
    first.type("Page ")
    first.trigger("new_untitled")
    first.type("Unti")
    first.workbench.session.keep_state()
    first.type("tled draft text 123")
    kill(first, keeps_state=False)

    second = opened()
    assert second.text == "Untitled draft text 123"
    assert second.editor.textCursor().position() == len("Untitled draft text 123")
    second.go_to("draft")
    second.workbench.session.keep_state()
    kill(second)
    third = opened()
    assert third.editor.textCursor().position() == len("Untitled "), "the control: moved after the last edit"
    third.trigger("previous_tab")
    assert third.editor.textCursor().position() == len("Page ")
