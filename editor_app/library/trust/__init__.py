"""Which folders the user trusts, and which files outside of them may be read for their texts.

Until a folder is trusted, no git is asked there and no file outside of the library is opened: neither for a
variable (`real_sources`) nor through a link, and no `.gitignore` above it. A file outside of the folder has
to be allowed by its path besides, in the window as on the command line: one click alone shows no file. Trust
is in a folder by path and identity, and ends at another repository in it.

What a call on the command line or over HTTP trusts is in `of_call.py`. `tests/cli/test_cli_traced.py` traces
what is opened and run.
"""
