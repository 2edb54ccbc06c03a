"""Lists and trees of painted rows."""
