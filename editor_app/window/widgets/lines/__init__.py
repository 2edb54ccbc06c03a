"""Lines of text compared, spaced, and laid out in their direction."""
