# Commands, their options and exit codes
exit-wrong = your text has errors
exit-not-done = it could not be done
exit-fine = fine
does-open = open the window
does-list = list the prompts, and the other files by kind
does-check = say what is wrong in files, or in the whole library
does-render = print what the model gets
does-explain = say why a character is there, or what is blank or not sent, and why
does-assemble = put a system message together, and say what became of each block
does-request = print the whole request of a chat, and say what would be refused
does-run = play a scenario: what is sent at which step, and whether it is as expected
does-import = make a chat or a scenario of what another program wrote, and say what is lost
does-export = write what the model gets into files, for the product that uses them
does-test = check whether cases and scenarios give what they expect
does-customize = copy a default prompt to make it your own
does-reset = move your prompt to the history, so that the default is used
does-history = list the versions of a file, also of a deleted one, or restore one
does-serve = answer programs over HTTP, on this computer only
does-conversation = build, read and compact the prompts of conversations
does-screenshot = take pictures of the window, without a display
does-construct = build a conversation’s prompt from the saved template, store it and print it
does-preview = print what ‘construct’ would, without storing it
does-get = print the stored prompt
does-compact = build again, store that, and print it with the instructions of the compaction
does-list-conversations = list the conversations of this library, and which would get another prompt now
does-delete = delete conversations and everything kept of them
does-adopt = give this library the conversations of one that was moved
option-run-provider = whose request: openai, anthropic or google; else the scenario’s
option-import-out = the folder of the chat, or the file of the scenario; created if needed
option-library = the library; else FOREWORD_LIBRARY, the one around this folder, your own
option-json = print one JSON document and nothing else
option-markdown = print a report in Markdown
option-sarif = print a SARIF 2.1.0 log
option-strict = exit with 1 for warnings too
option-kind = the kind of the file, whatever its name says; ‘-’ needs it
option-set = give a value; may be repeated
option-values = take values from a JSON or YAML file
option-case = take the values of a saved case
option-cwd = where variables look for files and git
option-model = the model’s name, for [prompt:model]
option-conversation = the conversation, for [prompt:conversation_id]
option-trust = trust the workspace for this call, for git and files outside the library
option-no-trust = trust nothing, not even what you trust in the window
option-allow-file = let variables and links lead to this file, even if outside or holding secrets
option-color = colour the output: auto (on a terminal only), always or never
option-at = the character of the output to explain, counted from 0
option-situation = take a situation from the file beside the system message
option-file = the file the system message is for, in the workspace; else any
option-no-file = it is for no file
option-mode = the mode; else any
option-no-mode = there is no mode
option-tool = an available tool; may be repeated
option-no-tools = there are no tools
option-holds = a condition that is yes: a kind, or a kind with a value
option-fails = a condition that is no
option-order = the blocks’ order: file, precedence or model
option-style = what is put around the blocks: plain, markdown or xml
option-system = the system text: a system message, the template or a prompt
option-provider = whose request: openai, openai-responses, anthropic or google; else the body’s or openai
option-max-tokens = the limit of the answer; else that of the system text’s prompt
option-cache = the cache marks: 5m, 1h or off
option-curl = print a shell line that sends it, with the key from the environment
option-as = what to make of it: chat or scenario
option-out = the folder the files go into; created if needed
option-format = what to write: text, json, openai, openai-responses, anthropic or google
option-vectors = also write NAME.vectors.json: each case or situation, to test another renderer
option-strategy = where triggers are checked: message-only, hints, multi-step, hybrid; all compares them
option-triggers = use this triggers file instead of the scenario’s
option-request = print what the model gets at this step, counted from 0; may be repeated
option-record = write the run as a scenario that gives the same requests; many steps go beside it
option-ask-key = ask for the endpoint’s key, hidden, or read standard input; kept once accepted
option-update = save the current result as the expected one, after showing the difference
option-show = print a version exactly; N is its number in the list, 1 the newest
option-restore = make a version the file’s text; the earlier text goes to the history
option-port = the port, else 8137; 0 takes a free one
option-workspace = a folder programs may name as working folder; may be repeated; else the library’s
option-until-stdin-ends = end when standard input ends, as it does with the program that started this
option-token-file = a file that keeps the token between starts; created if needed
option-once = keep a prompt that is stored already, and print that
option-instructions = the instructions of the compaction; else the library’s compaction.md
option-older-than = all that were last built longer ago
option-yes = do not ask for confirmation
option-help = show this and exit

