"""The theme, the icons, and the painting of rows."""
