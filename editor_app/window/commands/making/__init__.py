"""Making files of any kind: the list of what can be made, and an action for each."""
