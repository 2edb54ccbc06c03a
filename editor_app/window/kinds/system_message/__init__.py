"""System messages in the window: their tree, the content of a block, situations, and reasons."""
