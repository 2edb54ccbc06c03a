"""The library panel: the files of a library by kind, with their origin and problem counts."""
