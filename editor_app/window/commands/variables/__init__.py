"""Commands on variables: their buttons, pasted tags, and the list of the library's own."""
