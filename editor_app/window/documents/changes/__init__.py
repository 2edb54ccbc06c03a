"""Changes of several open texts: undone together, saved together."""
