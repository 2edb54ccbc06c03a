"""An endpoint in a process of its own that answers as its path says, and logs what came.

    python odd_endpoint.py LOG

It prints two ports it listens at, the second for another host, and answers in threads until it is killed.
"""

from __future__ import annotations

import base64
import json
import socketserver
import sys
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path

CHUNKED = {"Content-Type": "text/event-stream", "Connection": "close"}
_lock = threading.Lock()
_asked: Counter[str] = Counter()


def chunk(delta=None, finish=None, **more):
    choices = [] if delta is None and finish is None else [{"delta": delta or {}, "finish_reason": finish}]
    return {"object": "chat.completion.chunk", "choices": choices, **more}


def event(data, end="\n\n"):
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    return f"data: {text}{end}".encode()


WORDS = [chunk({"role": "assistant", "content": ""}), chunk({"content": "Grüß "}), chunk({"content": "Gott"})]
USAGE = chunk(usage={"prompt_tokens": 30, "completion_tokens": 12, "total_tokens": 42})
FINE = [*WORDS, chunk(finish="stop"), USAGE, "[DONE]"]


def call_chunk(**function):
    index = function.pop("index", 0)
    id_ = function.pop("id", None)
    return chunk({"tool_calls": [{"index": index, **({"id": id_} if id_ else {}), "function": function}]})


