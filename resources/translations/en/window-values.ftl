not-set = not set
default-is = default: {$value}
type-to-try = {$state} – type a value to try it
values = Values
save-as-case = Save as case
save-as-case-ellipsis = Save as case…
filter = Filter variables
open-a-prompt = Open a prompt or a template to set its values.
no-case = No case
use-resolved = Use the resolved value
override = Override
not-given-choice = Not set
given-choice = Set
empty-choice = Empty
use-sample = Use the sample ‘{$sample}’
load-file = Load from file…
rename-case = Rename case
update = Update ‘{$case}’
rename = Rename ‘{$case}’…
delete = Delete ‘{$case}’
show-cases = Show all cases
no-names = The template names no variables.
no-variables = This file has no variables.
none-match = None of the {$names} variables has ‘{$part}’ in its name.
open-menu = Open a value’s menu
make-not-given = Unset an empty value
not-given = not set
empty = empty
size = {$bytes ->
    [one] {$bytes} byte
   *[other] {$bytes} bytes
 }, {$lines ->
    [one] {$lines} line
   *[other] {$lines} lines
 }
to-override = {$state}; override…
given-by-program = Your program gives this value; type one to try it
given-by-program-such-as = Your program gives this value; type one to try it, such as ‘{$sample}’
case = {$state ->
    [none] No case
    [edited] Case: {$name}, edited
   *[saved] Case: {$name}
 }
having = {$filtered ->
    [yes] {" "}with ‘{$part}’ in the name
   *[no] {""}
 }
first-fields = The first {$most} of {$count} variables{having}: type a part of a name to reach more.
matching = {$count} of {$names} variables{having}.
given = set
required = required
