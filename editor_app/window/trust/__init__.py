"""Trust in the folder that variables are resolved in: its state, bar, popup and allowed files."""
