no-closed-tab = No closed tab is left to open again.
recoverable = Unsaved, recoverable
open = Open
elsewhere-gone = {$sentence} Its folder was not found.
bring-here = Bring it here
name-as-tab = {$name} as {$tab}
nothing-brought-here = No text of it could be opened here.
journals-set-aside = Journals set aside
take-disk = Take what is on disk
discard-it = Discard it
decide-later = Decide later
keep-recovered = Keep recovered
recovered-changes = Recovered changes
disk-to-recovered = From disk to recovered
recovered = Recovered
on-disk = On disk
compare = Compare
keep = Keep
discard = Discard
place = {$number} of {$count}
recovered-text-stays = {$sentence} Its recovered text stays here.
undo = Undo
history = History
half-character = ‘{$name}’ has half of a character, which the history can’t keep.
not-restored = ‘{$name}’ could not be restored; the next start tries it again.
recovered-text-here = {$trouble} Its recovered text is here.
gone-text-here = ‘{$name}’ is no longer on disk. Its text is here, and not saved.
text-apart = The unsaved text of ‘{$name}’ does not fit its file’s tab; it is in ‘{$tab}’.
gone = {$count ->
    [one] {AND($names, each: "‘*’")} is no longer on disk.
   *[other] {AND($names, each: "‘*’")} are no longer on disk.
 }
disk-is-silent = the disk does not answer
not-recoverable = Not recoverable: {$reason}
unsaved-elsewhere = Unsaved text of {$library}, last edited {$when}{$others ->
    [0] {""}
    [one] , and of {$others} other library
   *[other] , and of {$others} other libraries
 }.
brought-here = Here, in no file yet: {LIST($names)}.
was-recovered = ‘{$name}’ was recovered
was-recovered-of-several = ‘{$name}’ was recovered ({$place})
stays-until-readable = The text stays here, and not saved, until the file can be read again.
stays-until-saved = This text is in no file. It stays here, and not saved, until you save or discard it.
file-was-changed = The file was changed meanwhile.
not-saved-yet = Nothing is saved yet.
disk-discards = ‘{take-disk}’ discards the recovered text; Undo brings it back.
recovered-files = {$when ->
    [unknown] Recovered {$files}: {AND($names)} (Foreword stopped).
   *[other] Recovered {$files}: {AND($names)} (Foreword stopped {$when}).
 }
discarded = {$count ->
    [one] {$count} recovered text was discarded.
   *[other] {$count} recovered texts were discarded.
 }
