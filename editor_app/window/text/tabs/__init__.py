"""The row of tabs above the text, and the room for a second text beside it."""
