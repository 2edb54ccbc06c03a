"""The pictures for reviewing: each can be made, is painted, and shows something of its own."""

from __future__ import annotations

import shutil
from itertools import groupby
from operator import attrgetter

import pytest
from named_cases import in_case
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from editor_app.window.driver import WindowDriver
from editor_app.window.frame.main_window import MainWindow
from pictures import chats, conversations, endpoint_runs, files, runs, sending, serving, trust, versions
from pictures.states import PICTURES
from pictures.taking import Surroundings, show_blocks, show_prompt, show_template, shown

pytestmark = pytest.mark.one_window

# Others begin with these steps.
BEGINNINGS = {
    *(show_prompt, show_template, show_blocks, files.instructions, chats.message),
    *(runs.run, endpoint_runs.ready, serving.stopped, trust.trust, conversations.conversations),
    *(versions.recovered, versions.history),
}
# A picture in a further size shows the same.
ONCE_EACH = [
    picture
    for picture in {picture.prepare: picture for picture in PICTURES}.values()
    if picture.prepare not in BEGINNINGS
]
OF_CONVERSATIONS = [picture for picture in ONCE_EACH if picture.surroundings == conversations.SURROUNDINGS]
OF_TRUST = [picture for picture in ONCE_EACH if picture.surroundings in (trust.TRUSTED, trust.RESTRICTED)]
IN_USUAL_SURROUNDINGS = [
    picture for picture in ONCE_EACH if picture.surroundings in (Surroundings(), Surroundings(own_home=True))
]
KEPT_OPEN = {runs.__name__, sending.__name__}  # whose pictures show one file
SIZE = attrgetter("size")
MODULES = sorted({picture.prepare.__module__ for picture in IN_USUAL_SURROUNDINGS})


@pytest.mark.parametrize("module", MODULES)
def test_each_picture_for_reviews_can_be_made(open_bench, root, monkeypatch, module):
    taken = sorted((one for one in IN_USUAL_SURROUNDINGS if one.prepare.__module__ == module), key=SIZE)
    bench = open_bench(root, "page-analysis.md", size=taken[0].size)
    monkeypatch.setattr(endpoint_runs, "_STEPS", 4)
    painted: list[list[QImage]] = []
    for size, pictures in groupby(taken, SIZE):
        bench.window.resize(*size)
        bench.settle()
        paint_another(painted, bench.window)  # the window without a picture's steps
        for picture in pictures:
            with in_case(picture.name):
                for _ in picture.prepare(bench.workbench):
                    bench.settle()
                bench.settle()
                paint_another(painted, bench.window)
            begin_again(bench, keeps_files=module in KEPT_OPEN)
            monkeypatch.setattr(sending, "_opened", lambda _workbench: iter(()))  # its chat is in front


def shown_now() -> list[QImage]:
    """Return the window that is painted and what is over it, none of which is of one colour."""
    widgets = [one for one in QApplication.topLevelWidgets() if one.isVisible() and one.updatesEnabled()]
    images = sorted((one.grab().toImage() for one in widgets), key=QImage.sizeInBytes)
    for image in images:
        plain = image.copy()
        plain.fill(image.pixelColor(0, 0))
        assert image != plain
    return images


def paint_another(painted: list[list[QImage]], window: MainWindow) -> None:
    """Paint the window and what is over it, which must look like nothing that was painted before."""
    window.setUpdatesEnabled(True)
    painted.append(shown_now())
    window.setUpdatesEnabled(False)
    assert painted[-1] not in painted[:-1]


def begin_again(bench, *, keeps_files: bool) -> None:
    """Close what a picture opened, and forget its chat; the first file stays if nothing was done to it."""
    for dialog in QApplication.topLevelWidgets():
        if dialog.parentWidget() is bench.window and dialog.isVisible():
            dialog.close()
    if bench.workbench.actions.action("full_page").isChecked():
        bench.act("full_page")
    if keeps_files:
        return
    for file in tuple(bench.workbench.files.files):
        if file.is_modified or file.path != bench.root / "page-analysis.md":
            bench.workbench.files.close(file)
    shutil.rmtree(bench.root / "chats" / chats.CHAT, ignore_errors=True)
    bench.open("page-analysis.md")


def test_pictures_of_conversations_can_be_made_where_some_were_kept(theme_choice, monkeypatch):
    made = {picture.prepare: picture for picture in OF_CONVERSATIONS}
    painted: list[list[QImage]] = []
    with shown(made.pop(conversations.none_yet), theme_choice) as workbench:
        paint_another(painted, workbench.window)
        driver = WindowDriver(workbench)
        for picture in made.values():
            with in_case(picture.name):
                driver.window.resize(*picture.size)
                for _ in picture.prepare(workbench):
                    assert driver.wait_until_quiet()
                paint_another(painted, workbench.window)
            monkeypatch.setattr(conversations, "_construct_all", lambda _workbench: None)  # they are there


def test_a_picture_of_a_folder_that_is_trusted_or_not_can_be_made(theme_choice):
    painted: list[list[QImage]] = []
    for picture in OF_TRUST:
        with in_case(picture.name), shown(picture, theme_choice) as workbench:
            paint_another(painted, workbench.window)


def test_no_picture_is_left_out():
    assert [picture.name for picture in OF_TRUST] == ["trust-640x420", "trust-given"]
    assert len(ONCE_EACH) == len(IN_USUAL_SURROUNDINGS) + len(OF_CONVERSATIONS) + len(OF_TRUST)
