"""The SQLite database of all conversations."""
