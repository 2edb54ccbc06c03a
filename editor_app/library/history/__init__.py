"""Local history: the versions of files that saving, resetting and deleting replaced."""