# The help
about = Foreword {$version}, an editor for people who write system prompts.
usage = usage: {$call}
usage-of-window = or: {$call} to open the window
commands = commands:
actions = actions:
options = options
help-of-command = ‘foreword COMMAND --help’ lists its options; ‘foreword ./list’ opens a file called list.
help-of-action = ‘foreword {$command} ACTION --help’ lists the options of an action.
exit-codes = Exit codes: {LIST($codes)}.

# What is around a sentence
warning = warning: {$text}
yes-or-no = {$question} [y/N]
doing-for = {$doing} {$seconds} s …
checked = Files checked: {$count} …
tested = Files tested: {$count} …
importing = Importing:
writing = Writing:
playing = Playing:

# Wrong arguments
takes-no-value = ‘{$option}’ takes no value.
needs-value = ‘{$option}’ needs a value: ‘{$option} {$value}’, or ‘{$option}={$value}’ before a hyphen.
needs-number = ‘{$option}’ needs a whole number, not {$word}.
number-from = ‘{$option}’ needs a number of at least {$least}.
not-a-choice = {$word} is not a value of ‘{$option}’.
one-of = It is one of {LIST($choices)}.
no-option = {$command ->
    [open] ‘foreword’ without a command has no option {$option}.
   *[other] ‘foreword {$command}’ has no option {$option}.
 }
needs-words = ‘foreword {$command}’ needs {$words}.
no-use-for = ‘foreword {$command}’ has no use for {$word}.
exclusive = ‘{$one}’ and ‘{$other}’ exclude each other. Choose one.
see-help = ‘{$call} --help’ lists what there is.
no-command = There is no command and no file {$word}.
meant-command = Did you mean the command ‘{$name}’?
meant-option = Did you mean {$option}?
help-lists-commands = ‘foreword --help’ lists the commands.
needs-action = ‘foreword {$command}’ needs an action: {LIST($actions, each: "‘*’")}.
no-action = ‘foreword {$command}’ has no action {$word}.
actions-are = The actions are {LIST($actions, each: "‘*’")}.
no-file = There is no file {$name}.
of-chats = ‘{$option}’ is for chats, and ‘{$name}’ is not a folder. Leave it out.
of-system-text = ‘{$option}’ is for the system text. Name that with ‘--system’.
of-system-messages = ‘{$option}’ is for system messages, and ‘{$name}’ is of kind {$kind}. Leave it out.
kind-of-file = ‘--kind’ says which kind a file is.

# Standard input and output
no-input = There is no standard input to read. Name a file.
input-unreadable = Standard input could not be read: {$reason}.
no-output = There is no standard output to write to.
not-written = The result could not be written: {$reason}.
input-without-kind = Standard input has no file name. Add ‘--kind’ with one of {LIST($kinds)}.
input-without-cases = Standard input has no cases. Name a file, or give values with ‘--set’.
input-without-situations = Standard input has no saved situations. Name a file, or describe the situation.
input-without-history = Standard input has no history. Name a file.
input-not-exported = Standard input has no name to export under.
render-prints = ‘foreword render’ prints its text.

# Files and libraries
own-library = No library is here, so your own is used: {$name}.
folder-not-created = The folder {$name} could not be created: {$reason}.
folder-unusable = The folder {$name} can’t be used: {$reason}.
folder-not-empty = {$name} has files already. Name a new folder.
file-exists = {$name} exists already. Name a new file.
not-utf-8 = {$name} is not UTF-8 from byte {$byte} on.
not-a-folder = ‘{$name}’ is not a folder. Name the one variables should look in.
no-file-no-prompt = No file and no prompt {$name}. Looked in {LIST($folders)}.
not-sent = ‘{$name}’ is not sent to a model. Choose a file of kind {OR($kinds)}.
fault = Foreword has a fault: {$error} at {$place}: {$told}. Please report it.

