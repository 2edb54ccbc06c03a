"""Finding and replacing: in the text or list that has the focus, and in the files of the library."""
