"""System messages in the window: block tree, block content, inspector, situations, matrix and reasons."""