# Values, cases and situations
not-a-value = {$word} is not a value. Write ‘--set {$form}’.
value-not-utf-8 = The value of {$name} is not Unicode text. Write it as UTF-8.
values-unusable = The values in {$name}, line {$line}, can’t be used.
not-names = It must hold names and their values.
value-not-text = The value of {$name} must be text.
the-case = the case ‘{$name}’
the-situation = the situation ‘{$name}’
no-case = No case {$name} in {$path}.
no-situation = No situation {$name} in {$path}.
has-saved = {$count ->
    [0] It has none.
   *[other] It has {LIST($names)}.
 }
cases-with-problems = It has problems; ‘foreword check’ lists them.
no-cases-file = There is no cases file ‘{$name}’.
no-situations-file = There is no situations file ‘{$name}’.
situations-not-cases = A system message has situations, not cases. Name one with ‘--situation’.
situations-unusable = The situations in {$name}, line {$line}, can’t be used.
folder-of-case = {$why ->
    [secrets] The case {$case} looks in {$folder}, which may hold secrets.
   *[outside] The case {$case} looks in {$folder}, which lies outside {$outside}.
 }
name-folder-in = Name a folder in {$folder}; ‘render’ and ‘explain’ take another with ‘--cwd’.
yes-and-no = The condition {$kind} can’t be yes and no at once. Choose one.
no-block-for-mode = No block is for the mode {$mode}. {$meant}
no-block-with-condition = No block has a condition {$kind}. {$meant}
not-a-condition = {$word} is not a condition. Write ‘{$option} KIND’ or ‘{$option} KIND=JSON’.
condition-not-json = The value in {$word} is not JSON. Text needs quotes: ‘{$form}’.
outside = {$name} is not in the workspace ‘{$workspace}’.
name-file-inside = Name a file from there, or choose another with ‘--cwd’.
not-of-workspace = {$name} is not a file of the workspace. Name it from there, without ‘..’.

# Trust
trust-trusts = ‘--trust’ trusts it for this call.
allow-file-with-path = ‘--allow-file’ with its path
unused-allowance = ‘--allow-file’ allows {$name}, which the text does not name. {$hint}
blank-not-given = {$place}: blank {$tag}: {$reason} ‘{$option}’ gives one.
lacked-trust = {$effect ->
    [kept] {$count ->
        [one] 1 condition was yes
       *[other] {$count} conditions were yes
     }
    [left-out] {$count ->
        [one] 1 condition was no
       *[other] {$count} conditions were no
     }
   *[other] {$count ->
        [one] 1 variable was blank
       *[other] {$count} variables were blank
     }
 } for lack of trust or an allowed file: {AND($tags)}. ‘--json’ says why.
blank-in-triggers = [{$name}] is blank in triggers. {$reason}

# assemble, check, explain, list
not-a-system-message = ‘{$name}’ is of kind {$kind}, not a system message.
wins-over = {$winner} wins over {$loser}: {$reason}
of-characters = {$sentence} {$part} of {$all} characters.
more-of = {$severity} {$count}
more-problems = More problems are not listed: {LIST($counts)}. Name a file to see its own.
no-character = There is no character {$at} in the text: it has {$count}, counted from 0.
because = because {$condition}
blank = blank {$tag}: {$reason}
left-out = left out: {$reason}
block-not-sent = block ‘{$name}’ not sent: {$reason}
problems = {$count ->
    [one] {$count} problem
   *[other] {$count} problems
 }
messages = {$messages}{$invalid ->
    [0] {""}
   *[other] , {$invalid} invalid
 }

# request
several-chats = There are several chats {$name}. Name one of {LIST($paths)}.
no-chat = There is no file {$name}, and no chat of that name in {$library}.
names-message = {$name} is a message of a chat. Name the chat’s folder: {$folder}.
no-system-text-but-message = {$name} is a message. Name a template, a system message or a prompt.
no-system-text = No system text: name one with ‘--system’, such as {$own}.

