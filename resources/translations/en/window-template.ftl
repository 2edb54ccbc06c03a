title = &Template
conversations-entry = Co&nversations
build-entry = &Build…
conversations = Conversations
delete-the-conversations = Delete the conversations
select-all-conversations = Select all conversations
show-the-conversation = Show the conversation
build = Build
about-build = The conversation keeps what the saved template gives now, until it is built again.
conversation = Conversation
its-id = its id
working-folder = Working folder
an-absolute-path = an absolute path
model = Model
choose = Choose…
choose-the-working-folder = Choose the working folder
delete = Delete
take-over = Take over
replaces = ‘{$id}’ gets this in place of what it has; its last 10 builds are kept.
unsaved-not-built = The template has unsaved changes, which are not built.
what-is-stored = What is stored
what-is-built-again = What is built again
the-instructions = The instructions
reading = Reading…
stored-when = what it got {$when}
from-template-and-values = from the template and values of now
rebuilt-prompt = the rebuilt prompt, {$tokens}
no-prompt = no prompt
other-text = Other text…
to-now = → what it would get now
to-now-shortly = → now
keeps = It keeps what it got until compaction.
keeps-shortly = Kept until compaction.
compacts = At compaction, the rebuilt prompt is stored; it is sent with the instructions.
compacts-shortly = Stored without, sent with the instructions.
view = View
copy-what-is-shown = Copy what is shown
more = More
instructions = Instructions
stored-prompt = Stored prompt
no-conversation = No conversation
choose-one = Choose one in Conversations to see its stored prompt.
cannot-be-shown = The conversation can’t be shown
build-of = Build of {$when}
got-empty-prompt = It got an empty prompt: nothing was sent.
cannot-build-now = Nothing can be built now
no-difference = No difference
would-get-the-same = It would get the same now.
what-it-would-get-now = what it would get now
built-in-folder = Built in {$folder}
copy-what-is-sent = Copy what is sent
show-compaction = Show compaction
copied-compaction = What the compaction sends is copied.
copied-stored = What ‘{$id}’ got is copied.
build-again = Build again…
delete-dots = Delete…
none-of-template = None of this template
no-conversations-yet = No conversations yet
cannot-be-read = The conversations can’t be read
instructions-of-a-compaction = Instructions of a compaction
not-known-because = The folder is restricted now, or a file is not allowed.
folder = Folder: {$path}
template-file = Template: {$path}
not-built = not built
empty-template = an empty template: nothing was sent
built-in-template = the built-in default template
template-as-text = a template given as text
no-model = no model
cannot-be-built = can’t be built
not-known = not known
the-same = the same
another-text = another text
deleted-meanwhile = It was deleted meanwhile.
make-my-copy = Make my copy
compaction-instructions = Compaction instructions
built-in = built in
built = Built
from = From
tokens = Tokens
now-it-would-get = Now it would get
show-more = Show more
hints = Enter shows it     Del deletes it…
which-conversations = Which conversations
delete-those = Delete those…
show-it = Show it
more-stayed-blank = {$count ->
    [one] 1 more tag stayed blank.
   *[other] {$count} more tags stayed blank.
 }
is-built = ‘{$id}’ is built, and keeps this until it is built again. {SENTENCES($notes)}
delete-question = {$count ->
    [one] Delete ‘{$id}’?
   *[other] Delete {$count} conversations?
 }
about-delete = {$count ->
    [one] All its builds are deleted for good. Programs get no prompt until it is built again.
   *[other] Builds of {$ids} are deleted for good. Programs get none until they are built again.
 }
is-deleted = {$count ->
    [one] ‘{$id}’ is deleted.
   *[other] {$count} conversations are deleted.
 }
take-over-question = {$count ->
    [one] Take over 1 conversation of ‘{$library}’?
   *[other] Take over {$count} conversations of ‘{$library}’?
 }
belong = From now on they belong to the library ‘{$library}’, which is open.
about-take-over = {$kept ->
    [0] {belong}
    [one] {belong} 1 conversation with an id that it has too stays where it is.
   *[other] {belong} {$kept} conversations with ids that it has too stay where they are.
 }
