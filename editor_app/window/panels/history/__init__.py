"""The history panel: the versions of a file in local history, and what changed between them."""
