built-in-template = the built-in template

# What is blank, and what is to be done about it
unresolved = {$place}: {$effect ->
    [blank] blank
    [left-out] left out
   *[kept] kept
 } {$tag}: {$reason}
allows-it = {$option} allows it.
trust-in-window = Trust it in the window.
blank-in-restricted = {$count ->
    [one] 1 variable is blank, because {$folder} is restricted: {LIST($names)}.
   *[other] {$count} variables are blank, because {$folder} is restricted: {LIST($names)}.
 }
needs-allowance = [{$name}] needs {$option}
besides = Besides: {LIST($needs)}.

# A session that cannot be read
must-be = {$wanted ->
    [object] ‘{$name}’ must be an object.
    [text] ‘{$name}’ must be text.
    [flag] ‘{$name}’ must be true or false.
    [whole] ‘{$name}’ must be a whole number.
    [share] ‘{$name}’ must be a number from 0 to 1.
   *[list] ‘{$name}’ must be a list.
 }
must-be-one-of = ‘{$name}’ must be one of {LIST($words)}.
triggers-with-error = The triggers file {$name} has an error: {$reason}

# The report of a run
run-of = Run of {$name}
expectations = Expectations
strategies = Strategies side by side
steps = Steps
system-messages = System messages
hints = Hints, not sent
refused = Refused
problems = Problems
ended = {$steps ->
    [one] It ended with **{$end}** after {$steps} step
   *[other] It ended with **{$end}** after {$steps} steps
 } and {$sent ->
    [one] {$sent} system message.
   *[other] {$sent} system messages.
 }
setting = Setting
value = Value
strategy = Strategy
provider = Provider
model = Model
endpoint = Endpoint
context = Context
context-limit = {$limit ->
    [0] no limit
   *[other] {$limit} tokens
 }
goes-on = Goes on after
step-limit = Step limit
delivered = Delivered as
tokens = Tokens
estimated = estimated
counted = counted with {$tokenizer}
system = System
in-scenario = written in the scenario
chat = Chat
triggers = Triggers
built-in-triggers = the built-in ones
any-call = any tool call
calls-of = {$count ->
    [one] a call of {LIST($tools)}
   *[other] {$count} calls of {LIST($tools)}
 }
least-steps = {$least}{$per_todo ->
    [0] {""}
   *[other] {" and"} {$per_todo} for each open todo{$most ->
        [0] {""}
       *[other] , at most {$most}
     }
 }
became = {$became ->
    [held] Met
    [error] **Error**
   *[failed] **Failed**
 }
row-ended = ended
trigger = Trigger
step = Step
happens = What happens
compaction = compaction
user = user: ‘{$text}’
hints-of-step = {$count ->
    [one] {$count} hint, not sent
   *[other] {$count} hints, not sent
 }
refused-by = refused by {AND($makers)}
tool-calls = {$count ->
    [one] {$count} tool call ({LIST($names)})
   *[other] {$count} tool calls ({LIST($names)})
 }
text = text
summary = the compaction’s summary
before-step = Before step {$step}: {$what}
in-step = In step {$step}: {$what}
tag-and-level = Tag {$tag}, level {$level}.
