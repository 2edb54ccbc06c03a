"""The journal of unsaved text: every edit of every open document, on the disk soon after it was made.

Each process has one file, which only grows. The window hands an edit over (`JournalWriter.edited`, a tuple
put into a queue); a thread makes records of what came within a fixed time, writes and syncs them. What the
journal has to hold is in memory, too (`live_documents.py`). From there it is written anew, beside itself and
in one step, when it has grown (`MOST_BYTES`), when its file is gone, and after a fault of the disk whose
extent nobody knows. A write that fails is cut back, so that no half a record stays between whole ones
(`journal_file.py`). `on_trouble` gets the reason when that begins, and "" when it is over.

Each record has a mark whose first byte no UTF-8 text has, its length and a checksum (`framing.py`): behind
damage, reading goes on at the next mark whose checksum is right. The records of a document are counted, so
that edits behind a lost one are not made to a text they do not fit (`reading.py`); other documents go on.

`take_journals` gives each journal without a running process to exactly one: by a lock, and a look whether the
name still is the file's. What is not whole is set aside under another name instead of being deleted. It is
listed in Help and stays as long as local history keeps versions. Of a journal over 16 MB only the end is read
with its undo steps. One over 256 MB, 250 000 records or a million edits, which no writer leaves, is set aside
unread.

The start waits for no journal. The writer writes it anew when it has more than some thousand records and
edits and twice what it has to hold (`MOST_WEIGHT`), and lets the oldest undo steps become one, since no more
than 1 000 are brought back. What is still heavier (`START_WEIGHT`, of all journals together) is read in
slices after the window is shown.

Newlines come back as they were. Where a file mixes them, each edit in the journal has the edit of the letters
that stand for them, too (`text/newline_spellings.py`): an undone newline gets its own spelling again, which
no replay of plain edits could know. Records without these letters, of earlier versions, are read as before.
"""
