"""The window: the only package that imports Qt.

It stands on floors, each a folder, and imports go down only; `ARCHITECTURE.md` lists them. Here is what puts
the floors together. `app.py` is the composition root: it builds everything that all kinds of file share and
connects it, and does nothing else. `building.py` makes the panels and the pages they stand on,
`connecting.py` connects what panels announce to the commands that do it, `file_tabs.py` gives each open file
its tab.

Panels announce, and the composition root and the perspectives connect. A signal for a fact is in the past
tense, one for an intent ends in `_requested`. A panel says what it shows and knows no other panel. No widget
opens a dialog by itself. No colour stands in code, and no text from a file becomes markup.

`driver.py` has the door for tests, benchmarks, pictures and scripts: `open_window` takes library, folders,
clock and answers, asks nobody, and returns what drives the window. Beside it only `startup/running.py` builds
a window.
"""
