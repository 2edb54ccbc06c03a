made-unsynced = {$name} is there; {$unsynced}
not-removed = {$name} was not removed: {$reason}.
not-made = {$name} was not created: {$reason}.
there-already = {$name} is already there. Move it away or choose another name.
gone-not-undone = {$name} is no longer there, so nothing was undone.
changed-not-undone = {$name} was changed since, so nothing was undone. Delete it yourself if it is not needed.
bad-name = {$name} can’t be the name of a {$sort ->
    [folder] folder
   *[file] file
 }. Choose one {$fault ->
    [empty] that is not empty
    [first-dot] that begins with no dot
    [characters] without : * ? " < > and |
    [control] without line ends or control characters
    [long] that is shorter
    [windows] that Windows allows, too
   *[slashes] without slashes
 }.
name-taken = {$name} is already there. Choose another name.
file-made = {$name} was created.
name-is-taken = the name is taken
folder-not-made = The folder {$name} was not created: {$reason}.
folder-made = The folder {$name} was created.
the-folder = the folder {$name}
copied = {$name} was copied to {$to}.
too-many-copies = {$name} has too many copies beside it. Choose a name for another.
link-removed = The link {$name} was removed; the file it leads to stays.
folder-deleted = {$count ->
    [0] The empty folder {$name} was deleted.
    [one] {$name} was deleted; its 1 file went to the history.
   *[other] {$name} was deleted; its {$count} files went to the history.
 }
folder-too-full = {$name} holds more than {$most} files. Delete it in your file manager.
moved-to-history = {$name} was moved to the history.
moved-to-history-with = {$name} was moved to the history. {$other} went with it.
moved = {$name} is in {$folder} now.
moved-with = {$name} is in {$folder} now. {$other} goes with it.
in-folder-already = {$name} is in {$folder} already.
not-into-itself = {$name} can’t be moved into itself.
no-folder-now = {$name} is not a folder now
back-in = {$name} is back in {$folder}.
renamed = {$name} is now {$new}.
text-unchanged = {$sentence} So its text was not changed.
back = {$name} is back.
nothing-to-undo = There was nothing to undo.
not-renamed = {$name} was not renamed: {$reason}.
companion-unknown = {$name} goes with it and could not be looked at: {$reason}
taken-away = {$name} was removed again.
text-of-before = {$name} has its earlier text again.
changed-since-stay = {$count ->
    [one] {AND($names, each: "‘*’")} was changed since and stays as it is.
   *[other] {AND($names, each: "‘*’")} were changed since and stay as they are.
 }
