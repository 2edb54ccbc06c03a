"""Keys and the focus: what they mean, and where they lead."""
