"""Count the controls and menu entries of screens: `python packaging/count_controls.py [NAME…]`."""

from __future__ import annotations

import os
import sys

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_LOGGING_RULES"] = "default.warning=false"  # what Qt’s offscreen platform does not support

from pictures.counting import print_counts
from pictures.states import PICTURES

if __name__ == "__main__":
    print_counts(PICTURES, sys.argv[1:])
