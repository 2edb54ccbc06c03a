"""The pictures for reviewing: they are made, have their size, and the themes differ."""

from __future__ import annotations

from PySide6.QtGui import QImage

from editor_app.window.startup.pictures import make_pictures


def test_a_picture_in_both_themes(undress, tmp_path):
    counted = []
    paths = make_pictures(tmp_path / "pictures", ["window"], lambda *made: counted.append(made))
    assert counted == [(path, number, 2) for number, path in enumerate(paths, 1)]
    assert [path.name for path in paths] == ["window-light.png", "window-dark.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)
    light, dark = (QImage(str(path)) for path in paths)
    assert [(image.width(), image.height()) for image in (light, dark)] == [(1440, 900)] * 2
    assert light.pixelColor(700, 400).lightness() > 200
    assert dark.pixelColor(700, 400).lightness() < 80
    undress()
