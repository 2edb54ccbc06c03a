"""What a scenario is played with, and its playing in slices."""
