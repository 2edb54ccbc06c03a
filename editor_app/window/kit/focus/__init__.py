"""Keys, the focus, and what screen readers are told."""
