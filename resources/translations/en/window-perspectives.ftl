open-for-problems = Open a file to see its problems.
nothing-open = Nothing open
open-for-preview = Open a prompt to see what the model gets.
open-for-values = Open a prompt or a template to set its values.
too-many-tags-to-list = This text has more than {$count} tags: too many to list.
no-text-to-check = This file holds no text to check.
no-values = This kind of file has no values to set.
too-many-tags = Too many tags
render-instead = ‘foreword render’ gives what the model gets here.
not-sent = Not sent to a model
no-preview = This kind of file has no preview.
text-beside = Text of {$name}, beside
deleted = Deleted on disk
saved-at = Saved {$time}
saved = Saved
preview = Preview
table = Table
cell-at = Row {$row}, {$column}
nothing-changed = Nothing was changed: {$reason}
duplicate = Duplicate
delete = Delete
record-gone = ‘{$name}’ is no longer there.
unsaved = Unsaved
mixed = {$newlines} mixed
not-encoding = Not {$encoding}
with-bom = {$encoding} with BOM
files-unsaved = {$unsaved} · {$count} files
file-unsaved = {$unsaved} · {$name}
read-only = Read-only
name-taken = {$noun ->
    [case] another case is called ‘{$name}’.
   *[situation] another situation is called ‘{$name}’.
 }
prompt-and-cases = Prompt and cases
