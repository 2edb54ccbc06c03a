"""What can be written at the caret, offered beside it."""
