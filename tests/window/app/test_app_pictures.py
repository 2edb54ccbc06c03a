"""The pictures for reviewing: each is made, has its size, and the themes differ."""

from __future__ import annotations

import pytest
from pictures.states import PICTURES
from PySide6.QtGui import QImage

from editor_app.analysis.library_facts import check as library_check
from editor_app.library import FileError
from editor_app.window.startup.pictures import SHIPPED_PICTURES, shown, take_pictures

# A picture in a further size shows the same.
ONCE_EACH = {picture.prepare: picture for picture in PICTURES}.values()


@pytest.mark.parametrize("picture", ONCE_EACH, ids=lambda picture: picture.name)
def test_each_picture_for_reviews_can_be_made(choice, monkeypatch, analysis_of_the_check, picture):
    monkeypatch.setattr(library_check, "read_document", analysis_of_the_check)
    with shown(picture, choice) as workbench:
        assert (workbench.window.width(), workbench.window.height()) == picture.size


def test_a_picture_in_both_themes_and_one_alone(undress, tmp_path):
    made = []
    take_pictures(tmp_path / "pictures", SHIPPED_PICTURES, ["window", "blocks-dark"], made.append)
    assert [path.name for path in made] == ["window-light.png", "window-dark.png", "blocks-dark.png"]
    images = [QImage(str(path)) for path in made]
    assert [(image.width(), image.height()) for image in images] == [(1440, 900)] * 3
    assert [image.pixelColor(700, 400).lightness() > 128 for image in images] == [True, False, False]
    with pytest.raises(FileError, match=r"no picture ‘windows’\. There are: window, template, blocks"):
        take_pictures(tmp_path, SHIPPED_PICTURES, ["windows"])
    undress()
