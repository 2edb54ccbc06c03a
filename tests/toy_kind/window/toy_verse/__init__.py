"""A kind of file with one page and one action, as small as one can be."""
