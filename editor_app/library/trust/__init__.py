"""Which folders the user trusts, and which files outside of them may be read for their texts."""
