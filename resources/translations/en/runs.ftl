bad-file-name = {$name} can’t be the name of a file. Choose one without signs such as /, : and *.
trigger-is-missing = It has no trigger ‘{$trigger}’.
built-in-keeps-id = ‘{$id}’ is a built-in trigger, and keeps its id.
bad-id = ‘{$id}’ can’t be an id. Use 1 to 64 letters, digits, ‘-’ and ‘_’.
id-taken = There is a trigger ‘{$id}’ already. Choose another id.
no-trigger-in-file = There is no trigger ‘{$id}’ in the file.
more-than-opened = more than can be opened here
more-than-played = more than is played while you wait; ‘foreword run’ plays it
no-trigger = No trigger has the id ‘{$id}’. {$near}
trigger-with-errors = The trigger ‘{$id}’ has errors in {$name}, and is left out.
chat-unusable = The chat can’t be used. {$reason}
steps-unplayable = {$name} can’t be played. Line {$line}: {$reason}
no-steps-in = {$name} has no steps.
plain-file = a plain file
a-folder = a folder
not-utf-8 = {$name} is not UTF-8 text, at byte {$byte}. Save it as UTF-8.
link-to-nothing = {$name} is a link to a file that is not there. Name the file itself.
unreadable = {$name} could not be read: {$reason}.
wrong-sort = {$name} is {$sort}; it must be {$wanted}.
missing-file = There is no {$name}. {$near}
steps-elsewhere = Put the steps into a file of their own, ‘steps: {"{"}file: NAME.steps.jsonl{"}"}’.
path-of-file = the path of a file, from this one’s folder
impossible-path = ‘{$name}’ can’t be the path of a file.
path-from-elsewhere = ‘{$name}’ is ‘{$path}’; it must be a path from this file’s folder.
list-of-expectations = a list of expectations, each a line of text
expectation-blank = An expectation is blank. Write one.
expectation-is = ‘{$path}’ is {$reading}; it must be a line of text. Put it in quotes.
no-user-message = The first step has no ‘user’. Add one, or name a chat that ends with a user message.
no-steps = ‘steps’ is empty. A run needs a step, the first with what the user writes.
stricter-mistral = After tool results, Mistral’s templates refuse a user message. Use ‘deliver: tool-result’.
stricter-qwen = Qwen 3’s templates refuse a later system message. Use ‘deliver: tool-result’.
a-policy = a policy
tools-that-go-on = a list of the tools after which the run goes on
no-tool-goes-on = ‘{$name}’ is empty, so that no tool call goes on. Name a tool.
most-below-least = ‘{$name}’ is {$most}; it must not be below ‘least’, {$least}.
model-forms = ‘scripted’, or a mapping with ‘endpoint’ and ‘name’
an-address = the address of an endpoint
bad-address = {$lacks ->
    [scheme] ‘{$name}’ is ‘{$address}’; it must begin with https:// or http://.
   *[host] ‘{$name}’ is ‘{$address}’; it needs a host without spaces, such as api.example.org.
 }
