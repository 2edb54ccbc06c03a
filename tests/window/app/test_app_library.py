"""What the library panel offers: new, my copy, reset, rename, duplicate, delete, each with Undo."""

from __future__ import annotations

import shutil

import pytest
from named_cases import in_case
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from editor_app.analysis.analysis import analyse
from editor_app.analysis.kinds.system_message import content_of
from editor_app.library.kinds import Kind
from editor_app.text import Edit, Severity, Span
from editor_app.window.commands.files import SaveAnswer

pytestmark = pytest.mark.one_window

NAME = "test-scenario-generation"


def tree_of(root) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def menu(bench, prompt: str, words: str) -> None:
    """Choose an entry of the menu of a prompt in the list."""
    row = next(row for row in bench.panels.library._listing.rows if row.prompt_name == prompt)
    actions = bench.panels.library.menu_for(row).actions()
    action = next(action for action in actions if action.text().partition("\t")[0] == words)
    assert action.isEnabled()
    action.trigger()


def choose_new(letter: str) -> list[str]:
    """Press a letter in the list of what can be made; return what it offers."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    offered = [action.text().partition("\t")[0].replace("&", "") for action in menu.actions()]
    QTest.keySequence(menu, letter)
    return offered


def list_again(bench) -> None:
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()


def test_a_new_prompt_asks_only_a_name(bench):
    before = tree_of(bench.root)
    bench.dialogs.answers = ["greeting"]
    bench.press("Ctrl+N")
    choose_new("P")
    ((kind, question),) = bench.dialogs.questions
    assert kind == "name"
    assert question.problem("another") == ""
    assert question.problem("page-analysis") == "There is a prompt ‘page-analysis’ already."
    for bad in ("", "Greeting", "two words", "../evil", "a//b", "/etc/x", "con", ".git/x", "defaults/x"):
        assert question.problem(bad), bad
    path = bench.root / "greeting.md"
    assert bench.file.path == path
    errors = [
        problem
        for problem in analyse(path.read_text(), Kind.PROMPT, path.name).diagnostics
        if problem.severity is Severity.ERROR
    ]
    assert errors == []
    assert bench.editor.hasFocus()
    bench.type("Hello.")
    assert bench.text.endswith("---\n\nHello.\n") or "\nHello.\n" in bench.text.rpartition("---\n")[2]
    assert bench.badge("greeting") == "user"
    bench.press("Ctrl+Z")
    assert bench.text == path.read_text()
    bench.undo_notice()
    assert tree_of(bench.root) == before
    assert "greeting.md" not in bench.tab_titles

    bench.dialogs.answers = [None]
    bench.press("Ctrl+N")
    choose_new("Return")
    assert tree_of(bench.root) == before, "no name, no prompt"

    bench.dialogs.answers = ["billing/refund"]
    bench.press("Ctrl+N")
    choose_new("Return")
    assert bench.file.path == bench.root / "billing" / "refund.md"
    assert bench.badge("billing/refund") == "user"


def test_my_copy_and_back_to_the_default(open_bench, root):
    name = "test-data-generation"
    (root / f"{name}.md").unlink()
    bench = open_bench(root)
    before = tree_of(bench.root)
    bench.open(f"defaults/{name}.md")
    assert bench.editor.isReadOnly()
    bench.link("Make my copy")
    copy = bench.root / f"{name}.md"
    assert bench.file.path == copy
    assert copy.read_bytes() == before[f"defaults/{name}.md"]
    bench.workbench.library.finish_checking()
    assert bench.badge(name) == "user"
    bench.undo_notice()
    assert tree_of(bench.root) == before

    bench.open(f"defaults/{name}.md")
    bench.act("make_my_copy")
    bench.workbench.library.finish_checking()
    bench.type("x")
    bench.press("Ctrl+S")
    mine = copy.read_bytes()
    bench.act("reset_to_default")
    bench.workbench.library.finish_checking()
    assert tree_of(bench.root) == before
    assert bench.file.path == bench.root / "defaults" / f"{name}.md"
    assert bench.badge(name) == "default"
    bench.undo_notice()
    assert copy.read_bytes() == mine


def test_rename_takes_the_tab_the_cases_the_values_and_every_unsaved_character_along(bench):
    before = tree_of(bench.root)
    bench.open(f"{NAME}.md")
    bench.panels.values.cells[0].widget.give("a typed value")
    bench.dialogs.answers = ["story.md"]
    menu(bench, NAME, "Rename…")
    asked = bench.dialogs.questions[-1][1]
    assert asked.title == f"Rename ‘{NAME}.md’"
    goes_with_it = f"‘{NAME}.cases.yaml’ is renamed with it."
    assert asked.sentence == f"{goes_with_it} The ‘name’ in the prompt changes, too."
    assert bench.tab_titles == ["page-analysis.md", "story.md"]
    assert bench.file.path == bench.root / "story.md"
    assert (bench.root / "story.cases.yaml").read_bytes() == before[f"{NAME}.cases.yaml"]
    assert not (bench.root / f"{NAME}.md").exists()
    assert "\nname: story\n" in bench.text
    assert not bench.file.is_modified
    assert not [one for one in bench.file.analysis.diagnostics if one.severity is Severity.ERROR]
    bench.workbench.files.disk.look_now()
    assert "no longer" not in bench.bar
    bench.workbench.commands.files.close_current()
    bench.open("story.md")
    assert bench.panels.values.cells[0].widget.value == "a typed value"
    bench.undo_notice()
    assert tree_of(bench.root) == before
    assert bench.tab_titles == ["page-analysis.md", f"{NAME}.md"]
    assert bench.panels.values.cells[0].widget.value == "a typed value"
    list_again(bench)
    see_unsaved_kept(bench)


def see_unsaved_kept(bench):
    """See that renaming and taking it back keep every unsaved character."""
    before = tree_of(bench.root)
    bench.open(f"{NAME}.md")
    bench.go_to("max_tokens")
    bench.type("x")
    typed = bench.text
    bench.dialogs.answers = ["story"]
    menu(bench, NAME, "Rename…")
    assert bench.text == typed.replace(f"name: {NAME}", "name: story")
    on_disk = (bench.root / "story.md").read_bytes()
    assert on_disk == before[f"{NAME}.md"].replace(f"name: {NAME}".encode(), b"name: story")
    assert bench.file.is_modified
    bench.workbench.files.disk.look_now()
    assert bench.bar == ""
    bench.undo_notice()
    assert tree_of(bench.root) == before
    assert bench.text == typed
    assert bench.file.is_modified
    bench.workbench.files.disk.look_now()
    assert bench.bar == ""
    bench.press("Ctrl+S", bench.editor)
    assert (bench.root / f"{NAME}.md").read_text() == typed

    list_again(bench)
    bench.go_to("max_tokens")
    bench.type("y")
    bench.dialogs.answers = ["story"]
    menu(bench, NAME, "Rename…")
    assert bench.file.path.name == "story.md", "the ending is kept"
    assert bench.file.is_modified
    bench.press("Ctrl+S", bench.editor)
    assert "xymax_tokens" in (bench.root / "story.md").read_text()


def test_undo_never_leads_to_a_text_that_only_seems_saved(bench):
    bench.open(f"{NAME}.md")
    before = bench.text
    bench.go_to("max_tokens")
    bench.type("x")
    bench.dialogs.answers = ["story"]
    menu(bench, NAME, "Rename…")
    bench.press("Ctrl+Z", bench.editor)
    bench.press("Ctrl+Z", bench.editor)
    assert bench.text == before  # which the file is no longer
    assert bench.file.is_modified


def test_renaming_what_is_typed_beside_the_file(bench):
    """The text in front says another name than the file, and what is on the disk can’t be read at all."""
    path = bench.root / f"{NAME}.md"
    sound = path.read_text()
    path.write_text(sound.replace("version:", "version: [", 1))
    bench.open(path.name)
    bench.file.document.replace_text(sound)
    bench.dialogs.answers = ["story"]
    menu(bench, NAME, "Rename…")
    assert bench.text == sound.replace(f"name: {NAME}", "name: story")
    bench.undo_notice()
    assert bench.text == sound


def test_rename_to_a_template_or_onto_another_file_duplicate_and_delete(bench):
    bench.dialogs.answers = ["page.tmpl"]
    menu(bench, "page-analysis", "Rename…")
    bench.resolve()
    assert bench.file.kind is Kind.TEMPLATE
    assert bench.window.status.dialect.text() == "Brackets"
    bench.undo_notice()
    assert bench.file.kind is Kind.PROMPT

    list_again(bench)
    before = tree_of(bench.root)
    bench.dialogs.answers = [f"{NAME}.md"]
    menu(bench, "page-analysis", "Rename…")
    assert bench.notice == f"‘{NAME}.md’ is already there. Move it away or choose another name."
    assert tree_of(bench.root) == before

    menu(bench, NAME, "Duplicate")
    copy = before[f"{NAME}.md"].replace(f"name: {NAME}".encode(), f"name: {NAME}-copy".encode())
    copied = {f"{NAME}-copy.md": copy, f"{NAME}-copy.cases.yaml": before[f"{NAME}.cases.yaml"]}
    assert tree_of(bench.root) == {**before, **copied}
    bench.undo_notice()
    assert tree_of(bench.root) == before

    list_again(bench)
    bench.open(f"{NAME}.md")
    menu(bench, NAME, "Delete")
    assert not (bench.root / f"{NAME}.md").exists()
    assert bench.tab_titles == ["page-analysis.md"]
    assert bench.notice == f"‘{NAME}.md’ was moved to the history. ‘{NAME}.cases.yaml’ went with it."
    bench.undo_notice()
    assert tree_of(bench.root) == before
    see_two_deleted(bench)


def see_two_deleted(bench):
    """See that deleting twice deletes two files and no block."""
    message = "system-messages/coding-assistant.yaml"
    names = ("aa.md", "ab.md", "ac.md")
    for name in names:
        (bench.root / "system-messages" / name).write_text("Hi")
    list_again(bench)
    bench.open(message)
    bench.open("system-messages/aa.md")
    before = (bench.root / message).read_bytes()
    library = bench.panels.library
    bench.window.left_dock.show_page("library")
    library.select(bench.root / "system-messages" / "aa.md")
    for gone in (1, 2):
        bench.press("Del")
        there = [name for name in names if (bench.root / "system-messages" / name).exists()]
        assert there == list(names[gone:])
        assert bench.file.path.name == "coding-assistant.yaml"
        assert library.tree.hasFocus(), "the keyboard stays where it was"
        assert library.selected_row().path.name == names[gone]
    assert not bench.file.is_modified
    assert (bench.root / message).read_bytes() == before


def test_deleting_asks_about_unsaved_changes(bench):
    path = bench.root / f"{NAME}.md"
    before = path.read_bytes()
    for answer in (SaveAnswer.CANCEL, SaveAnswer.DISCARD, SaveAnswer.SAVE):
        with in_case(answer):
            list_again(bench)
            bench.open(path)
            bench.go_to("max_tokens")
            bench.type("x")
            bench.dialogs.questions.clear()
            bench.dialogs.answers = [answer]
            menu(bench, NAME, "Delete")
            assert bench.dialogs.questions == [("save", f"{NAME}.md")]
            if answer is SaveAnswer.CANCEL:
                assert path.read_bytes() == before
                assert bench.file.is_modified
                bench.press("Ctrl+Z", bench.editor)
                continue
            assert not path.exists()
            bench.undo_notice()
            typed = b"xmax_tokens" in path.read_bytes()
            assert typed is (answer is SaveAnswer.SAVE)


def test_an_undo_that_would_lose_something_is_refused_and_the_list_has_keys(bench):
    bench.dialogs.answers = ["greeting"]
    bench.press("Ctrl+N")
    choose_new("P")
    bench.type("Hello.")
    bench.act("save")
    saved = (bench.root / "greeting.md").read_bytes()
    bench.undo_notice()
    assert (bench.root / "greeting.md").read_bytes() == saved
    assert "was changed since, so nothing was undone. Delete it" in bench.notice

    tree = bench.panels.library.tree
    tree.setFocus()
    bench.panels.library.show_current(bench.root / "page-analysis.md")
    bench.dialogs.answers = [None]
    QTest.keyClick(tree, Qt.Key.Key_F2)
    assert bench.dialogs.questions[-1][1].suggestion == "page-analysis.md"
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert not (bench.root / "page-analysis.md").exists()


def test_the_list_follows_the_disk_until_the_folder_is_gone(bench, qtbot):
    (bench.root / "more.md").write_bytes((bench.root / "page-analysis.md").read_bytes())
    bench.wait(lambda: any(row.prompt_name == "more" for row in bench.panels.library._listing.rows))
    (bench.root / "more.md").unlink()
    bench.wait(lambda: all(row.prompt_name != "more" for row in bench.panels.library._listing.rows))

    library = bench.workbench.library
    shutil.rmtree(bench.root)
    with qtbot.waitSignal(library.listing_changed) as told:
        library.refresh()
    (row,) = [row for row in told.args[0].rows if row.state.remark]
    assert row.label == bench.root.name
    assert "could not be listed" in row.state.remark


def test_a_folder_has_a_menu_and_a_new_prompt_is_made_in_the_one_that_is_chosen(open_bench, root):
    (root / "billing" / "late").mkdir(parents=True)
    head = "---\nname: {}\nversion: 1.0.0\ndescription: A.\nmax_tokens: 9\nvariables: []\n---\nHello.\n"
    (root / "billing" / "late" / "refund.md").write_text(head.format("refund"))
    bench = open_bench(root, "page-analysis.md")
    panel = bench.panels.library
    tree = panel.tree

    def choose(label: str) -> QModelIndex:
        node = next(node for node in tree.rows if node.label == label and node.row is None)
        tree.scrollTo(tree.index_of(node.key))
        tree.setCurrentIndex(tree.index_of(node.key))
        return tree.currentIndex()

    def ask_menu(index: QModelIndex) -> None:
        place = tree.visualRect(index).center()
        reason = QContextMenuEvent.Reason.Mouse
        event = QContextMenuEvent(reason, place, tree.viewport().mapToGlobal(place))
        QApplication.sendEvent(tree.viewport(), event)

    tree.setCurrentIndex(tree.index_of(panel.key_of(root / "page-analysis.md")))
    late = choose("late")
    tree.setCurrentIndex(tree.index_of(panel.key_of(root / "page-analysis.md")))
    ask_menu(late)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    actions = {action.text(): action for action in menu.actions() if action.text()}
    assert [words.partition("\t")[0] for words in actions] == [
        *("New…", "Fold", "Rename…", "Move to…", "Delete"),
        *("Show in its folder", "Copy path", "Copy relative path"),
    ]
    bench.dialogs.answers = ["reminder", "top", "deeper/note", "usual"]
    actions["New…\tCtrl+N"].trigger()
    menu.close()
    choose_new("P")
    _, question = bench.dialogs.questions[0]
    assert question.title == "New prompt in ‘billing/late’"
    assert question.problem("refund") == "There is a prompt ‘billing/late/refund’ already."
    assert question.problem("another") == ""
    assert question.problem("../evil")
    assert bench.file.path == root / "billing" / "late" / "reminder.md"
    bench.press("Ctrl+N")  # the new file is the selected row now
    choose_new("P")
    assert bench.file.path == root / "billing" / "late" / "top.md", "beside it"
    choose("billing")
    bench.press("Ctrl+N")
    choose_new("Return")
    assert bench.file.path == root / "billing" / "deeper" / "note.md"
    tree.setCurrentIndex(tree.index_of(panel.key_of(root / "page-analysis.md")))
    ask_menu(next(tree.index_of(node.key) for node in tree.rows if node.label == "Prompts"))
    menu = QApplication.activePopupWidget()
    next(action for action in menu.actions() if action.text() == "New prompt…").trigger()
    menu.close()
    assert bench.file.path == root / "usual.md", "not in the folder that was chosen before"
    choose("late")
    fold = next(
        action for action in panel.menu_for(panel.selected_row()).actions() if action.text() == "Fold"
    )
    fold.trigger()
    assert not tree.isExpanded(tree.currentIndex())


def test_a_text_that_is_too_long_for_a_system_message_is_refused(bench):
    bench.open("page-analysis.md")
    bench.dialogs.answers = ["too-long"]
    bench.file.document.apply_edits([Edit(Span(0, 0), "word " * 200_000)])
    bench.editor.select_span(Span(0, 1_000_000))
    bench.press("Ctrl+N")
    choose_new("X")
    assert bench.notice.startswith("‘too-long.yaml’ was not created: ")
    assert bench.file.path.name == "page-analysis.md"
    assert not (bench.root / "system-messages" / "too-long.yaml").exists()


def test_each_kind_is_made_by_a_letter_and_opens_where_one_writes(bench):
    bench.open("page-analysis.md")
    bench.dialogs.answers = ["team", "from-text", "selected", "plain"]
    bench.press("Ctrl+N")
    offered = choose_new("S")
    assert offered == [
        *("Prompt", "Document", "Template", "System message", "System message from text"),
        *("Run", "Chat", "Folder"),
    ]
    made = bench.root / "system-messages" / "team.yaml"
    assert bench.file.path == made
    bench.type("You are Atlas.")
    bench.settle()
    assert 'content: "You are Atlas."' in bench.file.text
    assert not bench.file.analysis.diagnostics

    bench.open("page-analysis.md")
    bench.come_back()
    bench.press("Ctrl+N")
    choose_new("X")
    bench.settle()
    assert bench.file.path == bench.root / "system-messages" / "from-text.yaml"
    assert bench.dialogs.questions[1][1].sentence == (
        "Each heading of ‘page-analysis.md’ becomes a block. Tags such as {{name}} stay as text there."
    )
    assert {one.code for one in bench.file.analysis.diagnostics} == {"foreign-tag"}, "and are noted"
    assert bench.workbench.tabs.shows_alternative(bench.file.document), "its blocks, not the source"
    bench.type("First. ")
    bench.settle()
    first = content_of(bench.file.analysis).blocks[0].body.content.text
    assert first.startswith("First. Analyze this web page"), "where one writes"

    bench.open("page-analysis.md")
    bench.come_back()
    said = "Say\u200b \u2066th\u00a0is 😀"
    bench.file.document.apply_edits([Edit(Span(0, 0), said)])
    bench.editor.select_span(Span(0, len(said)))
    bench.press("Ctrl+N")
    choose_new("X")
    bench.settle()
    [block] = content_of(bench.file.analysis).blocks
    assert block.body.content.text == said, "what is selected, exactly"

    bench.open("runs/quick-question.yaml")
    bench.come_back()
    bench.press("Ctrl+N")
    menu = QApplication.activePopupWidget()
    dimmed = [action.text().partition("\t")[0] for action in menu.actions() if not action.isEnabled()]
    assert [words.replace("&", "") for words in dimmed] == ["System message from text"]
    choose_new("T")
    assert bench.file.path == bench.root / "plain.tmpl"


def test_a_folder_is_renamed_moved_and_deleted_with_its_files(bench, root):
    folder, panel = root / "mail", bench.panels.library
    (folder / "deep").mkdir(parents=True)
    for path in (folder / "hello.md", folder / "deep" / "bye.md"):
        path.write_text(f"---\nname: {path.stem}\n---\nHi\n")
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    opened = bench.open("mail/deep/bye.md")

    def choose(label: str, words: str) -> None:
        bench.workbench.library.finish_checking()
        node = next(node for node in panel.tree.rows if node.label == label and node.row is None)
        panel.tree.setCurrentIndex(panel.tree.index_of(node.key))
        entries = {
            action.text().partition("\t")[0]: action
            for action in panel.menu_for(panel.selected_row()).actions()
        }
        entries[words].trigger()

    bench.dialogs.answers = ["letters", "billing"]
    choose("mail", "Rename…")
    assert not folder.exists()
    assert opened.path == root / "letters" / "deep" / "bye.md"
    (root / "billing").mkdir(exist_ok=True)
    bench.workbench.library.refresh()
    choose("letters", "Move to…")
    assert opened.path == root / "billing" / "letters" / "deep" / "bye.md"
    choose("letters", "Delete")
    assert not (root / "billing" / "letters").exists()
    assert opened not in bench.workbench.files.files
    assert bench.notice == "‘letters’ was deleted; its 2 files went to the history."
    bench.undo_notice()
    assert (root / "billing" / "letters" / "hello.md").exists()
    assert bench.file.path == opened.path


def test_a_new_folder_is_listed_until_it_has_files(bench):
    panel = bench.panels.library
    panel.tree.setCurrentIndex(panel.tree.index_of(("Prompts",)))
    bench.dialogs.answers = ["mail", "hello"]
    bench.press("Ctrl+N")
    choose_new("F")
    assert (bench.root / "mail").is_dir()
    assert panel.tree.current_row.key == ("Empty folders", "mail")
    for bad in ("", ".", "a/b", "mail", "aux", "x" * 300):
        assert bench.dialogs.questions[0][1].problem(bad), bad
    bench.press("Ctrl+N")
    choose_new("P")
    assert bench.file.path == bench.root / "mail" / "hello.md"
    bench.workbench.library.finish_checking()
    assert ("Prompts", "mail") in {node.key for node in panel.tree.rows}
    assert "Empty folders" not in {node.label for node in panel.tree.rows}
    assert bench.workbench.work.make_folder(bench.root / "mail") is None
    assert bench.notice == "The folder ‘mail’ was not created: the name is taken."


def drop(bench, name: str, place) -> bool:
    """Drop the row of a file at a point of the tree; return whether that is a move."""
    tree, path = bench.panels.library.tree, bench.root / name
    drop = tree.drop_at(path, place)
    if drop is None or drop.refused:
        return False
    tree.move_requested.emit(path, drop.place)
    return True


def middle_of(bench, key: tuple[str, ...]):
    tree = bench.panels.library.tree
    tree.scrollTo(tree.index_of(key))
    return tree.visualRect(tree.index_of(key)).center()


def test_a_prompt_is_dragged_to_another_folder_with_its_cases_its_tab_and_unsaved_text(open_bench, root):
    (root / "billing").mkdir()
    (root / "billing" / "refund.md").write_bytes((root / "page-analysis.md").read_bytes())
    bench = open_bench(root, f"{NAME}.md")
    before = tree_of(bench.root)
    bench.go_to("max_tokens")
    bench.type("x")
    typed = bench.text
    billing, prompts = ("Prompts", "billing"), ("Prompts",)
    bench.panels.library.tree.setFocus()
    assert not drop(bench, f"{NAME}.md", middle_of(bench, prompts)), "it is there"
    assert not drop(bench, f"{NAME}.md", middle_of(bench, ("Runs",))), "runs are no prompts"
    assert not drop(bench, "no such file.md", middle_of(bench, billing))
    assert drop(bench, f"{NAME}.md", middle_of(bench, billing))
    moved = bench.root / "billing" / f"{NAME}.md"
    assert bench.file.path == moved
    assert (bench.text, bench.file.is_modified) == (typed, True)
    assert moved.read_bytes() == before[f"{NAME}.md"]
    assert moved.with_name(f"{NAME}.cases.yaml").exists()
    assert bench.panels.library.selected_row().path == moved, "the row keeps the focus"
    bench.undo_notice()
    assert tree_of(bench.root) == before
    assert (bench.file.path, bench.text) == (bench.root / f"{NAME}.md", typed)

    list_again(bench)
    (root / "billing" / f"{NAME}.cases.yaml").write_text("cases: []\n")
    before = tree_of(bench.root)
    assert drop(bench, f"{NAME}.md", middle_of(bench, billing))
    assert bench.notice.startswith(f"‘{NAME}.cases.yaml’ is already there."), "nothing is replaced"
    assert tree_of(bench.root) == before


def test_what_would_become_another_kind_is_not_moved(open_bench, root):
    (root / "documents" / "deep").mkdir(parents=True)
    (root / "documents" / "deep" / "notes.md").write_text("Hello.\n")
    bench = open_bench(root, "page-analysis.md")
    before = tree_of(bench.root)
    row = bench.panels.library._nodes[root / "documents" / "deep" / "notes.md"].row
    library = bench.workbench.commands.library
    for folder, said in (
        ("", f"In ‘{root.name}’, ‘notes.md’ would become another kind of file. Choose another folder."),
        ("defaults", "‘defaults’ holds the defaults. Choose another folder."),
        ("gone", "‘notes.md’ was not moved: ‘gone’ is not a folder now."),
    ):
        library.move(row, folder)
        assert (bench.notice, tree_of(bench.root)) == (said, before)
    library.move(row, None)
    assert (root / "documents" / "notes.md").exists(), "where documents are"
    chat = next(row for row in bench.panels.library._listing.rows if row.label == "charged-twice")
    (root / "old").mkdir()
    library.move(chat, "old")
    assert len(list((root / "old" / "charged-twice").iterdir())) == 4
    bench.undo_notice()
    assert len(list((root / "chats" / "charged-twice").iterdir())) == 4


def test_keys_work_in_the_row_again_after_a_rename_and_paths_are_copied(bench):
    library = bench.panels.library
    bench.window.left_dock.show_page("library")
    library.select(bench.root / f"{NAME}.md")
    bench.dialogs.answers = ["story", "tale"]
    bench.press("F2", library.tree)
    question = bench.dialogs.questions[0][1]
    assert question.suggestion[: question.selected] == NAME, "the stem is selected"
    assert question.problem("a/b").endswith("Choose one without slashes.")
    assert question.problem("a\0b").endswith("without line ends or control characters.")
    assert library.selected_row().path == bench.root / "story.md"
    bench.press("F2", library.tree)
    assert library.selected_row().path == bench.root / "tale.md"
    menu_of_row = {action.text(): action for action in library.menu_for(library.selected_row()).actions()}
    bench.dialogs.answers = [None, "defaults", "system-messages"]
    for _ in range(2):
        menu_of_row["Move to…"].trigger()
    question = bench.dialogs.questions[-1][1]
    assert question.problem("nowhere") == "There is no folder ‘nowhere’."
    assert (question.problem("runs"), question.problem("."), question.suggestion) == ("", "", ".")
    assert bench.notice == "‘defaults’ holds the defaults. Choose another folder."
    menu_of_row["Move to…"].trigger()
    moved = bench.root / "system-messages" / "tale.md"
    assert (moved.exists(), library.selected_row().path) == (True, moved)
    bench.undo_notice()
    library.select(bench.root / "tale.md")
    menu_of_row["Copy path"].trigger()
    assert bench.clipboard() == str(bench.root / "tale.md")
    menu_of_row["Copy relative path"].trigger()
    assert bench.clipboard() == "tale.md"
    bench.press("Del", library.tree)
    assert not (bench.root / "tale.md").exists()
    assert not (bench.root / "tale.cases.yaml").exists()
    assert library.tree.hasFocus()


def test_what_was_made_is_said_until_something_is_written_and_a_deletion_longer(bench, root):
    bench.open("page-analysis.md")
    bench.workbench.work.duplicate(root / f"{NAME}.md")
    assert bench.notice == f"‘{NAME}.md’ was copied to ‘{NAME}-copy.md’."
    bench.type("x")
    assert bench.notice == ""
    bench.dialogs.answers = ["team"]
    bench.trigger("new_prompt")
    assert bench.notice == "‘team.md’ was created."
    bench.type("x")
    assert bench.notice == "", "the new file is written"
    bench.workbench.commands.library.delete(root / f"{NAME}.md")
    said = bench.notice
    bench.type("x")
    assert bench.notice == said != ""


@pytest.mark.parametrize("name", [f"{NAME}.md", "chats/rename-keeps-undo"])
def test_the_current_row_stays_with_what_is_renamed_and_goes_to_a_copy(bench, root, name):
    library, path = bench.panels.library, root / name
    bench.window.left_dock.show_page("library")
    library.select(path)
    bench.editor.setFocus()  # as while a dialog is open
    bench.dialogs.answers = [f"story{path.suffix}"]
    library.rename_requested.emit(library.selected_row())
    list_again(bench)
    renamed = path.with_name(f"story{path.suffix}")
    assert library.selected_row().path == renamed
    library.duplicate_requested.emit(library.selected_row())
    list_again(bench)
    assert library.selected_row().path == renamed.with_name(f"story-copy{path.suffix}")


def test_the_notice_of_a_deletion_comes_back_after_others(bench):
    bench.workbench.commands.library.delete(bench.root / f"{NAME}.md")
    notices, deleted = bench.window.notices, bench.notice
    assert not notices._timer.isActive()
    notices.say("Copied.")
    assert bench.notice == "Copied."
    notices.dismiss()
    assert bench.notice == deleted
    bench.undo_notice()
    assert (bench.root / f"{NAME}.cases.yaml").exists()
    assert notices.isHidden()
    notices.say("Copied.")
    notices.dismiss()
    assert notices.isHidden(), "what was undone does not come back"
