"""What the panels of a system message show, made from what was read of it."""
