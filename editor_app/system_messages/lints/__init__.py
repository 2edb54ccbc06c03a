"""Notes on blocks that can be active together."""
