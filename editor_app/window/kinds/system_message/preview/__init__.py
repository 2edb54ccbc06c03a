"""The parts of the preview that only system messages have."""
