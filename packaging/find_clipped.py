"""Find words that are cut off, and such that are in no catalogue: `python packaging/find_clipped.py [NAME…]`.

It shows each picture at 1366 × 768 in the pseudo-language. Names and texts of files are listed, too.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_LOGGING_RULES"] = "default.warning=false"  # what Qt’s offscreen platform does not support

from pseudo_language import write_pseudo_language

if __name__ == "__main__":
    with TemporaryDirectory(prefix="foreword-") as folder:
        write_pseudo_language(Path(folder))
        os.environ["FOREWORD_LANGUAGE"] = folder

        from pictures.counting import print_faults
        from pictures.states import PICTURES

        print_faults(PICTURES, sys.argv[1:])