def call(name, arguments, pieces=1, index=0, id_="call_abc"):
    yield call_chunk(index=index, id=id_, name=name, arguments="")
    size = max(-(-len(arguments) // pieces), 1)
    for at in range(0, len(arguments), size):
        yield call_chunk(index=index, arguments=arguments[at : at + size])


def spellings(key):
    """Give a key as it is, in capitals, in base64 at each offset, and percent-encoded."""
    yield from (key, key.upper(), "".join(f"%{ord(one):02x}" for one in key))
    for before in ("", "a", "ab"):
        yield base64.b64encode(f"{before}{key}".encode()).decode()


def of_calls(*calls):
    return chunk({"tool_calls": list(calls)})


NAMED = {"index": 0, "id": "a", "function": {"name": "read_file", "arguments": "{}"}}
ODD_EVENTS = {
    "null": ["null"],
    "number": ["17"],
    "text": ['"Hi"'],
    "list": ["[[]]"],
    "empty": [""],
    "spaces": ["   "],
    "deep": ["[" * 100_000],
    "deep-object": ['{"a":' * 100_000],
    "long-number": ['{"usage": {"total_tokens": ' + "9" * 5000 + "}}"],
    "nan": ['{"choices": [{"delta": {"content": NaN}}]}'],
    "twice": ['{"choices": [], "choices": [{"delta": {"content": "b"}}]}'],
    "half-character": ['{"choices": [{"delta": {"content": "\\ud800"}}]}'],
    "nul": [chunk({"content": "a\0b"})],
    "controls": [chunk({"content": "\x1b[2J\x07\u202e\u2028\x85"})],
    "choices-object": [{"choices": {"delta": {"content": "a"}}}],
    "choices-number": [{"choices": 3}],
    "choice-null": [{"choices": [None]}],
    "delta-list": [{"choices": [{"delta": [1, 2]}]}],
    "content-list": [chunk({"content": [{"type": "text", "text": "a"}]})],
    "content-number": [chunk({"content": 5})],
    "refusal": [chunk({"refusal": "No."})],
    "calls-object": [chunk({"tool_calls": {"a": 1}})],
    "calls-numbers": [of_calls(1, None, "a", [])],
    "index-negative": [of_calls({**NAMED, "index": -(10**9)})],
    "index-large": [of_calls({**NAMED, "index": 10**30})],
    "index-true": [of_calls({**NAMED, "index": True})],
    "index-missing": [of_calls({"id": one, "function": NAMED["function"]}) for one in "abcabc"],
    "id-object": [of_calls({**NAMED, "id": {"a": 1}})],
    "id-long": [of_calls({**NAMED, "id": "i" * 100_000})],
    "function-null": [of_calls({**NAMED, "function": None})],
    "name-number": [of_calls({**NAMED, "function": {"name": 1, "arguments": "{}"}})],
    "name-long": [of_calls({**NAMED, "function": {"name": "n" * 100_000}})],
    "arguments-object": [of_calls({**NAMED, "function": {"name": "a", "arguments": {"b": 1}}})],
    "arguments-list": [of_calls({**NAMED, "function": {"name": "a", "arguments": "[1]"}})],
    "arguments-deep": [of_calls({**NAMED, "function": {"name": "a", "arguments": "[" * 90_000}})],
    "finish-number": [{"choices": [{"delta": {}, "finish_reason": 7}]}],
    "finish-unknown": [chunk(finish="f" * 10_000)],
    "usage-list": [chunk(usage=[1, 2])],
    "error-true": [{"error": True}],
    "error-list": [{"error": ["no", {"a": "b" * 10_000}]}],
}


class Handler(socketserver.StreamRequestHandler):
    """One request of one connection."""

    def handle(self):
        first = self.rfile.readline().decode()
        if not first:
            return
        method, path, _ = first.split()
        headers = {}
        while (line := self.rfile.readline().strip()) != b"":
            name, _, value = line.decode().partition(":")
            headers[name.lower()] = value.strip()
        body = json.loads(self.rfile.read(int(headers.get("content-length", 0))) or "null")
        name = path.split("/")[1].partition("--")[0]
        with _lock:
            _asked[path] += 1
            count = _asked[path]
            with self.server.log.open("a", encoding="utf-8") as log:
                port = self.server.server_address[1]
                said = {"port": port, "method": method, "path": path, "headers": headers, "body": body}
                log.write(json.dumps(said) + "\n")
        with suppress(BrokenPipeError, ConnectionResetError):
            getattr(self, name.replace("-", "_"))(count=count, body=body, path=path, headers=headers)

    def head(self, status=200, **headers):
        fields = {**CHUNKED, **{name.replace("_", "-"): str(value) for name, value in headers.items()}}
        lines = [f"HTTP/1.1 {status} Said", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
        self.wfile.write("\r\n".join(lines).encode())

    def events(self, events, end="\n\n"):
        for one in events:
            self.wfile.write(event(one, end))

    def wait_until_closed(self):
        """Wait until the other side closes."""
        with suppress(ConnectionResetError):
            while self.connection.recv(4096):
                pass

    def json(self, status, body, **headers):
        data = json.dumps(body).encode()
        self.head(status, **{"Content_Type": "application/json", "Content_Length": len(data), **headers})
        self.wfile.write(data)

    # By path

    def streams(self, **_):
        self.head()
        self.events(FINE)

    def bytewise(self, **_):
        self.head()
        for byte in b"".join(map(event, FINE)):
            self.wfile.write(bytes([byte]))
            self.wfile.flush()

    def crlf(self, **_):
        self.head()
        self.wfile.write(b"\xef\xbb\xbf: hello\r\n\r\nevent: message\r\nid: 1\r\n")
        for one in FINE:
            self.wfile.write(b": still here\r\n" + event(one, "\r\n\r\n"))

    def carriage(self, **_):
        self.head()
        self.events(FINE, "\r\r")

    def no_usage(self, **_):
        self.head()
        self.events([*WORDS, chunk(finish="stop"), "[DONE]"])

    def odd_usage(self, body, **_):
        self.head()
        usage = {"prompt_tokens": -5, "completion_tokens": "many", "total_tokens": 10**30}
        self.events([*WORDS, chunk(finish="stop"), chunk(usage=usage), "[DONE]"])

    def no_done(self, **_):
        self.head()
        self.events([*WORDS, chunk(finish="stop"), USAGE])

    def one_document(self, **_):
        message = {"content": "Grüß Gott"}
        choice = {"message": message, "finish_reason": "stop"}
        self.json(200, {"choices": [choice], "usage": {"total_tokens": 42}})

    def stall_before(self, **_):
        self.wait_until_closed()

    def stall_after_head(self, **_):
        self.head()
        self.wfile.flush()
        self.wait_until_closed()

    def stall_in(self, **_):
        self.head()
        self.events(WORDS)
        self.wait_until_closed()
        self.server.closed.set()

    def endless(self, **_):
        self.head()
        while True:
            self.events([chunk({"content": "and "})])

    def endless_line(self, **_):
        self.head()
        self.wfile.write(b"data: ")
        while True:
            self.wfile.write(b"x" * 4096)

    def three_chunks(self, **_):
        self.head()
        self.events(WORDS)

    def nothing(self, **_):
        self.head()

    def half_call(self, **_):
        self.head()
        self.events(WORDS)
        self.events(call("list_files", "{}", index=0, id_="call_a"))
        self.events([call_chunk(index=1, id="call_b", name="read_file", arguments='{"path": "a.')])

    def garbage(self, **_):
        self.head()
        self.events([*WORDS, "<html>\x07no", "[DONE]"])

    def not_utf8(self, **_):
        self.head()
        self.wfile.write(b"data: \xff\xfe\n\n")

    def error_in(self, **_):
        self.head()
        self.events([*WORDS, {"error": {"message": "The model is\ntired.", "code": 1}}])

    def packed(self, **_):
        self.head(Content_Encoding="gzip")

    def busy_once(self, count, **_):
        if count == 1:
            self.json(429, {"error": {"message": "Slow down."}}, Retry_After="0")
        else:
            self.streams()

    def busy_date(self, count, **_):
        if count == 1:
            date = "Mon, 02 Mar 2026 09:12:00 GMT"
            self.json(503, {}, Retry_After="Mon, 02 Mar 2026 09:12:05 GMT", Date=date)
        else:
            self.streams()

    def busy_nonsense(self, **_):
        self.json(503, {}, Retry_After="Mon, 99999999999999 Jan 2026 00:00:00 GMT", Date="now")

    def busy_long(self, **_):
        self.json(429, {"error": "Slow down."}, Retry_After="61")

    def down(self, **_):
        self.json(500, {"error": {"message": "Down"}})

    def denied(self, body, **_):
        self.json(401, {"error": {"message": "Incorrect API key provided: sk-test-secret."}})

    def denied_late(self, **_):
        self.head()
        self.events([*WORDS, {"error": {"message": "Incorrect API key provided: sk-test-secret."}}])

    def denied_at_length(self, **_):
        self.json(400, {"error": {"message": f"{'No ' * 63}sk-test-secret is a key."}})

    def missing(self, **_):
        self.json(404, {"error": {"message": "No such model"}})

    def page(self, **_):
        self.head(403, Content_Type="text/html")
        self.wfile.write(b"<html>No</html>")

    def on_here(self, path, **_):
        self.head(302, Location=path.replace("/on-here", "/streams"))

    def on_absolute(self, path, **_):
        port = self.server.server_address[1]
        self.head(307, Location=f"http://127.0.0.1:{port}{path.replace('/on-absolute', '/on-here')}")

    def on_other(self, path, **_):
        path = path.replace("/on-other", "/streams")
        self.head(302, Location=f"http://127.0.0.1:{self.server.other}{path}")

    def on_name(self, path, **_):
        port = self.server.server_address[1]
        self.head(302, Location=f"http://localhost:{port}{path.replace('/on-name', '/streams')}")

    def on_nowhere(self, **_):
        self.head(302, Location="gopher://127.0.0.1/")

    def on_round(self, path, **_):
        self.head(302, Location=path)

    def odd_event(self, path, **_):
        """Send events of `ODD_EVENTS` in an answer: `/odd-event--nan/…`."""
        self.head()
        self.events([*WORDS, *ODD_EVENTS[_parameter(path)], chunk(finish="stop"), "[DONE]"])

    def tiny(self, path, **_):
        """Send so many characters, each in an event of its own."""
        self.head()
        one = event(chunk({"content": "a"}))
        for _ in range(int(_parameter(path)) // 1000):
            self.wfile.write(one * 1000)
        self.events(["[DONE]"])

    def whole(self, path, **_):
        """Send so many characters in one event."""
        self.head()
        self.events([chunk({"content": "a" * int(_parameter(path))}), "[DONE]"])

    def comments(self, **_):
        self.head()
        while True:
            self.wfile.write(b": still here\n" * 1000)

    def blank_lines(self, **_):
        self.head()
        while True:
            self.wfile.write(b"\n" * 10_000)

    def no_data(self, **_):
        self.head()
        while True:
            self.wfile.write(b"event: message\nid: 1\n\n" * 500)

    def endless_header(self, **_):
        self.wfile.write(b"HTTP/1.1 200 Said\r\nX: ")
        while True:
            self.wfile.write(b"x" * 4096)

    def no_http(self, **_):
        self.wfile.write(b"SSH-2.0-OpenSSH_9.6\r\n")

    # With tools

    def pieces(self, body, **_):
        self.once_called(body, call("read_file", '{"path": "notes/a.txt"}' + " " * 17, pieces=40))

    def ladder(self, body, **_):
        """Ask for each of the calls in the user's message, all at once."""
        content = next(one["content"] for one in body["messages"] if one["role"] == "user")
        wanted = json.loads(content if isinstance(content, str) else content[0]["text"])
        calls = [
            one
            for index, (name, arguments) in enumerate(wanted)
            for one in call(name, arguments, index=index, id_="same")
        ]
        self.once_called(body, calls)

    def repeats_key(self, headers, **_):
        """Send the key back in every spelling, in pieces of three characters, in a call and in its parts."""
        key = headers["authorization"].removeprefix("Bearer ")
        whole = " ".join(spellings(key))
        self.head()
        self.events([chunk({"content": whole[at : at + 3]}) for at in range(0, len(whole), 3)])
        escaped = "".join(f"\\u{ord(one):04x}" for one in key)
        arguments = f'{{"{key}": ["{escaped}", {{"{key.upper()}": 1}}], "whole": "{whole}"}}'
        self.events([*call(key, arguments, pieces=9, id_=key), *call("a", f"no {whole}", index=1, id_=whole)])
        self.events([chunk(finish="tool_calls"), USAGE, {"error": {"message": whole}}])

    def large_calls(self, path, body, **_):
        """Call tools as often and with as much as the path says: `/large-calls--64-3900/…`."""
        number, size = map(int, _parameter(path).split("-"))
        listed = json.dumps({"path": "x", "more": list(range(size // 8))})
        pieces = 1 + size // 100_000
        ids = [f"c{index}" for index in range(number)]
        calls = [one for at, id_ in enumerate(ids) for one in call("read_file", listed, pieces, at, id_)]
        self.once_called(body, calls)

    def cut_by_length(self, **_):
        self.head()
        self.events([*WORDS, *call("read_file", '{"path": "no'), chunk(finish="length"), USAGE, "[DONE]"])

    def talks(self, body, **_):
        """Call a tool once in each turn, then answer."""
        is_answered = body["messages"][-1]["role"] == "tool"
        self.once_called({"messages": body["messages"] if is_answered else []}, call("list_files", "{}"))

    def then_stalls(self, body, **_):
        """Call a tool, and stop in the middle of the answer after that."""
        if any(one["role"] == "tool" for one in body["messages"]):
            self.stall_in()
        else:
            self.once_called(body, call("list_files", '{"path": "notes"}'))

    def once_called(self, body, calls):
        self.head()
        if any(one["role"] == "tool" for one in body["messages"]):
            self.events(FINE)
        else:
            self.events([*WORDS, *calls, chunk(finish="tool_calls"), USAGE, "[DONE]"])


def _parameter(path):
    return path.split("/")[1].partition("--")[2]


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64
    log: Path
    other: int


def main(log: Path) -> None:
    servers = [Server(("127.0.0.1", 0), Handler) for _ in range(2)]
    ports = [one.server_address[1] for one in servers]
    for server, other in zip(servers, reversed(ports), strict=True):
        server.log, server.other, server.closed = log, other, threading.Event()
        threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps(ports), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
