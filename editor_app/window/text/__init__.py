"""The text editor: the document that holds the exact text, and the widget that shows it."""
