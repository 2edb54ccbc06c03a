"""From the start of the program to the first window."""
