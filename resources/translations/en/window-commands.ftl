# A chat from JSON
clipboard = What is on the clipboard
clipboard-empty = There is no text on the clipboard. Copy the JSON of a request or of its messages first.
clipboard-too-large = {$source} has over {$most} characters. Save it, and use ‘foreword import’.
import-from-json = Import a chat from JSON
import-chat-title = Import a chat
import = Import
about-import = It has {$messages}, in the shape of {$maker}. Each becomes a file in a new folder.
not-imported = {$source} was not imported. {$why}
import-losses = {$source} has more than message files hold, which are roles and texts.
import-keys = {$source} seems to hold {$count ->
    [one] a key or a token
   *[other] keys or tokens
 }, listed here.
import-left-out = What message files can’t hold is left out.
imported-with-notes = Imported, with notes

# Writing, Undo and renaming
nothing-to-complete = Nothing is known that could be written here.
step-done = {$done ->
    [undone] Undone
   *[redone] Redone
 }: {$step}.
step-done-in-part = {$done ->
    [undone] Undone
   *[redone] Redone
 } in ‘{$name}’.
step-done-in-line = {$done ->
    [undone] Undone
   *[redone] Redone
 } in line {$line}.
no-name-here = {$sort ->
    [variable] Put the caret on a variable’s name to rename it.
    [trigger] Put the caret on a trigger’s id to rename it.
   *[none] This kind of file has no names to rename.
 }
rename-symbol-title = Rename the {$sort} ‘{$name}’
rename-button = Rename
about-rename = {$where}: {$count ->
    [one] {AND($names, each: "‘*’")} changes.
   *[other] {AND($names, each: "‘*’")} change.
 }
places = {$places ->
    [one] {$places} place in {$files}
   *[other] {$places} places in {$files}
 }
renaming-step = renaming ‘{$old}’ to ‘{$new}’
renamed-symbol = ‘{$old}’ is now ‘{$new}’ in {$where}.
renamed-in-files = { renamed-symbol } Save writes them together.
not-renamed = Nothing was renamed: {$reason}
not-renamed-as = Nothing was renamed, as ‘{$name}’ can’t be changed: {$reason}
could-not-be-opened = ‘{$name}’ could not be opened.
cannot-be-changed = ‘{$name}’ can’t be changed: {$reason}
changed-meanwhile-rename = ‘{$name}’ has changed meanwhile. Rename it again.

# Files
save-question = {$count ->
    [one] Save ‘{$name}’ {$to_be ->
        [deleted] before it is deleted?
        [reset] before it is reset?
       *[closed] first?
     }
   *[other] Save {$count} documents {$to_be ->
        [deleted] before they are deleted?
        [reset] before they are reset?
       *[closed] first?
     }
 }
unsaved-text = {$count ->
    [one] It has
   *[other] They have
 } text that is not on the disk.
list-more = and {$count} more
cancel = Cancel
do-not-save = Do not save
close-without-saving = Close without saving
save-button = {$count ->
    [one] Save
   *[other] Save all
 }
open-folder-title = Open folder
recent-folders = Recent folders
no-recent-folders = No other folder was open before.
open-file-title = Open file
save-as-title = Save as
all-kinds = All kinds
no-text-beside = ‘{$name}’ holds no text to show beside.
no-messages = ‘{$name}’ has no messages.
new-message = New message
more-not-opened = {$count} more were not opened.
only-first-files = Only the first {$most} of {$count} files were opened. Open the others from the library.
more-folders = {$count ->
    [one] One more folder was not opened. Use Open folder.
   *[other] {$count} more folders were not opened. Use Open folder for each.
 }
show = Show
tab-moves-now = Tab moves the focus now; Ctrl+M changes it back.
tab-indents-again = Tab indents again.

# Find and replace in the library
find-in-library-page = Find in library
open-in-tab = open
read-only-note = read-only
changed-read-again = changed meanwhile, read again
replacing = Replacing: {$number} of {$count} files
replaced = {$count ->
    [0] Nothing was replaced.
   *[other] Replaced {$matches} in {$files}.
 }
replacement-step = the replacement in the library
it-was-changed = It was changed meanwhile.
stays-as-it-is = {$name} stays as it is. {$why}
problem-in = In {$name}: {$problem}
stopped-searching = Stopped after {$count} matches: narrow the search.

# The palette
palette-field = Go to file, block or command…
go-to-file-field = Go to file…
no-file-open = No file is open.
nothing-matches-typed = Nothing matches ‘{$typed}’.
no-symbols = This file has no symbols.
no-files-yet = No files yet.
type-a-line = Type a line from 1 to {$most}, or a line and a column: 12:5.
go-to-that-line = {$to ->
    [line] Go to line {$line}
   *[column] Go to line {$line}, column {$column}
 }
