has-fixes = {$problem} {$keys} has fixes.
rename = Rename ‘{$name}’…
undo = Undo
redo = Redo
cut = Cut
copy = Copy
copy-picture = Copy as picture
paste = Paste
select-all = Select all
completions = Completions
difference-view = View of the difference
inline = Inline
two-columns = Two columns
difference = Difference
difference-of = Difference from {$before} to {$after}
text-of = Text of {$name}
columns-need-room = Two columns need more room: make the window wider, or hide a side.
comparing = Comparing…
no-difference = No difference
same-texts = Both texts are the same.
before = Before
after = After
difference-in = Difference, {$name}
compared-roughly = Too much was changed to compare it line by line.
too-many-private = It has more different private-use characters than can be shown at once.
filling-stopped = Only the beginning is shown: opening it was cancelled.
still-opening = It is still being opened.
too-many-lines = It has {$lines} lines; files of more than {$most} are shown, not edited.
too-long = It has {$characters} characters; files of more than {$most} are shown, not edited.
nothing-open = Nothing open
choose-file = Choose a file in the library to read and edit it here.
find = Find
next-match = Next match
previous-match = Previous match
replace-all = Replace all
typed-before = What was typed before
match-case = Match case
whole-word = Whole word
regular-expression = Regular expression
close = Close
find-in-selection = Find in the selection
replace = Replace
all = All
with-keys = {$name} ({$keys})
replace-with = Replace with
hide-replacing = Hide replacing
show-replacing = Show replacing
replacing-stopped = Replacing was stopped; nothing is replaced.
changed-meanwhile = The text was changed meanwhile; nothing is replaced.
searching = Searching…
fixes = Fixes
unfolded = Unfolded.
folded = Folded.
all-folded = All is folded.
all-unfolded = All is unfolded.
most-folded = At most {$count} lines are folded.
text-size = Text size: {$size} pixels.
source = Source
changes-conversation = with the conversation
changes-day = every day
changes-turn = every turn
comment-left-out = It is left out of the text.
literal-stays = What it names stays in the text as it is.
more-fixes = {$count} more…
opened = Opened
otherwise = Otherwise
closed = Closed
go-to-line = Go to line {$line}
invisible-here = {$name} is here. It is in the text, though nothing of it would show.
invisible-character = invisible character
required-variable = required variable
optional-variable = optional variable
meaning = Meaning
default = Default
changes = Changes
line = line {$line}
picture-failed = The picture could not be made: there is not enough memory for it.
picture-ends = It ends in line {$line}: more does not fit.
picture-cut = Lines are cut off at its right edge.
close-beside = Close the text beside
open-files = Open files
keep-open = Keep open
unpin = Unpin
pin = Pin
open-beside = Open beside
history = History…
view = View
all-files-unsaved = All open files, some unsaved
all-files = All open files
first-selected = Only the first {$most} matches are selected.
most-carets = There can be at most {$most} carets.
offer = {$name}, {$number} of {$count}
text-before = before
text-after = after
lines-added = {$count ->
    [one] {$count} line added
   *[other] {$count} lines added
 }
lines-removed = {$count ->
    [one] {$count} line removed
   *[other] {$count} lines removed
 }
more-lines = {$count ->
    [one] … {$count} more line
   *[other] … {$count} more lines
 }
same-lines = {$count ->
    [one] … {$count} line the same
   *[other] … {$count} lines the same
 }
more-characters = {$count ->
    [one] {$count} more character
   *[other] {$count} more characters
 }
replacing = {$number} of {$count} matches replaced
replaced = {$count ->
    [one] {$count} match replaced
   *[other] {$count} matches replaced
 }
opens-fixes = {$keys} opens fixes
next-problem = {$keys} next problem
lines = {$count ->
    [one] {$count} line
   *[other] {$count} lines
 }
changes-never = never
comment = comment
literal = literal
condition = condition
variable = variable
empty = empty
picture-copied = The picture is copied. {$left_out}
tab = {$sort ->
    [preview] {$name}, preview
    [pinned] {$name}, pinned
   *[kept] {$name}
 }{$state ->
    [unsaved] , unsaved
   *[saved] {""}
 }
close-others = Close other tabs
close-to-the-right = Close tabs to the right
close-saved = Close saved tabs
close-all = Close all tabs
no-match = {$has_words ->
    [yes] There are no other matches.
   *[no] The caret is not at a word.
 }
matches = {$count ->
    [0] No matches
   *[other] {$number ->
        [0] {$count}
       *[other] {$number} of {$count}
     }
 }
replace-all-matches = {$count ->
    [0] Replace all
   *[other] Replace all {$count}
 }
replace-all-here = Replace all {$count} here
