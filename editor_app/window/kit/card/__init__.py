"""Pop-ups, bars, cards of what is under the pointer, and what stands in an empty place."""