group-recent = Recent
group-files = Files
group-blocks = Blocks
group-symbols = Symbols
group-messages = Messages
group-commands = Commands
group-line = Line
not-saved-yet = not saved yet
line = line {$line}

# Words by which people from other editors look for an action
also-next-match = occurrence multi cursor
also-all-matches = occurrence multi cursor
also-toggle-fold = collapse expand
also-replace = replace all
also-replace-in-library = replace all in files
also-find-in-library = search in files
also-shortcuts = keybindings
also-settings = preferences options
also-word-wrap = soft wrap
also-toggle-library = explorer sidebar
also-undo-file-operation = restore deleted file
also-show-fixes = quick fix
also-rename-symbol = rename symbol
also-open-beside = split editor
also-toggle-comment = comment line

# Library
folder = &Folder
folder-label = folder
new-title = New
new-kind = New {$kind}
new-kind-in = New {$kind} in {$folder}
create = Create
about-names = This names the file. A path, such as billing/refund, puts it in a folder.
about-new-folder = Files come into it with New, or by dragging them.
blocks-of-headings = {$of ->
    [file] Each heading of {$name} becomes a block.
   *[selection] Each heading of what is selected in {$name} becomes a block.
 }
tags-become-text = Tags such as {"{{name}}"} stay as text there.
no-row-of-its-own = The file in front has no row of its own in the library.
is-read-only = {$name} is read-only.
rename-thing = Rename {$name}
messages-go-with-it = Its messages go with it.
files-go-with-it = Its files go with it.
file-goes-with-it = {AND($names, each: "‘*’")} {$count ->
    [one] is renamed with it.
   *[other] are renamed with it.
 }
name-in-it-follows = The ‘name’ in the prompt changes, too.
move-to = Move {$name} to
move = Move
about-moving = Choose a folder of the library. ‘.’ is its top folder.
no-such-folder = There is no folder {$name}.
is-copied = {$text} is copied.
history-link = History
undo-link = Undo
kept-apart = The unsaved text of ‘{$name}’ is in ‘{$now}’: another file has its name now.

# Lines
no-comments-here = This kind of file has no comments.
too-many-changes = These are {$count} changes; at most {$most} are made at once.
too-much-text = That is too much text for one step: at most {$most} characters.
not-in-a-condition = The caret is in no condition.

# Preview, and problems
copied-later = Some values are not there yet. It is copied as soon as they are.
copied-but = {$of ->
    [callers] Copied from {$source}
   *[own] Copied
 }, but {$count ->
    [one] {AND($names, each: "‘*’")} is required and not set.
   *[other] {AND($names, each: "‘*’")} are required and not set.
 }
not-changed = Nothing was changed: {$reason}
fixed = Fixed: {$title}.
problem-gone = This problem is gone: the text has changed meanwhile.
no-problems = No problems.
kept-mine = ‘{$name}’ has your text now; what was on disk is in the history.

# Reports
details-copied = The details are in the clipboard.
log-empty = The log is empty: nothing has failed.
log-is-empty = The log is empty.
log-is = The log is {$path}.
no-journals = No journal of unsaved text is set aside.
journals = {$count ->
    [one] {$count} journal
   *[other] {$count} journals
 } of unsaved text set aside, {$size}{$days ->
    [0] {""}
    [one] , kept {$days} day
   *[other] , kept {$days} days
 }.
show-in-folder = Show in folder
they-are-in = They are in {$folder}.
report-copied = The report is in the clipboard, without your texts.
stopped-unexpectedly = Foreword stopped unexpectedly {$when}.
copy-report-link = Copy report
show-log-link = Show log
fact-from = From
fact-folder = Folder
fact-qt = {$qt} with PySide6 {$pyside}, on {$display}
fact-system = System

# Settings
settings-title = Settings
close = Close
find-a-setting = Find a setting or a command
press-keys-of-command = Press the keys of a command
find-by-keys = Find by pressing keys
pages = Pages
nothing-matches = Nothing matches
clear-the-search = Clear the search
open-file-link = Open file
changes-work-at-once = Changes work at once.
settings-changed = {$count ->
    [0] No setting changed
    [one] {$count} setting changed
   *[other] {$count} settings changed
 }
kept-in-file = {$summary}, kept in {$name}
back-to-default = Back to default
setting-back-to-default = {$setting}: back to default
it-must-be = It must be {$what}.
theme = &Theme
interface-size = {$percent ->
    [0] Interface size: as the system
   *[other] Interface size: {$percent} %
 }
