the-id = A conversation’s id
id-empty = A conversation’s id is empty. Give one of 1 to 512 bytes.
id-too-long = A conversation’s id may have {$most} bytes; {$id} has {$size}.
id-with-control = The id {$id} holds the control character {$code}. Leave it out.
the-folder = The working folder
folder-with-nul = The working folder holds a NUL character, which no path can have.
folder-too-long = The working folder may have {$most} bytes; this one has more.
folder-not-absolute = The working folder {$folder} is not absolute. Give its whole path.
the-model = The model’s name
model-with-nul = The model’s name holds a NUL character. Leave it out.
model-too-long = The model’s name may have {$most} bytes; this one has more.
values-by-name = Values must be texts by name, not {$type}.
value-of = The value of {$name}
values-too-large = The values given are more than 16 MB. Give shorter ones.
text-with-nul = {$subject} holds a NUL character at {$number}. Leave it out.
variable-name = A variable’s name
bad-variable-name = {$name} can’t name a variable. Write it as its tag does: type:name.
name-is-syntax = {$name} is part of the syntax and takes no value. Leave it out.
must-be-text = {$subject} must be text, not {$type}.
half-character = {$subject} holds half of a character at {$number}. Leave it out.
folder-is-gone = The folder {$folder} is not there, so it has no files and no git.
prompt-too-large = The prompt is larger than 16 MB. Shorten the template or its files.
no-file = There is no file {$name}: {$reason}.
git-not-run = git was not run: {$reason}.
no-folder = there is no folder {$folder}
give-path = Give the path that the library had.
nothing-stored = No conversations of {$library} are stored.
never-built = The conversation {$id} was never built. Build it first.
nothing-deleted = There is no conversation {$id}. Nothing was deleted.
needs-folder = The conversation {$id} was never built, so give its working folder as ‘{$name}’.
template = Template: {$words}
template-line = Template, line {$line}: {$words}
of-variable = {$name} {$words}
the-template = The template
the-instructions = The instructions
page-limit = Give a limit from 1 to {$most}: a page has no more conversations.
no-page = That page is not there. Give what an earlier page has as its next.
is-itself = {$library} is this library itself. Name the one that it takes over from.
still-there = {$library} is still there with its conversations. Open it as the library instead.
holds-no-texts = {$library} holds no prompt, template or system message. Nothing was taken over.
days-ago = Give a number of days from 0 to {$most}.
library-gone = The library {$library} can’t be opened: {$reason} Its conversations stay stored.
stored-unreadable = The conversation {$id} can’t be read: {$error}. Build it again, or delete it.
a-link = a link
not-a-plain-file = not a plain file
disk-full = the disk is full. Free some space and try again
read-only = it can only be read. Change the permissions of the file and its folder
no-permission = you have no permission. Change the permissions of the file and its folder
cannot-be-opened = it can’t be opened. Change the permissions of the file and its folder
disk-fault = the disk reported a fault, or has no room. Check the disk and try again
text-too-large = the text is larger than a database can hold. Make it shorter
no-memory = there is not enough memory. Close other programs and try again
sqlite-says = SQLite says: {$error}. Restore a copy of the file, or move it away
store-unusable = The database of conversations {$path} could not be used: {$reason}.
store-busy = The database {$path} is being used by another program. Try again in a moment.
store-forked = The database of conversations {$path} was in use at the fork. Start the process anew.
store-newer = The database of conversations {$path} is from a newer Foreword. Nothing is saved in it.
store-newer-unread = The database of conversations {$path} is from a newer Foreword and can’t be read here.
store-refused = {$path} is {$sort}, not a database of conversations. Move it away.
store-foreign = {$path} is a database of another program. Nothing was changed. Move it away.
no-lock = no lock can be held here. Move it away yourself
store-damaged = The database {$path} is damaged and could not be moved aside: {$why}.
store-kept-as = The database of conversations was damaged and kept as {$path}. A new one is empty.
log-kept-as = The database {$path} was replaced by another file. The end of the old one is in {$log}.
list-limit = Give a limit from 1 to {$most}: a list has no more runs.
instructions-file = The file of compaction instructions
the-system-template = The system-prompt template
built-in-template = the built-in template
your-template = the template
more-problems = {$count ->
    [one] {$name} has {$count} more problem.
   *[other] {$name} has {$count} more problems.
 }
cannot-be-used = {$name} can’t be used: {$reason}
not-utf-8-cannot-be-used = {$name} can’t be used: {$message} Save it as UTF-8.
nothing-stored-but = No conversations of {$library} are stored. There are those of {LIST($former)}.
adoptable = {$gone ->
    [yes] {$count ->
        [one] 1 conversation of {$library}, which is gone
       *[other] {$count} conversations of {$library}, which is gone
     }
   *[no] {$count ->
        [one] 1 conversation of {$library}
       *[other] {$count} conversations of {$library}
     }
 }
not-saved = Nothing was saved: the database of conversations {$path} could not be used: {$reason}.
text-not-utf-8 = {$name} is not UTF-8: byte {$number} is 0x{$byte}.
texts-not-utf-8 = {$names} are not UTF-8: byte {$number} is 0x{$byte}.
# Why a conversation would get another text now
empty = empty
did-not-exist = did not exist
restricted = restricted
not-allowed = not allowed
lines = {$count ->
    [one] one line
   *[other] {$count} lines
 }
template-lines = {$count ->
    [0] {$verb ->
        [changed] final newline changed
        [added] final newline added
       *[removed] final newline removed
     }
   *[other] {$verb ->
        [changed] {lines} changed
        [added] {lines} added
       *[removed] {lines} removed
     }
 }
absent-is = {$was}, is {$now}
exists-now = did not exist, and does now
has-value-now = {$was}, and has a value now
was-and-is = was {$then}, {$now}
was-is = was {$then}, is {$now}
final-newline = {$newline ->
    [yes] has a final newline now
   *[no] has no final newline now
 }
value-lines = {$change ->
    [more] has {lines} more
    [fewer] has {lines} fewer
   *[changed] has {lines} changed
 }
was = was {$lacked}
was-blank = was blank ({$why})
does-not-exist = does not exist now
does-not-exist-because = does not exist now ({$why})
is-now = is {$lacked} now
is-blank-now = is blank now ({$why})
is-empty = ‘{$name}’ is empty.
