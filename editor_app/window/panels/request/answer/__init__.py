"""The answer of a model to the request: its text as it comes, its calls, and how it ended."""
