"""The matrix: the outcome of each block in each saved situation."""