# export and import
export-needs-out = ‘foreword export’ needs ‘--out DIR’, the folder the files go into.
export-needs-format = ‘foreword export’ needs ‘--format’: {LIST($formats)}.
same-target = {AND($names)} would both become {$target}. Export them apart.
would-overwrite = {$name} would be overwritten. Choose another folder.
message-not-exported = {$name} is a message, and ‘{$format}’ holds whole chats. Name the chat’s folder.
loses-frontmatter = ‘{$format}’ holds no frontmatter but max_tokens.
loses-limit = ‘text’ holds no max_tokens.
loses-metadata = ‘{$format}’ holds no metadata of messages.
loses-model = ‘google’ holds no model: that is in the address it is sent to.
roles-as-words = ‘text’ holds the roles as words only, which no program can tell from the texts.
no-vectors = No saved case or situation has a tag, so there are no vectors.
import-needs-as = ‘foreword import’ needs ‘--as’: {LIST($kinds)}.
import-needs-out = {$kind ->
    [scenario] ‘foreword import’ needs ‘--out PATH’, a new file such as prompts/runs/NAME.yaml.
   *[chat] ‘foreword import’ needs ‘--out DIR’, a new folder for the chat.
 }
nothing-to-play = {$name} has no message to play.
not-yaml = A scenario’s name ends with ‘.yaml’, and {$name} does not.

# history and reset
history-of-files = {$name} is a folder, and the history has versions of files. Name a file.
history-has-deleted = Deleted files with a history: {AND($names)}.
default-not-restored = {$name} is a default and is not changed.
show-instead = Print the version with ‘--show’, or make your own copy first.
has-version-already = {$name} has the text of version {$number} already.
version-restored = {$name} has the text of version {$number} ({$time}) again. {$before}
before-in-history = The earlier text is in the history.
version-not-reached = The version of {$name} was not used: {$reason}
no-versions = The history has no version of {$name}.
no-version = {$count ->
    [one] There is no version {$number} of {$name}. The history has only version 1.
   *[other] There is no version {$number} of {$name}. The history has 1 to {$count}, the newest first.
 }
version-as = {$why}, as {$name}
no-file-no-version = There is no file {$name}, and the history has no version of it.
reset = Reset {$name} to its default? Your text goes to the history.
not-reset = {$name} was not reset. Add ‘--yes’ to do it without being asked.
history-lists = ‘foreword history {$name}’ lists it.

# The window
no-window = The window’s libraries could not be loaded: {$reason}.
without-window = These commands need none: {LIST($commands)}.
only-local = {$name} is not a file of this computer. Save it as a file, and open that.
open-where-it-is = What was moved or renamed can be opened where it is now.
no-display = There is no display for a window: neither DISPLAY nor WAYLAND_DISPLAY is set.
silent-display = There is no display for a window: nothing answers at {LIST($displays)}.

# serve
served-restricted = {AND($folders)} {$count ->
    [one] is restricted: git and outside files stay blank. ‘--trust’ trusts it.
   *[other] are restricted: git and outside files stay blank. ‘--trust’ trusts them.
 }
served-at = {$library} is served at {$url}
token-is-in = The token is in {$file}
no-port = There is no port {$port}. Choose one up to {$most}; 0 takes a free one.
workspace-not-a-folder = The workspace {$name} is not a folder.
served-there = {$sentence} It already serves {$library}.

# test
nothing-to-test = There is nothing to test in {LIST($names)}: no case expects anything, and no scenario.
passed-and-failed = {$passed} passed, {$failed} failed
never-fired = {$scope ->
    [named] What was tested does not fire {LIST($triggers)}.
   *[all] No scenario fires {LIST($triggers)}.
 }
skipped = Skipped, as a test asks no endpoint: {LIST($paths)}.
no-cases = {$name} has no cases: there is no {$cases}.
no-text-for-cases = There is no text beside the cases to try them on.
failed = FAILED {$path} {$case}
updated = what it expects is updated
not-updated = not updated: only one plain expected text can be
at-step = Step {$step}: {$sentence}

# run
not-a-scenario = ‘{$name}’ is not a scenario. Name one, or say so with ‘--kind’: {LIST($kinds)}.
step-not-reached = There is no step {$step}; the run’s last one is step {$last}.
nothing-recorded = Nothing is recorded: the run ended before its first step.
recorded = The run is recorded in {AND($files)}.
records-one = ‘--record’ writes one run. Name a strategy, or leave ‘--strategy’ out.
all-without-requests = ‘--strategy all’ prints no requests. Name a strategy, or add ‘--json’.
not-checked = Not checked: the run was interrupted.
run-head = {$path}: strategy {$strategy}, provider {$provider}, {$title}{$limit ->
    [0] {""}
   *[other] , context of {$limit} tokens
 }
