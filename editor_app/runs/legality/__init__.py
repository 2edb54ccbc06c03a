"""What providers refuse in the requests of a run: tool calls and results, and what stands between them."""
