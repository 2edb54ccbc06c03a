case-saved-already = Case ‘{$name}’ is saved already.
case-saved = Case ‘{$name}’ is saved.
case-name-is-taken = Nothing was changed: another case is called ‘{$name}’.
case-renamed = Case ‘{$old}’ is called ‘{$name}’ now.
case-deleted = Case ‘{$name}’ is deleted.
case-changed-unsaved = The case is changed in ‘{$name}’, which is not saved yet.
closed-and-changed = {$name} was closed and changed since, and stays as it is.
stays-as-it-is = {$name} stays as it is: {$reason}
changed-since = {$name} was changed since. Undo that there first.
could-not-be-read = ‘{$name}’ could not be read: {$reason}.
on-disk-again = ‘{$name}’ is on disk again; the tab of ‘{$tab}’ shows it.
show-default = Show default
fix = Fix
save = Save
make-my-copy = Make my copy
open-my-copy = Open my copy
compare = Compare…
keep-mine = Keep mine
load-theirs = Load theirs
save-it-again = Save it again
save-as-utf-8 = Save as UTF-8
cancel = Cancel
trust = Trust…
copied-default = what callers get, from {$name}
copied-invalid = your text, which is not valid
copied-unsaved = what callers get once you save
copied-own = what the model gets
show-my-text = Show my text
callers-get-this-once-saved = Callers get this once you save.
callers-get-not-this = Callers get {$name}, not this.
show-what-they-get = Show what they get
gone = ‘{$name}’ is no longer on disk.
gone-text-here = ‘{$name}’ is no longer on disk. Its text is still here.
trouble-text-here = {$trouble} Its text is still here.
changed-meanwhile = ‘{$name}’ was changed on disk while you were editing it.
still-opening = ‘{$name}’ is large, and still being opened.
default-with-copy = This is the default, and you have your own copy.
read-only = Read-only: {$reason}
no-prompt-until-saved = Callers get no prompt until you save.
no-prompt = Callers get no prompt: {$cause}
default-until-saved = Callers get default {$version} until you save.
workspace = Workspace {$folder}
other-files = Other files
empty-folders = Empty folders
from-case = case ‘{$name}’
typed-value = typed under Values
binary-read-only = It holds no text, so it can’t be changed here.
undecodable = Byte {$byte} is not {$encoding}. Save the file as UTF-8 to change it; ‘�’ stands for it.
built-in-read-only = This is built in, for libraries without their own. Make your copy to change it.
default-read-only = This is a default that ships with the library. Make your copy to change it.
untitled-not-saved = ‘{$name}’ was not saved: choose a name and a place for it first.
not-saved = ‘{$name}’ was not saved: {$reason}
open-in-another-tab = ‘{$name}’ is open in another tab. Close it there, or choose another name.
half-character = ‘{$name}’ was not saved: line {$line}, column {$column} has half of a character.
no-model = no model
no-conversation = no conversation
clock = {$time ->
    [running] clock running
   *[other] clock frozen at {$time}
 }
not-utf-8-unused = ‘{$name}’ is not UTF-8, so it can’t be used.
not-utf-8-unchanged = ‘{$name}’ is not UTF-8, so nothing can be added to it.
could-not-be-written = ‘{$name}’ could not be written: {$problem}
not-changed = Nothing was changed in ‘{$name}’: {$reason}
restricted-besides = The folder is restricted; {$file} has to be allowed besides.
folder-is-restricted = The folder is restricted.
read-for-session = {$file} is read until this window is closed.
allowed-for-session = {$file} is allowed until this window is closed: the folder is restricted.
read-from-now-on = {$file} is read here from now on.
value = Value
value-from = Value from
its-default = its default
not-set = not set
declare = Declare in {$file}
no-text-beside = There is no text beside this file to try it on.
stepped = {$way ->
    [undone] Undone
   *[redone] Redone
 }{$count ->
    [one] {""}
   *[other] {" "}in {$count} files
 }: {$step}.
saved = {$count ->
    [one] ‘{$name}’ is saved.
   *[other] {$count} files are saved.
 }
others-saved = All others are saved.
several-not-saved = {$failed} of {$count} files were not saved: {AND($names, each: "‘*’")}. {$why}
reloaded = {$count ->
    [one] ‘{$name}’ was changed on disk and reloaded.
   *[other] {$count} files were changed on disk and reloaded.
 }
renamed-on-disk = {$count ->
    [one] ‘{$old}’ was renamed on disk to ‘{$new}’; its tab follows.
   *[other] {$count} files were renamed on disk; their tabs follow.
 }
reloaded-and-kept = ‘{$name}’ has the text on disk now; yours is in the history.
callers-get-this = {$until ->
    [save] Callers get this until you save: {$name}
   *[none] Callers get this: {$name}
 }
default-because = Callers get default {$version}: {$cause}
file-unusable = The file can’t be used.
first-cause = {$others ->
    [0] {$cause}
   *[other] {$cause} And {$others} more.
 }
sort-and-size = {$sort}, {$size ->
    [one] {$size} byte
   *[other] {$size} bytes
 }
apart-not-saved = {$because ->
    [gone] ‘{$name}’ was not saved: its file was replaced. Save it under another name.
   *[changed] ‘{$name}’ was not saved: another program changed it on disk. Compare shows both.
 }
place-in-part = {$part}, {$place}
line-and-column = line {$line}, column {$column}
fix-titled = fix: {$title}
problem = {$severity}: {$message} {$code}, {$about}
case-folder-refused = {$why ->
    [secrets] Case ‘{$case}’ is tried in {$instead}: it names {$folder}, which may hold secrets.
   *[outside] Case ‘{$case}’ is tried in {$instead}: it names {$folder}, which lies outside {$outside}.
 }
not-alone = it can’t be written so that all else stays as it is. Change it in the source.
unreadable = ‘{$name}’ can’t be read, so nothing was changed in it: {$problem}
outside-files = outside files
restricted-unread = Restricted: {AND($unread)} unread, {$count ->
    [one] {$count} variable
   *[other] {$count} variables
 } blank.
holds-here-only = {$error} {$what ->
    [trusted] It is trusted in this window until it is closed.
    [restricted] It is restricted in this window until it is closed.
    [read] It is read in this window until it is closed.
   *[not-read] It is not read in this window until it is closed.
 }
allow = {$how_long ->
    [session] Allow {$file} for this session
   *[always] Allow {$file}
 }
why-refused = {$why ->
    [elsewhere] Leads to {$file}.
    [secrets] May hold secrets.
    [outside] Outside the folder.
   *[link] Behind a link.
 }
refused = {$why ->
    [secrets] ‘{$name}’ may hold secrets and is restricted.
    [outside] ‘{$name}’ lies outside the folder and is restricted.
   *[link] ‘{$name}’ lies behind a link and is restricted.
 }
refused-elsewhere = {$why ->
    [secrets] ‘{$name}’ leads to {$file}, which may hold secrets, and is restricted.
   *[other] ‘{$name}’ leads to {$file} and is restricted.
 }
restricted = restricted
empty = empty
case-folder-unusable = {$why ->
    [secrets] It looks in {$folder}, which may hold secrets.
   *[outside] It looks in {$folder}, which lies outside {$outside}.
 }
badge = {$badge ->
    [user] user
    [default] default
    [fallback] fallback
   *[built-in] built in
 }
is-read-only = read-only
beside-owner = {$kind ->
    [cases] cases
    [situations] situations
   *[other] {$kind}
 }
