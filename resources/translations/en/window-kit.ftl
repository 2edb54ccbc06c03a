labelled = {$label}: {$value}
close-bar = Close this bar
cancel = Cancel
name = Name
any-panel = any panel
open-menus = Open the menus
open-context-menu = Open the menu of what has the focus
section-title = the title of a section
fold-or-unfold = Fold or unfold
chip = {$name}, Delete removes it
add = Add: {$what}
new = New: {$what}
cell = {$column}, {$row}
remove-field = Remove this field
remove = Remove {$name}
nothing-matches = Nothing matches
clear-filter = Clear the filter
edit = Edit
done = Done
step-up = &Step up
step-down = Step &down
more = More
cached-all = cached: all
cached-first = cached: first {$percent} %
not-cached = not cached
tokens-by-bytes = Tokens are estimated: one for four bytes.
tokens-exact = Tokens are counted by {$name}, the tokenizer of {$model}.
today = Today
yesterday = Yesterday
unknown-date = Unknown date
fault = That did not work: Foreword has a fault. The log has it.
state = {$state ->
    [on] {$name}: on.
   *[off] {$name}: off.
 }
counts = {LIST($counts)}
filter = Filter
find = Find
opens-menu = {$keys} opens a menu.
empty = empty
more-kept = {$count} more characters, kept as they are. Replace them with Load from file…
tokens-without-model = Tokens are estimated by {$name}: no model is set.
tokens-estimated = Tokens are estimated by {$name}; the tokenizer of {$model} is not known.
at-time = at {$time}
on-day-at-time = on {$day} at {$time}
month = {$month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
 }
date = {$day} {month}
date-of-year = {$day} {month} {$year}
number = {$number}
tokens = {$kind ->
    [estimate] ≈ {$count}
   *[exact] {$count}
 }
none = none
problems = Problems: {$counts}.
all-files = All files
json-files = JSON
markdown-files = Markdown
unfold-all = Unfold all
fold-all = Fold all
