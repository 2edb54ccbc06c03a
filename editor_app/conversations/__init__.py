"""The system prompts of conversations: constructed once, read back, and rebuilt at a compaction."""
