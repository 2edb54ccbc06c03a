"""The page that finds and replaces in the files of the library."""
