history = History
versions = Versions
file = File
change = Change
change-days = Change how long versions are kept
days-to-keep = Days to keep versions
days-from-to = A number of days from 1 to {$most}.
back-to = Back to {$name}
deleted-files = {$count ->
    [one] {$count} deleted file
   *[other] {$count} deleted files
 }

# A row: a version, or the text there is now
now = now
text-now = The text there is now
state = {$state ->
    [gone] deleted on disk
    [unsaved] unsaved
   *[saved] saved
 }
on-disk = on disk
not-there = not there
day-and-time = {$day} {$time}
unknown-time = at an unknown time
text-kept = Text {$why}, {$when}
file-deleted = {$path} {$why}, {$when}
row = {LIST($parts)}

# The bar over the difference
from-version = From version
to-version = To version
copy-version = Copy this version
restore = Restore
restore-version = Restore the version
restore-about = Make this version the text of the file, as one undo step ({$keys})
restore-is-one-step = Restore is one undo step.
restore-brings-back = Restore brings the file back.
read-difference = Read the difference, or open folded lines in it
changed-since = {$added ->
    [one] {$added} line
   *[other] {$added} lines
 } added and {$removed} removed since
