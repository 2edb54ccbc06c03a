"""The form for what goes before the messages of a chat, and what the request is made with."""
