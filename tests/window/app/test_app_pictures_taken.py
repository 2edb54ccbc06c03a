"""Pictures are written as files: in both themes, or one alone."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage

from editor_app.library.files.reading import FileError
from editor_app.window.startup.pictures import take_pictures
from pictures import taking


def test_a_picture_in_both_themes_and_one_alone(undress, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # the command sets it
    made = []
    take_pictures(tmp_path / "pictures", ["blocks", "window-dark"], made.append)
    assert [path.name for path in made] == ["blocks-light.png", "window-dark.png", "blocks-dark.png"]
    images = [QImage(str(path)) for path in made]
    assert {(image.width(), image.height()) for image in images} == {(1440, 900)}
    assert [image.pixelColor(1, 1).lightness() > 128 for image in images] == [True, False, False]
    with pytest.raises(
        FileError, match=r"There is no picture ‘windows’\. Known are window, template, blocks"
    ):
        take_pictures(tmp_path, ["windows"])
    undress()


def test_a_picture_for_reviews_has_its_size(undress, tmp_path, capsys):
    picture = taking.Picture("small", lambda _workbench: iter(()), (640, 420))
    taking.take_pictures(tmp_path / "pictures", [picture], ["small-dark"])
    path = tmp_path / "pictures" / "small-dark.png"
    assert capsys.readouterr().out == f"{path}\n"
    image = QImage(str(path))
    assert (image.width(), image.height()) == (640, 420)
    assert image.pixelColor(1, 1).lightness() < 128
    undress()
