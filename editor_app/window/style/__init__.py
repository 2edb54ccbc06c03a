"""Theme, icons and the painting of rows."""
