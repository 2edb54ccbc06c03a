"""The inspector: a form for the fields of a block."""
