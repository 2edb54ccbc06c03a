"""System messages in the window: block tree, block content, form, situations, matrix and reasons.

`current_message.py` shows the message in front, and `message_view.py` is which block of it is chosen.
`block_rows.py` says what becomes of each, in the tree and in the comparison; `block_commands.py` and
`situations.py` change blocks and situations. The tree of a large message follows an edit of the tree in an
event of its own, and the comparison is made a few situations at a time.

The content of a block has an editor of its own without undo (`content_link.py`): each change of it becomes an
edit of the file's document, and each change of the file from elsewhere a small edit of it. Ctrl+Z there is
the file's. A muting is in no text: the tree takes it back first while nothing was written since. Undo and
Redo say what was done to a block by what `SystemMessageView.remember_step` was told of it.
"""

AHEAD = (
    "editor_app.system_messages.edits.blocks",
    "editor_app.window.kinds.system_message.message_view",
    "editor_app.window.kinds.system_message.panels.matrix",
    "editor_app.window.kinds.system_message.current_message",
)
"""What the perspective imports, in parts of less than a tenth of a second."""
