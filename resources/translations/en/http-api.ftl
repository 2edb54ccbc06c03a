# Why a request gets an error
error-bad-cwd = The working folder can’t be used.
error-bad-json = The body is not valid JSON.
error-bad-path = The path of the address can’t be read.
error-bad-query = A parameter of the address can’t be read.
error-bad-request = A value of the request can’t be used.
error-bad-session = The state of the run can’t be read.
error-bad-template = The template that was sent can’t be used.
error-cut-short = The request ended before it was complete.
error-malformed = That was not a valid HTTP request.
error-missing-key = A key is missing in the body.
error-needs-cwd = No working folder was given.
error-unknown-key = The body has an unknown key.
error-wrong-type = A value in the body has the wrong type.
error-token = The token is missing or wrong.
error-cross-site = A page of another site asked.
error-not-allowed = A link leads to a file that is not allowed.
error-origin = A page in a browser asked.
error-outside-workspaces = The folder is outside those that are served.
error-never-constructed = That conversation was never built.
error-no-case = There is no case of that name.
error-no-such-path = There is no such address.
error-not-found = There is no such prompt or text.
error-method-not-allowed = The address does not take this method.
error-late-body = The body came too late.
error-late-headers = The headers came too late.
error-unsaved-elsewhere = A window has unsaved changes of it.
error-changed = The template has changed since the program read it.
error-too-large = The body is larger than 1 MB.
error-unsupported-media-type = The body is not sent as JSON.
error-host = The server has another address than the one asked for.
error-text = The text can’t be stored.
error-unreadable-file = The file can’t be read.
error-unusable-cases = The saved cases have errors.
error-unusable-prompt = The prompt has errors.
error-unusable-template = The template has errors.
error-unusable-triggers = The triggers have errors.
error-long-headers = The headers are too long.
error-fault = Foreword had a fault.
error-busy-store = The database of conversations was busy.
error-connections = Too many connections at once.
error-conversation = The conversation can’t be read or changed.
error-ending = The server was being stopped.
error-file = A file of the library can’t be read or written.
error-library-gone = The folder of the library is gone.
error-library-still-there = The other library is still there.
error-newer-store = A newer Foreword has written the database.
error-no-library = The folder holds no prompt, template or system message.
error-no-service = The server serves no library.
error-store = The database of conversations can’t be read or written.
error-gone = The program left before it had its answer.
error-silent = Nothing was sent in time.

# The OpenAPI document
does-get-template = The system-prompt template; the built-in one if there is no file
does-put-template = Save the template as a window does
does-get-variables = What a template can name
does-get-health = Whether the API runs, and what it serves
does-get-description = This document
does-list-prompts = The prompts and the other files of the library
does-get-prompt = A prompt with its text and problems
does-render-prompt = What the model gets of a prompt
does-list-conversations = The conversations, the newest first
does-get-conversation = The stored prompt of a conversation
does-delete-conversation = Delete a conversation
does-construct = Build the prompt of a conversation, and store it
does-preview = What building would give; nothing is stored
does-check-triggers = What fires before an agent’s next step; nothing is stored
does-compact = Build again, for the turn that compacts
status-400 = The request, or something in it, can’t be read
status-401 = The token is missing or wrong
status-403 = Another origin, a folder outside the workspaces, or a link to a file not allowed
status-404 = There is none of that name
status-409 = A window has unsaved edits of the file; nothing was written
status-412 = The file is not the one that If-Match names; nothing was written
status-413 = The body is larger than 1 MB
status-415 = The body is not application/json
status-421 = The Host header is of another address
status-422 = The user’s text has errors
status-500 = A fault of Foreword, with the number that its log has too
status-503 = There is no service, or the database or disk failed
etag = Strong, from the file’s bytes
done = It is done
status-304 = It is the one that If-None-Match names

# What is wrong in a request
body-must-be-json = The body must be JSON. Send it with ‘Content-Type: application/json’.
body-too-large = The body is larger than 1 MB, the most that is taken.
body-not-utf-8 = The body is not UTF-8 at byte {$byte}.
body-not-json = The body is not JSON at line {$line}, column {$column}: {$reason}.
body-not-object = The body must be a JSON object: {"{…}"}.
number-too-long = A number in the body is too long. Write it as text.
half-surrogate = {$name} has half of a character, which no text can have.
key-twice = {$name} appears twice in one object. Keep one.
no-number = JSON has no {$word}.
too-deep = The body is nested deeper than {$most} levels.
field-type = {$type ->
    [flag] true or false
    [texts] an object of texts
    [texts-or-null] an object of texts and nulls
    [object] an object
   *[text] text
 }
