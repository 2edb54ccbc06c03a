"""The pane that shows the text the model gets, with its marks."""
