"""What other programs do to open files and to the library: watched, looked at in slices, and told."""
