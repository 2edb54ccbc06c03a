"""The panels that only a system message has, each on its own."""
