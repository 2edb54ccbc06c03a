title = Ch&at
switch-view = Message, conversation or fi&le
new-message-entry = &New message
branch-entry = &Branch here
request-entry = &Request
send-request = &Send request…
make-user = Make it a user message
make-assistant = Make it an assistant message
make-system = Make it a system message
move-message-up = Move message up
move-message-down = Move message down
delete-message = Delete message
copy-request-as-json = Copy request as JSON
copy-request-as-curl = Copy request as curl
messages = Messages
write-its-text = Write its text
new-message-after-this = New message after this one
move-up = Move up
move-down = Move down
delete = Delete
clear-the-filter = Clear the filter
conversation = Conversation
message = Message
file = File
this-chat = This chat
request = Request
system-message = System message
send-no-system-text = Send no system text
is-empty = {$name} is empty
of-message = Message {$number}: {$reason}
of-system-message = System message: {$reason}
answer-in-no-chat = The answer was not added: the message is in no chat.
answer-half-character = The answer was not added: it holds half of a character.
branch-half-character = Nothing was branched: a message before ‘{$name}’ holds half of a character.
role-changed = The role of ‘{$name}’ is {$role} now.
changed-meanwhile = Nothing was changed: ‘{$name}’ has another text by now. Look again.
not-changed = ‘{$name}’ was not changed: {$reason}
no-messages = No messages
chat-is-empty = This chat has no messages yet.
new-message = New message
change-the-role = Change the role
more-about-message = More about this message
new-message-here = New message here
being-read = The chat is being read.
from-default = from {$path}
no-model = no model
as-if = as if in {$folder} · {$model} · clock {$time}
no-role = no role
no-text = no text
unknown-role = ‘{$role}’ is an unknown role
content-of = Content of {$chat}/{$name}
version = version {$version}
header-of-message = Header of the message
role = Role
details = Details
done = Done
header-only-role = The header has only the role.
add-missing = Add what is missing
why-no-move = Clear the filter to move messages: it hides those between.
open-a-message = Open a message of a chat to see the others.
filter-messages = Filter messages
filter-hint = Filter by role or text
no-chat = No chat
message-files = They are files called 1.md, 2.md and so on.
from-json = From JSON…
new-message-before = New message before
new-message-after = New message after
make-it = Make it {$role}
branch-here = Branch here
about-branch = Make a new chat of the messages up to this one
more-about-messages = More about messages
not-set = not set
caches-by-itself = {$maker} caches every prefix by itself, so no marks are written.
limit-from-prompt = {$tokens}, from the prompt
off = Off
goes-first = goes first
open-my-text = Open my text
from = From
model = Model
reply-limit = Max tokens
cache = Cache
none = None
not-in-the-library = Not in the library
at-most-tokens = at most {$tokens} tokens
curl-copied = The curl line is copied. It takes the key from the environment.
json-copied = The request is copied as JSON.
the-last-copy = the last copy
the-clipboard = the clipboard
compare-with-a-request = Compare with a request
not-compared = {$name} was not compared. {$reason}
compare-with-a-conversation = Compare with a conversation
about-compare-conversation = The same messages after the prompt that is stored for a conversation.
compare = Compare
never-built = The conversation {$id} was never built.
error-on-line = {$name} has an error on line {$line}: {$message}
variables-awaited = Its variables are being resolved.
sent-to-no-model = {$name} is sent to no model. Choose another text.
required-not-set = ‘{$variable}’ is not set, and {$name} requires it. Choose a case that sets it.
not-utf-8 = {$name} is not UTF-8, so it can’t be sent.
place = {$escaped ->
    [0] {$chat}, message {$number} of {$count}
    [one] {$chat}, message {$number} of {$count} · 1 backtick is escaped in the file
   *[other] {$chat}, message {$number} of {$count} · {$escaped} backticks are escaped in the file
 }
unsaved = unsaved
row = message {$number}, {$facts}
row-tooltip = {$number}  {$facts}
described = Message {$number}, {$place} of {$count}, {$facts}
fields-missing = {$count ->
    [one] 1 field missing
   *[other] {$count} fields missing
 }
missing = {$count} missing
lacks = {$can_add ->
    [yes] The header has no {AND($names)}. Click to add what is missing.
   *[no] The header has no {AND($names)}.
 }
more-fields = {$count ->
    [one] 1 more field is in the file view.
   *[other] {$count} more fields are in the file view.
 }
add-fields = {$count ->
    [1] Add {AND($names)}
    [2] Add {AND($names)}
   *[other] Add what is missing
 }
add-all = Add what is missing: {AND($names)}
new-of-role = New {$role} message
about-new = New {$role} message ({$keys}); right click or {$menu} for another role
role-name = {$role ->
    [user] User
    [assistant] Assistant
   *[system] System
 }
default-sent = {$why} Callers get the default instead.
stayed-blank = {$more ->
    [0] {$tag} stayed blank. {$why}
    [one] {$tag} stayed blank. {$why} 1 more stayed blank, too.
   *[other] {$tag} stayed blank. {$why} {$more} more stayed blank, too.
 }
five-minutes = 5 minutes
one-hour = 1 hour
cache-of = {$time ->
    [5m] cache: 5 minutes
    [1h] cache: 1 hour
   *[off] cache: off
 }
clipboard-too-large = What is on the clipboard has over {$most} characters, and was not compared.
never-built-choose = {never-built} Choose another text.
trial = {$kind ->
    [situation] Situation
   *[case] Case
 }
untried = {$kind ->
    [situation] Any
   *[case] No case
 }
choose = Choose another.
trial-gone = {$kind ->
    [situation] The situation ‘{$name}’ of {$file} is gone. {$other}
   *[case] The case ‘{$name}’ of {$file} is gone. {$other}
 }
of-request = request
