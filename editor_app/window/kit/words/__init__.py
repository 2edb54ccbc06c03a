"""Words as they are shown: labels, plain text, times."""
