"""What a window held stands in the next one, after a quit and after a kill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from named_cases import in_case

from editor_app.text import Edit, Span
from editor_app.window.text.open_documents import SOURCE

if TYPE_CHECKING:
    from editor_app.window.driver import WindowDriver

NAMES = ("page-analysis.md", "system-prompt.tmpl", "system-messages/coding-assistant.yaml")


def type_into_five_tabs(window) -> dict[str, str]:
    """Type into three files and two untitled documents; return the texts by the tabs' titles."""
    texts = {}
    for name in NAMES:
        window.open(name)
        if window.workbench.tabs.shows_alternative(window.file.document):
            window.workbench.tabs.show_view(window.file.document, SOURCE)
        window.editor.setFocus()
        window.type("typed ")
    for words in ("# One\n", "two "):
        window.trigger("new_untitled")
        window.type(words)
        window.editor.insertPlainText("😀\u00a0")
    for file in window.workbench.files.files:
        texts[file.path.name] = file.text
    return texts


def test_five_tabs_stand_after_a_kill_and_after_a_quit(opened, kill, root):
    first = opened()
    before = {name: (root / name).read_bytes() for name in NAMES}
    first.trigger("close_tab")
    texts = type_into_five_tabs(first)
    titles = first.tab_titles
    first.workbench.tabs.show_document(first.workbench.files.find(root / NAMES[0]).document)
    first.select("max_tokens")
    kill(first)

    def see_them() -> WindowDriver:
        window = opened()
        assert window.tab_titles == titles
        assert {file.path.name: file.text for file in window.workbench.files.files} == texts
        assert all(file.is_modified for file in window.workbench.files.files)
        assert window.file.path == root / NAMES[0]
        assert window.editor.textCursor().selectedText() == "max_tokens"
        assert {name: (root / name).read_bytes() for name in NAMES} == before
        assert window.workbench.window.status.saved.text() == "Unsaved, recoverable"
        return window

    second = see_them()
    names = "page-analysis.md, system-prompt.tmpl, coding-assistant.yaml and 2 more"
    assert second.bar == f"Recovered 5 files: {names} (Foreword stopped at 14:07)."
    second.window.close()
    assert not second.window.isVisible()
    assert second.dialogs.questions == []
    second.close()
    with in_case("after a quit"):
        assert "Recovered" not in see_them().bar


def steps_back(window) -> list[str]:
    """Undo until the text is unmodified, and return all texts from the present one on."""
    texts = [window.text]
    while window.file.is_modified:
        window.trigger("undo")
        texts.append(window.text)
    return texts


def test_what_was_replaced_in_slices_is_one_step_after_a_kill(opened, kill):
    window = opened("page-analysis.md")
    saved, document = window.text, window.file.document
    for at in (40, 20, 0):
        document.apply_edits([Edit(Span(at, at + 1), "replaced")], continues=at < 40)
    replaced = window.text
    kill(window)
    again = opened()
    assert again.text == replaced
    assert steps_back(again) == [replaced, saved]


def test_undo_goes_back_to_the_last_save_in_the_same_steps_and_what_is_saved_is_not_recovered(opened, kill):
    window = opened("page-analysis.md", "system-prompt.tmpl")
    window.type("x")
    window.trigger("save")
    window.open("page-analysis.md")
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

    again.go_to("one")
    again.type("y")
    again.trigger("save")
    again.type("z")
    again.trigger("undo")
    kill(again)
    third = opened()
    assert third.tab_titles == ["page-analysis.md", "system-prompt.tmpl"]
    assert [file.is_modified for file in third.workbench.files.files] == [False, False]
    assert "Recovered" not in third.bar
    assert third.text.startswith("y")


def test_the_caret_comes_back_to_where_the_last_edit_before_each_kill_left_it(opened, kill):
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
    second.type("!")
    assert second.file.analysis.revision == second.file.document.revision, "it is checked at once"
    second.go_to("draft")
    second.workbench.session.keep_state()
    kill(second)
    third = opened()
    assert third.text == "Untitled draft text 123!"
    assert third.bar == "Recovered 2 files: page-analysis.md and Untitled 1 (Foreword stopped at 14:07)."
    assert third.editor.textCursor().position() == len("Untitled "), "the control: moved after the last edit"
    third.trigger("previous_tab")
    assert third.text.startswith("Page ---")
    assert third.editor.textCursor().position() == len("Page ")
