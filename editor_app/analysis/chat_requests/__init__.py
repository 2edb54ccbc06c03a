"""Requests of chats: what is wrong with one in the words of its messages, what mends it, what goes first."""
