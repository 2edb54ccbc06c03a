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
tokens = {$count ->
    [one] {$shown} token
   *[other] {$shown} tokens
 }
matches = {$count ->
    [one] {$count} match
   *[other] {$count} matches
 }
# How many there are
parts = {$part ->
    [block] {blocks}
    [case] {cases}
    [message] {messages}
    [situation] {situations}
    [step] {steps}
    [trigger] {triggers}
   *[none] {$count}
 }
blocks = {$count ->
    [one] {$count} block
   *[other] {$count} blocks
 }
cases = {$count ->
    [one] {$count} case
   *[other] {$count} cases
 }
messages = {$count ->
    [one] {$count} message
   *[other] {$count} messages
 }
situations = {$count ->
    [one] {$count} situation
   *[other] {$count} situations
 }
steps = {$count ->
    [one] {$count} step
   *[other] {$count} steps
 }
triggers = {$count ->
    [one] {$count} trigger
   *[other] {$count} triggers
 }
files = {$count ->
    [one] {$count} file
   *[other] {$count} files
 }
characters = {$count ->
    [one] {$count} character
   *[other] {$count} characters
 }

severity = {$severity ->
    [error] error
    [warning] warning
   *[information] note
 }

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

# Names of invisible characters
char-arabic-letter-mark = Arabic letter mark
char-left-to-right-mark = left-to-right mark
char-right-to-left-mark = right-to-left mark
char-left-to-right-embedding = left-to-right embedding
char-right-to-left-embedding = right-to-left embedding
char-pop-directional-formatting = pop directional formatting
char-left-to-right-override = left-to-right override
char-right-to-left-override = right-to-left override
char-left-to-right-isolate = left-to-right isolate
char-right-to-left-isolate = right-to-left isolate
char-first-strong-isolate = first strong isolate
char-pop-directional-isolate = pop directional isolate
char-soft-hyphen = soft hyphen
char-combining-grapheme-joiner = combining grapheme joiner
char-mongolian-vowel-separator = Mongolian vowel separator
char-zero-width-space = zero-width space
char-zero-width-non-joiner = zero-width non-joiner
char-zero-width-joiner = zero-width joiner
char-word-joiner = word joiner
char-function-application = function application
char-invisible-times = invisible times
char-invisible-separator = invisible separator
char-invisible-plus = invisible plus
char-inhibit-symmetric-swapping = inhibit symmetric swapping
char-activate-symmetric-swapping = activate symmetric swapping
char-inhibit-arabic-form-shaping = inhibit Arabic form shaping
char-activate-arabic-form-shaping = activate Arabic form shaping
char-national-digit-shapes = national digit shapes
char-nominal-digit-shapes = nominal digit shapes
char-byte-order-mark = byte-order mark
char-interlinear-annotation-anchor = interlinear annotation anchor
char-interlinear-annotation-separator = interlinear annotation separator
char-interlinear-annotation-terminator = interlinear annotation terminator
