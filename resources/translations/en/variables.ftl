now = The time now, in UTC
today = Today’s date, in UTC
operating-system = The operating system: linux, darwin or win32
machine = The name of this machine
working-folder = The folder the conversation works in
model = The model that answers
conversation = The conversation’s identifier
git-branch = The git branch of the working folder
git-status = What ‘git status --short’ says in the working folder; empty when nothing changed
file-text = The text of a file in the working folder; any path is a name
make-literal = Make it literal text
use = Use ‘{$name}’
format-and-variables = The file needs ‘format: 1’ and a list ‘variables’.
list-is-missing = The list ‘variables’ is missing.
must-be-list = ‘variables’ must be a list.
type-and-name = Each variable needs a ‘type’ and a ‘name’.
literal-is-syntax = ‘literal’ is syntax. Choose another type.
must-be-text = ‘{$path}’ must be text.
must-not-be-blank = ‘{$path}’ must not be blank.
unfitting = {$field ->
    [type] The {$path} ‘{$text}’ may have letters, digits and ‘_’ only.
   *[name] The {$path} ‘{$text}’ can’t have ‘]’ or a newline, nor end with a blank.
 }
unknown-volatility = ‘{$text}’ is not a volatility. Known are {AND($known, each: "‘*’")}.
names-no-file = ‘file:{$shown}’ is not the name of a file. Write a path after the colon.
folder = a folder
pipe = a pipe
socket = a socket
device = a device
not-a-file = ‘{$name}’ is {$sort}. A variable takes a file with text.
the-library = the library
folder-is-restricted = {$folder} is restricted. {$reason}; it is read when {$way}.
is-restricted = {$reason}; it is read when {$way}.
too-large = ‘{$name}’ is larger than 1 MB, the most a variable can hold.
not-utf-8 = ‘{$name}’ is not UTF-8 text: byte {$byte} can’t be read.
has-nul = ‘{$name}’ is not text: byte {$byte} is NUL.
name-in-folder = ‘{$name}’ in {$folder}
file-is-missing = There is no file {$name}.
impossible-name = no file can have that name
link-leads-nowhere = a link in it leads nowhere, or was put there just now
unreadable = {$name} can’t be read: {$reason}.
git-not-found = git was not found. Install it, or put its folder on the PATH.
git-not-run = git was not run in {$folder}: {$refusal}
git-could-not-run = git could not be run in {$folder}: {$reason}.
bare-repository = {$path} looks like a repository itself, without a ‘.git’.
link-out-of-repository = {$path} is a link that leads out of the repository.
make-it-known = If you set it up so, ‘{$command}’ makes it known.
foreign-git = its ‘.git’ names {$path}, which does not know this folder. {$remedy}
filter-stays-on = git was not run in {$folder}: its filter ‘{$driver}’ can’t be switched off.
ended-with-code = it ended with code {$code}
git-failed = git failed in {$folder}: {$reason}.
git-said-too-much = git said more than {$most} KB in {$folder}.
git-too-slow = git did not answer in time in {$folder}.
no-variable = The type ‘{$kind}’ has no variable ‘{$name}’.
no-type = ‘{$kind}’ is not a variable type here.
not-set-by = ‘{$name}’ is not set here; {$supplier} supplies it.
not-set = ‘{$name}’ is not set.
needs-folder = ‘{$name}’ needs a working folder, and none was given.
not-resolved = ‘{$name}’ could not be resolved: {$reason}.
git-moved = What git says in {$folder} is not used: it leads to another folder now.
git-needs-trust = {$folder} is restricted, so git is not run there until you trust it.
leads-to = {$way ->
    [none] {$secret ->
        [yes] ‘{$shown}’ may hold secrets
       *[no] ‘{$shown}’ lies outside {$outside}
     }
    [itself] {$secret ->
        [yes] ‘{$shown}’ is a link to ‘{$end}’, which may hold secrets
       *[no] ‘{$shown}’ is a link to ‘{$end}’, outside {$outside}
     }
   *[through] {$secret ->
        [yes] ‘{$shown}’ goes through the link ‘{$link}’ to ‘{$end}’, which may hold secrets
       *[no] ‘{$shown}’ goes through the link ‘{$link}’ to ‘{$end}’, outside {$outside}
     }
 }
allow-file = you allow that file
allow-it = you allow it
trust-and-allow = you trust the folder and allow that file
trust-folder = you trust the folder
unknown-type = {$effect ->
    [as-written] ‘{$kind}’ is not a variable type, so the tag stays as text. {$near}
    [nothing] ‘{$kind}’ is not a variable type, so the tag renders as nothing. {$near}
    [always] ‘{$kind}’ is not a variable type, so the condition is always yes. {$near}
   *[never] ‘{$kind}’ is not a variable type, so the condition is never yes. {$near}
 }
unknown-name = {$effect ->
    [as-written] The type ‘{$kind}’ has no variable ‘{$name}’, so the tag stays as text. {$near}
    [nothing] The type ‘{$kind}’ has no variable ‘{$name}’, so the tag renders as nothing. {$near}
    [always] The type ‘{$kind}’ has no variable ‘{$name}’, so the condition is always yes. {$near}
   *[never] The type ‘{$kind}’ has no variable ‘{$name}’, so the condition is never yes. {$near}
 }
declared-already = {$where ->
    [built-in] ‘{$name}’ is built in and can’t be declared.
   *[above] ‘{$name}’ is declared above already. Remove one.
 }
unsupported-format = {$newer ->
    [yes] ‘format: {$value}’ is from a newer Foreword. This one reads format 1.
   *[no] ‘format: {$value}’ is not a format. Write ‘format: 1’.
 }
stability = {$rebuilt ->
    [once] Built once: all of it stays the same until compaction.
    [turn] Built every turn: {$extent}.
   *[shared] Shared between conversations: {$extent}.
 }
same-up-to = {$daily ->
    [none] the same up to {$tag}
   *[other] the same up to {$tag}, but for {$daily}, which changes once a day
 }
same-to-the-end = {$daily ->
    [none] all of it stays the same
   *[other] all of it stays the same, but for {$daily}, which changes once a day
 }
field-type = what is before the colon
field-name = what is behind it
field-description = what the value is
field-description-more = For the buttons and hover cards.
field-volatility = how long a value stays the same
field-volatility-more = The text before the first value of turn is the same next turn.
field-sample = what is shown while nobody gives a value
field-supplied-by = who gives the value
