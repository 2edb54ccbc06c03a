"""Make the pictures for reviews and the README: `python packaging/make_pictures.py DIR [NAME…]`.

With FOREWORD_LANGUAGE on catalogues by pseudo_language.py, what is cut off or still plain is seen.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_LOGGING_RULES"] = "default.warning=false"  # what Qt’s offscreen platform does not support

from pictures.states import PICTURES
from pictures.taking import take_pictures

if __name__ == "__main__":
    take_pictures(Path(sys.argv[1]), PICTURES, sys.argv[2:])
