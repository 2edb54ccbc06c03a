"""Pop-ups, bars, and what stands in an empty place."""