name-already = It is called {$name} already.
used-once = {$reason}; it is used when {$way}.
disk-full = the disk is full. Free some space and try again
quota-used-up = your share of the disk is used up. Free some space and try again
larger-than-allowed = it would be larger than a file may be here
disk-read-only = the disk can only be read. Choose another folder
no-permission = you have no permission. Change the permissions or choose another place
not-permitted = the system does not allow it. Change the permissions or choose another place
not-there = it, or a folder on the way to it, is not there
other-is-there = something else of that name is there already. Move or rename it
file-on-the-way = something on the way to it is a file, not a folder
name-too-long = the name is too long. Choose a shorter one
link-in-circle = a link in its path leads back to itself, or was put there just now
nothing-at-end = nothing is at its other end
disk-fault = the disk reported a fault. Check the disk and try again
too-many-open = too many files are open
folder-not-empty = the folder is not empty
on-another-disk = the other folder is on another disk. Copy it there instead
system-says = the system says: {$reason}
name-with-nul = The name {$name} holds a NUL character, which no file can have.
bad-name-on-windows = {$name} can’t be the name of a file on Windows. Choose another.
name-not-utf-8 = The name {$name} is not UTF-8. Rename it to open it.
more-than-opened = more than can be opened here
unreadable = {$name} could not be read: {$reason}.
it-is-not-plain = it is not a plain file
not-plain = not a plain file
folder = a folder
pipe = a named pipe
socket = a socket
device = a device
the-workspace = the workspace
the-library = the library
not-openable = {$name} is {$sort}, not a file that can be opened.
larger = {$name} is larger than {$size}, {$too_large}.
megabytes = {$count} MB
bytes = {$count} bytes
not-changed = {$name} was not changed: {$reason}.
order-unknown = Messages of a chat may be out of order: {$sentence}
not-in-order = {$name} was not put back in order: {$reason}.
not-in-history = {$name} is not in the history, so nothing was undone.
renaming-ended = Renaming files of {$name} was cut short, and they were changed since. Look at their order.
change-taken-back = An interrupted change in {$name} was undone.
deleting-taken-back = Deleting {$name} was cut short, and was taken back.
unsynced = the disk did not confirm it. A power cut soon after may lose it.
saving-not-locked = Saving was not locked against other programs: {$reason}.
there-choose-or-open = {$name} is already there. Choose another name, or open that file.
nothing-written = Nothing was written.
file-as-it-was = The file on the disk is as it was.
not-saved-outcome = {$name} was not saved: {$reason}. {$outcome}
saved-unsynced = Saved; {$unsynced}
not-saved = {$name} was not saved: {$reason}
led-elsewhere = {$name} was not saved: its path leads to another file now. Try again.
saved-not-looked-at = Saved, but {$name} could not be checked afterwards: {$reason}.
read-only = {$name} is read-only. Make it writable, or save under another name.
saved-not-kept = Saved; the earlier version could not be kept: {$reason}
gone-from-disk = {$name} is no longer on the disk. Save it as a new file, or close it.
changed-on-disk = {$name} was changed on the disk by another program. Compare the two and choose.
lost-attributes = {$name} lost the extended attributes {LIST($names)}.
user = user {$number}
defaults-used = The defaults are used.
not-kept-aside = It could not be kept aside: {$reason}. The defaults are used.
kept-aside = It was kept as {$name}; the defaults are used.
in-use = {$name} is in use by another program. Try again in a moment.
unsaved-in-window = {$name} has unsaved edits in a window. Save or discard them, then try again.
not-used = {$sentence} It is not used.
config-not-utf-8 = {$name} is not UTF-8 at byte {$byte}; it is not used.
workspace-outside = {$why ->
    [secrets] The workspace {$workspace} may hold secrets, so {$folder} is used. Choose another.
   *[outside] The workspace {$workspace} lies outside {$outside}, so {$folder} is used. Choose another.
 }
workspace-missing = The workspace {$workspace} is not there; {$folder} is used.
pattern-empty = The pattern is empty.
pattern-too-long = The pattern is longer than {$most} characters.
pattern-too-many = The pattern’s braces stand for more than {$most} patterns.
pattern-too-deep = The pattern is deeper than {$most} folders.
limits-unreadable = How long history is kept could not be read, so all is kept. Set ‘history_days’ again.
not-kept-in-history = {$name} could not be kept in the history: {$reason}.
version-gone = The version of {$name} is no longer in the history.
version-damaged = The version of {$name} in the history is damaged.
history-not-cleared = Old versions could not be cleared from the history: {$reason}.
kilobytes = {$size} KB
megabytes-of = {$size} MB
history-stays = The history of {$name} stays under that name: {$reason}.
history-unreadable = The history could not be read: {$reason}.
list-damaged = The list of the versions of {$name} is damaged; what can be read of it is shown.
versions-unreadable = Not all versions of {$name} could be read: {$trouble}
a-file = a file
damaged-list-stays = The list of versions of {$name} in the history was damaged; it stays as it is.
damaged-list-aside = The list of versions of {$name} was damaged and set aside as {$aside}; all it names stays.
limits-not-changed = How long the history keeps versions could not be changed: {$reason}.
why-set-aside = {$name} in {$folder} {$why ->
    [in-the-way] stands where Foreword needs a folder for unsaved text
    [empty] holds no text
    [link] is a link, not a journal
    [not-plain] is not a plain file, and so not a journal
    [too-large] is a journal of unsaved text with more than {$most}, and was not read
   *[not-taken] is a journal of unsaved text that was not taken over
 }
