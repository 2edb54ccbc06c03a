"""Right-to-left lines: drawing tags in them, the mouse and the cursor."""
