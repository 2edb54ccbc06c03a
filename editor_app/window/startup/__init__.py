"""The start of the program, up to the first window.

`starting.py` claims the library's window (`instance_claim.py`): its process holds a lock for good, so that
many starts at once give one window. The others hand over their files, and say why they cannot open the rest
where nobody reads standard error. Quit asks the windows of the other libraries, which are processes of their
own, through the same sockets to close (`single_instance.py`).
`kit/application.py` takes what macOS's Finder asks for.

Where no library is named, and none was open before, the last one was closed or its disk does not answer,
`start_choice.py` shows the start page first (`start_page.py`), and does what its buttons ask.

Then `frame/first_window.py` shows a still picture of the window, with the text that will be in front where
that is certain (`frame/first_sight.py`), and only then the rest is loaded. `EarlyKeys` holds what is typed
until then. `running.py` puts the real content into the window. Whatever these modules import delays the first
sight.

What goes wrong in the program itself goes through `faults.py`: first the journal is brought to the disk, then
the exception is noted in `logs/foreword.log` (`kit/error_log.py`), without its message, which may quote a
text, and then it is said. What Python writes when its process dies is in a file of that process
(`kit/error_log.py`), which the next start tells once.

SIGTERM, SIGINT and SIGHUP close the window without a question, and end an open dialog's loop, too. When the
display ends, Qt leaves its loop with exit code 1. `run_window` closes the window then, so that the journal is
clean in both cases.

Another window is started so that its Python ignores the current folder and an inherited PYTHONPATH
(`running.py`), as the command `foreword` does. Where Python is started by hand, `__main__.py` forgets those
folders before any other import; what Python imports before that is out of its hands.
"""