list-of-tools = a list of tools: {AND($tools)}
unknown-tool = ‘{$name}’ names the unknown tool ‘{$tool}’. {$near}
start-forms = a mapping with ‘total’, ‘cpu’, ‘memory’ and ‘flags’
list-of-flags = a list of flags
list-of-set-flags = a list of the flags that are set
list-of-todos = a list of todos
todo-forms = a todo: a mapping with ‘content’ and ‘status’
pending-or-completed = pending or completed
unknown-status = ‘{$name}’ is ‘{$value}’, which counts as open. {$near}
step-forms = a step: a mapping with what the model does, such as ‘text’ and ‘tools’
steps-forms = a list of steps, or a mapping with the ‘file’ that has them
too-many-steps = There are more than {$most} steps; the others are not read.
foreign-tag = ‘{$path}’ holds ‘{$tag}’, which the model takes for the messages of triggers.
ramp-without-value = ‘{$path}’ has no value; it has ‘steps’, ‘from’ and ‘to’.
ramp-forms = a mapping with ‘steps’, ‘from’ and ‘to’
call-forms = a tool call: a mapping with ‘name’
list-of-calls = a list of tool calls
result-and-error = ‘{$path}’ has a result and an error. Keep one of them.
mapping-of-arguments = a mapping of the tool’s arguments
too-many-lines = There are more than {$most} steps; line {$line} and those below ({$left}) are not read.
step-too-long = This can’t be read as a step, and is too long to say where. Make it shorter.
not-a-step = This is not a step. Write a mapping.
a-percentage = a percentage above 0, up to 100
only-for-signal = ‘{$name}’ is only for the signal ‘{$signal}’. Remove it.
name-for-trigger = a name for the trigger
bad-name = {$sort ->
    [id] ‘{$name}’ is ‘{$value}’; an id is 1 to 64 letters, digits, ‘-’ and ‘_’, nothing else.
   *[tag] ‘{$name}’ is ‘{$value}’; a tag is 1 to 64 letters, digits, ‘-’ and ‘_’, nothing else.
 }
at-means-nothing = ‘{$name}’ means nothing for the signal ‘{$signal}’. Remove it.
tiny-percent = ‘{$name}’ is {$value} %, less than one percent. Did you mean {$better}?
recovery-forms = a mapping with ‘id’, ‘tag’ and ‘text’
recovery-only-for = ‘{$name}’ is only for what can fall again: context, memory or cpu. Remove it.
below-above-at = ‘{$name}’ is {$below}; it must not be above ‘at’, {$most}.
two-timings = ‘{$path}’ has {AND($keys, each: "‘*’")}. Keep one of once, every and recovery.
fires-always = ‘{$name}’ is false, so the trigger fires at every step. Use ‘every: 10’ to fire less often.
type-of-message = the type that the message has
text-without-value = ‘{$path}’ has no value; write what the model is told.
blank-text = ‘{$name}’ is blank, so firing this trigger stores nothing.
own-closing-tag = ‘{$name}’ holds ‘{$tag}’, which ends its wrapping: the model misreads the rest.
a-recovery = a recovery
trigger-forms = a trigger: a mapping with ‘id’, ‘signal’ and ‘text’
remove-trigger = Remove this trigger
id-twice = ‘{$id}’ is the id of {$other} too. Give each its own; this one is left out.
another-trigger = another trigger
# Models at endpoints
cancelled = Cancelled.
not-an-endpoint = ‘{$address}’ can’t be asked. Write one such as https://host/v1 or http://localhost:8080/v1.
address-with-password = The address of the endpoint has a name or password in it. Take it out.
no-model-named = No model is named for {$host}. Give its ‘name’.
sent-on-nowhere = {$host} redirects to ‘{$address}’, where nothing can be asked.
sent-on-to-http = {$host} redirects to http, where others could read the request. It was not sent.
sent-on-to-other-host = {$host} redirects to another host, {$other}. Name that if you trust it.
sent-on-too-often = {$host} redirects more than {$most} times.
answer-ended-with = The endpoint ended its answer with an error: {$error}
answer-too-long = The answer has more than {$most} characters.
too-many-calls = The answer has more than {$most} tool calls in one step.
arguments-too-long = The calls of the answer have arguments of more than {$most} characters.
piece-too-large = The answer has a piece of more than {$most} MB.
needs-httpx = Models at endpoints need httpx, and {$name} is not installed. Install it: {$command}
request-failed = The request failed: {$kind}: {$error}
connection-closed = {$begun ->
    [yes] The answer broke off: {$host} closed the connection.
   *[no] The endpoint sent no answer: {$host} closed the connection.
 }
