"""Situations files in the window: a table of situations and their parts, and the text that each gives."""
