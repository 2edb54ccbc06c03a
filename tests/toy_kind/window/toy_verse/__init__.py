"""A kind of file with one page, which has a list and a form, and one action: as small as one can be."""
