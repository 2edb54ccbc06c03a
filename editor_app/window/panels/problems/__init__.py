"""The problems panel: the problems of the current file or of the whole library, with their fixes."""
