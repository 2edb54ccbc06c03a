"""Situations: what a system message is assembled for, and the files they are saved in."""
