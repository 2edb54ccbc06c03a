"""Changes to the blocks of a system message, as edits of its text that keep everything else."""
