"""What other programs do to open files and to the library: watched, looked at in slices, and told.

`DiskWatch` (`watching.py`) lets the system watch open files and folders. Qt stops watching a file that is
replaced, so each look at the disk begins by watching again where another file stands by now. A look every two
seconds and at each change of focus finds what the system refuses to watch, and files of the library that are
written in place.

`DiskCheck` (`disk_check.py`) looks in slices. A clean file is reloaded as one undo step after local history
has what it held, one with unsaved changes gets the bar with three choices, and what was found while the disk
goes on changing is one notice. What other programs write again and again is kept in local history once a
minute. After each look, trust is read again if its file changed.

A tab follows a renamed file only where inode, size, time and bytes say that it is the same (`find_moved`),
and its history with it. It follows none into a backup's name, and goes back where the path before is written
anew within a minute. `FileChange.path_after` tells each tab where its file is now after an operation of our
own, and all change their paths at once (`OpenFiles.rename_all`), since the names may be each other's.

`UnsavedMarks`, beside `OpenFiles`, holds a mark in the state folder for each file whose text here is not on
the disk, released when it is saved, undone to what is on the disk, or closed: the server and the command line
write no such file. What they write to other open files becomes one undo step at the next look at the disk. No
open file is read or saved through a link that leads where `FileAccess` does not allow.
"""