not-set-aside = {$cause}. It could not be set aside: {$reason}.
set-aside = {$cause}. It was set aside as {$name}.
journal-beginning = A journal of unsaved text does not begin like a journal.
journal-newer = A journal of unsaved text is from a newer Foreword; this one reads what it knows.
journal-damaged = {$places ->
    [0] A journal of unsaved text ends in the middle: its last {$lost} bytes can’t be read.
    [one] A journal of unsaved text is damaged in one place: {$lost} bytes of it can’t be read.
   *[other] A journal of unsaved text is damaged in {$places} places: {$lost} bytes of it can’t be read.
 }
journal-here = What could be read of it is here; the file itself is kept as {$name}.
journal-for-newer = The newer Foreword takes all of it once it is named {$name} again.
journals-unreadable = The journals of unsaved text in {$folder} could not be read: {$reason}.
journal-of-other-user = The journal {$path} belongs to another user. It was not read.
journal-unreadable = The journal {$path} could not be read: {$reason}. It stays for the next start.
in-memory-only = Unsaved text is in memory only and would be lost in a crash: {$reason}.
a-mistake = a mistake in Foreword, {$name}
kind-of-folder = ‘{$kind}’ is a kind of folder; the files in one are of kind {OR($kinds, each: "‘*’")}.
listed-only = Only the first {$count} files of this folder are listed. Open a smaller folder.
folder-not-listed = The folder {$name} could not be listed: {$reason}.
ignores-left-out = Line {$line} and those below are not used: too many wildcards and folders.
folder-too-deep = The folder {$name} lies too deep to be listed. Open it as a library.
leads-to-nothing = {$name} is a link that leads to nothing that can be read.
link-to-folder = {$name} is a link to a folder outside. Open that folder as a library.
name-a-library = {$there ->
    [file] The folder {$folder} is a file, not a folder. Name the folder of a library.
   *[nothing] The folder {$folder} is not there. Name the folder of a library.
 }
built-in-template = built-in template
built-in-instructions = built-in instructions
sample-not-copied = The sample library could not be copied to {$folder}: {$reason}.
config-not-used = {$name} is not used. {$problem}
format-must-be = ‘format’ must be {$format}.
config-newer = {$name} has format {$format}, newer than {$known}, which is known here; it is not used.
unknown-setting = ‘{$key}’ is not a setting of {$name}.
must-be-path = ‘{$key}’ must be the path of a folder, in quotes.
defaults-inside = ‘defaults’ must name a folder inside the library.
show-must-list = ‘show’ must list hidden folders by name, such as [".notes"]. It is not used.
git-folder = ‘{$name}’ is git’s own folder, without prompts; it is not shown.
kinds-table = ‘kinds’ must be a table: [kinds], then lines of "pattern" = "kind".
too-many-kinds = ‘kinds’ has more than {$most} lines; the rest is not used.
unknown-kind = ‘{$kind}’ is not a kind of file. Kinds are {AND($names)}.
braces-without-comma = {$count ->
    [one] The pattern ‘{$pattern}’ has no comma in its braces ‘{$first}’. Leave them out.
   *[other] The pattern ‘{$pattern}’ has no comma in ‘{$first}’ and other braces. Leave them out.
 }
settings-newer = {$path} is from a newer Foreword; it is neither used nor changed.
settings-stay = The settings stay as they were.
settings-not-saved = The settings were not saved: {$reason}.
setting-must-be = ‘{$key}’ in {$where} must be {$what}; {$used}.
shortcuts-not-saved = The shortcuts were not saved: {$reason}.
keys-defaults-used = The default keys are used.
keys-stay = The keys stay as they were.
keys-preset = ‘preset’ in {$where} must be one of {$names}.
keys-table = ‘keys’ in {$where} must be a table of commands and their keys.
keys-no-command = ‘{$name}’ in {$where} is not a command.
keys-no-command-near = ‘{$name}’ in {$where} is not a command. Did you mean ‘{$near}’?
keys-no-key = ‘{$name}’ in {$where} has ‘{$key}’, which is not a key.
keys-typed = ‘{$name}’ in {$where} has ‘{$key}’, which types or moves; add Ctrl or Alt.
keys-too-many = ‘{$name}’ in {$where} has more than {$most} keys.
keys-more = {$count ->
    [one] {$name} has one more mistake.
   *[other] {$name} has {$count} more mistakes.
 }