in-panel = In {$panel}

# Shortcuts
shortcuts-page = Shortcuts
shortcut = {$command}, {$count ->
    [0] no keys
   *[other] {OR($keys)}
 }, {$menu}{$changed ->
    [changed] , changed
   *[as-usual] {""}
 }
keys-as-in = Keys as in
reset-all = Reset all…
commands-changed = {$count ->
    [one] {$count} command
   *[other] {$count} commands
 }, {$changed ->
    [0] none changed
   *[other] {$changed} changed
 }
reset-all-title = Reset all shortcuts?
reset-all-action = Reset
changed-keys-go-back = {$count ->
    [one] {$count} changed command gets its default keys again.
   *[other] {$count} changed commands get their default keys again.
 }
all-keys-go-back = All commands get Foreword’s default keys again, in place of those of {$preset}.
change-keys = Change keys…
add-keys = Add keys…
remove-keys = Remove keys
no-keys = none
press-keys-for = Press keys for {$command}
esc-ends = Esc ends
use-it-here = Use it here, take it from there (Enter)
key-types = {$key} types or moves in a text. Add Ctrl or Alt.
key-is-taken = {$key} already runs ‘{$command}’.
menu-changed = {$menu}, changed

# Trust
trust-title = Trust
folder-is-trusted = {$name} is trusted
trust-question = Trust {$name}?
about-trusting = {$folder}. Trust a folder if you know who wrote it.
what-trust-gives = What trust gives
trust-asks-git = git is asked for the branch and for changed files, with hooks and filters off.
trust-reads-files = Files of the workspace, outside the library too, are read.
files-outside-unread = Files outside the folder stay unread until you allow each one.
nothing-is-run = Nothing in the folder is ever run.
take-it-back = Take it back at any time: click Restricted or Trusted in the status bar.
stay-restricted = Stay restricted
take-trust-back = Take trust back
trust-this-folder = Trust this folder
allowed = Allowed
restrict-this-file = Restrict this file
restrict-file = Restrict {$name}
this-session = this session
more-files = … {$count} more
reason = {$reason}.
file-restricted = {$why ->
    [secrets] ‘{$name}’ may hold secrets and is restricted.
   *[outside] ‘{$name}’ lies outside the folder and is restricted.
 }
now-so = {$state ->
    [trusted] {$name} is trusted.
   *[restricted] {$name} is restricted.
 }
file-now-restricted = {$name} is restricted now.

# Versions
version-no-text = This version is not text. ‘foreword history’ can write its bytes.
no-deleted-files = No deleted files
about-deleted-files = Deleted files are kept in the history, and listed here.
nothing-open = Nothing open
open-to-see-versions = Open a file to see its versions here.
history-of-file = {$name}: {$head}
no-versions-yet = No versions yet
about-versions = Each save keeps the version before it here, to compare it and to restore it.
cannot-be-shown = It can’t be shown
version-now = now
no-text = No text
no-text-to-compare = One of the two versions holds no text to compare.
no-difference = No difference
same-texts = The texts are the same.
other-bytes = The texts are the same; their bytes differ, in line ends or encoding.
no-text-to-copy = This version holds no text to copy.
version-copied = The text of {$version} is copied.
not-restored = {$name} was not changed: {$reason}
restored = {$name} has the text of {$version} again. It is not saved yet.
was-deleted = {$name} was deleted.
back-with-text = {$name} is back, with the text of {$version}.

# Values and variables
load-a-value = Load a value
value-not-utf-8 = ‘{$name}’ is not UTF-8, so it can’t be a value.
not-declared = ‘{$name}’ is not declared, so it has no value to edit.
as-if-in = As if in
insert-a-variable = Insert a variable
about-inserting = Type a part of its name and choose it.
insert = Insert
no-such-variable = There is no variable ‘{$name}’.
condition = Condition
which-variable = Which variable does it ask for?
wrap = Wrap
choose-a-file = Choose a file
nothing-declared = Nothing was declared: {$reason}
declare-a-variable = Declare a variable
about-declaring = It is added to the frontmatter as optional, and its tag goes to the cursor.
declare = Declare
frontmatter-broken = The frontmatter is too broken to add a variable to. Fix its problems first.
extract-a-variable = Extract a variable
about-extracting = The selected text becomes its value, and its tag takes the place of the text.
extract = Extract
list-has-problems = {$name} has problems; correct them first.
key-not-declared = ‘{$name}’ was not declared: {$reason}
describe-it = Describe ‘{$name}’ and save: then templates have it.
variable-names = Lower-case letters, digits and underscores, not beginning with a digit.
declared-already = ‘{$name}’ is declared already.
bracket-names = A type and a name with a colon between them, as in git:branch.
brace-names = Letters, digits and underscores, not beginning with a digit.
make-literal = Make literal

