"""Draw the program's icon in all sizes and formats: `python packaging/desktop/make_icons.py DIR`.

DIR gets `hicolor`, a tree as in /usr/share/icons, `foreword.ico` for Windows and `foreword.icns` for macOS.
"""

from __future__ import annotations

import shutil
import struct
import sys
from functools import cache
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImageWriter

from editor_app.library.paths import resource_path
from editor_app.window.kit.theme.svg_images import icon_image

HICOLOR_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
# Macs show 16 and 32 points wrongly where their PNGs are for one pixel to a point; those for two serve both.
ICNS_SIZES = {
    "ic11": 32, "ic12": 64, "ic07": 128, "ic13": 256, "ic08": 256, "ic14": 512, "ic09": 512, "ic10": 1024,
}  # fmt: skip
SYMBOLIC = Path(__file__).with_name("foreword-symbolic.svg")


def make_icons(folder: Path) -> None:
    """Write the tree and both files into `folder`, which is made; the same bytes each time with one Qt."""
    theme = folder / "hicolor"
    for size in HICOLOR_SIZES:
        _apps(theme, f"{size}x{size}").joinpath("foreword.png").write_bytes(png(size))
    shutil.copyfile(resource_path("icons/foreword.svg"), _apps(theme, "scalable") / "foreword.svg")
    shutil.copyfile(SYMBOLIC, _apps(theme, "symbolic") / SYMBOLIC.name)
    (folder / "foreword.ico").write_bytes(ico())
    (folder / "foreword.icns").write_bytes(icns())


@cache
def png(size: int) -> bytes:
    """Return the icon as a PNG file of `size` by `size` pixels."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, b"png").write(icon_image(size)):
        raise RuntimeError(f"Qt could not write the icon of {size} pixels as a PNG. Install PySide6 again.")
    return bytes(buffer.data().data())


def ico() -> bytes:
    """Return an icon file of Windows: a table of the pictures, then these as PNG files."""
    table, pictures = struct.pack("<HHH", 0, 1, len(ICO_SIZES)), b""
    start = len(table) + 16 * len(ICO_SIZES)
    for size in ICO_SIZES:
        side = size % 256  # 0 is 256
        place = start + len(pictures)
        table += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(png(size)), place)
        pictures += png(size)
    return table + pictures


def icns() -> bytes:
    """Return an icon file of macOS: PNG files, each after its type and length."""
    pictures = b"".join(
        struct.pack(">4sI", kind.encode("ascii"), 8 + len(png(size))) + png(size)
        for kind, size in ICNS_SIZES.items()
    )
    return struct.pack(">4sI", b"icns", 8 + len(pictures)) + pictures


def _apps(theme: Path, size: str) -> Path:
    folder = theme / size / "apps"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Say which folder gets the icons: python packaging/desktop/make_icons.py DIR")
    make_icons(Path(sys.argv[1]))
