from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget

from editor_app.system_messages.edits.values import Through
from editor_app.template.dialect import Dialect
from editor_app.text import Severity
from editor_app.window.building import all_menus
from editor_app.window.commands.files import SaveAnswer, SaveQuestion
from editor_app.window.commands.questions.conflict_question import Conflict, ConflictAnswer
from editor_app.window.commands.settings.dialog import SHORTCUTS, SettingsQuestion
from editor_app.window.commands.settings.file import SettingsFile, ShortcutsFile
from editor_app.window.commands.settings.shortcuts_page import Command
from editor_app.window.frame import notices as notices_module
from editor_app.window.frame.notices import InfoBar, Notices, WritingArea
from editor_app.window.frame.status_bar import StatusBar
from editor_app.window.kinds.system_message.block_commands import ALIAS_QUESTION
from editor_app.window.kit.actions import Actions
from editor_app.window.kit.dialogs import dialog as dialog_module
from editor_app.window.kit.dialogs.dialog import QuestionDialog, WindowDialogs
from editor_app.window.kit.dialogs.question import Dialogs, NameQuestion, confirmation
from editor_app.window.kit.words.counts import Counts


@pytest.fixture
def notices(qtbot, theme) -> Notices:
    over = QWidget()
    qtbot.addWidget(over)
    over.resize(700, 400)
    notices = Notices(over)
    over.show()
    over.activateWindow()
    qtbot.waitUntil(over.isActiveWindow)
    return notices


def test_a_notice_stands_at_the_bottom_and_undoes(notices, qtbot) -> None:
    done = []
    notices.say("Deleted ‘refund’.", ("Undo", lambda: done.append("undo")))
    assert notices.isVisible()
    assert notices.geometry().bottom() == 400 - 12 - 1
    assert abs(notices.geometry().center().x() - 350) <= 1
    assert notices.link.accessibleName() == "Undo: Deleted ‘refund’."
    qtbot.mouseClick(notices.link, Qt.MouseButton.LeftButton)
    assert done == ["undo"]
    assert not notices.isVisible()


@pytest.mark.parametrize("name", ["link", "close_button"])
def test_a_click_in_a_notice_leaves_the_focus_where_it_is(notices, qtbot, name) -> None:
    next_stop, field = QLineEdit(notices.parentWidget()), QLineEdit(notices.parentWidget())
    for stop in (field, next_stop):
        stop.show()
    field.setFocus()
    notices.say("Deleted ‘refund’.", ("Undo", lambda: None))
    qtbot.mouseClick(getattr(notices, name), Qt.MouseButton.LeftButton)
    assert not notices.isVisible()
    assert field.hasFocus()


def test_a_notice_goes_by_itself_but_not_under_the_focus(notices, qtbot, monkeypatch) -> None:
    notices.say("Saved a copy.", ("Undo", lambda: None))
    notices._timer.setInterval(20)
    notices.link.setFocus()
    with qtbot.waitSignal(notices._timer.timeout):
        pass
    assert notices.isVisible()
    notices.link.clearFocus()
    qtbot.waitUntil(notices.isHidden)
    assert notices_module.SHOWN_MS >= 5000


def test_a_notice_is_left_with_escape(notices, qtbot) -> None:
    notices.say("Deleted.", ("Undo", lambda: None))
    notices.link.setFocus()
    qtbot.keyClick(notices.link, Qt.Key.Key_Escape)
    assert notices.isHidden()


def test_a_long_notice_stays_inside_and_has_no_link_without_an_act(notices) -> None:
    notices.say("word " * 200)
    assert notices.geometry().left() >= 12
    assert notices.geometry().right() <= 700 - 12
    assert notices.link.isHidden()


def test_a_notice_shows_all_its_words_and_stays_long_enough_to_be_read(notices) -> None:
    notices.say("Saved.")
    row, short = notices.height(), notices._timer.interval()
    assert short == notices_module.SHOWN_MS
    notices.say("This sentence is longer than the place that there is for one. " * 4, ("Undo", bool))
    QApplication.processEvents()
    words = notices.words
    assert words.height() >= words.heightForWidth(words.width()), "nothing is cut"
    assert notices.height() > row
    assert notices.link.width() >= notices.link.sizeHint().width()
    assert notices._timer.interval() >= 20_000


def test_a_notice_never_covers_the_row_of_the_caret(notices) -> None:
    over = notices.parentWidget()
    text = QRect(over.mapToGlobal(QPoint(0, 80)), QSize(700, 320))

    def caret_at(top: int) -> None:
        row = QRect(over.mapToGlobal(QPoint(0, top)), QSize(700, 21))
        notices.caret_area = lambda: WritingArea(text, row)
        notices.make_way()
        QApplication.processEvents()
        assert not notices.geometry().intersects(QRect(0, top, 700, 21))

    notices.say("Deleted ‘refund’.", ("Undo", bool))
    caret_at(370)
    assert notices.geometry().top() == 80 + 12
    caret_at(200)
    assert notices.geometry().top() == 80 + 12, "it does not jump without need"
    caret_at(90)
    assert notices.geometry().bottom() == 400 - 12 - 1


