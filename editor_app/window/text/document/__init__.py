"""The editor's document: exact text, positions, undo, and its copy in Qt's document."""
