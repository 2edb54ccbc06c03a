"""Why each character of a body’s text is there."""
