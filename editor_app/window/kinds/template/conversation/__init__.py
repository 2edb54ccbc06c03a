"""One conversation: what it got, what it would get now, and its compaction."""
