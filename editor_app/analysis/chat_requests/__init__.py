"""Requests of chats: what is wrong with one in the words of its messages, what mends it, what goes first.

`requests/` knows nothing of message files. `chat_fix` turns one of its findings into edits of a file's text,
a message to delete or one to add. `request_problems` says it by the message's number, with a span of its
file. The command line suggests the titles of the same fixes.

`write_imported` is the only maker of chats from the bodies of other programs.
"""
