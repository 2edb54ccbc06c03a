type-is-unknown = ‘{$kind}’ is not a variable type, so the tag stays as text.
name-is-not-set = ‘{$name}’ is not set, so its tag stays as text.
cases-not-sent = The text of these cases is not sent to a model.
body-not-utf-8 = The body is not UTF-8 from byte {$byte} on. Write it as UTF-8.
folder-unusable = The folder {$name} can’t be used: {$reason}.
has-files = {$name} has files already. Name a new folder.
is-chat-now = {$name} is a chat of {$messages} now.
too-many-messages = {$name} has {$count} messages; the most for a chat is {$most}. Leave some out.
add-user-message = Add a user message
make-user-message = Make it a user message
delete-message = Delete this message
add-user-before = Add a user message before it
frontmatter-broken = The frontmatter is too broken to add a variable to. Fix its problems first.
only-prompts-declare = Only prompts declare variables.
select-below = Select a part of the text below the frontmatter.
select-text = Select the text that is to be the value of a variable.
selection-has-tag = The selection holds a tag. Select text without one.
no-variable-at-caret = No variable is inserted at the caret.
no-default = ‘{$name}’ has no default.
default-is-tag = The default of ‘{$name}’ would be read as a tag.
cannot-rename = ‘{$name}’ can’t be renamed: ‘{$file}’ does not define it.
its-default = its default
bad-variable-name = ‘{$name}’ can’t name a variable. Use lower-case letters, digits and ‘_’, no digit first.
variable-there = There is a variable ‘{$name}’ already. Choose another name.
prompt-name-rule = Lower-case letters, digits and hyphens, beginning with a letter.
is-triggers-file = ‘{$name}’ is the file of triggers. Choose another name.
before-blocks = what stands before the blocks
built-in = built in
not-openable = {$name} is not a file that can be opened.
too-many-folders = Too many folders are chosen. Choose fewer.
holds-defaults = {$name} holds the defaults. Choose another folder.
not-of-text = {$name} was not created: {$why}
prompt-there = There is a prompt {$name} already.
other-kind-there = There, {$name} would become another kind of file.
unreadable-now = {$name} can’t be read now.
other-kind-in = In {$folder}, {$name} would become another kind of file. Choose another folder.
name-is-not-declared = ‘{$name}’ is not declared, so its tag stays as written.
name-is-empty = ‘{$name}’ is empty.
name-is-required = ‘{$name}’ is required and not set.
trial-names = The trial names a case or a situation. ‘render_file’ finds it; ‘render’ needs it.
trial-type = ‘trial’ must be a Trial, not {$type}. Values go into Trial(values).
kind-without-situations = {$path} is of kind {$kind}; only a system message has situations.
situations-unusable = The situations in {$path} can’t be used. {$reason}
the-situation = the situation ‘{$name}’
the-case = the case ‘{$name}’
folder-is-none = {$folder} is not a folder. Pass the folder for variables as ‘cwd’.
too-many-tags = This text has {$count} tags. The window shows them up to {$most}; ‘foreword check’ reads all.
too-many-entries = This file has more than {$most} lines and commas. ‘foreword check’ reads it whole.
tags-untrusted = {$count ->
    [one] 1 tag is blank: the folder is restricted.
   *[other] {$count} tags are blank: the folder is restricted.
 }
tags-nothing-or-written = {$count ->
    [one] 1 tag would render as nothing or stay as written.
   *[other] {$count} tags would render as nothing or stay as written.
 }
tags-written = {$count ->
    [one] 1 tag would stay as written: not declared.
   *[other] {$count} tags would stay as written: not declared.
 }
tags-nothing = {$count ->
    [one] 1 tag would render as nothing.
   *[other] {$count} tags would render as nothing.
 }
no-message-with-text = {$name} has no message with a text. {$why}
unknown-kind = {$name} is not a kind of file. The kinds are {AND($kinds)}. {$near}
case-is-missing = There is no case {$name} in {$path}. {$near}
situation-is-missing = There is no situation {$name} in {$path}. {$near}
it-has-none = It has none.
case-folder = {$why ->
    [secrets] The case {$name} looks in {$folder}, which may hold secrets. Give another folder as ‘cwd’.
   *[outside] The case {$name} looks in {$folder}, which lies outside {$outside}. Give another folder as ‘cwd’.
 }
it-has = It has {AND($names, each: "‘*’")}.
# A chat’s request
of-message = {$code ->
    [blank-content] {$number} is {$what}: {$says}. Write something, or delete it.
    [consecutive-roles] {$before} and {$number} are both from {$role}: {$says}.
    [final-assistant] {$number} is the assistant’s and last: {$says}
    [first-not-user] {$number} is the first message and the assistant’s, which some models refuse.
    [not-unicode] {$number} has half of a character, which no API takes.
    [system-not-first] {$number} is a system message after others; {$takes}
    [system-placement] {$number} is a system message that {$why ->
        [first] is the first of the messages
        [beside-another] is beside another one
        [not-after-user] does not follow a user message
       *[not-before-assistant] no assistant message follows
     }: {$model} refuses it there.
    [trailing-whitespace] {$number} is the assistant’s and ends in whitespace: Anthropic refuses it.
    [unknown-role] {$number} has the unknown role ‘{$role}’. {$says}
   *[other] {$message}
 }
of-system-text = {$code ->
    [blank-content] The system message is {$what}: {$says}. Write something, or send none.
    [not-unicode] The system message has half of a character, which no API takes.
   *[other] System message: {$message}
 }
add-between = {$role ->
    [assistant] Add an assistant message between them
   *[user] Add a user message between them
 }

# Where a character comes from
condition-on = {$side ->
    [else] {$state} (else of the condition on line {$line})
   *[then] {$state} (condition on line {$line})
 }
added-to-block = The {$added} block ‘{$id}’.
text-from = Text from line {$line}{in-block}.
literal-on = Written as a literal on line {$line}{in-block}.
unknown-type-on = ‘{$kind}’ is not a variable type, so the tag stays as written, on line {$line}{in-block}.
unknown-name-on = The tag on line {$line} stays as written: ‘{$name}’ is neither declared nor set.
value-on = The value of ‘{$name}’ ({$origin}), inserted on line {$line}{in-block}.
in-block = {$block ->
    [none] {""}
    [known] , in block ‘{$id}’
   *[explained] , in block ‘{$id}’ ({$why})
 }
resolved-at = resolved at {$time}
given = given
unread = {$name}, {$why}
folder-restricted = folder restricted
not-allowed = not allowed
exists = {$name} exists
does-not-exist = {$name} does not exist
has-a-value = {$name} has a value
is-empty = {$name} is empty
is-not-set = {$name} is not set
sent-because = sent: {LIST($reasons)}
from-situation = from the situation
renders-as-nothing = it renders as nothing
it-loses = it loses
line-break-before = line break before
heading-before = heading before
tag-that-opens = tag that opens
tag-that-closes = tag that closes
closes-early = ‘{$name}’ closes a tag around it. Take the closing tag out, or choose another style.
turn = Turn {$number}: {$message}
steps = Steps {$first}–{$last}
compaction-before = Compaction before step {$step}
no-cases-file = There is no case {$name}: there is no file {$file}.
case-failed = ‘{$name}’ failed: {$why}
