"""The history panel: the versions of a file in local history, and what changed between them.

It shows what `history_of` and `deleted_files` return. `versions.py` reads that and the texts of versions, and
`commands/versions.py` fills the panel while it is shown, with the file in front or with one that was asked
for. While it is hidden nothing is read.

A notice that says what local history has, of one file or of several, is shown with a link
(`say_with_history`). A restored version is one edit of the open file. A file that is not there is made again
by undoing its removal.
"""
