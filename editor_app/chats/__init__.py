"""Chats: folders of message files, read with every problem, and changed by file operations with Undo.

    bytes - decode -> split_message -> MessageText: parts, role, metadata, content
    MessageText - problems_of -> diagnostics
    changed Message - message_edits -> edits of header lines and of the content's raw text -> bytes

`text/message_parts.py` is the one parser of message files: `library/heads.py` tells with it whether a file is
a message. `escaping.py` maps the content, with plain backticks, to the raw text with its backslashes and
back, offset by offset, so that an edit of the one is edits of the other. A change that edits of single lines
do not give writes the file anew; `message_edits` reads what they would give. The fields of a header are a
table (`header_table.py`): what each must be, what a new one has, and what a fix writes.

A chat's folder is read as it lies. The operations (`operations.py`) are given the chat as it was read: under
the folder's lock they compare the names and the message at hand, and refuse where another program was faster.
`library/files/renumbering.py` renames several files at once. Deleting a message leaves a gap.

Whole chats are made, renamed, copied and deleted by `folders.py`. A renamed folder is one step (`FileMove`).
Deleting one removes its messages together, and what was cut short makes them again from local history.
"""
