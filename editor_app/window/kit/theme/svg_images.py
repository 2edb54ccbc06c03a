"""The SVG icons in any colour: as bytes, as pixmaps, and as paths for a style sheet; and the program's icon.

Of that there are two drawings: a simpler one is for small sizes.
"""

from __future__ import annotations

import struct
from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRectF, QResource, Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap

from editor_app.library.paths import resource_path

_ROOT = "/foreword/icons"


@cache
def tinted_svg(name: str, color: str) -> bytes:
    """Return the icon `name` drawn in `color`, a CSS colour."""
    source = resource_path(f"icons/{name}.svg").read_bytes()
    return source.replace(b"currentColor", color.encode("ascii"))


@lru_cache(maxsize=2048)
def svg_pixmap(name: str, color: str, size: int, ratio: float) -> QPixmap:
    """Return the icon as a square of `size` points, crisp at the device pixel `ratio`."""
    from PySide6.QtSvg import QSvgRenderer  # imported late: the first window has no icons

    pixels = max(1, round(size * ratio))
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        QSvgRenderer(QByteArray(tinted_svg(name, color))).render(painter, QRectF(0, 0, pixels, pixels))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@cache
def svg_address(name: str, color: str) -> str:
    """Return a resource path under which a style sheet finds the icon in `color`."""
    file_name = f"{name}-{color.lstrip('#')}.svg"
    blob = _resource_blob(file_name, tinted_svg(name, color))
    if not QResource.registerResourceData(blob, _ROOT):
        raise RuntimeError(f"Qt did not take the image {file_name}")
    _registered.append(blob)
    return f":{_ROOT}/{file_name}"


_registered: list[bytes] = []
"""The data of Qt's resources, which Qt does not copy."""


def _resource_blob(file_name: str, data: bytes) -> bytes:
    """Return a resource collection (format 1 of Qt's rcc) that holds one file."""
    name_hash = 0
    for character in file_name:
        name_hash = ((name_hash << 4) + ord(character)) & 0xFFFFFFFF
        high = name_hash & 0xF0000000
        name_hash = (name_hash ^ (high >> 23)) & ~high & 0xFFFFFFFF
    names = struct.pack(">HI", len(file_name), name_hash) + file_name.encode("utf-16-be")
    payload = struct.pack(">I", len(data)) + data
    root = struct.pack(">IHII", 0, 2, 1, 1)
    leaf = struct.pack(">IHHHI", 0, 0, 0, 1, 0)
    tree = root + leaf
    header = 20
    offsets = struct.pack(">IIII", 1, header, header + len(tree) + len(names), header + len(tree))
    return b"qres" + offsets + tree + names + payload


_MOST_SMALL = 24
_SIZES = (16, 24, 32, 48, 128)  # of title bars, panels and lists of windows


def icon_image(size: int) -> QImage:
    """Return the icon as a square of `size` pixels, transparent around the drawing."""
    from PySide6.QtSvg import QSvgRenderer  # imported late: the first window has no icons

    name = "foreword-small" if size <= _MOST_SMALL else "foreword"
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        QSvgRenderer(str(resource_path(f"icons/{name}.svg"))).render(painter)
    return image


def program_icon() -> QIcon:
    """Return the icon in all sizes that windows have it in."""
    icon = QIcon()
    for size in _SIZES:
        icon.addPixmap(QPixmap.fromImage(icon_image(size)))
    return icon
