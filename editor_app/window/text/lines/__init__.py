"""Lines of text: their differences, their spacing, and their direction."""
