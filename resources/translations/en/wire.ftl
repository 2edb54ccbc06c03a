built-in-template = the built-in template