missing-key = The body lacks ‘{$name}’, which is {field-type}.
wrong-type = ‘{$name}’ must be {field-type}.
value-not-text = {$type ->
    [texts-or-null] The value of {$name} must be text, or null where it does not exist.
   *[texts] The value of {$name} must be text.
 }
unknown-key = The body has {$name}, which is unknown here.
known-keys = It takes {LIST($names, each: "‘*’")}.
bad-escape = The path has a ‘%’ without two digits behind it. Write ‘%25’ for it.
path-not-utf-8 = The path is not UTF-8 once it is percent-decoded.
bad-query = The query of the address can’t be read.
unknown-parameter = The query has {$name}, which is unknown here.
parameter-twice = ‘{$name}’ appears twice in the query. Keep one.
bad-limit = ‘limit’ must be a whole number from 1 to {$most}.
nothing-at-path = There is nothing at this path. ‘GET /openapi.json’ says what there is.
only-methods = This path takes {LIST($methods)} only.
not-a-path = {$name} can’t be the path of a folder.
not-absolute = ‘cwd’ must be an absolute path, and {$name} is relative.
outside = {$name} is outside the folders that are served.
serve-workspace = Start ‘foreword serve’ with ‘--workspace’ and the folder.

# Trust and the library
trust-trusts = ‘foreword serve --trust’ trusts it as long as the server runs.
no-service = No library is served here. Start ‘foreword serve’ with one.
none-known-now = What they would get now is unknown. {$reason}

# Prompts, template and triggers
not-a-name = {$name} can’t be the name of a prompt.
no-prompt = There is no prompt {$name}.
prompts-are-listed = ‘GET /prompts’ lists those there are.
prompt-unusable = The prompt {$name} can’t be used.
no-case = There is no case {$name}.
no-case-in = There is no case {$name} in ‘{$file}’, which has problems.
folder-of-case = {$why ->
    [secrets] The case ‘{$case}’ looks in {$folder}, which may hold secrets.
   *[outside] The case ‘{$case}’ looks in {$folder}, which lies outside {$outside}.
 }
template-not-utf-8 = {$name} is not UTF-8 at byte {$byte}. Save it as UTF-8.
template-with-nul = The template has a NUL character, which no text file has.
template-changed = The template is not the one that If-Match names. Get it again, and change that.
hidden-characters = {$count ->
    [one] The template has hidden characters at one place.
   *[other] The template has hidden characters at {$count} places.
 }
no-triggers-file = There is no triggers file {$name} in the library.

# Who may ask
wrong-host = The Host header is not {OR($hosts)}. Ask at one of these addresses.
other-origin = A page of another origin may not use this API.
other-site = A page of another site may not use this API.
send-token = The token is missing or wrong. Send ‘Authorization: Bearer TOKEN’ with the server’s token.

# The connection
fault = Foreword has a fault. Please report it with the log’s entry of number {$number}.
too-many-connections = {$count} connections are open already. Try again in a second.
headers-late = The headers were not complete after {$seconds} seconds.
body-late = The body was not complete after {$seconds} seconds.
headers-too-long = The headers are longer than {$most} KB.
malformed = The request is malformed.
malformed-line = The request line is malformed.
path-without-slash = The path of the request does not begin with ‘/’.
malformed-header = A header is malformed.
host-once = There has to be one Host header.
two-lengths = Content-Length and Transfer-Encoding exclude each other.
only-chunked = The only Transfer-Encoding is ‘chunked’, in HTTP/1.1.
length-twice = Content-Length is given twice.
length-not-number = Content-Length is not a number of bytes.

# The server
not-installed = ‘foreword serve’ needs starlette and uvicorn. {$name} is not installed: {$call}
port-in-use = Port {$port} is in use. Choose another; 0 takes a free one.
port-unusable = Port {$port} can’t be used: {$reason}. Choose another.
port-announced = Another server is known under port {$port} already. Choose another port.
address-not-kept = The address and token could not be kept in {$folder}: {$reason}.
token-unusable = The token file {$name} can’t be used: {$reason}.
token-link = it is a link. Name the file itself
not-a-token = a token is one line of plain letters, digits and signs. Delete it for a new one
token-too-short = its token has {$count} characters, and {$fewest} are needed. Delete it for a new one
token-not-plain = it is {$sort}. Name a plain file
token-of-other = it belongs to another user. Name a file of your own
token-permissions = its permissions are {$mode}, which is over 0600. Change them: chmod 600
