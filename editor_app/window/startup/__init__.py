"""The start of the program, up to the first window."""