half-a-call = {$reason} The call of ‘{$name}’ came only in part, and was not run.
request-not-json = The request can’t be written as JSON, so it was not sent: {$reason}.
answer-not-utf-8 = The answer is not UTF-8 text.
key-is-not-a-line = That can’t be a key: a key is one line of letters, digits and signs.
key-with-space = That can’t be a key: it has a space. Give the key alone, without ‘Bearer’.
key-needs-https = A key is sent by https only, and {$host} is asked by http. Write https:// in its address.
keyring-unusable = The keyring of the system could not be used: {$kind}.
keys-unreadable = The keys in {$file} can’t be read: {$reason}.
keys-not-a-file = {$file} is not a plain file, so no key is read there. Move it away.
keys-readable = Others can read {$file}, so no key in it is used. Run: chmod 600 {$path}
keys-other-format = {$file} does not hold keys as this version keeps them. Move it away.
key-not-kept-in = The key could not be kept in {$file}: {$reason}.
key-not-kept = The key could not be kept: {$reason}
not-sent = The request was not sent: {$reason}
form-of-other = An endpoint takes requests in OpenAI’s form, and this is one for {$maker}.
not-openai-form = An endpoint takes requests in OpenAI’s form. Choose OpenAI as the provider.
no-such-tool = An endpoint can be given {AND($tools)}, but not ‘{$name}’. {$near}
tools-need-trust = The model’s tools read a workspace that is restricted. Trust it, or take out ‘tools’.
nothing-to-send = There is no user message to send. Begin the steps with a ‘user’.
scripted-step = Step {$step} says what a model does. An endpoint’s model is given ‘user’ alone.
answer-not-ended = {$host} did not end its answer within {$time}.
asked-times = {$count ->
    [one] {$reason} It was asked once.
   *[other] {$reason} It was asked {$count} times.
 }
wait-too-long = {$reason} {$host} asks to wait {$seconds} s, which is too long. Try later.
no-connection-in = {$host} could not be reached within {$time}.
no-connection = No connection to {$host}: {$reason}.
connection-refused = {$host} refused the connection.
connection-broke = The connection to {$host} broke off: {$reason}.
not-answered-in = {$host} did not answer within {$time}.
answer-packed = {$host} sent a compressed answer, which was not asked for.
answer-too-large = {$host} sent more than {$most} MB in one step.
answer-stopped = {$host} stopped in the middle of its answer: nothing came for {$time}.
answered-with = {$said ->
    [yes] {$host} answered {$status}: {$message}.
   *[no] {$host} answered {$status}.
 }
key-denied = {$key ->
    [refused] {$reason} Check the key for it.
   *[missing] {$reason} No key is stored for it. Add one.
 }
check-address = {$reason} Check its address and the model’s name.
unknown-host = no address is known for that name. Check it, and whether this computer is online
minutes = {$number} minutes
seconds = {$number} s
program-ended = The program ended before the run did.
figure-unreadable = a figure can’t be read
stored-run-unreadable = What is stored of run {$number} can’t be read: {$reason}. Delete it.

# What happens in a run
results-unread-here = The run ends here, and the model never reads the results of these calls.
turn-begins-instead = The model would have gone on; the user’s next message begins a turn instead.
step-failed = The model ended step {$step} with an error.
forged-in-chat = The chat has ‘{$tag}’ in it, which the model takes for a message of a trigger.
forged-in-user = The user’s message has ‘{$tag}’ in it, which the model takes for a trigger’s.
forged-in-result = The result of ‘{$name}’ ({$id}) has ‘{$tag}’, which the model takes for a trigger’s.
not-stored = ‘{$trigger}’ fired and was not stored: {$reason}
text-with-end = The text of ‘{$trigger}’ has ‘{$tag}’ in it, which the model takes for its end.
sent-as-user = {$maker} has no system messages among the others, so it was sent as ‘user’.
answer-broke-off = The answer of the model broke off.
result-cut = The result of ‘{$name}’ ({$id}) was cut at 1 MB of {$size} MB.
steps-after-end = {$count ->
    [one] Step {$first} is never played: the run ends after step {$step}. Remove what comes after.
   *[other] Steps {$first} to {$last} are not played: the run ends after step {$step}. Remove them.
 }
