"""Parts of the window for single kinds of file: a folder for each kind that has panels or views."""
