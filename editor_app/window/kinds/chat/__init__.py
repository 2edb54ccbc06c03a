"""Chats: the messages of a folder, one in front, and what is sent of them."""
