"""The program's icon, of which there are two drawings: a simpler one is for small sizes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from editor_app.library.paths import resource_path

_MOST_SMALL = 24
_SIZES = (16, 24, 32, 48, 128)  # of title bars, panels and lists of windows


def icon_image(size: int) -> QImage:
    """Return the icon as a square of `size` pixels, transparent around the drawing."""
    name = "foreword-small" if size <= _MOST_SMALL else "foreword"
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(resource_path(f"icons/{name}.svg"))).render(painter)
    painter.end()
    return image


def program_icon() -> QIcon:
    """Return the icon in all sizes that windows have it in."""
    icon = QIcon()
    for size in _SIZES:
        icon.addPixmap(QPixmap.fromImage(icon_image(size)))
    return icon
