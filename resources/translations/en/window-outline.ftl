outline = Outline
go-there = Go there
empty = Conditions, variables and headings show here.
line = line {$line}
condition = condition
variable = variable
heading = heading
left-out = left out
