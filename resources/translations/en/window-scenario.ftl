menu = R&un
run = Run
menu-run-or-source = &Run or source
menu-play = &Play or pause
menu-previous-firing = Pre&vious firing
menu-next-firing = &Next firing
menu-run-endpoint = Run at the &endpoint
menu-cancel = &Cancel the run
menu-export = E&xport…
record-as-scenario = Record as scenario…
strategies-side-by-side = Strategies side by side
send-request = Send request…
copy-as-markdown = Copy as Markdown

# Keys in the run
step-back = Step back
step-forward = Step forward
ten-steps-back = Ten steps back
ten-steps-forward = Ten steps forward
firing-before = Firing before
next-firing = Next firing
first-step = First step
last-step = Last step
play-or-pause = Play or pause
go-to-request = Go to the request
cancel-or-pause = Cancel, pause, or take a dragged limit back
switch-trigger = Switch a trigger on or off

# The chart
context-before-each-step = Context before each step
context-as-table = Context before each step, as a table
context-used = Context used
about-chart = {$limit ->
    [0] in tokens
   *[other] of {$limit} tokens
 }, {$view ->
    [all] the same steps under every strategy
   *[one] before each step
 }
as-table = As a table
legend = Legend
legend-entry = {$shape ->
    [triangle] triangle
    [diamond] diamond
    [ring] ring
    [hint] eye
   *[refused] sign
 }: {$words}
other-trigger = other trigger
hint-not-sent = hint, not sent
hint-for-user = hint: the user sees it, the model does not
refused = refused
refused-by = refused by {$maker}
compacted = compacted
percent = {$number} %
no-figure = no figure
limits = {$lowest} to {$highest}
step-of = Step {$step} of {$last}
step-and-context = step {$step} · {$context}
step-says = Step {$step}: {$what}

# The list of steps
steps-title = Steps
tokens-sent = Tokens sent
grouping-all = All
grouping-boundaries = Boundaries
grouping-phases = Phases
steps = {$count ->
    [one] Step {$first}
   *[other] Steps {$first} to {$last}
 }
some-tokens = {$number} tokens
folded = folded
unfolded = unfolded
compaction-before = Compaction before step {$step}
then = then {LIST($names)}
turn = Turn {$number}
message-before = System message before step {$step}
refused-at = Refused by {$maker} at step {$step}
group = {$steps} steps, {$calls ->
    [one] {$calls} tool call
   *[other] {$calls} tool calls
 }{$messages ->
    [0] {""}
    [one] , {$messages} system message
   *[other] , {$messages} system messages
 }
text = Text
calls = {$count ->
    [one] {$count} tool call
   *[other] {$count} tool calls
 }
hints = {$count ->
    [one] {$count} hint
   *[other] {$count} hints
 }
nothing = Nothing
note = note
finish = finish
text-label = text
hint = hint
trigger-not-sent = {$trigger}, not sent
tool-call = tool call
tool-result = tool result
tool-error = tool error
not-answered = not answered
empty = empty
what-follows = {$what ->
    [step] step {$step} follows
    [turn] the next turn with step {$step} follows
    [finished] the run ends
    [policy] the policy ends the run
    [script-end] the script ends
    [max_steps] the step limit ends the run
   *[other] {""}
 }
usage = usage {$tokens}
run-ended = {$end ->
    [finished] Finished after
    [policy] Ended by the policy after
    [script-end] The script ends after
    [max_steps] Stopped at the step limit after
    [cancelled] Cancelled after
   *[error] Ended with an error after
 } {$steps ->
    [one] {$steps} step
   *[other] {$steps} steps
 }, {$messages ->
    [one] {$messages} system message
   *[other] {$messages} system messages
 }

# Changes of the scenario and its triggers
setting-of = ‘{$key}’ of {$name}
no-place-for = {$name} has no place for ‘{$key}’. Change it in the source.
no-list-of-triggers = {$name} has no list of triggers to write into. Change it in the source.
not-changed = {$name} was not changed. {$why}
trigger-fires-at = ‘{$trigger}’ fires at {$at}
trigger-switched = ‘{$trigger}’ is switched {$to ->
    [on] on
   *[off] off
 }
