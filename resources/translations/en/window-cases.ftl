clock = Clock
folder = Folder
model = Model
nothing-expected = No case expects anything yet
some-failed = {$count ->
    [one] {$failed} of {$count} case failed
   *[other] {$failed} of {$count} cases failed
 }
some-passed = {$extent ->
    [all] All {counted} passed
   *[some] {counted} passed
 }
counted = {$count ->
    [one] {$count} case
   *[other] {$count} cases
 }
left-to-try = {$count} not tried yet
came-of-cases = {LIST($came)}
unreadable-line = Line {$line} can’t be read
mend-in-source = Change it in the source.
of-case = case ‘{$name}’
characters = {$count ->
    [one] {$count} character
   *[other] {$count} characters
 }
characters-of = {characters}: {$text}
held = {$count} of {$expected}
met = {held} met. {$why}
failed = {$count} failed
passed = {$count} passed
left = {$count} left
run-all = Run all
expectation = Expectation
case-must-give = What ‘{$name}’ must give
expectation-number = Expectation {$number}
new-cases = {$count ->
    [one] {$count} new case: {AND($names)}.
   *[other] {$count} new cases: {AND($names)}.
 }
left-out = Not declared, left out: {LIST($names)}.
rows = Rows
nothing-changed = Nothing was changed: {$problem}
contains = contains
matches = matches
equals = equals
menu = &Cases
run-all-cases = &Run all cases
menu-new-case = &New case
menu-from-json-or-csv = From &JSON or CSV…
duplicate-case = &Duplicate case
delete-case = De&lete case
menu-expect-now = &Expect what it gives now
open-the-prompt = &Open the prompt
cases = Cases
duplicate-keys = Copy the row, or the one above an empty one
clear-keys = Take the value away, or delete the case
write-the-cell = Write the cell
what-it-must-equal = what it must equal
show-difference = Show difference
prompt-and-cases = Prompt and cases
value-not-given = Not set
value-empty-text = Empty text
case = Case
expects = Expects
no-text = No text
choose-a-case = Choose a case to see what the model gets.
hint = New case: type its name, or copy the one above with Ctrl+D.
not-given = not set
empty-text = empty text
not-tried-yet = not tried yet
cancel = Cancel
new-case = New case
from-json-or-csv = From JSON or CSV…
expect-now = Expect what it gives now
sorts = contains, does not contain, matches, is missing, equals
show-source = Show source
the-case-gives-no-text = The case gives no text now.
does-not-contain = does not contain
is-missing = is missing
only-these-are-missing = only these are missing
it-is-met = It is met.
text-of = {$name}: text
rows-hint = [{"{"}"name": "…", "url": "…"{"}"}], or CSV whose first line has the names
paste-rows = Paste a JSON list of objects, or CSV with a line of names. Each row becomes a case.
add-cases = Add cases
paste-title = From JSON or CSV
nothing = nothing
