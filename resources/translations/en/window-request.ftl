request = Request
open-chat = Open a chat to see here what a provider gets of it.
show-more = Show more

# The bars
provider = Provider
structure = Structure
raw = Raw
comparison = Comparison
answer = Answer
view = View: {$name}
compare-with = Compare with…
body-from-file = A body from a file…
body-in-clipboard = The body in the clipboard
stored-prompt = The stored prompt of a conversation…
last-copy = The last copy
tokens-of-parts = Tokens of each part
copy-json = Copy as JSON
copy-curl = Copy as curl
send = Send…

# Tokens
share = {$part}: {$tokens}
part-share = {$part}, {$role}: {$tokens}
all-parts = {$count ->
    [one] {$count} part
   *[other] {$count} parts
 }, {$tokens}
in-front = {$part}: {$about} of {$total}
strip = {LIST($parts)}

# What the provider does with it
no-request = No request
no-request-because = There is no request: {$why}
refuses = {$maker} refuses this request: {$count ->
    [one] {$count} reason
   *[other] {$count} reasons
 }
refused = Refused: {$count ->
    [one] {$count} reason
   *[other] {$count} reasons
 }
takes-with-model = {$maker} takes this once a model is named
no-model = No model
accepts = {$maker} accepts this request
accepted = Accepted

# Parts
parts = Parts of the request
make-first-fix = Make the first fix
system-text = system text
system-text-continued = system text, continued
message = message {$number}
parts-of = {$steps ->
    [before] parts from before step 0
    [one] parts of step {$first}
   *[several] parts of steps {$first} to {$last}
 }
counted-parts = {$count} {$parts}
added-by = added by {AND($names)}
with-inserted = {$count ->
    [one] with {$count} system message, before step {AND($steps)}
   *[other] with {$count} system messages, before steps {AND($steps)}
 }
more-parts = {$count ->
    [one] … {$count} more part, which Raw and the copies have
   *[other] … {$count} more parts, which Raw and the copies have
 }
more-problems = {$count ->
    [one] {$count} more problem in these parts
   *[other] {$count} more problems in these parts
 }
no-role = no role
empty-text = empty text
name-and-note = {$name} · {$note}
stable-prefix = stable prefix
stable-prefix-marked = stable prefix, {$mark} at its end
rest-is-under-raw = … the rest is under Raw

# Read out
spoken = {SENTENCES($parts, each: "*.")}
spoken-blocked = {$role}: {$words}.
spoken-group = {$parts}, {$tokens}, {$state ->
    [unfolded] unfolded
   *[folded] folded
 }.
spoken-part = {$role}, {$part}, {$tokens}.
spoken-part-in-front = {$role}, {$part}, in front, {$tokens}.
spoken-cached = cached.
spoken-finding = {$severity}: {$message}
spoken-finding-with-fix = {spoken-finding} Fix: {$fix}.

# Cards
place = Place
role = Role
role-of-provider = {$role}, the provider’s word for {$own}
tokens-label = Tokens
tokens-of = {$about} of {$total}
cache = Cache
cached = {$cached ->
    [yes] read at the next turn
   *[no] sent again at the next turn
 }{$mark ->
    [yes] , with a mark at its end
   *[no] {""}
 }
sent-as-it-is = sent as it is, without empty lines at its ends
go-to = Go to {$name}
cannot-be-sent = can’t be sent
sent-with-others = It is sent once the other parts can be sent.
cached-to-mark = The provider caches up to the last mark, and reads the rest again each turn.
can-change-here = can change from here on
same-above = The text above stays the same and can be cached. From here on it may change.
character = Character
character-of-text = {$number} of its text
character-of-content = {$number} of its content
made-from = Made from
file = File

# Comparison
choose-other = Choose what to compare this request with.
nothing-to-compare = Nothing to compare with
too-deep = Nested too deeply to be compared: {$name}.
this-request = this request
of-other-api = Without ‘{$key}’, {$name} is not the body of a request to the same API.
difference = {SENTENCES($sentences)}
same-for-cache = For the cache, {$name} and this request are the same.
first-difference = The first difference from {$name} is at {$place}, character {$character}.
goes-on = This request goes on where {$name} ends, with {$place}.
ends-before = This request ends where {$name} goes on, with {$place}.
value-of = It is the value of {$tag}.
nothing-read = Nothing is read from the cache: {$why}.
stay-cached = {$count ->
    [0] Nothing before it stays cached.
    [one] About {$count} token before it stays cached.
   *[other] About {$count} tokens before it stay cached.
 }

# The body’s text
text = Text of the request
go-to-file = Go to the file it comes from
end-shown = The end, from {$place} on; a copy has all.
beginning-shown = The first {$count} characters; a copy has all.
copy = Copy
select-all = Select all
why-here = Why is this here?

# The answer
cancel = Cancel
give-key = Give a key…
copy-answer = Copy answer
add-as-message = Add as message
lines-shown = The first {$count} lines; a copy has all.
call-not-run = Call of {$name}, not run