results-never-read = After step {$step} no result is read; with ‘continue: any-tool-call’ the run goes on.
no-tokenizer = No tokenizer is installed: tokens are estimated. Install the extra ‘tokens’.
in-step = Step {$step}: {$message}
fires-at-every-step = ‘{$id}’ fires at every step. Add ‘once’, or ‘every’ with a number of steps.
step = step {$step}
with-next-message = with the next user message
never = never
file-outside = {$reason}. It is read when {$way}; or move it inside.

# What a provider refuses in the requests of a run
calls-unanswered = {$provider ->
    [openai] OpenAI needs a ‘tool’ message for {calls}. Give each a result or an error.
    [anthropic] Anthropic needs a ‘tool_result’ for {calls} first in the next message.
   *[google] Google needs a ‘functionResponse’ for {calls} in the next content.
 }
calls = {AND($ids, each: "‘*’")} of {$place}
result-uncalled = {$provider ->
    [openai] {$place} answers {AND($ids, each: "‘*’")}, which no open call has. Remove it.
   *[anthropic] {$place} answers {AND($ids, each: "‘*’")}, which is not called before it. Remove it.
 }
mixed-results = {$provider ->
    [anthropic] {$place} has something before its last ‘tool_result’. Put texts after all results.
   *[google] {$place} has something beside its ‘functionResponse’. Put that into another content.
 }
system-between-calls = {$place} is a system message between calls and their results. Put it after them.
call-not-after-user = {$place} calls a function; Google needs the user’s content before it. Put one there.
system-not-first = {$place} is a system message. {$says} Deliver it as ‘user’.
system-misplaced = {$why ->
    [first] The system message {$place} comes first
    [beside-another] The system message {$place} is beside another
    [not-after-user] The system message {$place} follows no user message
   *[not-before-assistant] No answer follows the system message {$place}
 }: {$model} refuses it. Deliver it as ‘user’.
blank-system = The system text is only whitespace: Anthropic refuses it. Write something, or send none.

# Expectations
at-steps = {$count ->
    [one] at step {AND($steps)}
   *[other] at steps {AND($steps)}
 }
times = {$count ->
    [1] once
    [2] twice
   *[other] {$count} times
 }
in-steps = in steps {$first} to {$last}
step-not-reached = {$count ->
    [0] The run never reaches step {$step}: it ends with {$end} before its first.
   *[other] The run never reaches step {$step}: it ends with {$end} after step {$last}.
 }
fires-instead = ‘{$id}’ fires {$steps} instead.
never-fires-disabled = ‘{$id}’ never fires: it is not enabled.
is-only-hint = ‘{$id}’ never fires; it is only a hint {$steps}, which is not sent.
would-fire-next = ‘{$id}’ never fires in this run; it would with the user’s next message.
never-fires = ‘{$id}’ never fires.
fires-at = ‘{$id}’ fires {$steps}.
fires-times = ‘{$id}’ fires {times}, {$steps}.
fires-times-in = ‘{$id}’ fires {times} {$steps}.
no-compaction = The run has no compaction.
not-present = {$count ->
    [0] The request at step {$step}, after the compaction, lacks ‘{$id}’, which never fires.
   *[other] The request at step {$step}, after the compaction, lacks ‘{$id}’, which fires {$steps}.
 }
request-contains = The request at step {$step} contains ‘{$text}’.
request-lacks = {$other ->
    [None] The request at step {$step} does not contain ‘{$text}’. No request does.
   *[other] The request at step {$step} does not contain ‘{$text}’. The first is that of step {$other}.
 }
would-refuse = {$count ->
    [0] {$maker} would refuse the request at step {$step}: {$reason}
   *[other] {$maker} would refuse the request at step {$step}: {$reason} So it is at {$count} more.
 }
ends-with = {$count ->
    [0] The run ends with {$end} before its first step. {$message}
   *[other] The run ends with {$end} after step {$last}. {$message}
 }
