"""The server for programs, `foreword serve`, started from the window in a process of its own.

So no request waits for the window or keeps it waiting. The child reads its standard input, a pipe from the
window, and ends when that ends (`--until-stdin-ends`): the system closes it however the window ends. Its
first line says where it is; its log, line by line, is the list of requests.

What trust holds in the window only is said to it on that pipe whenever it changes, and on its command line
(`--trust`, `--no-trust`) for the time before it reads the first line. What the disk keeps it reads itself.

In a bundle `own_process.py` starts the program itself instead of Python.
"""
