"""How the disk image looks when it is opened; dmgbuild runs this, with `defines` from its command line."""

# ruff: noqa: F821  dmgbuild brings `defines`
from pathlib import Path

files = [defines["app"]]
symlinks = {"Applications": "/Applications"}
icon = defines["icon"]
format = "ULMO"  # noqa: A001  dmgbuild's name; the smallest that all systems open that the app runs on

# The app on the left is dragged onto the folder on the right.
window_rect = ((200, 140), (640, 400))
icon_size = 128
text_size = 14
icon_locations = {Path(files[0]).name: (170, 180), "Applications": (470, 180)}
hide_extensions = [Path(files[0]).name]