def test_a_notice_goes_out_of_the_way_of_a_text_that_moves_and_covers_no_low_one(notices, qtbot) -> None:
    over = notices.parentWidget()

    def text_at(top: int, height: int, row: int) -> None:
        corner = over.mapToGlobal(QPoint(0, top))
        caret = QRect(over.mapToGlobal(QPoint(0, row)), QSize(700, 21))
        notices.caret_area = lambda: WritingArea(QRect(corner, QSize(700, height)), caret)

    text_at(80, 320, 120)
    notices.say("1 recovered text was discarded.", ("Undo", bool))
    assert notices.geometry().bottom() == 400 - 12 - 1
    text_at(60, 340, 370)  # nobody says that it has moved, as when a bar above it goes
    qtbot.waitUntil(lambda: notices.geometry().top() == 60 + 12)

    low = QRect(0, 320, 700, 60)
    text_at(low.top(), low.height(), 325)
    qtbot.waitUntil(lambda: notices.geometry().bottom() < low.top())
    assert notices.geometry().top() > 0


def test_an_offer_stays_until_it_is_taken_or_over(notices, qtbot) -> None:
    links = (("Make literal", bool), ("Show", bool))
    notices.say("3 pieces would render as nothing.", *links, is_of_file=True)
    notices.stay()
    assert not notices._timer.isActive()
    notices.dismiss_of_file()
    assert notices.isHidden()
    notices.say("Saved.")
    assert notices._timer.isActive(), "the control"


def test_the_bar_says_what_lasts(qtbot, theme) -> None:
    done = []
    bar = InfoBar()
    qtbot.addWidget(bar)
    assert bar.isHidden()
    links = [("Show default", lambda: done.append(1)), ("Fix", lambda: done.append(2))]
    bar.tell(Severity.WARNING, "Callers get default 1.0.0.", links)
    assert bar.isVisible()
    assert [link.text() for link in bar.links] == ["Show default", "Fix"]
    bar.links[1].click()
    assert done == [2]
    assert bar.accessibleName() == "warning: Callers get default 1.0.0."
    bar.tell(Severity.ERROR, "<b>no</b>")
    assert not bar.links
    assert bar.words.textFormat() == Qt.TextFormat.PlainText
    bar.clear()
    assert bar.isHidden()


def test_the_bar_has_a_second_line_where_the_first_is_full_and_a_tooltip_where_it_is_cut(
    qtbot, theme
) -> None:
    bar = InfoBar()
    qtbot.addWidget(bar)
    sentence = "‘test-scenario-generation.md’ was changed on disk while you were editing it."
    links = [(words, bool) for words in ("Compare…", "Keep mine", "Load theirs")]

    def lines_in(width: int) -> tuple[list[str], int]:
        bar.resize(width, bar.height())
        bar.tell(Severity.WARNING, sentence, links)
        bar.grab()
        return bar.words.lines(), bar.height()

    wide, low = lines_in(1200)
    assert wide == [sentence]
    assert bar.words.toolTip() == ""
    narrow, high = lines_in(660)
    assert len(narrow) == 2
    assert " ".join(narrow) == sentence
    assert high >= low + bar.words.fontMetrics().height()
    assert bar.words.toolTip() == ""
    lines_in(400)
    assert "was changed on disk" in bar.words.toolTip()
    assert lines_in(1200) == (wide, low)


def test_a_click_in_the_bar_leaves_the_focus_where_it_was(qtbot, theme) -> None:
    place = QWidget()
    qtbot.addWidget(place)
    before, bar = QLineEdit(place), InfoBar()
    bar.tell(Severity.WARNING, "It is no longer on disk.", [("Save it again", bar.clear)])
    column = QVBoxLayout(place)
    for widget in (before, bar, QLineEdit(place)):
        column.addWidget(widget)
    place.show()
    place.activateWindow()
    qtbot.waitUntil(place.isActiveWindow)
    before.setFocus()
    qtbot.mouseClick(bar.links[0], Qt.MouseButton.LeftButton)
    assert bar.isHidden()
    assert before.hasFocus()


@pytest.fixture
def status(qtbot, theme) -> StatusBar:
    status = StatusBar()
    qtbot.addWidget(status)
    status.resize(1000, 26)
    status.show()
    return status


