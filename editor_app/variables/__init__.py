"""The variables of templates: which there are, and what their values are now."""
