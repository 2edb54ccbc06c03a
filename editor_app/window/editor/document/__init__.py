"""The editor's text: exact characters, positions, undo, and how Qt holds them."""
