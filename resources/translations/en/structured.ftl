yaml-too-long = This is longer than {$most} characters, the most that is read as YAML. Shorten it.
yaml-character = The character U+{$code} can’t be in YAML. Remove it or write it as an escape.
anchors-too-much = What its anchors stand for is too much to write out.
comments-in-brackets = Its comments don’t fit between brackets on one line. Change it in the source.
comment-in-empty-brackets = A comment is between the empty brackets. Change it in the source.
comment-at-closing-bracket = Its comment doesn’t fit before the closing bracket. Change it in the source.
comma-at-closing-bracket = The last comma is too close to the closing bracket. Change it in the source.
comment-beside-entry = A comment is beside it between the brackets. Change it in the source.
json-too-long = This is longer than {$most} characters, the most that is read as JSON. Shorten it.
unreadable-from = The file can’t be read from line {$line} on. Correct that first.
alias-of-nothing-on-line = ‘*{$name}’ on line {$line} repeats nothing. Correct that first.
would-be-too-deep = It would be nested more than {$most} levels deep, the most that is read.
would-be-too-many-aliases = There would be more than {$most} aliases, the most that is read.
second-document-on-line = A second document starts on line {$line}. Remove it first.
comments-would-be-lost = Its comments would be lost. Change it in the source.
unsafe = The way it is written can’t be changed safely here. Change it in the source.
change-to = Change to {$value}
text = text
wrong-type = {$taken ->
    [null] ‘{$name}’ has no value; it must be {$wanted}.
    [spelling] ‘{$name}’ is {$value}, a spelling of a number that YAML reads as text; it must be {$wanted}.
    [text] ‘{$name}’ is the text ‘{$value}’; it must be {$wanted}.
    [other] ‘{$name}’ is {$value}, which {$reader} reads as {$reading}; it must be {$wanted}.
   *[itself] ‘{$name}’ is {$value}; it must be {$wanted}.
 }
