"""The Why panel: why a block is sent or not, and the contest it wins or loses."""
