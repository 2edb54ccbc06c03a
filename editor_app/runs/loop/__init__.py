"""The loop of a run: steps, the checks between them, and what is kept of it."""