# The manual, and other questions
manual-title = Manual
find-in-manual = Find words in the manual
back-button = Back
no-page-has = No page has ‘{$words}’.
about-foreword = About Foreword
what-foreword-is = The editor for people who write system prompts.
looks-for-no-updates = It looks for no updates, and sends nothing but the requests that you send.
licences = MIT licence. Made with Qt and PySide6 (LGPL 3), Python (PSF) and icons of Lucide (ISC).
copy-details = Copy details
whats-new = What’s new
changelog = Changelog
changed-on-disk = ‘{$name}’ changed on disk
about-conflict = Another program changed it meanwhile. The text you do not keep stays in the history.
about-show-history = Decide later, and see the versions in the history
my-changes = My changes
from-disk-to-mine = From disk to mine
decide-later = Decide later
take-disk = Take what is on disk
keep-mine = Keep mine
show-history-button = Show history
more-notes = … and {$count} more.

# Actions: all menus
open-library = Open fol&der…
open-recent = Open &recent…
open-file = &Open file…
save = &Save
save-as = Save &as…
save-all = Sav&e all
close-tab = &Close tab
reopen-tab = Reopen closed &tab
close-folder = Close &folder
settings = Settin&gs…
quit = &Quit
import-chat = New chat from JSON…
import-chat-clipboard = New chat from the clipboard
serve = Serve programs…
trust = Trust…
go-to-library = Go to the library
undo-file-operation = Undo the last file operation
no-file-operation = There is no file operation to undo.
undo = &Undo
redo = &Redo
cut = Cu&t
copy = &Copy
paste = &Paste
rename-symbol = R&ename…
complete = C&omplete
show-fixes = Show &fixes
select-all = Select all
delete-word-before = Delete word before
delete-word-after = Delete word after
show-hover = Show hover card
tab-moves-focus = Tab moves the focus
zoom-in = Zoom &in
zoom-out = Zoom o&ut
word-wrap = &Word wrap
zoom-reset = Usual size
go-to-file = Go to &file…
go-to-line = Go to &line…
go-back = &Back
go-forward = F&orward
next-problem = &Next problem
previous-problem = Pre&vious problem
go-across = &Go to source or preview
why-here = &Why is this here?
show-palette = Command palette…
open-beside = Open be&side
close-beside = Close the text beside
next-tab = Next tab
previous-tab = Previous tab
insert-variable = Insert &variable…
insert-condition = Insert c&ondition…
make-my-copy = &Make my copy
reset-to-default = Reset to &default
show-history = &History
copy-model-text = &Copy what the model gets
refresh-values = &Refresh values
library-variables = &Library variables
save-case = Save as case…
show-cases = Show all cases
compaction-instructions = Compact&ion instructions
manual = &Manual
shortcuts = &Keyboard shortcuts…
show-changelog = What’s &new
show-log = Show &log
about = &About Foreword
copy-report = Copy report
show-set-aside = Journals set aside…
menu-file = &File
menu-edit = &Edit
menu-view = &View
menu-go = &Go
menu-prompt = &Prompt
menu-help = &Help

# Actions: making files
new-kind-action = { new-kind }…
new = &New…
new-untitled = New &untitled file

# Actions: tabs
go-to-tab = Go to tab {$number}
rename-file = Rename the file…
duplicate-file = Duplicate the file
delete-file = Delete the file
pin-tab = Pin or unpin the tab

# Actions: find and replace
find = F&ind…
replace = Rep&lace…
find-in-library = Find in li&brary…
replace-in-library = Replace in librar&y…
next-library-hit = Next match in the library
previous-library-hit = Previous match in the library
find-next = Next match
find-previous = Previous match

# Actions: lines and selections
move-lines-up = Move lines up
move-lines-down = Move lines down
copy-lines-up = Copy lines up
copy-lines-down = Copy lines down
delete-lines = Delete lines
toggle-comment = Comment or uncomment lines
next-match = Add the next match to the selection
all-matches = Select all matches of the word or selection
matching-tag = Go to the matching tag
toggle-fold = Fold or unfold lines
fold-all = Fold all
unfold-all = Unfold all
unwrap-condition = Remove the condition, keep its text
extract-variable = Extract a variable…
inline-default = Replace the variable by its default
no-cases-yet = ‘{$name}’ has no cases yet.
save-as-case-link = Save as case…
