"""Lines of text: their spacing and their direction."""
