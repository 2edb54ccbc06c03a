library = Library
open-and-edit = Open and edit
open-beside = Open beside
rename-key = Rename
delete = Delete
undo = Undo the last change of files
clear-filter = Clear the filter
filter = Filter files
no-library = No library open
about-no-library = A library is any folder of prompts.
open-folder = Open folder…
no-prompts = No prompts yet
about-no-prompts = Everything you write is a plain file in this folder.
new-ellipsis = New…
new = New
more = More about the library
open-part = Open {$part}
make-my-copy = Make my copy
reset = Reset to default
history = History…
open = Open
duplicate = Duplicate
show-in-folder = Show in its folder
copy-path = Copy path
copy-relative-path = Copy relative path
rename = Rename…
move-to = Move to…
more-about = More about {$name}
new-in = New in {$heading}
new-kind = New {$kind}…
deleted-files = Deleted files…
unfold-all = Unfold all
fold-all = Fold all
of-file = of {$name}
current-document = current document
files = Library files
other-kind = Files under {$heading} are of another kind.
about-new = New ({$keys})
fold = {$state ->
    [unfolded] Fold
   *[folded] Unfold
 }
files-within = {$name}, {$count ->
    [one] {$count} file
   *[other] {$count} files
 }
unsaved = unsaved
