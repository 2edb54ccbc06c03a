"""Two texts compared: what changed between them, and a view of it, inline or in two columns."""
