"""What any program with windows could use: theme, rows, forms, cards, focus, work."""