def test_the_status_bar_says_the_state(status, qtbot) -> None:
    assert status.counts.isHidden()
    status.show_counts(Counts(2, 1))
    assert status.counts.accessibleName() == "Problems: 2 errors, 1 warning"
    with qtbot.waitSignal(status.counts.clicked):
        status.counts.click()
    valid = status.counts.sizeHint()
    status.show_counts(Counts())
    assert status.counts.sizeHint() != valid
    assert status.counts.accessibleName() == "Problems: none"


def test_the_status_bar_drops_what_matters_least(status) -> None:
    status.show_position(3, 4)
    status.show_file(Dialect.BRACES, "UTF-8", "LF")
    status.show_saved("Unsaved")
    assert status.position.text() == "Ln 3, Col 4"
    assert status.encoding.isVisible()
    status.set_roomy(roomy=False)
    assert status.encoding.isHidden()
    assert status.newline.isHidden()
    assert status.dialect.isVisible()
    status.show_file(None, "UTF-8", "LF")
    assert status.dialect.isHidden()
    status.show_counts(Counts(1))
    beside_counts = status.counts.x()
    status.show_no_text()
    status.sentence.setText("PNG image")
    status.layout().activate()
    assert status.counts.isHidden()
    assert status.sentence.x() == beside_counts + 4, "its words begin where the icon of the counts does"
    status.clear()
    assert status.saved.isHidden()


def button(dialog: QWidget, text: str) -> QPushButton:
    return next(found for found in dialog.findChildren(QPushButton) if found.text() == text)


@pytest.mark.parametrize(
    ("word", "answer"),
    [("Save", SaveAnswer.SAVE), ("Close without saving", SaveAnswer.DISCARD), ("Cancel", SaveAnswer.CANCEL)],
)
def test_unsaved_changes_are_asked_about(qtbot, theme, word: str, answer: SaveAnswer) -> None:
    dialog = QuestionDialog(SaveQuestion(["a.md"]).question(), None)
    qtbot.addWidget(dialog)
    assert dialog.title.text() == "Save ‘a.md’ first?"
    button(dialog, word).click()
    assert dialog.answer is answer


@pytest.mark.parametrize(
    ("names", "title"),
    [
        (["a.md"], "Save ‘a.md’ before it is deleted?"),
        (["a", "b"], "Save 2 documents before they are deleted?"),
    ],
)
def test_unsaved_text_of_files_to_be_deleted_is_asked_about_as_such(qtbot, theme, names, title) -> None:
    dialog = QuestionDialog(SaveQuestion(names, "deleted").question(), None)
    qtbot.addWidget(dialog)
    assert dialog.title.text() == title
    button(dialog, "Do not save").click()
    assert dialog.answer is SaveAnswer.DISCARD


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
@pytest.mark.parametrize(
    ("word", "answer"),
    [("Save", SaveAnswer.SAVE), ("Close without saving", SaveAnswer.DISCARD), ("Cancel", SaveAnswer.CANCEL)],
)
def test_enter_presses_the_button_that_has_the_focus(qtbot, theme, key, word: str, answer) -> None:
    dialog = QuestionDialog(SaveQuestion(["a.md"]).question(), None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    button(dialog, word).setFocus()
    qtbot.keyClick(button(dialog, word), key)
    assert dialog.answer is answer
    assert dialog.isHidden()


def test_enter_deletes_only_from_the_button_that_says_so(qtbot, theme) -> None:
    dialog = QuestionDialog(confirmation("Take back?", "It stays taken.", "Take back"), None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    assert dialog.focusWidget() is button(dialog, "Cancel")
    button(dialog, "Take back").setFocus()
    qtbot.keyClick(button(dialog, "Take back"), Qt.Key.Key_Return)
    assert dialog.result()


def test_several_documents_are_listed(qtbot, theme) -> None:
    dialog = QuestionDialog(SaveQuestion([f"{n}.md" for n in range(10)]).question(), None)
    qtbot.addWidget(dialog)
    assert "Save 10 documents" in dialog.title.text()
    assert "and 2 more" in dialog.sentence.text()
    assert dialog.answer is SaveAnswer.CANCEL


def test_a_name_is_checked_while_it_is_typed(qtbot, theme) -> None:
    question = NameQuestion(
        "New prompt", "", "Create", problem=lambda name: "Taken." if name == "taken" else ""
    )
    dialog = QuestionDialog(question.question(), None)
    qtbot.addWidget(dialog)
    assert not dialog.action.isEnabled()
    field = dialog.fields.form.cell("name").widget
    qtbot.keyClicks(field, "taken")
    assert dialog.fields.problem.text() == "Taken."
    assert not dialog.action.isEnabled()
    field.setText("  free ")
    assert dialog.fields.result.answer == "free"
    assert dialog.action.isEnabled()
    assert dialog.action.isDefault()


def test_enter_cancels_what_cannot_be_undone(qtbot, theme) -> None:
    dialog = QuestionDialog(confirmation("Take back?", "It stays taken.", "Take back"), None)
    qtbot.addWidget(dialog)
    dialog.show()
    assert button(dialog, "Cancel").isDefault()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert not dialog.result()


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("Edit it there", Through.ANCHOR),
        ("A value of its own", Through.DETACH),
        ("Cancel", None),
    ],
)
def test_an_alias_is_edited_only_by_an_answer(qtbot, theme, words, answer) -> None:
    dialog = QuestionDialog(ALIAS_QUESTION, None)
    qtbot.addWidget(dialog)
    dialog.show()
    assert button(dialog, "Cancel").isDefault()
    qtbot.mouseClick(button(dialog, words), Qt.MouseButton.LeftButton)
    assert dialog.answer is answer


