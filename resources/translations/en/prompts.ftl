lines-of-values = lines of ‘name: value’
value-is-not-text = The value of ‘{$name}’ is {$reading}; it must be text. Put it in quotes.
bad-clock = ‘{$name}’ is ‘{$value}’; it must be a date and time like 2026-03-04T14:02:00Z.
case-needs = A case needs a ‘name’ and its ‘values’.
text-differs = {$first}{$difference}
line-missing = Line {$number} is missing. Expected: ‘{$text}’.
line-too-many = Line {$number} is one too many: ‘{$text}’.
line-differs = Line {$number} is ‘{$text}’; expected was ‘{$wanted}’.
text-lacks = ‘{$text}’ is not in the text.
text-has = ‘{$text}’ is in the text, on line {$line}.
pattern-matches-nowhere = The pattern ‘{$pattern}’ matches nowhere.
value-not-expected = ‘{$name}’ was expected to be missing, but it is set or not used.
value-expected = ‘{$name}’ is missing, which was not expected.
an-expectation = An expectation
make-list = Make it a list
expect-is-mapping = is a mapping; it must be a text or a list, with ‘- ’ before each line.
say-how-text-should-be = Say how the text should be: ‘contains: …’, ‘matches: …’ and the like.
known-are = Known are {AND($known)}.
unknown-expectation = ‘{$name}’ is not an expectation. {$meant}
has-no-text = has no text. Did you mean ‘""’?
pattern-too-long = The pattern is longer than {$most} characters.
pattern-closes-nothing = The pattern has a ‘)’ that closes nothing. Write ‘\)’ for the character.
pattern-too-deep = The pattern has groups nested more than {$most} deep.
pattern-repeats-place = The pattern repeats a place such as ‘^’ or ‘$’, which takes no character.
pattern-possessive = Patterns have no possessive repeats (‘*+’, ‘++’).
pattern-repeats-repeat = The pattern repeats a repeat. Put the inner one in ‘(?:…)’.
pattern-counts-far = The pattern counts further than {$most}.
pattern-counts-down = The pattern counts from {$least} down to {$most}. Put the smaller first.
pattern-nothing-to-repeat = The pattern’s ‘{$character}’ has nothing to repeat. Write ‘\{$character}’ for it.
pattern-group = Patterns know ‘(…)’ and ‘(?:…)’, but no looking ahead or behind. Use two expectations.
pattern-never-closed = The pattern has a ‘{$bracket}’ that is never closed. Write ‘\{$bracket}’ for the character.
pattern-refers-back = Patterns can’t refer back to a group (‘\{$character}’).
pattern-names-no-character = The pattern’s ‘\{$character}{$digits}’ stands for no character.
pattern-escape = The pattern’s ‘\{$character}’ means nothing. Write ‘\\’ for a backslash.
pattern-range-open = The pattern’s range that begins with ‘{$low}-’ has no end.
pattern-too-large = The pattern is too large. Shorten it, or count less in it.
prompt-is-missing = The prompt itself is missing: write it below the frontmatter.
used-not-declared = used, not declared
declare-all = Declare all {$count}
use-declared = Use ‘{$name}’, which is declared, and remove this
bad-variable-name = ‘{$name}’ can’t name a variable; use lower-case letters, digits and underscores.
name-is-not-text = ‘name’ is {$value}, which YAML reads as {$reading}; it must be text.
unused-variable = ‘{$name}’ is declared, but no tag uses it.
remove-declaration = Remove the declaration
replace-with = Replace with ‘{$name}’
rename-declaration = Rename the declaration ‘{$old}’ to ‘{$name}’
declare-optional = Declare ‘{$name}’ as an optional variable
list-of-variables = a list; without variables write ‘variables: []’
remove-this-declaration = Remove this declaration
declared-already = ‘{$name}’ is declared already, as variable {$number} of the list.
default-twice = is another name of ‘default’, which is here too and counts. Remove one.
write-it-out = Write it out with ‘required’ and ‘description’
variable-needs = A variable needs a ‘name’, whether it is ‘required’, and a ‘description’.
make-optional = Make the variable optional
remove-default = Remove the default
default-of-required = A required variable is always set. Make it optional, or remove the default.
what-it-is-for = What it is for
put-in-quotes = Put it in quotes
put-value-in-quotes = Put it in quotes: {$value}
is-blank = is blank; say in a few words what this is for.
token-range = a whole number from 1 to {$most}
file-name = the file’s name
device-name = ‘{$name}’ is a device on Windows, where such a file can’t be opened.
bad-name = is ‘{$name}’; it must be lower-case letters, digits and hyphens, letter first.
name-of-other-file = is ‘{$name}’, but the file is called ‘{$stem}’. Give both one name.
rename-file = Rename the file to {$name}.md
change-and-rename = Change to {$name} and rename the file
bad-version = is ‘{$version}’; it must be X.Y.Z.
bad-tokens = is {$value}; it must be {$wanted}.
remove-blank-lines = Remove the blank lines above
frontmatter-below-first-line = The frontmatter must begin on the file’s first line.
add-frontmatter = Add frontmatter
no-frontmatter = The frontmatter is missing: a ‘---’ line, then the name and version.
close-with = Close it with ‘{$mark}’
frontmatter-open = The frontmatter is never closed by a second ‘---’ line.
frontmatter-is = The frontmatter is {$reading}; it must be lines of ‘key: value’.
fill-in = Fill it in
frontmatter-empty = The frontmatter is empty. Give the prompt a name, a version and more.
no-default-to-copy = There is no default prompt {$name} to copy. {$meant}
yours-already = You already have your own {$name}: {$path}. Open it instead.
yours-now = {$name} is now your own copy of the default.
not-yours = You have no {$name} of your own. {$meant}
no-default-to-go-back = {$name} has no default to go back to. Delete the file instead.
default-again = {$name} is the default again; your text is in the history.
impossible-name = {$name} can’t be a prompt’s name.
no-default-prompts = {$name} has no folder of default prompts. {$meant}
name-says-so-too = {$sentence} Its ‘name’ says so too.
other-name-given = ‘{$near}’ was given; the variable is called ‘{$name}’.
give-value = Give a value for ‘{$name}’.
encoding-is = it is {$encoding}
byte-is = byte {$number} is 0x{$byte}
not-utf-8-on-line = The file is not UTF-8: {$fact}, on line {$line}.
not-utf-8 = The file is not UTF-8: {$fact}.
save-as-utf-8 = Save the file as UTF-8.
on-line = Line {$line}: {$message}
none-can-be-used = No prompt ‘{$name}’ can be used: {$cause} {$meant}
not-found = No prompt ‘{$name}’. Looked in {AND($folders)}. {$meant}
looked-nowhere = ‘{$name}’ can’t be a prompt’s name. {$meant}
metadata-open = No second ‘{$mark}’ line closes this frontmatter, so the model gets it as text.
frontmatter-is-toml = This frontmatter is TOML, between ‘{$mark}’ lines. Write it as YAML, ‘key: value’.
number-too-long = is longer than the {$most} characters of a number
unreadable-as = can’t be read as {$kind}{$reason}
unreadable-value = ‘{$value}’ {$reason}. Correct it, or put it in quotes.
value-unreadable = A value here can’t be read: {$reason}. Correct it, or put it in quotes.
write-as-yaml = Write it as YAML
change-name = {$uses ->
    [yes] Change to {$name} and its uses
   *[no] Change to {$name}
 }
