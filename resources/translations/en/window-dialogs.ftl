# The palette
palette-hint = @ symbols, : line, > commands
results = Results
count = {$count ->
    [one] {$count} result
   *[other] {$count} results
 }
some-results = {$shown} of { count }
keys = ↑↓ choose      Enter open
keys-beside = { keys }      Ctrl+Enter open beside
row = {LIST($parts)}

# Texts compared in pairs
which-texts = Which texts are compared
text-before = the text before
text-here = the text here
text-on-disk = the text on disk
changes-on-disk = Changes on disk