trigger-added = ‘{$trigger}’ is added
changed-in = {$name}: {$change}.
changed-in-new = {$name}, a new file: {$change}.
undo = Undo
triggers-unusable = The scenario’s triggers file {$name} can’t be used. Correct that first.
save-first = Save the scenario first: {$name} is made beside it.
no-longer-on-disk = {$name} is open, but no longer on the disk. Save it there, and try again.

# Runs at endpoints
record-title = Record as scenario
what-recording-does = Its steps become a scenario beside this one, which plays without the endpoint.
record = Record
recorded-in = The run is recorded in {AND($names)}.
wants-key = {$host} wants a key.
refuses-key = {$host} refused the key.
give-key = Give a key…
go-to-place = Go to the place
changed-since = The scenario changed since this run.
changed-while-running = The scenario has changed since; this run goes on as it began.
tools-need-trust = The model’s tools need trust in the folder.
made-with = It ran under ‘{$strategy}’.
run-was = {$which ->
    [last] Last run
   *[this] Run
 } {$when}: {$end}.
at-unknown-time = at an unknown time
not-kept = It is not kept: {$why}
cannot-play = {$why}{$shown ->
    [earlier] {" "}The run shown is the one before.
   *[none] {""}
 }
ended-because = {$end}: {$why}

# The run as a file
export-title = Export the run
choose-again = Choose again
unknown-form = {$name} was not written. End its name with ‘.md’ for Markdown or ‘.json’ for JSON.
open-in-tab = {$name} was not written. It is open in a tab: close it there, or choose another name.
not-written = {$name} was not written: {$why}
report-copied = The report of the run is copied.
run-is-in = The run is in {$name}.
old-text-in-history = Its old text is in the history.

# What a run would send
tools-restricted = Tools ({LIST($tools)}) read files of ‘{$folder}’, which is restricted. Trust it, or take out ‘tools’.
sent-to = Address: {$url}
system-sent = System: {$count ->
    [0] none
    [one] ≈ {$count} token
   *[other] ≈ {$count} tokens
 }
messages-sent = User: {$count ->
    [one] {$count} message
   *[other] {$count} messages, one turn each
 }{$before ->
    [0] {""}
   *[other] , after {$before} of the chat
 }
no-tools = Tools: none
tools-read = Tools: {LIST($tools)}: they read in ‘{$folder}’, {$trust ->
    [trusted] trusted
   *[restricted] restricted
 }
where-kept = Kept: on this computer, in the database of conversations
none = none
model = Model
system = System
tool-called = {$tool}: called
tool-ended = {$tool}: {$outcome ->
    [failed] failed
   *[answered] answered
 }

# In place of a run
no-run = No run
open-a-scenario = Open a scenario to see here when each system message reaches the model.
playing = Playing
played-from-start = The scenario is played from its first step on.
not-played-yet = The scenario is not played yet.
no-steps = No steps
ended-before-first = The run ended before its first step. Add a step with ‘user’.
needs-script = Strategies are compared on a script’s steps. Record the run as a scenario for that.
not-ready = Not ready to run
running = Running
first-answer-awaited = Waiting for the first answer. Esc cancels.
ready = Ready to run
nothing-sent-before = Nothing is sent until you say so.
nothing-sent-yet = Nothing was sent yet. Once the scenario runs, each step’s request is shown here.
waiting = Waiting {$seconds} s: {$why} Try {$attempt} of {$tries}.
trust-taken-back = Trust in ‘{$folder}’ was taken back, so the run was stopped.
file-too-large = The file is too large to be played while it is written.
file-is-newer = A later Foreword wrote the file.
add-steps = Add steps: the first begins with ‘user’.
resolving = The variables of the system text are being resolved.
not-utf-8 = {$name} is not UTF-8, so it can’t be sent. Save it as UTF-8.
has-error = {$name} has an error: {$error}
sent-to-no-model = {$name} is sent to no model. Name a prompt, template or system message.

