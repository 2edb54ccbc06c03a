"""The states of the window with a prompt, a template or a system message that screenshots are taken of."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QScrollArea

from editor_app.library.paths import COMPACTION_NAME
from editor_app.system_messages.model.entities import BlockCondition
from editor_app.text import Span
from editor_app.window.app import Workbench
from editor_app.window.kinds.system_message.panels.inspector.inspector_panel import (
    CONDITIONS,
    MODES,
    PRIORITY,
    FieldChange,
)
from editor_app.window.kinds.system_message.system_message_perspective import SystemMessagePerspective
from editor_app.window.text.open_documents import TabSort
from pictures.taking import go_to, show_blocks, show_prompt, show_template


def why(workbench: Workbench) -> Iterator[None]:
    """Show why a place is in the text, and the fixes of a problem."""
    yield from show_prompt(workbench)
    preview = workbench.panels.preview
    preview.show_output_at(workbench.files.files[0].text.index("{{url}}") + 2)
    preview.show_why()
    yield
    go_to(workbench, "titel")
    _show_fixes(workbench)
    yield


def undeclared(workbench: Workbench) -> Iterator[None]:
    """Show the preview of a prompt with a tag whose variable is not declared."""
    yield from show_prompt(workbench)
    go_to(workbench, "content}}")
    editor = workbench.current.editor
    if editor is not None:
        editor.insertPlainText("page_")
    go_to(workbench, "titel")
    if editor is not None:
        editor.insertPlainText("customer_")
    yield


def manual(workbench: Workbench) -> Iterator[None]:
    """Show the page of the manual about a system message, among those that have a word."""
    yield from show_blocks(workbench)
    window = workbench.commands.program.manual.show_page("system-messages", workbench.window)
    window.search.setText("situation")
    yield


def hover(workbench: Workbench) -> Iterator[None]:
    """Show what is known of a tag beside it."""
    yield from show_prompt(workbench)
    go_to(workbench, "content}}")
    editor = workbench.current.editor
    if editor is not None:
        editor.show_hover()
    yield


def paste(workbench: Workbench) -> Iterator[None]:
    """Paste text with tags that would render as nothing."""
    yield from show_template(workbench)
    editor = workbench.current.editor
    if editor is not None:
        data = QMimeData()
        data.setText("Answer as in [this:example], with [citation:needed].\n[if user:vip]Be quick.[endif]\n")
        go_to(workbench, "The current")
        editor.insertFromMimeData(data)
    yield


def full_page(workbench: Workbench) -> Iterator[None]:
    """Show the text, its buttons and the preview alone."""
    yield from show_template(workbench)
    workbench.window.set_full_page(is_full=True)
    yield


def editing(workbench: Workbench) -> Iterator[None]:
    """Show a pinned tab and a previewed one, and in the text folded lines, several carets and the ruler."""
    yield from show_prompt(workbench)
    tabs, files = workbench.tabs, workbench.files.files
    tabs.set_ruler(60)
    yield from show_template(workbench)
    if tabs.current_document is not None:
        tabs.set_sort(tabs.current_document, TabSort.PINNED)
    workbench.panels.library.open_requested.emit(
        workbench.library.library.root / "test-scenario-generation.md"
    )
    tabs.show_document(files[0].document)
    yield
    editor = workbench.current.editor
    if editor is not None:
        editor.folding.toggle(files[0].text.index("variables:"))
        editor.select_span(Span(place := files[0].text.index("page and"), place))
        for _ in range(2):
            editor.add_next_match()
    yield


def long_names(workbench: Workbench) -> Iterator[None]:
    """Show the tabs of files with long names, the last of them in front."""
    yield from show_prompt(workbench)
    for about in ("a-first-answer-to-customers", "a-summary-for-the-team", "questions-about-a-long-report"):
        path = workbench.library.library.root / f"{about}-in-plain-words.md"
        path.write_text(workbench.files.files[0].text, "utf-8")
        workbench.commands.files.open(path)
    yield


def beside_drop(workbench: Workbench) -> Iterator[None]:
    """Show where a tab would go that is dragged over the second text."""
    yield from beside(workbench)
    tabs = workbench.tabs
    tabs.bar.dragged.emit(tabs.second.mapToGlobal(tabs.second.rect().center()))
    yield


def beside(workbench: Workbench) -> Iterator[None]:
    """Show another file beside the one in front."""
    yield from show_prompt(workbench)
    workbench.commands.files.open_beside(workbench.library.library.root / "test-data-generation.md")
    yield


def instructions(workbench: Workbench) -> Iterator[None]:
    """Show the compaction instructions."""
    yield from show_template(workbench)
    workbench.commands.library.open_instructions()
    yield


def built_in_instructions(workbench: Workbench) -> Iterator[None]:
    """Show the compaction instructions of a library that has none of its own."""
    (workbench.library.library.root / COMPACTION_NAME).unlink()
    workbench.library.refresh()
    yield from instructions(workbench)


def difference(workbench: Workbench) -> Iterator[None]:
    """Show how the text differs from the one it is compared with."""
    yield
    workbench.panels.preview.choose_view("difference")
    yield
    yield


def markdown(workbench: Workbench) -> Iterator[None]:
    """Show the text as Markdown."""
    workbench.commands.files.open(workbench.library.library.root / "test-scenario-generation.md")
    yield
    workbench.panels.preview.choose_view("markdown")
    yield
    yield


def empty(workbench: Workbench) -> Iterator[None]:
    """Show no file."""
    yield
    workbench.commands.files.close_current()
    yield


def data(workbench: Workbench) -> Iterator[None]:
    """Show a file of data, which is sent to no model."""
    path = workbench.library.library.root / "facts.yaml"
    path.write_text("team: atlas\nbranches:\n  - main\n  - release\n", "utf-8")
    workbench.commands.files.open(path)
    yield


def default(workbench: Workbench) -> Iterator[None]:
    """Show a default."""
    workbench.commands.files.open(workbench.library.library.root / "defaults" / "test-data-generation.md")
    yield


def situations(workbench: Workbench) -> Iterator[None]:
    """Show a system message in all its situations."""
    yield from show_blocks(workbench)
    workbench.window.show_below("matrix")
    yield
    workbench.panels.preview.choose_view("difference")
    yield
    yield


def source(workbench: Workbench) -> Iterator[None]:
    """Show the source of a system message."""
    yield from show_blocks(workbench)
    _message(workbench).switch_view()
    yield


def support_desk(workbench: Workbench) -> Iterator[None]:
    """Show a system message with a muted block."""
    workbench.commands.files.open(workbench.library.library.root / "system-messages" / "support-desk.json")
    yield
    message = _message(workbench)
    view = message.view
    if view is not None:
        view.choose_index(2)
        message.situations.toggle_mute(view.blocks[4].id)
    yield


def block_fields(workbench: Workbench) -> Iterator[None]:
    """Show all fields of a block, and those of what the message is tried for."""
    yield from show_blocks(workbench)
    panels = _message(workbench).panels
    panels.inspector.unfold(unfolded=True)
    panels.situation.line.unfold(unfolded=True)
    yield


def block_note(workbench: Workbench) -> Iterator[None]:
    """Show the note of a block that always loses to another."""
    yield from show_blocks(workbench)
    message = _message(workbench)
    assert message.front.path is not None
    message.block_commands.set_field(FieldChange(message.front.path, PRIORITY, 1))
    yield
    message.block_commands.set_field(FieldChange(message.front.path, MODES, ("plan",)))
    yield


def conditions(workbench: Workbench) -> Iterator[None]:
    """Show the conditions of a block, and what they are tried with."""
    yield from block_fields(workbench)
    message = _message(workbench)
    kinds = ("whenFilesAttached", "whenTheTerminalIsRestricted", "whenContextIsLong")
    wanted = (*map(BlockCondition, kinds), BlockCondition("whenBranch", '{"isMain":true,"name":"main"}'))
    assert message.front.path is not None
    message.block_commands.set_field(FieldChange(message.front.path, CONDITIONS, wanted))
    yield
    tried = message.panels.situation
    while entries := tried.condition_entries():
        entries[0].act()
    yield
    tried.findChildren(QScrollArea)[0].ensureWidgetVisible(tried.field("conditions"))
    yield


def _message(workbench: Workbench) -> SystemMessagePerspective:
    perspective = workbench.current.perspective
    assert isinstance(perspective, SystemMessagePerspective)
    return perspective


def _show_fixes(workbench: Workbench) -> None:
    if workbench.current.editor is not None:
        workbench.current.editor.show_fixes()
