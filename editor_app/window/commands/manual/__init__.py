"""The manual in a window of its own: its pages are the files of `resources/docs`.

`topics.py` says which page F1 opens for a kind of file, a panel and a question; `window.py` shows it.
"""