not-utf-8 = {$name} is not UTF-8 at byte {$byte}.
too-deep = {$name} is nested too deeply.
not-toml = {$name} is not valid TOML: {$error}.
values-last-typed = The values last typed for {$name}
could-not-read = {$what} could not be read: {$reason}.
could-not-read-aside = {$what} could not be read: {$sentence} {$outcome}
damaged-or-newer = {$what} could not be read: the file is damaged or from a newer Foreword. {$outcome}
values-not-kept = The values for {$name} were not kept: {$reason}.
nobody-trusted = so no folder is trusted. Trust those you know again.
trust-in-folder = {$name} in {$folder} {$why ->
    [link] is a link
    [large] is too large
    [sort] is {$sort}
    [other-user] belongs to another user
   *[writable] can be written by other users
 }, {nobody-trusted}
trust-unreadable = {$name} in {$folder} could not be read: {$cause}; {nobody-trusted}
trust-newer = {$name} in {$folder} was written by a newer Foreword; no folder is trusted.
trust-damaged = {$name} in {$folder} is damaged, {nobody-trusted}
not-written-over = {$trouble} It is not written over.
remove-broken = {$trouble} Remove it, and the {$name}.broken files beside it.
trust-too-much = Too many folders and files are trusted. Take back some of them.
allowed-for-session = {$name} may hold secrets, so it is allowed for one session only.
trust-first = {$name} is restricted. Trust it first, then allow the file.
trust-not-kept = Trust in {$name} could not be kept: {$reason}.
restricted-gone = {$name} is restricted: it is not there.
other-folder = another folder was there when you trusted it
restricted-why = {$name} is restricted: {$why}. Trust it again if you know this one.
no-folder-to-trust = {$name} is not a folder that can be trusted.
value-unused = {$by ->
    [template] The value given for {$name} is not used by the template. {$hint}
   *[text] The value given for {$name} is not used. {$hint}
 }
more-unused = {$count ->
    [one] And {$count} more given value is not used.
   *[other] And {$count} more given values are not used.
 }
renamed-with = {$name} is now {$new}. {$other} goes with it.
file-not-done = {$done ->
    [moved] {$name} was not moved: {$reason}.
    [deleted] {$name} was not deleted: {$reason}.
    [copied] {$name} was not copied: {$reason}.
   *[renamed] {$name} was not renamed: {$reason}.
    }
called-again = {$sort ->
    [folder] The folder is called {$name} again.
   *[file] The file is called {$name} again.
 }
link-nowhere = {$name} is a link that leads nowhere: {$reason}.
unsaved-unknown = Whether a window has unsaved edits of {$name} is unknown: {$reason}.
hard-links = {$count ->
    [one] {$name} has another name (a hard link); the earlier text stays there.
   *[other] {$name} has {$count} other names (hard links); the earlier text stays there.
 }
owner-changed = {$name} belongs to {$user}; it is yours after saving.
other-owner = {$name} belongs to {$user}, not to you.
versions = {$count ->
    [one] 1 version
   *[other] {$count} versions
 }
days = {$count ->
    [one] 1 day
   *[other] {$count} days
 }
history-in-words = {$versions}, {$size} on disk, kept {$days}
history-in-words-newest = {$versions}, {$size} on disk, the newest {$most} kept {$days}
versions-lost = {$count ->
    [one] A version of {$name} is no longer in the history, only its time is.
   *[other] {$count} versions of {$name} are no longer in the history, only their times are.
 }
versions-newer = {$count ->
    [one] A version of {$name} was kept by a newer Foreword, which can show it.
   *[other] {$count} versions of {$name} were kept by a newer Foreword, which can show it.
 }
lists-newer = {$count ->
    [one] A list of versions is from a newer Foreword; it stays, with all that is named there.
   *[other] {$count} lists of versions are from a newer Foreword; they stay, with all they name.
 }
lists-unread = {$count ->
    [one] A list of versions stays with all that is named there: {$trouble}
   *[other] {$count} lists of versions stay with all that is named there: {$trouble}
 }
