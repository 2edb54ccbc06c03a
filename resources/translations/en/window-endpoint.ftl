# The question where to send
send-request = Send the request
sent-once = It is sent once; its answer is shown beside it. Tools the model calls are not run.
address = Address
model = Model
name-there = its name there
key = Key
send = Send
show-in-form = Show it in OpenAI’s form
other-form = Endpoints take requests in OpenAI’s form, and this one is in another.
sent-to = {$what}, to {$host}
all-of-it = All of it, {$tokens}
messages-and-tokens = {$messages}{$system ->
    [yes] {" "}after the system text
   *[no] {""}
 }, {$tokens}
looked-for-later = Looked for when the address is typed
looking-for-it = Looking for it…
no-key-by-http = No key is sent over http
no-key = No key is kept
key-is-there = {$kept ->
    [given] Given for this window
    [ring] Kept in the keyring of the system
   *[file] Kept in a file that only you can read
 }
change = Change…
change-key = Change the key
forget = Forget
forget-key = Forget the key

# The question for a key
key-for = Key for {$host}
what-key-is-for = Requests to this endpoint are sent with it.
use-key = Use key
send-again = Send again
keep-key = {$place ->
    [ring] Keep it in the keyring of the system
    [file] Keep it in a file that only you can read
   *[unknown] Keep it in the keyring of the system, or without one in a file that only you can read
 }
key-is-private = It is sent to this endpoint alone.{$kept ->
    [yes] {""}
   *[no] {" "}It is forgotten when this window closes.
 }
show = Show
hide = Hide
show-key = Show the key
hide-key = Hide the key
keys-not-looked-up = The keys could not be looked up: Foreword has a fault. The log has it.
key-forgotten = The key is forgotten.
key-not-kept = {$why} It is used until this window closes.

# What came of a request
no-request = There is no request to send.
not-sent = The request was not sent. {$why}
refused = {$maker} refuses this request: {$reason}{$more ->
    [0] {""}
    [one] {" "}There is {$more} more reason.
   *[other] {" "}There are {$more} more reasons.
 }
looking-for-key = Looking for the key
asking = Asking
answering = Answering
waiting = Waiting {$seconds} s · then try {$attempt} of {$tries}
ended = Ended
ended-with-calls = Ended with calls, not run
cut-at-limit = Cut at the limit of tokens
cut-by-filter = Cut by a filter of the provider
ended-with-error = Ended with an error
cancelled = Cancelled
broke-off = Broke off
no-answer = No answer
for-seconds = {$what} · {$seconds} s
tokens-in-seconds = {$what} · {$tokens ->
    [one] {$tokens} token
   *[other] {$tokens} tokens
 } · {$seconds} s
model-at = {$model} at {$host}
answer-over = {$status}. {$error}
answer-copied = The answer is copied.