# Requests and problems
before-step = before step {$step} · {LIST($tokens)}
tokens-of-role = {$role ->
    [system] system
    [user] user
    [assistant] assistant
    [tool] tools
   *[trigger] triggers
 } ≈ {$count}
step = step {$step}
first-request = Step 0 is the first: no request comes before it.
nothing-new-since = Nothing is new since {$name}.
entries-of-both = … {$count ->
    [one] {$count} entry
   *[other] {$count} entries
 } that both have
not-met = Not met: {$text}. {$why}

# The page of a run
triggers = Triggers
add-trigger = Add a trigger
what-adding-does = Add a trigger to the triggers file
switched-off = switched off
off = off
at-start = start
fired-times = {$count ->
    [0] not fired
    [one] {$count} time
   *[other] {$count} times
 }
fires-at-in = Fires at ({$unit ->
    [percent] percent
   *[steps] steps
 })
row-fires-at = {$trigger} fires at
give-limit = Give {$rule}.
expectations = Expectations
expectation-is = {$expectation}: {$state ->
    [met] met
    [failed] failed
   *[unchecked] not checked yet
 }.
go-to-step = Go to step {$step}
expectations-met = {$count ->
    [0] none
   *[other] all {$count} met
 }
expectations-failed = {$failed} of {$count} failed
expectations-unchecked = {$count}, not checked yet
open-system = Open the file of the system text
in-the-scenario = in the scenario
model-is = Model: {$model}
scripted-offline = scripted, offline
endpoint = endpoint
strategy = Strategy
continue = Continue
continue-after = Continue after
as-file-says = as the file says
any-tool-call = any tool call
writes = writes
sent-as = Sent as
as-user-message = user message
as-system-message = system message
context = Context
no-limit = no limit
count = Count
count-tokens = Count tokens
each-part-once = each part once
near-a-limit = near a limit
at-each-step = at each step
step-limit = Step limit
at-most-steps = at most {$steps}

# The perspective
more-about-run = More about the run
request = Request
runs-on = {$name} runs on at {$host}.
cancel = Cancel
show = Show
running-at = Running at {$host}: {steps-so-far}
steps-so-far = {$steps} so far
failed-and-end = {$failed} of {$count ->
    [one] {$count} expectation
   *[other] {$count} expectations
 } failed · {$end}
scripted-model = Scripted model
this-run = This run
problem-is-gone = the text has changed there, and no longer has this problem.
nothing-changed = Nothing was changed: {$why}
fixed = Fixed: {$fix}.
outcome = {$strategy}: {$end}.
file-ended = {$name}: {$end}.
request-copied = The request before step {$step} is copied.

# Strategies
strategies-on-axis = Strategies on the axis of the chart
message-only = Message-only
hints-strategy = Hints
multi-step = Multi-step
hybrid = Hybrid
side-by-side = Side by side
reached-before = Reached the model before
no-trigger-fires = No trigger fires under any strategy.
reached-with-all = {$count ->
    [1] The one message reaches
    [2] Both messages reach
   *[other] All {$count} messages reach
 } the model under {AND($strategies)}.
only-default = {$strategy} is the default: only it reaches the model with {$count ->
    [1] the one message
    [2] both messages
   *[other] all {$count}
 }.
the-default = {$strategy} (the default)
reached-with-most = At most {$most} of {$count} messages reach the model, under {AND($strategies)}.
never-but-hint = {$when}, hint {$step}
hint-at = hint {$step}
next-user-message = next user message
step-head = Step
tokens-head = Tokens
before-it = Before it

# The view of a run
play = Play
pause = Pause
with-space = {$words} (Space)
step-back-key = Step back (Left)
step-forward-key = Step forward (Right)
cancel-run = Cancel the run (Esc)
answer-so-far = Answer so far
step-title = Step {$step}
asks-host = asks {$host} · {steps-so-far} · {$elapsed}
steps-and-time = {steps-so-far} · {$elapsed}
run-at = {$again ->
    [yes] Run again
   *[no] Run
 } at {$host}
run-model-at = {run-at} · {$model}
run-again = Run again
