"""The surface of all messages of a chat, one of them in a live editor."""
