"""Programs in processes of their own that load nothing: each is forked from one that has loaded it all."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from select import select
from subprocess import Popen

_PATIENCE_SECONDS = 200
# Who starts a program tells its process id, waits for it, and tells how it ended.
_SERVER = """
import json, os, socket, sys
from importlib import import_module
requests = socket.socket(fileno=int(sys.argv[1]))
for name in sys.argv[2:]:
    import_module(name)
while data := (received := socket.recv_fds(requests, 1 << 20, 4))[0]:
    *streams, told = received[1]
    if os.fork() == 0:
        requests.close()
        if number := os.fork():
            os.write(told, b"%d\\n" % number)
            os.write(told, b"%d\\n" % os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]))
            os._exit(0)
        break
    for descriptor in received[1]:
        os.close(descriptor)
else:
    requests.close()
    while True:
        try:
            os.wait()
        except ChildProcessError:
            sys.exit()
os.close(told)
for number, descriptor in enumerate(streams):
    os.dup2(descriptor, number)
    os.close(descriptor)
source, arguments, folder, environment = json.loads(data)
os.chdir(folder)
os.environ.clear()
os.environ.update(environment)
sys.argv = ["-c", *arguments]
exec(compile(source, "<string>", "exec"), {"__name__": "__main__"})
"""


class ForkedProgram:
    """A program that runs, used as `Popen` is."""

    def __init__(self, requests: socket.socket, source: str, arguments: Sequence[str], **more: str) -> None:
        """Run `source` with arguments, in this folder and environment, with `more` in it."""
        environment = {**os.environ, **more}
        pipes = [os.pipe() for _ in range(4)]
        stdin, stdout, stderr, told = pipes
        theirs = [stdin[0], stdout[1], stderr[1], told[1]]
        data = json.dumps([source, arguments, str(Path.cwd()), environment]).encode()
        socket.send_fds(requests, [data], theirs)
        for descriptor in theirs:
            os.close(descriptor)
        self.stdin = os.fdopen(stdin[1], "w")
        self.stdout, self.stderr = os.fdopen(stdout[0]), os.fdopen(stderr[0])
        self._told = os.fdopen(told[0], "rb", buffering=0)  # or `select` would not see what is in the buffer
        self.pid = int(self._told.readline())
        self._code: int | None = None

    def wait(self, longest: float = _PATIENCE_SECONDS) -> int:
        """Return how it ended, by code or by signal."""
        if self._code is None:
            if not select([self._told], [], [], longest)[0]:
                raise TimeoutError(f"It runs for more than {longest} seconds.")
            self._code = int(self._told.readline())
        return self._code

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it runs: the number of one that ended may be another's by now."""
        if self._code is None and not select([self._told], [], [], 0)[0]:
            with suppress(ProcessLookupError):  # it ended just now
                os.kill(self.pid, number)

    def close(self) -> None:
        """End it, if it runs."""
        self.send_signal(9)
        self.wait()
        for stream in (self.stdin, self.stdout, self.stderr, self._told):
            stream.close()


@contextmanager
def programs_with(*modules: str) -> Iterator[Callable[..., ForkedProgram]]:
    """Return a function that runs a program in a process that has loaded modules, as `ForkedProgram` does."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-W", "error", "-c", _SERVER, str(theirs.fileno()), *modules]

    with Popen(command, pass_fds=[theirs.fileno()], cwd=Path(__file__).parents[1]), ours, ExitStack() as ends:
        theirs.close()

        def start(source: str, *arguments: str, **environment: str) -> ForkedProgram:
            program = ForkedProgram(ours, source, arguments, **environment)
            ends.callback(program.close)
            return program

        yield start
