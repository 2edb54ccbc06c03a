"""The values of variables: what is asked of files, git and the clock, and what is known of folders.

Values that need waiting (files, git) are resolved in another thread. The answer to a question that a later
one has replaced is dropped.
"""
