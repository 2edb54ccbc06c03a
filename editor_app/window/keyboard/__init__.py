"""Keys, shortcuts and the keyboard focus."""
