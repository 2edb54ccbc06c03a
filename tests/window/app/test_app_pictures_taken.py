"""Pictures are written as files: in both themes, or one alone."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage

from editor_app.library.files.errors import FileError
from editor_app.window.startup.pictures import SHIPPED_PICTURES, Picture, take_pictures


def test_a_picture_in_both_themes_and_one_alone(undress, tmp_path):
    made, size = [], (640, 420)
    pictures = [*SHIPPED_PICTURES, Picture("small", lambda _workbench: iter(()), size)]
    take_pictures(tmp_path / "pictures", pictures, ["small", "window-dark"], made.append)
    assert [path.name for path in made] == ["small-light.png", "window-dark.png", "small-dark.png"]
    images = [QImage(str(path)) for path in made]
    assert [(image.width(), image.height()) for image in images] == [size, (1440, 900), size]
    assert [image.pixelColor(1, 1).lightness() > 128 for image in images] == [True, False, False]
    with pytest.raises(FileError, match=r"no picture ‘windows’\. There are: window, template, blocks"):
        take_pictures(tmp_path, SHIPPED_PICTURES, ["windows"])
    undress()
