body-too-deep = This is not the body of a request: it is nested too deeply.
body-not-json = This is not the body of a request: it is not JSON.
not-json-from-here = From here on this is not JSON.
not-json-beginning = This is not JSON. A request begins with ‘{"{"}’, messages alone with ‘[’.
body-empty = This is not the body of a request: it is empty.
cached-content = a cached content
earlier-response = an earlier response
stored-conversation = a stored conversation
stored-prompt = a stored prompt
tool-calls = tool calls
tool-results = tool results
an-object = an object
a-list = a list
object-with-role = an object with a role
text-or-parts = text or a list of parts
object-with-type = an object with a type
parts-of-type = parts of type ‘{$kind}’
unknown-cache = ‘{$name}’ is not a cache. Known are {AND($known)}.
role-and-content = Each message needs a role and a content, both of them text.
cache-broken = Only {$count} characters stay the same: {$tag} can change each turn. Move it to the end.
too-many-marks = There are {$count} cache marks; Anthropic takes {$most} in all. Remove some.
mark-order = {$place} is cached for 1h after {$other} for 5m: Anthropic refuses that. Swap them.
ask-for-5m = Ask for 5m here
remove-marks = Remove the marks beyond them
field-missing = ‘{$name}’ is missing; {$maker} needs it.
model-missing = ‘{$name}’ is missing; the URL of Google’s API needs it.
too-many-messages = There are {$count} messages; Anthropic takes {$most}. Compact the conversation.
kept-many = {$place}: {$name} are kept as they are, and not judged.
kept-one = {$place}: {$name} is kept as it is, and not judged.
wrong-shape = {$place} should be {$expected}.
without-role = {$place} has no role. {$maker} knows {AND($known)}.
make-users = Make it a user message
unknown-role = ‘{$role}’ of {$place} is not a role. {$maker} knows {AND($known)}. {$near}
first-of-assistant = The first message is the assistant’s, which some models refuse. Begin with the user’s.
system-misplaced = The system message {$place} {$why ->
    [first] is the first of the messages
    [beside-another] is beside another one
    [not-after-user] does not follow a user message
   *[not-before-assistant] has no assistant message after it
 }: {$model} refuses it there.
system-not-first = {$place} is a system message: {$says} Put it into the system text.
last-of-assistant = The last message, {$place}, is the assistant’s: {$says}
remove-message = Remove this message
remove-whitespace = Remove the whitespace at its end
ends-in-whitespace = The last text, {$place}, is the assistant’s and ends in whitespace, which Anthropic refuses.
new-reply-follows = OpenAI does not continue it; a new answer follows.
is-continued = the model continues it instead of answering.
refused-end-with-user = {$model} refuses that. End with a user message.
send-no-system = Send no system text
half-character = {$place} has half of a character, which no API takes. Write both halves, or remove it.
models-differ = the models differ
no-mark-before = no cache mark of the earlier request is before it
space-of-body = Space that makes the body readable; no API reads it.
shape-of = The shape of {$api}.
quotation-mark = Quotation mark of JSON around the text; it is not sent to the model.
model-as-given = The model it is sent to, as given.
shape-holds = {$shape} This field holds {$text}.
shape-names-type = {$shape} Each part of a content names its type.
limit-as-given = The limit of the answer in tokens, as given.
file-of-system-text = the file of the system text
limit-from = The limit of the answer in tokens, from max_tokens in {$source}.
limit-needed = The limit of the answer: {$tokens} tokens, since {$api} needs a limit.
system-as-first = {$api} takes the system text as its first message, with this role.
text-of = the text of {$name}
the-text = the text
the-message = the message
left-out-wrong = {$name} should be {$expected}, and is left out.
left-out = {$why ->
    [role] {$place} has the role ‘{$role}’, and is left out.
   *[text] {$place} has no text, and is left out.
 }
developer-becomes-system = {$place} has the role ‘developer’, and gets the role ‘system’.
texts-joined = The {$count} texts of {$place} are joined with an empty line between them.
half-becomes = {$name} has half of a character, which becomes U+FFFD.
line-ends-become = The line ends of {$name} become line feeds.
newlines-not-sent = The newlines at the ends of {$name} are not sent.
key-of-anthropic = an Anthropic key
key-of-openai = an OpenAI key
key-of-google = a Google key
key-of-amazon = an Amazon key
token-of-github = a GitHub token
token-of-gitlab = a GitLab token
token-of-slack = a Slack token
token-of-hugging-face = a token of Hugging Face
a-token = a token
private-key = a private key
key-or-token = a key or a token
unknown-provider = ‘{$name}’ is not a provider. {$near}
the-body = The body
provider-refuses = {$maker} refuses it
model-reads-nothing = {$maker} takes it, and the model reads nothing
cached-up-to-here = cached up to here: no cache mark follows
a-value = a value
depends-on-model = It depends on the model.
reads-no-marks = {$model} reads no cache marks: it caches every prefix by itself.
old-reads-no-marks = Models before gpt-5.6 read no cache marks. It depends on the model.
marks-read-last = There are {$count} cache marks; OpenAI reads the last {$most} of a request. Remove some.
marks-read-beside = {$count} cache marks; OpenAI reads the last {$most} beside its own. Remove some.
prefix-too-short = {$tokens ->
    [one] Nothing is cached: the prefix has about 1 token, and {$least} are needed.
   *[other] Nothing is cached: the prefix has about {$tokens} tokens, and {$least} are needed.
 }
prefix-too-short-by-model = {$tokens ->
    [one] Nothing is cached: the prefix has about 1 token, and models need {$least} to {$most}.
   *[other] Nothing is cached: the prefix has about {$tokens} tokens, and models need {$least} to {$most}.
 }
prefix-depends = The prefix has about {$tokens} tokens, and models need {$least} to {$most} to cache it.
no-messages = There is no message: {$maker} needs one in ‘{$key}’. Add one.
no-messages-beside = There is no message beside the system text: {$maker} needs one in ‘{$key}’.
unknown-fields = {$count ->
    [one] {LIST($names, each: "‘*’")} is unknown to {$api}: it is kept, and not judged.
   *[other] {LIST($names, each: "‘*’")} are unknown to {$api}: they are kept, and not judged.
 }
not-read-remove = {$api} ignores {AND($names, each: "‘*’")}. Remove what is not meant for it.
other-shape = This body has the shape of {$shape}. Choose ‘{$provider}’, or change the body.
roles-known = {$maker} knows {AND($known)}. {$near}
same-role = {$first} and {$second} are both of role ‘{$role}’: {$says}.
combined = Anthropic combines them into one turn
models-differ-in-them = models differ in what they make of it
google-takes-none = Google takes no system message here.
google-only-first = Google takes it only first.
takes-none = {$model} takes no system message among the others.
old-takes-none = Models before Claude Opus 4.8 take none among the others. It depends on the model.
only-first = {$model} takes it only first.
old-only-first = models before Claude Opus 4.8 take it only first. It depends on the model.
claude-refuses = Claude 4.6 and later refuse that, others continue it. {$depends}
newer-refuse = newer models refuse that, others continue it. {$depends}
text-empty = The text at {$place} is empty: {$says}. Write something, or remove it.
text-blank = The text at {$place} is only whitespace: {$says}. Write something, or remove it.
empty = empty
only-whitespace = only whitespace
tokens-before = {$tokens ->
    [0] nothing is before it, and {$least} tokens are needed
    [one] about 1 token is before it, and {$least} are needed
   *[other] about {$tokens} tokens are before it, and {$least} are needed
 }
character-made-from = Character {$number} of the system text, made from {$name}.
character-as-given = Character {$number} of the system text, as it was given.
character-of-content = Character {$number} of the content of {$name}.
character-of = Character {$number} of {$name}.
field-of-messages = The field in which {$api} takes the messages.
field-of-system = The field in which {$api} takes the system text.
role-of = The role of {$name}.
role-of-model = The role of {$name}: Google’s word for assistant is model.
mark-at-system-end = A mark for the provider’s cache: the whole system text above stays the same. {$hour}
mark-at-change = {$rebuilt ->
    [yes] A mark for the provider’s cache: {$tag} below can be another one in the next turn. {$hour}
   *[no] A mark for the provider’s cache: {$tag} below can differ in another conversation. {$hour}
 }
kept-an-hour = It is kept for an hour.
not-in-files = {$shown}: message files can’t hold {$name}.
not-in-files-left-out = {$shown}: message files can’t hold {$name}; {$why ->
    [role] {$turn} has the role ‘{$role}’, and is left out.
   *[text] {$turn} has no text, and is left out.
 }
it = it
marks-not-kept = {$count ->
    [one] The cache mark is not kept; a request gets its own.
   *[other] The {$count} cache marks are not kept; a request gets its own.
 }
not-of-chat = {$count ->
    [one] {LIST($names)} does not belong to a chat; name it with the request.
   *[other] {LIST($names)} do not belong to a chat; name them with the request.
 }
seems-to-hold = {$name} seems to hold {$kind} and is not in the chat. Take it out before you share this.
seems-to-hold-in = {$name}, now message {$number}, seems to hold {$kind}. Take it out before you share.
known-are = Known are {AND($known)}.
can-change = {$rebuilt ->
    [yes] can change next turn from here: {$tag}
   *[no] another conversation can differ from here: {$tag}
 }
api-openai = OpenAI’s Chat Completions API
api-responses = OpenAI’s Responses API
api-anthropic = Anthropic’s Messages API
api-google = Google’s generateContent
shape-responses = OpenAI’s Responses