rename-key = Rename ‘{$old}’ to ‘{$key}’
missing-field = ‘{$field}’ is missing.
add-key-and-value = Add ‘{$key}: {$value}’
add-key = Add ‘{$key}’
remove-key = Remove ‘{$name}’
rename-to = Rename to ‘{$name}’
unknown-key-of = ‘{$name}’ is not a field here. {$otherwise}
unknown-key = ‘{$name}’ is not a field here. Did you mean ‘{$near}’?
is-blank = ‘{$name}’ is blank; write {$wanted}.
whole-number = a whole number
number = a number
out-of-range = ‘{$name}’ is {$value}; it must be {$wanted}. {$near}
true-or-false = true or false
too-many-entries = ‘{$name}’ has more than {$most} entries; the others are not read.
a-name = a name
newer-format = The file’s format is {$value}. This Foreword reads {$format} and leaves the file as it is.
must-be-format = ‘{$name}’ must be {$format}.
list-is-missing = The list ‘{$key}’ is missing.
format-and-list = The file needs ‘format: 1’ and the list ‘{$key}’.
a-list = a list
remove-record = Remove this {$noun}
name-twice = Another {$noun} is called ‘{$name}’ too. Give each its own name.
record-without-name = The {$noun} has no ‘name’.
record-with-blank-name = The ‘name’ of the {$noun} is blank.
format-field = the version of the format: 1
json-comment = JSON has no comments. Remove this one.
remove-comment = Remove the comment
after-end = Nothing can follow the end of the value. Remove this.
no-value-here = A value is missing here.
bracket-never-closed = What ‘{$bracket}’ opens here is never closed.
close-bracket-at-end = Close the bracket at the end
close-bracket-for-comma = Close the bracket instead of the comma
wrong-bracket = ‘{$bracket}’ does not close the ‘{$opening}’ above; ‘{$closing}’ does.
colon-without-key = This colon has no key before it. Keys are in double quotes, in ‘{"{…}"}’.
no-comma = A comma is missing before this.
add-comma = Add the comma
comma-at-end = The last entry can’t have a comma after it. Remove this one.
remove-comma = Remove the comma
closes-nothing = ‘{$bracket}’ closes nothing here; a value is missing before it.
character-in-quotes = This character can’t be in quotes as it is. Write it as ‘{$written}’.
not-a-value = This can’t be read as a value.
key-without-colon = This key has no colon and no value.
add-colon = Add a colon
write-colon = Write a colon
add-empty-value = Add an empty value
no-value-after-colon = A value is missing after this colon.
write-null = Write null
quote-open = This quote is not closed on its line. Write a line break in a text as ‘\n’.
close-quote-before-comma = Close the quote before the comma
close-quote-at-line-end = Close the quote at the end of the line
write-line-breaks = Write the line breaks as ‘\n’
json-escape = ‘{$shown}’ is not an escape of JSON. Write a backslash itself as ‘\\’.
double-backslash = Write the backslash twice
single-quotes = JSON takes double quotes only.
use-double-quotes = Use double quotes
key-belongs-here = A key in double quotes belongs here.
key-needs-quotes = A key needs double quotes.
put-in-double-quotes = Put it in double quotes
no-value-before = A value is missing before this.
cannot-begin-value = This can’t begin a value.
json-word = JSON writes this ‘{$word}’.
json-number = JSON writes this number ‘{$written}’, or as a text in quotes.
first-word-in-quotes = Put the first word in double quotes
text-needs-quotes = A text needs double quotes.
too-deep = This is nested more than {$most} levels deep, the most that is read.
json-constant = JSON has no ‘{$written}’. Write null or a number.
number-too-large = ‘{$number}’ is larger than any number a program can take. Put it in quotes.
put-in-quotes = Put it in quotes
remove-this-one = Remove this one
repeated-key = ‘{$name}’ is here twice. Keep one.
mapping = a mapping
list = a list
toml-too-long = This is longer than {$most} characters, the most that is read as TOML. Shorten it.
toml-too-deep = This is nested more than {$most} levels deep. Use fewer levels.
toml-digits = a number here has too many digits
toml-unreadable = This can’t be read as TOML: {$reason}. Correct this line, or remove it.
tab-to-spaces = Replace the tab with spaces
remove-character = Remove the character
put-value-in-quotes = Put the value in quotes
close-bracket-at-line-end = Close the bracket at the end of the line
second-document = A second document starts here. Remove this line and what follows it.
collection-as-key = A list or mapping can’t be a key here.
merge-of = ‘<<’ takes a mapping, or a list of mappings.
too-many-aliases = This has more than {$most} aliases, the most that are read.
alias-in-itself = ‘*{$name}’ is inside what it repeats, which never ends.
alias-of-nothing = ‘*{$name}’ repeats nothing: ‘&{$name}’ is not above it.
aliases-too-much = Its aliases repeat too much; written out, this would be enormous.
remove-tag = Remove the tag
unknown-tag = The tag ‘{$tag}’ means nothing here. Remove it.
yaml-syntax = {$kind ->
    [cannot-start] A value can’t begin with ‘{$character}’ unless it is in quotes.
    [tab] This is a tab where YAML takes only spaces.
    [colon] A value with a colon and a space in it needs quotes.
    [below-value] This line is indented too far: the line above already has a value.
    [below-no-key] The line above has no colon after its key.
    [after-value] The value ends before this. Put all of it in quotes.
    [dash] A list can’t begin on its key’s line. Put each ‘- ’ on a line of its own.
    [no-colon] This line has no colon after its key. To continue the value above, indent it more.
    [escape] Write a backslash in double quotes twice, or use single quotes.
    [no-quote] This quote is never closed.
    [no-bracket] What ‘{$character}’ opens here is never closed, or lacks a comma.
    [document] Nothing can follow the end of the document.
    [indent] This line’s indentation fits none of the lines above.
   *[other] This can’t be read as YAML: {$problem}.
 }
table-keys = {$subject} has {LIST($keys)}.
must-be-one-of = ‘{$name}’ is ‘{$value}’; it must be {$noun}: {OR($words)}. {$near}
one-of = {$noun}: {OR($words)}
from-to = {$noun} from {$least} to {$most}
above-up-to = {$noun} above {$least}, up to {$most}
read-as = {$tag ->
    [bool] {$value}
    [int] a number
    [float] a number
    [timestamp] a date
    [binary] binary data
    [merge] a merge
    [value] a default key
   *[other] ‘{$tag}’
 }
no-key-before-comma = {$noun ->
    [key] A key is missing before this comma.
   *[value] A value is missing before this comma.
 }
half-character = ‘{$half}’ is half of a character, which no model can be sent. Write both halves.