step = step {$step}
ended = Ended: {$end}. {$message}
became = {$became ->
    [held] met
    [error] ERROR
   *[failed] FAILED
 }
row-ended = ended
side-by-side = {$path}: the step at which each trigger reached the model
reached = {$count ->
    [0] never
   *[other] {LIST($steps)}
 }
reached-at = {$when ->
    [waited] {$step} (with the next user message)
   *[now] {$step}
 }
compaction = compaction: {$text}
user = user: {$text}
hint-not-sent = hint {$trigger}, not sent: {$text}
refused-by = refused by {$provider} ({$rule}): {$message}
note = note: {$text}
said = text: {$text}
calls = calls {$name} {$arguments}
call-failed = error: {$text}
call-gave = {$count ->
    [one] result of {$count} byte: {$text}
   *[other] result of {$count} bytes: {$text}
 }
ended-by = ended by {$reason}

# A run at an endpoint
model-at = {$model} at {$host}
asking = Asking {$model}.
stopped-untrusted = {$workspace} is no longer trusted, so the run is stopped.
all-at-endpoint = ‘--strategy all’ plays four times, and an endpoint answers differently each time.
compare-strategies-on-record = Name one strategy; or keep a run with ‘--record FILE’ and compare on that.
endpoint-in-openai-form = An endpoint takes requests in OpenAI’s form only.
leave-provider-out = Leave ‘--provider’ out, or keep the run with ‘--record FILE’ and look at that.
key-of-scripted = ‘--ask-key’ is for an endpoint, and this scenario’s model is scripted.
key-not-stored = The key is used for this run only. {$reason}
key-kept = The key for {$origin} is kept.
key-not-kept = The key is not kept: the request to {$host} failed.
ask-key-asks = {$key ->
    [missing] ‘--ask-key’ asks for it and keeps it.
   *[denied] ‘--ask-key’ asks for another one.
 }
waiting = {$reason} Waiting {$seconds} s, then try {$attempt} of {$tries}.
no-key-in-input = ‘--ask-key’ reads the key from standard input, and there is none. Give a line.
key-for = Key for {$origin} (hidden):
no-hidden-terminal = ‘--ask-key’ needs a terminal that can hide what is typed.
give-key-in-input = Give the key as a line of standard input.

# conversation
instructions-of-input = The instructions on standard input
no-instructions = ‘--instructions’ takes a file, and there is no file {$name}.
write-instructions = Name a file with the text, or give ‘-’ and the text on standard input.
differs-now = would get something else now
not-known-now = what it would get now is unknown
none-known-now = What they would get now is unknown. {$reason}
adopt-gives = {$sentence}: ‘foreword conversation adopt {$old} --library {$library}’ {$count ->
    [one] gives it to this library
   *[other] gives them to this library
 }
ids-taken = {$sentence}, {$count ->
    [one] has an id that this library has, too: {$delete} deletes it
   *[other] have ids that this library has, too: {$delete} deletes them
 }
name-conversations = Name the conversations to delete, or give ‘--older-than DAYS’.
delete-conversations = {$count ->
    [one] Delete 1 conversation and everything kept of it? This can’t be undone.
   *[other] Delete {$count} conversations and everything kept of them? This can’t be undone.
 }
nothing-deleted = Nothing was deleted. Add ‘--yes’ to do it without being asked.
conversations-deleted = {$count ->
    [one] 1 conversation deleted.
   *[other] {$count} conversations deleted.
 }
no-library-to-adopt = No library is named or here. Name it with ‘--library DIR’, or in {$variable}.
name-adopting-library = Name the library that is to get them with ‘--library DIR’.
stays = {$id} stays with {$old}: {$library} has a conversation of that id. {$delete} deletes it.
conversations-adopted = {$count ->
    [one] 1 conversation belongs to the library {$library} now.
   *[other] {$count} conversations belong to the library {$library} now.
 }
