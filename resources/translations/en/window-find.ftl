every-kind = Every kind of file
find-in-library = Find in library
leave-out = Leave a match out, or take it back in
go-to-match = Go to the match
replace-all = Replace all
hint = Each file’s earlier version goes to its history. Space leaves a match out.
matches-in-library = Matches in the library
stop = Stop
files-to-search = Files to search
problem-in = In {$file}: {$problem}
summary = {$matches} in {$files} · searched {$searched}
left = {$count ->
    [one] {$count} left as it is
   *[other] {$count} left as they are
 }
replace = {$count ->
    [0] Replace
   *[other] Replace {$count} in {$files}
 }
is-replaced = replaced
is-partly-replaced = partly replaced
is-left = left as it is
hit = line {$line}: {$text}; ‘{$hit}’
hit-becomes = line {$line}: {$text}; ‘{$hit}’ becomes ‘{$new}’
parts = {LIST($parts)}
unreadable = {$files} can’t be read
