"""The header bar of a message: its role, its metadata in a line, and a form for the fields."""
