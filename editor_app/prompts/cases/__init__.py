"""Saved values for previews and tests, and what a case expects of the text."""
