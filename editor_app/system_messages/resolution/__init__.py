"""Which blocks a situation activates, which of them win, and why."""
