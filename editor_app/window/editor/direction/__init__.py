"""Lines that run from right to left: drawing, the mouse and the caret in them."""
