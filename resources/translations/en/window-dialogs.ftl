# The palette
palette-hint = @ symbols, : line, > commands
results = Results
count = {$count ->
    [0] {""}
    [one] {$count} result
   *[other] {$which ->
        [some] {$shown} of {$count} results
       *[every] {$count} results
     }
 }
keys = {$enter ->
    [open] ↑↓ choose      Enter open      Ctrl+Enter open beside
    [go] ↑↓ choose      Enter go
   *[run] ↑↓ choose      Enter run
 }

# Texts compared in pairs
which-texts = Which texts are compared
text-before = the text before
text-here = the text here
text-on-disk = the text on disk
changes-on-disk = Changes on disk