some-forms = Known are ‘fires ID at step N’, ‘never ID’, ‘legal for openai’ and others.
not-expected = ‘{$text}’ is not an expectation. {$instead}
where-it-fires = where it fires
a-provider = a provider
an-end = an end
text-needs-quotes = The text that a request contains must be in quotes, as in: contains "…".
not-a-number = ‘{$text}’ must be a whole number from {$least} to {$most}.
not-one-of = ‘{$text}’ must be {$noun}: {OR($words)}. {$near}
written-otherwise = ‘{$text}’ can’t be read; it is written {OR($forms, each: "‘*’")}.

# Why a trigger fires, or is silent
fired-blank = ‘{$id}’ fired, and its text is blank: nothing is sent. Its variables may be not set.
fired-with-bad-tag = ‘{$id}’ fired, and its tag can’t be ‘{$tag}’: nothing is sent. Use a-z, 0-9, _ and -.
switched-off = It is switched off.
flag-cleared = {$why} Its flag ‘{$flag}’ was set, and is cleared.
fired-and = It has fired: its flag ‘{$flag}’ is set. {$figure}
fired-already = It has fired already: its flag ‘{$flag}’ is set.
fired-ago = {$count ->
    [one] It fired 1 step ago, and fires at most once in {$every} steps.
   *[other] It fired {$count} steps ago, and fires at most once in {$every} steps.
 }
no-message-yet = No user message is stored yet.
not-first-message = It is not the first message.
compacted-since = {$compacted ->
    [yes] There was a compaction since the last check.
   *[no] There was no compaction since the last check.
 }
at-is-not-set = ‘at’ is not set.
steps-taken = {$count ->
    [one] The turn has taken 1 step; it waits for {$at}.
   *[other] The turn has taken {$count} steps; it waits for {$at}.
 }
steps-left = {$count ->
    [one] The turn has 1 step left; it waits for {$at} or fewer.
   *[other] The turn has {$count} steps left; it waits for {$at} or fewer.
 }
tool-not-called = {$count ->
    [one] ‘{$tool}’ was not called in this turn of 1 step; it waits for {$at} without a call.
   *[other] ‘{$tool}’ was not called in this turn of {$count} steps; it waits for {$at} without a call.
 }
tool-called-ago = {$count ->
    [one] ‘{$tool}’ was called 1 step ago; it waits for {$at} without a call.
   *[other] ‘{$tool}’ was called {$count} steps ago; it waits for {$at} without a call.
 }
context-without-limit = The context has no limit, so a trigger on it is silent.
signal-without-figure = {$signal ->
    [cpu] The CPU has no figure, so a trigger on it is silent.
   *[memory] The memory has no figure, so a trigger on it is silent.
 }
signal-is-at = {$signal ->
    [context] The context is at {$share} %, {side}.
    [cpu] The CPU is at {$share} %, {side}.
   *[memory] The memory is at {$share} %, {side}.
 }
side = {$side ->
    [over] at or over {$at} %
   *[below] below {$at} %
 }
