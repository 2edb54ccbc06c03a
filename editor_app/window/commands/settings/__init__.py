"""The user's settings in the window: the file that is followed, what a change does, and the dialog."""
