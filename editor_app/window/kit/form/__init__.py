"""Forms from tables of fields (see `form`), and the fields themselves, which also stand alone."""
