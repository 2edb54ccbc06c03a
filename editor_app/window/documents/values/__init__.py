"""The values of variables: what is asked of files, git and the clock, and what is known of folders."""