kept-there = This library has {$names} too, so theirs stay where they are.
taken-over = {$count ->
    [one] 1 conversation was taken over. {SENTENCES($notes)}
   *[other] {$count} conversations were taken over. {SENTENCES($notes)}
 }
delete-of-library = Delete the conversations of ‘{$library}’?
about-delete-of-library = They are deleted for good. Those with the same ids in this library stay.
deleted-of-library = {$count ->
    [one] 1 conversation of ‘{$library}’ is deleted.
   *[other] {$count} conversations of ‘{$library}’ are deleted.
 }
given-as-before = Given as at its last build: {LIST($names)}.
given-as-in-values = Given as in Values: {LIST($names)}; others are resolved in the working folder.
names = {$more ->
    [0] {AND($names, each: "‘*’")}
   *[other] {LIST($names, each: "‘*’")} and {$more} more
 }
stored = 1 Stored
rebuilt = 2 Rebuilt
sent = 3 Sent
sent-of = {$prompt ->
    [yes] {$instructions ->
        [yes] rebuilt, an empty line, the instructions
       *[no] rebuilt, no instructions
     }
   *[no] {$instructions ->
        [yes] the instructions alone
       *[no] nothing
     }
 }
part = {$title}: {$words}, {$tokens}
difference = Difference
compaction = Compaction
preview-only = a preview: nothing is stored
preview-shortly = a preview
none-yet = A program builds one at its first turn, by command or over HTTP. Build… does so here.
library-gone = {$left_over ->
    [yes] {conversation-number} of {$library}, which is gone; this library has the same ids{and-others}
   *[no] {conversation-number} of {$library}, which is gone{and-others}
 }
conversation-number = {$count ->
    [one] 1 conversation
   *[other] {$count} conversations
 }
and-others = {$more ->
    [0] {""}
   *[other] {" "}(and {$more} more)
 }
conversation-count = {$more ->
    [yes] {conversation-number} and more
   *[no] {conversation-number}
 }
all-shows = {$count ->
    [one] All shows 1 conversation of other templates.
   *[other] All shows {$count} conversations of other templates.
 }
now-it-would-get-this = now it would get: {$what}
all-unknown = {$count ->
    [one] What 1 conversation would get now is not known
   *[other] What {$count} conversations would get now is not known
 }
all-the-same = {$count ->
    [one] 1 conversation would get the same now
   *[other] {$count} conversations would get the same now
 }
differing = {$count ->
    [one] 1 conversation would get something else now
   *[other] {$differing} of {$count} conversations would get something else now
 }
some-differ = {$unknown ->
    [0] {differing}
   *[other] {differing}, {$unknown} not known
 }
moment = {$day ->
    [today] today {$time}
    [yesterday] yesterday {$time}
   *[other] {$date} {$time}
 }
saved-at = {$day ->
    [today] {$time}
    [yesterday] yesterday
   *[other] {$date}
 }
origin-saved = {$name}, saved {$when}
built-how = {$count ->
    [one] Built {$when}, in {$folder}, {$model}; 1 build kept
   *[other] Built {$when}, in {$folder}, {$model}; {$count} builds kept
 }
blank = {$effect ->
    [blank] {$tag} is blank: {$why}
    [kept] The text under {$tag} is kept: {$why}
   *[left-out] The text under {$tag} is left out: {$why}
 }
changed-when = {$what} {$when}
change-of-template = {$line ->
    [0] Template:
   *[other] Template, line {$line}:
 }
changes = {$count ->
    [one] 1 change
   *[other] {$count} changes
 }
unsaved-name = {$name}, unsaved
programs-get-saved = {unsaved-name}: programs get the saved text, added after the rebuilt prompt
added-after = {$name}: added after the rebuilt prompt
this-template = This template
all = All
build-dots = Build…
delete-entry = {$count ->
    [one] Delete…
   *[other] Delete {$count} conversations…
 }
not-set = not set
deleted = deleted
