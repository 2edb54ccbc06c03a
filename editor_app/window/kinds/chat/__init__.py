"""Chats: the messages of a folder, one in front, and what is sent of them.

The messages of a chat share a tab. A `StandIn` names the views of it: the content editor, the file's source,
and an `EditorSurface`, a widget of the kind that takes the editor in while its view is in front. Going to
another message opens its file in the same tab. One that was only looked at is closed again, its caret kept,
so that a chat of a thousand messages does not have a thousand documents. The content (`message_view.py`) has
no undo of its own: each change of it is an edit of the file's document.

`OpenChat` reads the chat of the message in front, in slices of some files, and again only what changed on the
disk. A message that has a document is taken as that has it, saved or not. `ChatSystemText` makes what goes
first from the chosen file, its unsaved text too, and resolves its variables as the preview does. Both tell
`CurrentChat`, which after a pause in typing has the request assembled and checked (`request_of`) and shows it
in all panels; a key itself only changes its document.

What is found in the request stands at the messages, in the list, in the conversation's headings and in
Problems. What mends it is a `ChatFix` that `MessageCommands.apply` makes: an edit of an open document, or a
file operation with Undo. What the request is made with (`RequestSettings`) is kept for each folder with the
session.

`message_rows.py` makes what the list and the conversation show of messages and their problems.
`MessagesPanel` announces places as the operations of `chats/` take them: a moved message's place is the one
it has afterwards. `HeaderBar` keeps the widgets of a field for as long as the header has it, so that the
focus is where Tab went although each change shows the header anew. What was typed for one message is never
announced for another.
"""

AHEAD = (
    "editor_app.requests.checking",
    "editor_app.window.panels.request.request_panel",
    "editor_app.window.kinds.chat.conversation.conversation_view",
    "editor_app.window.kinds.chat.chat_request",
    "editor_app.window.kinds.chat.current_chat",
)
"""What the perspective imports, in parts of less than a tenth of a second."""