done = {$reason ->
    [saved] save
    [reset] reset
    [deleted] delete
    [reloaded] reload
    [undone] undo
    [replaced] disk change
    [library-replace] replace
    [restored] restore
   *[discarded] discard
 }
before-done = {$reason ->
    [copied] made my copy
   *[other] before {done}
 }
text-before-done = {$reason ->
    [copied] of the new copy
   *[other] before the {done}
 }
changes-lost = {$count ->
    [one] Of {$name}, the last change is missing: a record before was lost.
   *[other] Of {$name}, the last {$count} changes are missing: a record before was lost.
 }
beginnings-lost = {$count ->
    [one] The beginning of a text is lost, and with it what was typed there.
   *[other] The beginning of {$count} texts is lost, and with it what was typed there.
 }
renumbering-undone = {$now ->
    [named] The files of {$name} have their earlier names again.
    [back] {$name} is back.
   *[gone] {$name} was removed again.
 }
# Sorts of binary files
png-image = PNG image
jpeg-image = JPEG image
an-icon = icon
zip-archive = ZIP archive
gzip-archive = gzip archive
seven-zip-archive = 7-Zip archive
xz-archive = XZ archive
sqlite-database = SQLite database
a-program = program
gif-image = GIF image
webp-image = WebP image
pdf-document = PDF document
a-font = font
ogg-sound = Ogg sound or video
wave-sound = WAVE sound
a-sound = sound
mp4-video = MP4 video
binary-file = binary file

# Settings
setting-model = Count tokens for
setting-model-sentence = The model whose tokens are counted where none is chosen. Empty: an estimate.
setting-theme = Theme
setting-theme-sentence = Light, dark, or as the system has it now.
setting-interface-size = Interface size
setting-interface-size-sentence = Percent of the usual size of words and controls. 0 follows the system.
setting-interface-font = Interface font
setting-interface-font-sentence = The font of menus, panels and dialogs.
setting-editor-font = Editor font
setting-editor-font-sentence = The font of the text you write; best one whose letters are equally wide.
setting-editor-size = Editor font size
setting-editor-size-sentence = In pixels at 100 % interface size. Zooming with Ctrl and + is not kept.
setting-word-wrap = Wrap long lines
setting-word-wrap-sentence = At the edge of the editor. The file keeps its lines.
setting-ruler = Ruler
setting-ruler-sentence = A line behind this column of the editor.
setting-tab-moves-focus = Tab moves the focus
setting-tab-moves-focus-sentence = Instead of indenting. Ctrl+M does the same.
setting-history-days = Keep versions for
setting-history-days-sentence = Days that earlier versions of a file are kept after it was saved.
setting-history-megabytes = Room for versions
setting-history-megabytes-sentence = Megabytes that the history of all files may take. The oldest versions go first.
page-general = General
page-look = Appearance
page-editor = Editor
page-saving = Saving and history
one-of-words = one of {LIST($words, each: "‘*’")}
whole-number = a whole number from {$least} to {$most}
whole-number-or = a whole number from {$least} to {$most}, or {$other} ({$meaning})
text-of-one-line = a text of one line
true-or-false = true or false
theme-system = As the system
theme-light = Light
theme-dark = Dark
no-model = no model
as-the-system = as the system
default-used = the default is used
value-used = ‘{$value}’ is used
kept-stays = what the history keeps stays
recent-unreadable = The recent folders can’t be read. They are in {$name}, which stays as it is.
recent-not-saved = The recent folders were not saved: {$reason}.

# The kinds of files
heading-prompts = Prompts
heading-template = Template
heading-documents = Documents
heading-system-messages = System messages
heading-chats = Chats
heading-runs = Runs
new-prompt = &Prompt
new-document = &Document
new-template = &Template
new-system-message = &System message
system-message-from-text = System message from te&xt
new-run = &Run
new-chat = &Chat

# What this Foreword was installed from
a-debian-package = a Debian package
a-python-wheel = a Python wheel
the-windows-installer = the Windows installer
the-macos-app = the macOS app
commit = commit {$hash}
a-checkout = a checkout
build-unknown = unknown: ‘{$name}’ can’t be read