undeclared-near = ‘{$name}’ is not declared. Did you mean ‘{$near}’?
undeclared = {$effect ->
    [left-out] ‘{$name}’ is not declared; its section is left out.
    [sent] ‘{$name}’ is not declared; its section is always sent.
   *[text] ‘{$name}’ is not declared; it stays as text.
 }
required-not-set = {$count ->
    [one] {AND($names)} is not set, and the prompt requires it.
   *[other] {AND($names)} are not set, and the prompt requires them.
 }
and-more = more
default-used = {$path} can’t be used, so default {$version} is used. {SENTENCES($errors)}
default-used-and-more = {$path} can’t be used, so default {$version} is used. {SENTENCES($errors)} And {$count} more.
pasted-too-deep = This JSON is nested too deeply.
pasted-names-alone = There are only names, and no rows of values below them.
pasted-no-json = This can’t be read as JSON, from line {$line} on.
pasted-no-list = This JSON is not a list of objects, such as those of a file of cases.
pasted-no-text = {$what ->
    [list] ‘{$name}’ of row {$row} is a list; it must be text.
   *[other] ‘{$name}’ of row {$row} is an object; it must be text.
 }
pasted-no-csv = This can’t be read as CSV: {$why}.
pasted-heads = The first line must have a name for each column, each another.
pasted-too-many = Row {$row} has {$cells} cells, and there are {$columns} columns.
