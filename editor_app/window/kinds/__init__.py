"""What the window has for single kinds of file: a folder for each that needs more than all have."""
