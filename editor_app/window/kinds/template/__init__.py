"""What the window has for templates: the conversations that are constructed from them.

Conversations are asked for one after the other in a thread of their own: `conversations.py` has all that runs
in it (`ServiceAccess`), and keeps the answers. What each would get now is found one by one while the list or
the page is shown, and never while somebody types. What other processes store is seen with the check of the
disk every two seconds (`check_store`: SQLite's `data_version`). The sources of values are made in the
window's thread, with the trust that holds in this window. `conversation_display.py` fills the panels,
`commands.py` changes conversations.

The compaction instructions stand under the template's text (`instructions.py`) in the editor of their own
tab, which `EditorTabs.lend` gives as long as that tab is not in front: one document, one undo. While it has
the focus, `CurrentFile.edited_file` is that file and not the current one: Save, Undo, the status bar and the
commands for problems are about it, nothing is inserted into the template, and the panels stay those of the
template. *Close tab* there folds them. A loan ends when its tab comes to the front or is closed, which
`returned` tells.
"""
