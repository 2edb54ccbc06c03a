# How English joins and counts.
list = {", "}
and = {" and "}
or = {" or "}
sentences = {" "}
digits = ,
plural-rule = n != 1
plural-forms = one other

# What every room says.
together = {SENTENCES($sentences)}
listed = {LIST($words)}
did-you-mean = Did you mean ‘{$name}’?
write = Write ‘{$text}’
remove-it = Remove it
and-more = {$count} more

# More problems than are listed
errors = {$count ->
    [one] {$count} error
   *[other] {$count} errors
 }
warnings = {$count ->
    [one] {$count} warning
   *[other] {$count} warnings
 }
notes = {$count ->
    [one] {$count} note
   *[other] {$count} notes
 }
more-problems = {$count ->
    [one] One more problem follows
   *[other] {$count} more problems follow
 } ({LIST($severities)}). Correct some of those listed to see them.

# Invisible characters
hidden-spelling = Invisible characters spell ‘{$text}’, which a model may read. Remove them.
hidden-run = {$count} invisible characters are here: {LIST($names)}. Remove them.
hidden-direction = An invisible {$name} changes the order of this line. Remove it.
hidden-one = An invisible {$name} is here. Remove it.
variation-selector = variation selector ({$code})
named-character = {$name} ({$code})
remove-hidden = {$count ->
    [one] Remove the hidden character
   *[other] Remove the hidden characters
 }
remove-hidden-everywhere = {$count ->
    [one] Remove the hidden characters at one place
   *[other] Remove the hidden characters at all {$count} places
 }
