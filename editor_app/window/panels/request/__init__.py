"""The request panel: what a provider takes, as its parts, its text, compared with another, and answered."""
