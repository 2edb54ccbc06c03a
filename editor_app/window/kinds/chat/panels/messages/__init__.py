"""The messages panel: the messages of a chat in order, to choose, make, move and delete."""
