not-utf-8-no-change = The file is not UTF-8, so it can’t be written with a change.
impossible-field = A field of a message can’t be called {$name}.
impossible-value = The value of {$name} has more than one line, or spaces at its ends.
too-large = more than a message that is sent may have
open-as-library = {$reason}. Open that folder as a library.
impossible-folder-name = the name is not one a folder can have
no-messages = {$name} has no messages. They are files called 1.md, 2.md and so on.
duplicate-number = {$other} and {$name} are both message {$number}. Rename one of them.
rename = Rename {$name} to {$new}
not-utf-8 = The file is not UTF-8: byte {$number} is 0x{$byte}, on line {$line}.
too-large-to-send = This message is too large to be sent: a message file has less than {$most} bytes.
no-role = This message has no role. Add a line such as ‘; role: user’ to its header.
add-role = Add the role {$role}
unknown-role = The role ‘{$role}’ is unknown. A message is from user, assistant or system. {$near}
change-to-role = Change it to {$role}
second-role = The role is given twice; the first line counts: {$role}.
remove-line = Remove this line
unseparated-role = Separate the role from the metadata above by a line of ‘{$mark}’ alone.
separate = Put a line of ‘{$mark}’ before it
no-separator = Nothing ends the header. Put two empty lines between it and the content.
end-header = Put two empty lines after the header
html-header = This header is an HTML comment. Begin its lines with ‘;’ instead.
bare-line = This line of the header does not begin with ‘;’.
begin-with-mark = Put ‘;’ before it
make-header = Make it a header of lines with ‘;’
second-field = ‘{$name}’ is given twice; the first counts.
missing-metadata = The header has no {AND($names)}.
add-missing = Add what is missing
too-many-copies = {$name} has too many copies beside it. Rename some of them.
nothing-to-copy = {$name} has no messages to copy.
copied = {$name} was copied to {$copy}.
deleted = {$count ->
    [one] {$name} was deleted; its 1 message went to the history.
   *[other] {$name} was deleted; its {$count} messages went to the history.
 }
deleted-messages = {$count ->
    [one] The 1 message of {$name} went to the history; its other files stay.
   *[other] The {$count} messages of {$name} went to the history; its other files stay.
 }
not-deleted = {$name} has no messages and was not deleted: {$reason}.
empty-removed = The empty folder {$name} was removed.
a-time = a date and time with its zone, such as 2026-03-04T12:00:00Z
set-to = Set it to {$value}
is-not = ‘{$name}’ is not {$wanted}.
blank-field = ‘{$name}’ has no value.
a-header = A header
new-uuid = Give it a new UUID
a-uuid = a UUID, such as {$uuid}
three-numbers = three numbers, such as 1.0.0
set-to-now = Set it to now
inserted = New message from {$role}: {$name}.
there-already = {$name} is there already.
moved = {$old} is now {$new}.
too-many-branches = {$name} has too many branches beside it. Choose a name.
not-branched = {$name} can’t be read, so nothing was branched.
branched = {$name} is a new branch with the messages up to {$last}.
from-now = {$name} is now from {$role}.
same-number = Two messages of {$name} have the same number. Rename one of them first.
changed-look-again = {$name} was changed by another program, so nothing was done. Check it and try again.
none = none
