every-kind = Every kind of file
find-in-library = Find in library
leave-out = Leave a match out, or take it back in
go-to-match = Go to the match
replace-all = Replace all
hint = Space leaves a match out.
keeps-versions = Each file’s earlier version goes to its history.
matches-in-library = Matches in the library
stop = Stop
files-to-search = Files to search
problem-in = In {$file}: {$problem}
summary = {$count ->
    [0] No matches in {$searched}
   *[other] {$matches} in {$files}
 }
searched = Searched {$files}.
read-only = {$extent ->
    [all] all read-only
   *[some] {$count} in read-only files
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
