"""Expectations about a run: their forms, and whether a played run meets them."""
