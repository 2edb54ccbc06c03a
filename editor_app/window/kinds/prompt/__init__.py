"""Prompts in the window: what every text has, and the cases it is tried with."""
