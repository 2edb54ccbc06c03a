"""The manual in a window of its own: its pages are the files of `resources/docs`.

`commands.py` says which page F1 opens for a panel and a question; a file's kind says its own (`Listing`).
`window.py` shows it.
"""
