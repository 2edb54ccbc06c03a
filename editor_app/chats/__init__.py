"""Chats: folders of message files, read with every problem, and changed by file operations with Undo."""