def segment(dialog: QWidget, text: str) -> QAbstractButton:
    return next(found for found in dialog.findChildren(QAbstractButton) if found.text() == text)


def test_a_conflict_shows_all_three_texts_and_the_way_to_history(qtbot, theme) -> None:
    dialog = QuestionDialog(Conflict("a.md", "one\ntwo", "one\nmine", "disk\ntwo").question(), None)
    qtbot.addWidget(dialog)
    dialog.show()
    shown = {}
    for key in ("My changes", "Changes on disk", "From disk to mine"):
        qtbot.mouseClick(segment(dialog, key), Qt.MouseButton.LeftButton)
        shown[key] = set(dialog.body.compared.inline.toPlainText().splitlines())
        assert dialog.body.compared.inline.isVisible()
    assert {"- two", "+ mine"} <= shown["My changes"]
    assert {"- one", "+ disk"} <= shown["Changes on disk"]
    assert {"- disk", "+ one", "- two", "+ mine"} <= shown["From disk to mine"]
    assert "in the history" in dialog.sentence.text()
    assert dialog.answer is ConflictAnswer.LATER
    button(dialog, "Show history").click()
    assert (dialog.answer, dialog.isVisible()) == (ConflictAnswer.HISTORY, False)
    button(dialog, "Take what is on disk").click()
    assert dialog.answer is ConflictAnswer.TAKE_DISK


@pytest.mark.parametrize("screen", [QSize(712, 410), QSize(632, 380)])
def test_no_dialog_is_larger_than_the_screen(qtbot, theme, monkeypatch, tmp_path, screen: QSize) -> None:
    monkeypatch.setattr(dialog_module, "screen_room", lambda _dialog: screen)
    names = [f"a rather long name of a file {number}.md" for number in range(12)]
    actions = Actions(all_menus())
    commands = [Command(spec.id, menu, spec.plain_text) for menu, spec in actions.listed()]
    files = SettingsFile(tmp_path), ShortcutsFile(tmp_path, actions.default_keys)
    shortcuts = QuestionDialog(SettingsQuestion(*files, commands, print, bool, SHORTCUTS).question(), None)
    dialogs = (
        shortcuts,
        QuestionDialog(Conflict(names[0], "one\n" * 90, "two\n" * 90, "disk\n" * 90).question(), None),
        QuestionDialog(SaveQuestion(names).question(), None),
        QuestionDialog(ALIAS_QUESTION, None),
        QuestionDialog(confirmation("Delete it?", "It goes to the trash.", "Delete"), None),
        QuestionDialog(NameQuestion("Name", "A sentence.", "Go").question(), None),
    )
    for dialog in dialogs:
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitExposed(dialog)
        assert dialog.size() == dialog.size().boundedTo(screen), dialog.windowTitle()
        assert dialog.rect().contains(dialog.buttons.geometry()), dialog.windowTitle()
        least = dialog.layout().minimumHeightForWidth(dialog.width())
        assert least <= dialog.height(), f"{dialog.windowTitle()}: nothing is squeezed"
    assert shortcuts.body.shortcuts.list.verticalScrollBar().maximum() > 0


def test_the_window_s_dialogs_keep_the_protocol(qtbot, theme) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialogs: Dialogs = WindowDialogs(parent, lambda _topic, _dialog: None)
    wanted = {name for name in vars(Dialogs) if not name.startswith("_")}
    assert all(callable(getattr(dialogs, name)) for name in wanted)


def test_keys_in_a_notice_give_the_focus_back(notices, qtbot) -> None:
    fields = [QLineEdit(notices.parentWidget()) for _ in range(2)]
    for field in fields:
        field.show()
    fields[1].setFocus()
    notices.say("Deleted ‘refund’.", ("Undo", lambda: None))
    notices.link.setFocus()
    qtbot.keyClick(notices.link, Qt.Key.Key_Space)
    assert not notices.isVisible()
    assert fields[1].hasFocus()
