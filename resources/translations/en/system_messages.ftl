# Reading a system message
remove-entry = Remove this entry
a-block = a block, with ‘id’, ‘type’, ‘priority’ and ‘content’
new-id = Give it a new one
id-is-empty = ‘{$name}’ is empty; every block needs an id of its own.
one-of = one of {LIST($words)}
types-are = It is one of {LIST($words)}.
unknown-type = ‘{$name}’ is ‘{$value}’, which is not a type of blocks. {$which}
number-too-great = ‘{$name}’ is {$number}; it must be from −{$most} to {$most}, which all programs can count to.
list-of-conditions = a list of conditions
a-condition = a condition, with ‘kind’ and ‘value’
kind-is-empty = ‘{$name}’ is empty; say what the block waits for.
declared = ‘{$name}’ is declared {$format}: {$fault}
content-forms = text, or an object with ‘format’ and ‘text’
content-is-empty = ‘{$name}’ is empty; write there what the model is told.
a-format = {OR($words)}
must-be = ‘{$name}’ is ‘{$value}’; it must be {$wanted}.
true-or-false = true or false
list-of-blocks = a list of blocks
no-children = ‘{$name}’ has no blocks. Add one, or remove ‘children’.
repeats = ‘{$block}’ repeats ‘{$other}’ word for word. Keep one.
id-twice = ‘{$path}’ is ‘{$id}’, the id of ‘{$other}’ too. Give each block its own.
too-many-blocks = ‘blocks’ has {$most} blocks or more; what follows this one is not read.
too-many-problems = There are {$most} problems or more. Correct some of those listed to see them.
wrong-file = The file is {$reading}; it must be a mapping with ‘id’, ‘version’ and ‘blocks’.
file-is-empty = The file is empty. A system message has an id, a version and blocks.
put-under-blocks = Put the list under ‘blocks’
before-created = ‘updatedAt’ is before ‘createdAt’, {$time}.
change-to-created = Change to the time of ‘createdAt’
must-be-text = ‘{$name}’ is empty; it must be text.
odd-version = ‘version’ is ‘{$version}’; a version is numbers such as 1.0.0, or a date such as 2026-01-28.
date-and-time = a date and time with seconds and zone, such as 2026-01-28T09:00:00Z
list-of-types = a list of types
a-type = a type of blocks
no-blocks = ‘blocks’ is an empty list: the system message says nothing yet.
too-many-entries = ‘{$name}’ has more than {$most} entries; those from here on are not read.
too-many-globs = ‘{$name}’ goes beyond {$most} globs; those from here on are not read. Use fewer braces.
a-scope = a mapping of ‘applyTo’, ‘modes’, ‘tools’ or ‘files’
scope-is-empty = ‘{$name}’ names no target. Set ‘applyTo’, ‘modes’, ‘tools’ or ‘files’, or remove it.
entry-is-empty = ‘{$name}’ is empty; remove it.
cannot-match = ‘{$name}’ can’t be matched. {$reason}
open-glob = ‘{$name}’ has a ‘{$sign}’ that is never closed, so it matches hardly any file. Write ‘{$closer}’.
single-choice = ‘{$name}’ has no comma in its braces ‘{$braces}’, so it matches hardly any file. Remove them.
glob-is-empty = The glob is empty.
glob-too-long = The glob is longer than {$most} bytes. Give several shorter ones.
too-many-stars = The glob has more than {$most} ‘**’.
too-many-braces = The glob’s braces make more than {$most} globs, or very long ones.
glob-leads-out = ‘{$glob}’ leads out of the workspace with ‘..’. Begin at the workspace’s top.
glob-with-first-slash = ‘{$glob}’ starts with a slash. Globs start at the workspace’s top without one.
glob-with-last-slash = ‘{$glob}’ ends with a slash, so no file can match it. End it with ‘/**’.
glob-with-two-slashes = ‘{$glob}’ has two slashes in a row, so no file can match it.
line-unreadable = line {$line} of it can’t be read. {$reason}

# Lints
more-notes = {$count ->
    [one] There is 1 more note on blocks. Correct some of these to see it.
   *[other] There are {$count} more notes on blocks. Correct some of these to see them.
 }
blocks-tie = {AND($names, each: "‘*’")} tie: priority {$priority}, equally specific scopes. Their order decides.
never-sent-files = ‘{$name}’ is never sent: no file is in its scope and in that of ‘{$other}’ around it.
never-sent-around = ‘{$name}’ is never sent: the blocks around it leave no mode for it.
never-sent-modes = ‘{$name}’ is never sent: it is for {OR($modes)}, and ‘{$other}’ around it for {OR($others)}.
two-blocks = {$lint ->
    [always-outranked] ‘{$name}’ always loses to ‘{$other}’: it has priority {$priority} against {$greater}.
    [duplicate-text] ‘{$name}’ says the same as ‘{$other}’, and both can be sent together.
    [near-duplicate-text] ‘{$name}’ says nearly the same as ‘{$other}’ ({$detail} alike), sent together.
   *[always-never] ‘{$name}’ says never to ‘{$detail}’, ‘{$other}’ says always to; both can be sent.
 }
give-priorities = Give them different priorities, in file order
raise = Raise ‘{$name}’ to {$priority}
lower = Lower ‘{$name}’ to {$priority}
narrow = Narrow ‘{$name}’ to mode {$mode}
merge = Merge ‘{$name}’ into ‘{$other}’
remove = Remove ‘{$name}’
use-modes = Use the modes of ‘{$name}’
# Edits of blocks
copy-of-anchor = ‘{$name}’ comes from an anchor; a copy of it would have the same id.
copies-of-anchor = The blocks in ‘{$name}’ come from an anchor; copies would have the same ids.
no-own-id = The id of ‘{$name}’ comes from an anchor or is missing. Write one first.
none-above = No block is above ‘{$name}’ for it to go into.
in-no-block = ‘{$name}’ is not in another block.
is-first = ‘{$name}’ is the first already.
is-last = ‘{$name}’ is the last already.
is-there-already = It is there already.
whole-message = That is the system message itself. Choose a block.
no-place = {$count ->
    [one] ‘{$name}’ has 1 block, and no place {$place}.
   *[other] ‘{$name}’ has {$count} blocks, and no place {$place}.
 }
into-itself = ‘{$name}’ can’t go into itself.
no-message = There is no system message in this file.
no-such-block = There is no block {$path}.
block-from-anchor = ‘{$name}’ comes from the anchor ‘&{$anchor}’ on line {$line}. Change it there.
blocks-from-anchor = The blocks in ‘{$name}’ come from ‘&{$anchor}’ on line {$line}. Change them there.
blocks-merged = The blocks in ‘{$name}’ come in by ‘<<’. Change them where they are written.
not-a-block = ‘{$name}’ is not a block. Correct it in the source first.
the-message = the message
is-repeated = ‘*{$alias}’ on line {$line} repeats something of ‘{$name}’. Change that first.
behind-alias = ‘{$name}’ has the anchor ‘&{$alias}’, and can’t go behind its alias on line {$line}.
before-anchor = ‘{$name}’ repeats ‘&{$anchor}’ of line {$line}, and can’t go before that.
content-not-text = The content of ‘{$name}’ is not text. Correct it in the source first.
anchor-is-text = ‘&{$anchor}’ is text alone. Detach it here, or change it where it is written.
says-that = It says that already.
too-many-changes = This takes more than {$most} changes. Make it in the source.
field-merged = ‘{$field}’ comes in by ‘<<’ and can’t be removed here. Give it a value of its own.
shorter = {$count ->
    [one] The content of ‘{$name}’ has only 1 character.
   *[other] The content of ‘{$name}’ has only {$count} characters.
 }
unwritable-here = This can’t be written at the content’s place. Change it in the source.
only-field = ‘{$field}’ is the only field here. Delete all of it in the source.
comments-in-brackets = ‘{$name}’ has comments, which have no place between brackets.
own-comments-in-brackets = Its comments have no place between brackets. Change it in the source.
not-a-list = ‘{$field}’ of ‘{$name}’ is not a list. Correct it in the source first.
# Situations
holds-and-fails = The condition ‘{$kind}’ can’t be yes and no at once. Take it out of one list.
text-or-null = text, or null for none
list-or-none = a list, [] for none
list-of-kinds = a list, of kinds, or of {"{"}kind: value{"}"}
kind-or-mapping = a condition’s kind, or {"{"}kind: value{"}"}
condition-has = A condition has ‘kind’ and ‘value’.
name-a-condition = ‘{$name}’ is empty; say which condition is meant.
lines-of-values = lines of ‘type:name: value’
value-not-text = ‘{$name}’ is {$reading}; it must be text. Put it in quotes.
entry-must-be = ‘{$name}’ is {$reading}; it must be {$wanted}.
situation-needs = A situation needs a ‘name’, and what is given in it.
# Why a block is sent or not
any = {$target ->
    [mode] The mode is any.
    [tool] The tools are any.
   *[file] The file is any.
 }
short-any = {$target ->
    [mode] mode is any
    [tool] tools are any
   *[file] file is any
 }
none-for = {$target ->
    [mode] There is no mode, and this is for {OR($wanted)}.
    [tool] There is no tool, and this is for {OR($wanted)}.
   *[file] There is no file, and this is for {OR($wanted)}.
 }
short-none = {$target ->
    [mode] no mode
    [tool] no tool
   *[file] no file
 }
mode-is = The mode is {$mode}.
mode-for = The mode is {$mode}, and this is for {OR($wanted)}.
short-mode = mode is {$mode}
tool-there = {$tool} is there.
tool-of = {$tool} belongs to {$entry}.
short-tool = tool {$tool}
tools-for = {$count ->
    [one] The tool is {AND($tools)}, and this is for {OR($wanted)}.
   *[other] The tools are {AND($tools)}, and this is for {OR($wanted)}.
 }
short-tools = {$count ->
    [one] the tool is {AND($tools)}
   *[other] the tools are {AND($tools)}
 }
file-named = {short-file-named}.
short-file-named = {$file} is named
file-matches = {short-file-matches}.
short-file-matches = {$file} matches {$glob}
file-for = The file is {$file}, and this is for {OR($wanted)}.
file-unmatched = {short-file-unmatched}.
short-file-unmatched = {$count ->
    [one] {$file} does not match {OR($globs)}
   *[other] {$file} matches none of {AND($globs)}
 }
short-file = file is {$file}
condition-is = {$state ->
    [holds] Condition {$condition} is yes.
    [contradicts] Condition {$condition} is no.
   *[open] Condition {$condition} is any.
 }
short-condition = {$state ->
    [holds] its condition is yes
    [contradicts] its condition is no
   *[open] its condition is any
 }
muted = It is muted, in this view only.
short-muted = muted
around-not-sent = ‘{$block}’ around it is not sent.
short-not-sent = {$block} is not sent
sent = Sent.
not-sent = Not sent.
no-limits = It has no scope and no conditions.
no-own-limits = It limits nothing itself, and ‘{$block}’ around it is sent.
of-block = {$block}:

# Who gets a block
always-sent = Always sent.
sent-to = Sent {LIST($limits)}.
limit-around = where {$block} is
limit = {$limit ->
    [files] for {OR($names)}
    [modes] in {OR($names)}
    [tools] with {OR($names)}
   *[conditions] when {AND($names)}
 }

# Why a block wins or loses
wins-over = Wins over {AND($blocks)}.
loses-to = Loses to {$block}.
loses-and-sent = {$why} It is still sent.
never-with = Never sent with {$block}.
apart-modes = One is for mode {OR($mine)}, the other for {OR($others)}.
apart-files = No file is in both scopes.
apart-scopes = Their scopes exclude each other.
tied-with = Tied with {AND($blocks)}.
order-decides = Their order in the file decides: raise a priority, narrow a scope, or merge them.
wins-alike = They have the same priority and come after it in the same way.
wins-by-priority-over = {$more ->
    [0] Its priority, {$priority}, is higher than {AND($lower)}.
   *[other] Its priority, {$priority}, is higher than theirs.
 }
wins-by-priority = ‘{$block}’ has priority {$priority}, ‘{$other}’ only {$lower}.
wins-by-kinds = {$count ->
    [0] Both have priority {$priority}; ‘{$block}’ limits {AND($kinds)}, the other nothing.
   *[other] Both have priority {$priority}; ‘{$block}’ limits {AND($kinds)}, the other only {AND($others)}.
 }
wins-by-name = Both have priority {$priority}; ‘{$block}’ names files, the other matches them with globs.
wins-by-glob = Both have priority {$priority}; ‘{$block}’ matches more closely, {$glob} against {$other}.
wins-by-any-glob = Both have priority {$priority}; ‘{$block}’ matches more closely, {$glob}.
wins-by-choices = Both have priority {$priority}; ‘{$block}’ leaves fewer choices, {$few} against {$many}.
wins-by-order = Both have priority {$priority} and equal scopes; ‘{$block}’ stands first in the file.
target = {$target ->
    [file] file
    [glob] glob
    [mode] mode
   *[tool] tool
 }
only-if = {$sentence} Only if {AND($blocks, each: "‘*’")} {$count ->
    [one] applies
   *[other] apply
 }.

# What a message is tried for
none = none
quote-signs = Put a name with ‘]’ or ‘#’ in quotes.
answer-count = {$answer ->
    [yes] {$count ->
        [one] {$count} is yes
       *[other] {$count} are yes
     }
    [no] {$count ->
        [one] {$count} is no
       *[other] {$count} are no
     }
   *[any] {$count ->
        [one] {$count} is any
       *[other] {$count} are any
     }
 }
situation = {$file} · {$mode} · {$tools}
situation-and-conditions = {situation} · conditions: {$conditions}
part-any = {$part ->
    [file] any file
    [mode] any mode
   *[tools] any tools
 }
part-none = {$part ->
    [file] no file
    [mode] no mode
   *[tools] no tools
 }
part-names = {AND($names)}
field-kind = what the block waits for
field-value = the value it must have
field-value-more = Anything; {"{}"} for none.
field-format = plain, markdown, json or yaml
field-text = what the model is told
field-literal = whether tags in the text are left as they are
field-literal-more = Default: true in json and yaml, false in plain and markdown.
field-id = its name, unique in the file
field-type = what it is about
field-priority = a higher one wins
field-priority-more = This counts where two blocks disagree.
field-scope = what it is limited to
field-scope-more = At least one list has an entry.
field-conditions = the conditions that must be yes for it
field-content = what the model is told
field-content-more = The text, or an object that says its format.
field-children = blocks within it
field-children-more = They are for what this one is for, or for less of it.
field-id-of-fields = its name
field-version = numbers such as 1.0.0, or a date
field-created-at = when it was written
field-created-at-more = RFC 3339, with seconds and zone: 2026-01-28T09:00:00Z.
field-updated-at = when it was changed last
field-updated-at-more = Not before createdAt.
field-priority-model = the types of blocks, the strongest first
field-blocks = what the model is told
field-blocks-more = In order.
field-apply-to = globs of files
field-apply-to-more = From the workspace’s top.
field-modes = modes of the agent
field-tools = tools, or namespaces of tools
field-files = files by their names
field-files-more = Or by their paths from the workspace’s top.
situation-name = what it is called
situation-file = the file that is edited
situation-file-more = From the workspace’s top.
situation-mode = the mode of the agent
situation-tools = the tools that it has
situation-holds = the conditions that are yes
situation-holds-more = A kind for every value of it, {"{z: value}"}, or {"{kind: z, value: value}"}.
situation-fails = the conditions that are no
situation-values = the values of variables
situation-values-more = By type:name; null is none.
