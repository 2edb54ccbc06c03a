"""Facts about a whole library: its index, its variables, and the problems of its files."""
