"""Make the pictures for reviews and the README: `python packaging/make_pictures.py DIR [NAME…]`.

With `FOREWORD_LANGUAGE=pseudo` all sentences of catalogues are in a language that nobody speaks: text that is
cut off or still plain is seen.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_LOGGING_RULES"] = "default.warning=false"  # what Qt’s offscreen platform does not support

if os.environ.get("FOREWORD_LANGUAGE") == "pseudo":
    from pseudo_language import speak_pseudo_language

    speak_pseudo_language()  # before the first sentence is made

from pictures.states import PICTURES
from pictures.taking import take_pictures

if __name__ == "__main__":
    take_pictures(Path(sys.argv[1]), PICTURES, sys.argv[2:])
