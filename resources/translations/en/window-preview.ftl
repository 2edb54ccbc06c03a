preview = Preview
view = View
text = Text
markdown = Markdown
difference = Difference
nothing-open = Nothing open
open-prompt = Open a prompt to see here what the model gets from it.
give-value = Give a value
what-the-model-gets = what the model gets
copied = Copied {$what}: {$characters}.

# The bars
copy-result = Copy what the model gets
copy-with-keys = {copy-result} ({$keys})
more = More about the preview
go-to-source = Go to source
go-to-the-source = Go to the source
why-here = Why is this here?
wrap = Wrap long lines
size = {$characters} · {$tokens}
unmarked = values are not marked in a text of more than {$most} tags
reply-limit = {$count ->
    [one] answer at most {$count} token
   *[other] answer at most {$count} tokens
 }
notes = {LIST($notes)}
missing = {$count ->
    [one] {AND($names, each: "‘*’")} is required and not set.
   *[other] {AND($names, each: "‘*’")} are required and not set.
 }

# How much can be cached
stability = {$sentence} {$characters}, {$tokens}.
stability-of-long-text = {$sentence} {$characters}.
sentences = {SENTENCES($sentences)}
can-change = can change next turn from here: {$tag}
go-there = Go there

# Blank and left out
blank = Blank and left out
blank-count = Blank and left out: {$count}
go-to-tag = Go to the tag
make-fix = Make the fix
blank-keys = Enter goes to the tag, {$keys} makes the fix.
edit-value = Edit value
because = {$reason}.
blank-row = {$tag} {$sentence} {$link}
left-out = left out: {LIST($reasons)}

# Comparison
compare-with = Compare with
compared-with = Compared with
my-text = my text
last-save = the last save
default = the default
case = case ‘{$name}’
situation = situation ‘{$name}’
nothing-to-compare = Nothing to compare with
save-first = Save the file or a case, and the difference to it shows here.
no-text-for = There is no text for {$name}.
no-difference = No difference
same-as-with = The model gets the same as with {$name}.

# What values are tried with
tried = Tried with
tried-with = Tried with {LIST($parts)}
change-tried = Change what values are tried with
clock-hint = like 2026-03-04 14:02:11, in UTC
not-set = not set
time-of-refresh = Time of each refresh
frozen-at = Frozen at {$time}
freeze-at-another = Freeze at another time…
freeze-at = Freeze the clock at
clock = Clock: {$time}
clock-frozen = Clock: frozen at {$time}
folder-now = Folder: {$name}…
model = Model
conversation = Conversation
model-now = Model: {$name}…
conversation-now = Conversation: {$name}…
refresh = Refresh values
no-time = ‘{$text}’ can’t be read as a date and time; write it {$hint}.

# The texts
result = What the model gets
result-as-markdown = What the model gets, as Markdown
result-keys = Enter goes to the source, {$keys} says why this is here.
nothing = Nothing: the text is empty.
copy = Copy
copy-as-picture = Copy as picture
select-all = Select all
picture = [picture: {$name}]
rest-in-text = {$count ->
    [one] … {$count} more character is in Text.
   *[other] … {$count} more characters are in Text.
 }

# Why is this here?
why-title = Why this is here
close = Close
close-with-keys = Close (Esc)
place = {$file}, line {$line}, column {$column}
go-to-line = Go to line {$line}
written-at = Written at
value-from = Value from
inserted-at = Inserted at
condition = Condition
block = Block
tag = Tag
reason = Because
left-out-label = Left out
also-here = Also here
tag-as-written = tag left as written
value-inserted = value inserted here
between-blocks = put between the blocks
literal = written as a literal
text-of-file = text of the file
no-condition = none – always sent
always-in = always sent
inserts-nothing = inserts nothing here
left-out-here = left out here
lines-left-out = {$first ->
    [same] line {$last}, {$characters}
   *[other] lines {$first} to {$last}, {$characters}
 }
not-sent = {$what} is not sent
