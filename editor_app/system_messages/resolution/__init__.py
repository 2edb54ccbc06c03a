"""Resolution: which blocks are active in a situation, which of them win, and why."""
