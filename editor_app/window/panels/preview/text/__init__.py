"""The pane with the text the model gets, and its marks."""
