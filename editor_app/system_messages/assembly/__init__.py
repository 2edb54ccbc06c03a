"""Assembly: the text that the model gets, from the active blocks of a system message."""
