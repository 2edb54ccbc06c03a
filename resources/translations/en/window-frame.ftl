# The menu bar
palette = Go to file, block or command
palette-field = {$width ->
    [narrow] Go to…
   *[wide] { palette }…
 }

# Panels
library = &Library
outline = &Outline
preview = &Preview and values
problems = P&roblems
full-page-action = &Full page
full-page = Full page: {$key} brings everything else back.
full-page-ended = Everything else is back.
next-panel = &Next panel
previous-panel = Pre&vious panel
show = Show
show-panel = Show {$name}
close = Close
close-panel = Close {$name}
more-tabs = More tabs
title-with-counts = {$title}: {$counts}

# Notices, and the bar above the text
notice = Notice
dismiss = Dismiss the notice
link-of-notice = {$link}: {$sentence}
bar = {$severity}: {$sentence}
bar-with-links = {$sentence} The bar above the text has {LIST($choices)}.

# The status bar
status = Status
trust = {$state ->
    [trusted] Trusted
   *[restricted] Restricted
 }
about-trust = {$state ->
    [trusted] In {$folder}, git and files outside the library are read.
   *[restricted] In {$folder}, git and files outside the library are not read.
 }
serving = Serving
about-serving = Programs are served at {$url}: show the server.
position = Ln {$line}, Col {$column}
go-to-line = Go to line
braces = Braces
about-braces = Tags are written in two braces: {"{{"}name{"}}"}.
brackets = Brackets
about-brackets = Tags are written in brackets, as in [git:branch].
about-lf = Each line ends with LF, as on Linux and macOS.
about-crlf = Each line ends with CRLF, as on Windows.
about-utf-8 = The file is UTF-8, which has the characters of all languages.
valid = Valid
show-problems = {$total ->
    [0] No problems
   *[other] {$counts}: show the problems
 }
problems-of-file = {$total ->
    [0] Problems: none
   *[other] Problems: {$counts}
 }

# window.ini
defaults-used = {$sentence} The defaults are used.
damaged = {$name} is damaged. {$how}