name-too-long = That name is too long. Choose a shorter one.
built-in-trigger = built-in trigger
form-contains = the text is in the request
form-contains-not = the text is not in the request
form-whole-run = in the whole run
form-in-steps = in so many steps
form-present-after = the model has its message again
form-reads = what the model reads there
form-legal = a provider takes every request
form-prefix-kept = each request begins with the one before it
form-ends = how the run ends
signal-context = the context is that full, in percent
signal-memory = so much memory is in use, in percent
signal-cpu = so much of the CPU is in use, in percent
signal-first-message = before the first user message
signal-compaction = after a compaction
signal-steps = the turn has taken so many steps
signal-steps-left = so few steps are left of max_steps
signal-tool-unused = a tool was not called in so many steps
strategy-turn = only before a turn
strategy-hints = before a turn, with hints between steps
strategy-steps = only between steps
before-and-between = before a turn and between steps
policy-any-tool-call = after any tool call
policy-after-writes = after a call of Write, Edit or Bash
counting-every = at each step
counting-near-limit = where a threshold could be reached
counting-cached = each part once
tokenizer-newer = as newer models of OpenAI
tokenizer-older = as older models of OpenAI
deliver-user = wrapped in a user message
deliver-system = as a system message
deliver-tool-result = at the end of the last tool result
finish-stop = it has said all
finish-tools = it waits for its tools
finish-length = the answer is cut off
finish-filter = the provider stopped it
it-failed = it failed
before-a-turn = before a turn
between-steps = between steps
never-again = never again
end-stop = the model has said all
end-policy = ‘continue’ did not let it go on
end-script = the scenario has no more steps
end-max-steps = it took as many steps as it may
end-cancelled = it was cancelled
the-folder-above = the folder above
the-system-text = the system text
field-steps-file = a file with the steps, one a line
field-steps-file-more = The file is JSON Lines.
field-system = the file of the system text, or the text itself
field-system-more = The file is a system message, a template or a prompt.
field-chat = the folder of a chat that the run goes on from
field-model = scripted, or one at an endpoint
field-provider = whose shape the requests have
field-triggers = the triggers file; default: triggers.yaml beside it
field-context-limit = how many tokens the context holds
field-max-steps = the most steps of a turn
field-strategy = where triggers are checked
field-continue = after which tool calls a turn goes on
field-count = when the tokens of the context are counted
a-way-of-counting = a way of counting
field-tokenizer = what counts the tokens, in place of the estimate
field-deliver = how the messages of triggers reach the model
a-way-to-deliver = a way to deliver
field-hints-every = after how many tool calls a hint comes
field-todos = the todos before step 0
field-start = the figures and flags before step 0
field-steps = what the model and its tools do, step by step
field-expect = what has to be so in the run
what-is-to-be-done = what is to be done
field-status = how far it is
field-status-more = pending, in_progress, completed or cancelled; whatever is not completed is open.
field-start-total = the tokens of the context
field-start-cpu = the CPU in use, from 0 to 1
field-start-memory = the memory in use, from 0 to 1
field-start-flags = the flags that are set
field-least = the limit without open todos
field-per-todo = how much it grows with each open todo
field-most = how far it grows at most
field-after = the tools after which the run goes on
field-at-least = how many such calls a step needs
field-endpoint = the address, with https:// or http://
field-model-name = the name that the endpoint knows it by
the-models-name = the model’s name
field-model-tools = the tools that it is given
model-scripted = it does what the steps say
field-tool-name = which tool is called
the-name-of-a-tool = the name of a tool
field-args = what it is called with
field-result = what it gives back
field-result-more = Default: empty; null leaves the call unanswered.
field-error = the error in place of a result
field-call-id = the id of the call, where it is not made of the step’s number
the-id-of-a-call = the id of a call
field-usage-total = all tokens, those of input and output
results-count-too = Results count too.
field-summary = what the model has of all before
summary-noun = the summary that the model gets
how-many-steps = how many steps
field-from = the tokens at its first step
field-to = the tokens at its last step
field-ramp-tools = the tools that each step calls
field-ramp-tools-more = Default: one call of read_file.
field-user = what the user writes before the step
field-user-more = It begins a turn.
field-text = what the model says
field-tools = the tools that it calls
field-usage = the tokens that the model reports
usage-forms = a mapping with ‘total’
field-cpu = the CPU in use from here on, from 0 to 1
field-memory = the memory in use from here on, from 0 to 1
field-todos-now = the todos as they are now
field-finish = why the model ends the step
finish-noun = a reason to end a step
field-compaction = a compaction before the step
compaction-forms = a mapping with ‘summary’
field-ramp = many steps in which the context grows evenly
line-number = line {$number}
field-recovery-id = the name of the recovery
field-below = the percent it has to fall below; default: ‘at’
field-recovery-tag = the type of its message
field-told = what the model is told
field-id = its name; a built-in trigger’s name changes that trigger
field-description = what it is for, for readers of the file
field-enabled = whether it can fire
field-order = its place in the order; default: 100
field-order-more = The lowest is checked first.
field-level = before turns, between steps, or both
field-signal = what it waits for
field-at = the percent, or the number of steps
field-at-more = A percentage for context, memory and cpu, a number of steps for the others that take it.
field-tool = the tool that is not called
field-once = whether it fires only once
field-every = how many steps lie between two firings
field-recovery = the message when the figure has fallen again
field-flag = the name of its flag; default: the id
flag-noun = the name of a flag
field-rearm = when it can fire again
a-time-to-rearm = a time to rearm
field-tag = the type of its message; default: the id
field-tag-more = A template; what comes of it has 1 to 64 letters, digits, - and _.
field-told-more = A template, which can use context:, resource:, todo: and step: besides variables.
the-file = The file
field-trigger-list = the list of triggers
a-list-of-triggers = a list of triggers
variable-context-percent = How full the context is, in percent, rounded down
variable-context-tokens = The tokens in the context
variable-context-limit = The tokens that fit into the context
variable-resource-memory = The memory in use, in percent, rounded down
variable-resource-cpu = The CPU in use, in percent, rounded down
variable-todo-open = The open todos, one a line; not set without any
variable-todo-count = How many todos are open
variable-step-index = The number of the step in whose request the text stands, from 0
variable-step-left = How many steps the turn has left
trigger-context-full = The context is nearly full
a-level = a level
a-signal = a signal
subject-a-system-text = A system text
a-strategy = a strategy
a-tokenizer = a tokenizer
subject-a-start = A start
subject-a-limit-of-steps = A limit of steps
subject-a-policy = A policy
subject-a-model = A model
subject-a-ramp = A ramp
subject-a-step = A step
subject-a-recovery = A recovery
subject-a-trigger = A trigger
subject-a-scenario = A scenario
subject-a-todo = A todo
subject-a-call-of-a-tool = A tool call
subject-a-usage = A usage
subject-a-compaction = A compaction
field-max-steps-more = Default: 100; with per_todo it grows with the open todos.
letters-and-digits = 1 to 64 letters, digits, - and _.
import-credential = it seems to hold {$kind}; remove it before you share this
import-half-character = it has half of a character, which becomes U+FFFD
import-unknown-role = its role is ‘{$name}’, which a scenario does not have; it is left out
import-without-user = no user message comes before it; one is added
import-joined = it follows another answer without a call, and is joined with that
import-too-many-calls = a step has at most {$most} calls; the others are left out
import-call-of-user = a tool call in a user message is left out
import-holds-added = it holds a message that the program had added
import-system-within = it is a system message within the run, kept as one that was added
import-result-without-call = a result without an open call is left out
import-key-left-out = ‘{$key}’ has no place in a scenario, and is left out
import-unknown-value = its ‘{$key}’ is ‘{$value}’, which is unknown here; it is left out
import-usage-left-out = its usage has no usable number of tokens, and is left out
import-content-left-out = its content is neither a text nor a list, and is left out
import-part-not-mapping = a part of it is not a mapping, and is left out
import-part-left-out = a part of type ‘{$sort}’ has no place in a scenario, and is left out
import-call-left-out = a call of it is not a function call, and is left out
import-arguments-not-json = the arguments of a call are not JSON, and are kept as the text ‘arguments’
import-arguments-not-mapping = the arguments of a call are not a mapping, and are kept as ‘arguments’
import-arguments-too-deep = the arguments of a call are nested too deeply, and are left out
import-not-of-scenario = it does not belong in a scenario, and is left out
import-line = Line {$number}
import-not-json = it can’t be read as JSON, and is left out
import-too-many = this and the rest ({$left}) are not read: a transcript has at most {$most} messages
import-other-type = it is of type ‘{$sort}’, not a message, and is left out
import-not-a-message = it is not a message, and is left out
trigger-fills-up = The context fills up
trigger-open-tasks = The open todos, before the first message
trigger-use = {$shown} use is high, and normal again
trigger-after-compaction = What to mind after a compaction
import-note = {AND($places)}: {$fact}.
import-step = Step {$number}
import-unanswered = {$count ->
    [one] it has a call that was never answered; a provider refuses the next request
   *[other] it has {$count} calls never answered; a provider refuses the next request
 }
answer-not-json = A part of the answer is not a JSON object: ‘{$part}’.
