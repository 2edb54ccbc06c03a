"""Make the pictures for reviews and the README: `python packaging/make_pictures.py DIR [NAME…]`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from editor_app.window.startup.pictures import take_pictures
from pictures.states import PICTURES

if __name__ == "__main__":
    take_pictures(Path(sys.argv[1]), PICTURES, sys.argv[2:])
