"""The file in front, and what the window adds for its kind."""
