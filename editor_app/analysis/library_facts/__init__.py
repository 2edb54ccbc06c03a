"""Facts about a whole library: its index, its variables, and the problems of its files.

`foreword list` and the Library panel show the same `LibraryIndex`. `foreword check` and the Problems of the
whole library come from the same `files_to_check` and `check_file`. With `is_interactive`, what would take too
long is left out, and said to be.

Problems that a file has by its name among those beside it are added by `files_to_check`, as `beside` of the
`LibraryFile`.
"""
