"""The settings: each change works at once, is kept, and followed when another program makes it."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.library.history.version_lists import HistoryLimits, read_limits
from editor_app.library.settings.settings import read_settings
from editor_app.library.settings.shortcuts import Shortcuts, presets, read_shortcuts
from editor_app.library.settings.table import SETTINGS, THEMES
from editor_app.window.commands.settings.dialog import SHORTCUTS
from editor_app.window.commands.settings.file import SettingsFile, ShortcutsFile
from editor_app.window.kit.dialogs.dialog import QuestionDialog
from editor_app.window.kit.form.line import NumberBox


@pytest.fixture
def pages(bench, qtbot):
    dialog = QuestionDialog(bench.workbench.commands.program.settings.question().question(), bench.window)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog.body


def row_of(pages, key):
    return next(one for one in pages.rows if one.setting.key == key)


def shown(pages):
    return [one.setting.key for one in pages.rows if not one.isHidden()]


def test_their_file_is_opened_in_the_editor(bench, pages):
    assert pages.open.isHidden(), "there is none yet"
    row_of(pages, "word_wrap").cell.widget.click()
    pages.open.click()
    assert bench.file.path.name == "settings.toml"
    assert bench.text.endswith("word_wrap = false\n")
    bench.workbench.settings_file.set("word_wrap", value=True)


def test_ctrl_comma_opens_them(bench):
    bench.press("Ctrl+,")
    assert bench.dialogs.questions[-1] == ("settings", "")


def test_they_are_found_by_their_words_with_counts(pages):
    assert shown(pages) == ["model"], "the first page"
    QTest.keyClicks(pages.search, "font size")
    assert shown(pages) == ["editor_size"]
    assert [page.matches for page in pages.pages.rows] == [0, 0, 1, 0, 0]
    label = row_of(pages, "editor_size").label.text()
    assert re.sub("<b .*?>(.*?)</b>", "[\\1]", label) == "Editor [font] [size]"
    pages.search.setText("xyz")
    assert pages._stack.currentWidget() is pages.none
    pages.none.button.click()
    assert shown(pages) == ["model"]
    pages.pages.setFocus()
    QTest.keyClick(pages.pages, Qt.Key.Key_Down)
    assert shown(pages) == ["theme", "interface_size", "interface_font"]
    pages.search.setText("theme")
    QTest.keyClick(pages.search, Qt.Key.Key_Escape)
    assert (pages.search.text(), pages.window().isVisible()) == ("", True)
    QTest.keyClick(pages.search, Qt.Key.Key_Escape)
    assert not pages.window().isVisible()


def click_on(pages, name):
    """Click on a page."""
    area = pages.pages.visualRect(pages.pages.index_of(name))
    QTest.mouseClick(pages.pages.viewport(), Qt.MouseButton.LeftButton, pos=area.center())
    assert pages.pages.current_row.name == name


def test_a_click_on_a_page_shows_that_page_or_what_is_found_of_it(pages):
    QTest.keyClicks(pages.search, "font size")
    click_on(pages, "Appearance")
    assert shown(pages) == ["theme", "interface_size", "interface_font"]
    assert not pages.search.text()
    pages.search.setText("size")
    found = shown(pages)
    assert {row_of(pages, key).setting.page for key in found} > {"Appearance"}
    click_on(pages, "Appearance")
    assert shown(pages) == ["interface_size"]
    assert pages.search.text() == "size"
    click_on(pages, "Editor")
    assert "editor_size" in shown(pages)
    pages.search.setText("siz")
    assert shown(pages) == found, "other words are looked for on all pages"
    QTest.keyClicks(pages.search, "xyz")
    click_on(pages, SHORTCUTS)
    assert pages.shortcuts.isVisible()
    assert not pages.search.text()


def test_a_change_works_at_once_is_kept_and_goes_back(bench, pages, tmp_path):
    row = row_of(pages, "word_wrap")
    assert row.back.isHidden()
    row.cell.widget.click()
    assert not bench.workbench.tabs.wraps
    assert not bench.workbench.actions.action("word_wrap").isChecked()
    assert read_settings(tmp_path / "config")[0].changed == {"word_wrap": False}
    assert "1 setting changed" in pages.foot.text()
    row.back.click()
    assert bench.workbench.tabs.wraps
    assert read_settings(tmp_path / "config")[0].changed == {}
    bench.act("word_wrap")
    assert not row.cell.widget.isChecked(), "the dialog follows"
    bench.act("word_wrap")


def test_tab_moves_the_focus_after_the_next_start_too(bench, pages):
    bench.act("tab_moves_focus")
    assert row_of(pages, "tab_moves_focus").cell.widget.isChecked()
    row_of(pages, "tab_moves_focus").back.click()
    assert not bench.editor.tabChangesFocus()
    assert not bench.workbench.actions.action("tab_moves_focus").isChecked()


def test_fonts_and_sizes_work_at_once(bench, pages):
    before = bench.editor.font().pixelSize()
    row_of(pages, "editor_size").cell.widget.value_given.emit(18)
    assert bench.editor.font().pixelSize() == 18
    row_of(pages, "editor_font").cell.widget.value_given.emit("Inter")
    assert bench.editor.font().families()[0] == "Inter"
    row_of(pages, "interface_font").cell.widget.value_given.emit("JetBrains Mono")
    assert QApplication.font().families()[0] == "JetBrains Mono"
    for setting in SETTINGS:
        bench.workbench.settings_file.set(setting.key, setting.default)
    assert bench.editor.font().pixelSize() == before


def test_a_number_that_cannot_be_is_said_and_not_taken(bench, pages):
    row = row_of(pages, "interface_size")
    row.cell.widget.value_given.emit(20)
    assert row.problem.text() == "It must be a whole number from 80 to 300, or 0 (as the system)."
    assert bench.workbench.settings_file.settings["interface_size"] == 0


def test_the_model_of_the_settings_is_the_one_where_none_was_chosen(bench):
    resolver = bench.workbench.resolver
    bench.workbench.settings_file.set("model", "gpt-4o")
    assert resolver.context.model == "gpt-4o"
    bench.workbench.commands.values.choose_model("claude-sonnet-5")
    bench.workbench.settings_file.set("model", "")
    assert resolver.context.model == "claude-sonnet-5", "a choice stays"
    bench.workbench.commands.values.choose_model(None)


def test_what_another_program_writes_is_followed_and_its_mistakes_are_said_once(bench, tmp_path):
    path, file = tmp_path / "config" / "settings.toml", bench.workbench.settings_file
    path.parent.mkdir(exist_ok=True)
    path.write_text("# mine\nword_wrap = false\neditor_size = 700\n[mine]\nx = 1\n")
    file.look()
    assert not bench.workbench.tabs.wraps
    assert "‘editor_size’ in settings.toml, line 3," in bench.notice
    file.set("word_wrap", value=True)
    assert path.read_text().startswith("# mine\nword_wrap = true\neditor_size = 700\n")
    assert "[mine]\nx = 1\n" in path.read_text()
    assert bench.workbench.tabs.wraps
    path.unlink()
    file.look()


@pytest.mark.parametrize("setting", SETTINGS, ids=[one.key for one in SETTINGS])
def test_a_mistake_of_any_setting_is_said_once_with_its_line_and_again_when_it_is_another(setting, tmp_path):
    path, said = tmp_path / "settings.toml", []
    file = SettingsFile(tmp_path)
    file.told.connect(said.append)
    path.write_text(f"# mine\n{setting.key} = []\n")
    file.look()
    file.look()
    path.write_text(f"# mine, too\n{setting.key} = []\n")
    file.look()
    [sentence] = said
    assert sentence.startswith(f"‘{setting.key}’ in settings.toml, line 2, must be {setting.sort.in_words}; ")
    assert file.settings[setting.key] == setting.default
    path.write_text(f"{setting.key} = 1.5\n")
    file.look()
    assert len(said) == 2, "it is in line 1 now"
    path.write_text("")
    file.look()
    assert len(said) == 2


@pytest.mark.parametrize(
    "mistake",
    ['history_days = "3650"\n', "history_days = 3650\nmodel = \n", 'history_days = 9\ntheme = "x"\n'],
)
def test_a_mistake_in_the_file_prunes_no_history(bench, tmp_path, mistake):
    path, file = tmp_path / "config" / "settings.toml", bench.workbench.settings_file
    file.set("history_days", 3650)
    assert read_limits(tmp_path / "state") == HistoryLimits(3650, 200)
    path.write_text(mistake)
    file.look()
    assert bench.notice
    assert read_limits(tmp_path / "state") == HistoryLimits(3650, 200)
    path.write_text("history_days = 400\n")
    file.look()
    assert read_limits(tmp_path / "state") == HistoryLimits(400, 200), "mended"
    path.write_text('history_days = "x"\n')
    file.look()
    file.set("history_days", 500)
    assert read_limits(tmp_path / "state") == HistoryLimits(500, 200), "given in the window"
    file.set("history_days", 90)


def test_a_file_in_the_middle_of_a_line_changes_nothing_and_stays(bench, tmp_path):
    path, file = tmp_path / "config" / "settings.toml", bench.workbench.settings_file
    file.set("word_wrap", value=False)
    path.write_text('word_wrap = false\neditor_font = "Inter\n')
    file.look()
    assert not bench.workbench.tabs.wraps
    assert bench.notice.startswith("‘settings.toml’ is not valid TOML")
    assert bench.notice.endswith(" The settings stay as they were.")
    assert [one.name for one in path.parent.glob("settings*")] == ["settings.toml"]
    file.set("ruler", 80)
    assert read_settings(path.parent)[0].changed == {"word_wrap": False, "ruler": 80}
    assert (path.parent / "settings.broken-1.toml").read_text().endswith('"Inter\n')
    file.set("ruler", 0)
    file.set("word_wrap", value=True)


@pytest.fixture
def page(pages):
    pages.pages.show_current(SHORTCUTS)
    pages._show()
    return pages.shortcuts


def row_for(page, command):
    return next(one for one in page.list.rows if one.command.id == command)


def record(page, command, key):
    """Press a key for a command."""
    page.list.show_current(row_for(page, command).command[:3])
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    sequence = QKeySequence(key)[0]
    QTest.keyClick(page.popup.field, sequence.key(), sequence.keyboardModifiers())
    return page.popup


def keys_of(bench, command):
    return [one.toString() for one in bench.workbench.actions.action(command).shortcuts()]


def reset_all(bench, page, *, answer):
    """Answer what is asked on the link; return the question."""
    bench.dialogs.answers.append(answer)
    page.reset.click()
    return bench.dialogs.questions[-1]


def test_shortcuts_have_a_page_with_all_commands_and_the_keys_of_panels(bench, pages, page):
    bench.trigger("shortcuts")
    assert bench.dialogs.questions[-1] == ("settings", SHORTCUTS)
    listed = {(one.command.menu, one.command.text): one.keys for one in page.list.rows}
    assert listed["File", "Save"] == ("Ctrl+S",)
    assert listed["In Blocks", "Mute or unmute"] == ("Space",)
    assert pages.foot.text().endswith("none changed")
    pages.search.setText("problem f8")
    assert [one.command.text for one in page.list.rows] == ["Next problem", "Previous problem"]
    assert pages._stack.currentWidget() is page
    pages.search.setText("xyz")
    assert pages._stack.currentWidget() is pages.none


def test_a_command_is_found_by_pressing_its_keys(pages, page):
    pages.by_keys.click()
    assert pages.search.isHidden()
    QTest.keyClick(pages.keys, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert [one.command.id for one in page.list.rows] == ["save"]
    assert (pages.keys.isHidden(), pages.search.text()) == (True, "Ctrl+S")


def test_esc_instead_of_a_key_leads_back_to_the_words(pages, page):
    pages.by_keys.click()
    QTest.keyClick(pages.keys, Qt.Key.Key_Escape)
    assert (pages.search.hasFocus(), pages.keys.isVisible(), pages.window().isVisible()) == (
        True,
        False,
        True,
    )


def test_keys_are_recorded_in_a_row_work_at_once_are_kept_and_go_back(bench, page, tmp_path):
    record(page, "save_all", "Ctrl+Alt+S")
    assert keys_of(bench, "save_all") == ["Ctrl+Alt+S"]
    assert (tmp_path / "config" / "keys.toml").read_text() == '[keys]\nsave_all = "Ctrl+Alt+S"\n'
    row = row_for(page, "save_all")
    assert row.in_words().endswith(", File, changed")
    menu = {entry.text(): entry for entry in page.list.menu_for(row).actions()}
    menu["Back to default"].trigger()
    assert keys_of(bench, "save_all") == ["Ctrl+Shift+L"]
    page.list.show_current(row_for(page, "save_all").command[:3])
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    assert keys_of(bench, "save_all") == []
    reset_all(bench, page, answer=True)
    assert keys_of(bench, "save_all") == ["Ctrl+Shift+L"]


def test_a_key_of_another_command_is_taken_only_when_asked_for(bench, page):
    popup = record(page, "save_all", "Ctrl+S")
    assert popup.problem.text() == "Ctrl+S already runs ‘Save’."
    assert keys_of(bench, "save_all") == ["Ctrl+Shift+L"], "nothing is taken unasked"
    QTest.keyClick(popup.field, Qt.Key.Key_A)
    assert popup.problem.text() == "A types or moves in a text. Add Ctrl or Alt."
    assert popup.use.isHidden()
    QTest.keyClick(popup.field, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert (keys_of(bench, "save_all"), keys_of(bench, "save")) == (["Ctrl+S"], [])
    reset_all(bench, page, answer=True)
    popup = record(page, "save_all", "Shift")
    QTest.keyClick(popup.field, Qt.Key.Key_Escape)
    assert keys_of(bench, "save_all") == ["Ctrl+Shift+L"]


def test_a_preset_gives_the_keys_of_another_editor(bench, page):
    known = set(bench.workbench.actions.default_keys)
    for preset in presets():
        assert set(preset.keys) <= known, preset.title
    page.preset.value_given.emit("emacs")
    assert keys_of(bench, "save") == ["Ctrl+X, Ctrl+S"]
    assert keys_of(bench, "cut")[0] == "Ctrl+W", "and the key that only some keyboards have"
    page.preset.value_given.emit("")
    assert keys_of(bench, "save") == ["Ctrl+S"]


def test_keys_of_two_strokes_save(bench):
    file = bench.workbench.shortcuts_file
    file.set(lambda _: Shortcuts("emacs"))
    bench.go_to("max_tokens")
    bench.type("# ")
    assert bench.file.is_modified
    bench.press("Ctrl+X")
    bench.press("Ctrl+S")
    bench.wait_until(lambda: not bench.file.is_modified)
    file.set(lambda _: Shortcuts())


def test_what_another_program_writes_into_the_shortcuts_is_followed(bench, tmp_path):
    path, file = tmp_path / "config" / "keys.toml", bench.workbench.shortcuts_file
    path.parent.mkdir(exist_ok=True)
    path.write_text('[keys]\nsave = "F7"\nfly = "F7"\n')
    file.look()
    assert keys_of(bench, "save") == ["F7"]
    assert bench.notice.startswith("‘fly’ in keys.toml, line 3, is not a command")
    path.unlink()
    file.look()
    assert keys_of(bench, "save") == ["Ctrl+S"]


def test_two_windows_change_shortcuts_without_taking_the_others_back(tmp_path):
    defaults = {"save": ("Ctrl+S",), "quit": ("Ctrl+Q",)}
    first, second = ShortcutsFile(tmp_path, defaults), ShortcutsFile(tmp_path, defaults)
    second.set(lambda shortcuts: shortcuts.with_keys("quit", ("Ctrl+W",)))
    first.set(lambda shortcuts: shortcuts.giving("save", ("Ctrl+F7",), first.in_use))
    assert first.in_use == {"save": ("Ctrl+F7",), "quit": ("Ctrl+W",)}
    second.look()
    assert second.shortcuts == first.shortcuts == read_shortcuts(tmp_path, defaults)[0]
    first.path.write_text("[keys]\nsave = ")
    first.look()
    assert first.in_use["quit"] == ("Ctrl+W",), "it is being written"
    first.set(lambda shortcuts: shortcuts.with_keys("save", None))
    assert first.path.read_text() == '[keys]\nquit = "Ctrl+W"\n'


def test_the_interface_size_steps_by_ten_from_that_of_the_system(pages):
    pages.pages.show_current("Appearance")
    pages._show()
    box = next(box for box in pages.findChildren(NumberBox) if box.accessibleName() == "Interface size")
    shown = []
    for number, steps in ((0, 1), (0, -1), (80, -1), (300, 1)):
        box.line.setText(str(number))
        box.stepBy(steps)
        shown.append(box.text())
        box.line.setModified(False)
        box.line._soon.stop()
    assert shown == ["110", "90", "0", "300"]


def test_a_double_click_records_and_resetting_all_asks(bench, page):
    page.list.show_current(row_for(page, "save_all").command[:3])
    place = page.list.visualRect(page.list.currentIndex()).center()
    QTest.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.popup is None, "a click chooses the row"
    QTest.mouseDClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.popup is not None
    QTest.keyClick(page.popup.field, Qt.Key.Key_F7, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(page.popup.field, Qt.Key.Key_Return)
    assert keys_of(bench, "save_all") == ["Ctrl+F7"]
    two = "2 changed commands get their default keys again."
    asked = ("confirm", "Reset all shortcuts?", two, "Reset")
    assert reset_all(bench, page, answer=False) == asked, "and the one that lost the key"
    assert keys_of(bench, "save_all") == ["Ctrl+F7"]
    reset_all(bench, page, answer=True)
    assert keys_of(bench, "save_all") == ["Ctrl+Shift+L"]
    assert page.reset.isHidden()
    page.preset.value_given.emit("vscode")
    about = reset_all(bench, page, answer=True)[2]
    assert about == "All commands get Foreword’s default keys again, in place of those of VS Code."
    assert page.reset.isHidden()


def test_a_command_that_lost_its_key_is_changed_and_takes_it_back(bench, pages, page):
    popup = record(page, "save_all", "Ctrl+S")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    lost = row_for(page, "save")
    assert (lost.keys, lost.is_changed) == ((), True)
    assert "2 changed" in pages.foot.text(), "each row that says so is counted"
    back = page._menu_for(lost).actions()[-1]
    assert back.isEnabled()
    back.trigger()
    assert keys_of(bench, "save") == ["Ctrl+S"]
    assert not row_for(page, "save").is_changed
    assert keys_of(bench, "save_all") == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Return])
def test_keys_lead_from_the_search_to_the_list(pages, page, key):
    pages.search.setFocus()
    QTest.keyClicks(pages.search, "save all")
    QTest.keyClick(pages.search, key)
    assert page.list.hasFocus()
    pages.search.clear()
    pages.pages.show_current("Appearance")
    pages._show()
    QTest.keyClick(pages.search, key)
    assert pages.pages.hasFocus()


@pytest.mark.parametrize("typed", ["vs code", "keys as in", "JetBrains", "emacs", "Keys as in VS"])
def test_the_choice_of_a_preset_is_found_by_its_words(pages, typed):
    shortcuts = pages.shortcuts
    QTest.keyClicks(pages.search, typed)
    assert pages._stack.currentWidget() is shortcuts
    assert pages.pages.current_row.name == SHORTCUTS
    assert len(shortcuts.list.rows) > 100, "all commands, whose keys these are"
    QTest.keyClick(pages.search, Qt.Key.Key_Return)
    assert shortcuts.preset.hasFocus()


def test_the_page_of_what_is_found_is_marked_and_ctrl_f_leads_back_to_the_words(pages):
    assert pages.pages.current_row.name != row_of(pages, "editor_size").setting.page
    QTest.keyClicks(pages.search, "font size")
    assert pages.pages.current_row.name == row_of(pages, "editor_size").setting.page
    QTest.keyClick(pages.search, Qt.Key.Key_Return)
    assert not pages.search.hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert (pages.search.hasFocus(), pages.search.selectedText()) == (True, "font size")
    pages.search.clear()
    assert shown(pages) == ["model"], "the page from before"


def test_a_setting_is_found_and_changed_in_four_keys(bench, pages):
    before = bench.editor.font().pixelSize()
    QTest.keyClicks(pages.search, "font size")
    QTest.keyClick(pages.search, Qt.Key.Key_Return)
    field = QApplication.focusWidget()
    assert row_of(pages, "editor_size").isAncestorOf(field)
    QTest.keyClicks(field, "18")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert bench.editor.font().pixelSize() == 18
    QTest.keyClicks(field, "3")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), pages.window().isVisible()) == ("18", True), "what was typed is taken back first"
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not pages.window().isVisible()
    bench.workbench.settings_file.set("editor_size", 13)
    assert bench.editor.font().pixelSize() == before


def test_a_theme_is_found_and_chosen_in_three_keys(bench, pages):
    QTest.keyClicks(pages.search, "theme")
    QTest.keyClick(pages.search, Qt.Key.Key_Return)
    box = QApplication.focusWidget()
    QTest.keyClick(box, Qt.Key.Key_End)
    assert bench.workbench.settings_file.settings["theme"] == THEMES.options[-1][0]
    bench.workbench.settings_file.set("theme", "light")


def test_a_taken_shortcut_is_given_away_in_five_keys(bench, pages, page):
    pages.search.setFocus()
    QTest.keyClicks(pages.search, "close saved tabs")
    QTest.keyClick(pages.search, Qt.Key.Key_Return)
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    QTest.keyClick(page.popup.field, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(page.popup.field, Qt.Key.Key_Return)
    assert keys_of(bench, "close_saved") == ["Ctrl+S"]
    assert keys_of(bench, "save") == []
    QTest.keyClick(page.list, Qt.Key.Key_Escape)
    assert not pages.window().isVisible()
    bench.workbench.shortcuts_file.set(lambda _: Shortcuts())


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("dark", "theme_dark"),
        ("duplicate", "duplicate_file"),
        ("close others", "close_others"),
        ("close other", "close_others"),
        ("pin", "pin_tab"),
        ("split", "open_beside"),
    ],
)
def test_what_other_editors_have_is_the_first_command_for_its_word(bench, typed, action):
    opened = bench.workbench.commands.palette.open(f">{typed}")
    while opened.is_searching:
        QApplication.processEvents()
    first = next(row for row in opened.rows if row.choice is not None)
    assert first.choice.key == f"action:{action}"
    opened.close()
