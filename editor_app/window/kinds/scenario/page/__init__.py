"""The page at the left: how a scenario is played, its triggers, and what is expected of the run."""
