"""From the active blocks to the one text the model gets."""
