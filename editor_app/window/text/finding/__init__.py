"""Finding in a text that is shown: the search (`finder.py`), and the bar (`find_bar.py`).

The current hit is the one that is selected. A search that takes longer than a moment goes on in a thread.
Texts that are found in as one, such as the messages of a chat, are counted by `parts.py`.
"""
