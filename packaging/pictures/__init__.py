"""Pictures of the window in all its states, light and dark, for reviews and the README."""
