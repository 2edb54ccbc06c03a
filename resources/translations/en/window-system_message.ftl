menu = S&ystem message
blocks-or-source = Blocks or so&urce
why-sent = &Why is it sent or not?
compare-situations = Compare si&tuations
add-block = &Add block…
mute-or-unmute-mnemonic = &Mute or unmute
duplicate-block = Duplicate block
delete-block = Delete block
move-block-up = Move block up
move-block-down = Move block down
nest-block = Move block into the block above
unnest-block = Move block out of its block
wrap-block = Wrap block in a new block
set-updated = Set updatedAt to now
blocks = Blocks
write-content = Write its content
mute-or-unmute = Mute or unmute
add-a-block = Add a block
rename = Rename
duplicate = Duplicate
delete = Delete
move-up = Move up
move-down = Move down
nest = Move into the block above
wrap = Wrap in a new block
compare = Compare
show-in-situation = Show the block in the situation
clear-filter = Clear the filter
tried-for = Tried for
open-files = Open the choices of the file
inspector = Inspector
remove-entry = Remove a mode, tool, glob, file or condition
edit-anchor-question = Edit the anchor?
edit-anchor-about = Other blocks may use this anchor too. Edit it for all, or give this block its own value?
own-value = A value of its own
edit-there = Edit it there
step-updated = setting updatedAt to now
nothing-changed = Nothing was changed: {$reason}
no-block-chosen = No block is chosen.
cannot-be-read = The file can’t be read. Change it in the source.
block-gone = The block was removed from the file.
content-not-text = This content is a list or a mapping. Change it in the source.
content-of-anchor = This text comes from an anchor elsewhere in the file.
not-readable = Not readable
go-to-block = Go to the block
go-there = Go there
text = Text
request = Request
difference = Difference
file-order = File order
as-in-file = As in the file
by-precedence = By precedence
winner-first = By precedence, the winner first
by-priority-model = By priority model
by-type = By type, as the priority model says
plain-text = As plain text
with-headings = With Markdown headings
in-tags = In XML tags
view = View
without-losing = Without the blocks that lose
order-and-style = Order and style of the blocks: {$order}
filter-blocks = Filter blocks
add-a-block-keys = Add a block (Insert)
more-about-blocks = More about blocks
no-blocks-yet = No blocks yet
made-of-blocks = A system message is made of blocks; each says one thing.
add-a-block-of-type = Add a block…
unmute = Unmute
mute = Mute
add-inside = Add a block inside
add-below = Add a block below
unmute-all-blocks = Unmute all blocks
unmute-all = Unmute all
into-itself = A block can’t be moved into itself.
id = Id
condition = Condition
condition-hint = for example whenFilesAttached
name-of-value = Name of the value
value = Value
add-a-value = Add a value
add = Add
change = Change
value-in-source = Its value has lists or mappings. Change it in the source.
name-needed = A condition needs a name, such as whenFilesAttached.
name-the-value = Name the value, for example overPercent.
value-is-there = A value ‘{$name}’ is there already.
modes = Modes
mode = Mode
tools = Tools
tool = Tool
applies-to = Applies to
glob = Glob pattern
files = Files
file = File
not-set = not set
filled-in = replaced by their values
kept-as-written = sent as written
edit = Edit
done = Done
type = Type
priority = Priority
when = When
conditions = Conditions
format = Format
tags = Tags
tags-in-text = Tags in the text
not-sent = not sent
blocks-in-situations = Blocks in each situation
not-the-same = Bold: not the same in all situations
only-differing = Only where situations differ
no-saved-situations = No saved situations
save-to-compare = Save the situation in use to compare it with others.
save-as = Save as…
nothing-to-compare = No blocks to compare
all-the-same = The situations agree on every block
any-situation = Any
more-files = {$count} more, type to find them
choose-a-file = Choose a file
file-is = File: {$file}
no-file = no file
any-file = any file
matches-no-glob = Matches no glob
matches-none = It matches none of the system message’s globs.
nothing-to-explain = Nothing to explain yet
why-to-come = This panel says why a block is sent or not.
no-block-is-chosen = No block is chosen
choose-a-block = Choose a block to read why it is sent or not, and whom it wins over.
why = Why
saved-beside = It is saved beside the system message.
save-as-situation = Save as situation
save = Save
saved-already = Situation ‘{$name}’ is saved already.
situation-saved = Situation ‘{$name}’ is saved.
delete-about = ‘{$name}’ is removed from the situations file.
delete-situation = Delete situation
mute-needs-id = Only a block with an id can be muted. Give it one first.
all-unmuted = All blocks are unmuted.

# What is done with blocks
move-out = Move out of its block
step = {$action ->
    [add] adding a block
    [delete] deleting ‘{$name}’
    [duplicate] duplicating ‘{$name}’
    [wrap] wrapping ‘{$name}’
   *[move] moving ‘{$name}’
 }
block-done = {$action ->
    [add] A block is added {$place}.
    [delete] ‘{$name}’ is deleted.
    [duplicate] ‘{$name}’ is duplicated {$place}.
    [wrap] ‘{$name}’ is wrapped in a new block {$place}.
   *[move] ‘{$name}’ is moved: {$place}.
 }
place-at-top = at the top, {$number} of {$count}
place-in = in ‘{$block}’, {$number} of {$count}
blocks-sent = {$count ->
    [one] {$count} block, {$sent} sent
   *[other] {$count} blocks, {$sent} sent
 }
content-of = Content of {$name}
edit-anchor = Edit the anchor
detach = Detach
is-muted = ‘{$name}’ is muted.
is-unmuted = ‘{$name}’ is unmuted.
muted-again = {LIST($names, each: "‘*’")} {$count ->
    [one] is
   *[other] are
 } muted again.
unmuted-again = {LIST($names, each: "‘*’")} {$count ->
    [one] is
   *[other] are
 } unmuted again.

# Rows of blocks, cells of the comparison
any = any
sent = sent
wins = wins
loses = loses
muted = muted
priority-is = priority {$number}
no-priority = no priority
muted-here = {$count} muted, in this view only
cell = {$name}: {$words}
cell-in = {$name} in {$situation}: {$words}.
edit-link = {$problems ->
    [0] Edit
    [one] Edit, {$problems} problem
   *[other] Edit, {$problems} problems
 }

# The preview
block-not-sent = {$name} not sent: {$reason}
block-left-out = {$name} left out: {$reason}
is-left-out = {$name} left out: {$reason}.
loses-still-sent = {$name} loses, and is still sent
model-sees-both = {$why} The model sees both.
errors = The file has errors: callers get no system message.
errors-and-rest = The file has errors: callers get no system message. This is what can be read of it.
without-losing-note = Without the blocks that lose. Copies and exports have them.
cost-and-block = {$tokens} · {$name} {$block}

# Tried for
not-saved = Not saved
tried-for-situation = Tried for: {$name}
edited = {$name}, edited
save-named = Save ‘{$name}’
delete-named = Delete ‘{$name}’
no-mode = none
condition-answer = {$answer ->
    [yes] {$condition}: yes
   *[no] {$condition}: no
 }
matches = {$more ->
    [0] Matches {$glob}
   *[other] Matches {$glob} and {$more} more
 }
matches-these = Matches
left-out-because = Left out: {$reason}.
priority-label = priority
edit-who-gets-it = &Edit who gets it
