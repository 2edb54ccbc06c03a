serve = Serve
what-it-does = Until you stop it, programs that send the token get the library’s prompts over HTTP.
port = Port
start = Start
stop = Stop
starting = Starting…
served-at = Served at {$url}
stopping = Stopping…
not-running = Not running
bad-port = There is no such port. Choose one up to {$most}; 0 takes a free one.
copy-address = Copy address
copy-token = Copy token
token-file = Token file
token-file-to-come = made when the server starts; give programs its path as FOREWORD_TOKEN_FILE
copy-path = Copy path
copy-token-file = Copy the path of the token file
close = Close

# The log
requests = Requests
no-requests = No requests yet
what-is-listed = Each is listed here with its answer, and why it was refused.
time = Time
method = Method
path = Path
status = Status
milliseconds = ms
why-refused = Why refused

# Why the server ended
killed = The server was ended by the system, or by another program.
ended = The server has ended, with exit code {$code}.
not-started = The server could not be started: {$reason}.
