"""The preview: the text the model gets, and why each part of it is there."""
