"""What the user, a library and the window have chosen, in files."""
