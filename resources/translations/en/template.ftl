# Conditions
always-same = {$cause ->
    [exists] ‘{$tag}’ is {$holds ->
        [always] always
       *[never] never
     } yes: ‘{$name}’ always exists. Remove the condition.
   *[decided] ‘{$tag}’ is {$holds ->
        [always] always
       *[never] never
     } yes inside the other condition on ‘{$name}’. Remove it.
 }
keep-shown = Keep only what is always shown
mismatched-close = ‘{$tag}’ closes ‘{$opener}’. Write ‘{$closer}’.
second-else = ‘{$opener}’ has an ‘{$tag}’ already, so this one stays as text. Remove it.
stray-else = ‘{$tag}’ is in no condition and stays as text. Remove it, or open one before it.
stray-close = ‘{$tag}’ closes nothing and stays as text. Remove it, or open a condition.
unclosed-condition = ‘{$tag}’ is never closed and stays as text. Write ‘{$closer}’ where it ends.
close-condition = Close it with ‘{$closer}’

# Comments
unclosed-comment = This comment would reach the model. Close it with ‘{$closer}’ on its line.
comment-of-lines = This comment would reach the model. Make each of its lines a comment.
close-at-line-end = Close it at the end of the line
end-at-braces = End it at the first ‘{"}}"}’
remove-comment = Remove the comment
comment-each-line = Make each line a comment

# Tags that are almost right, or another tool’s
foreign-tag = ‘{$tag}’ looks like another tool’s tag and stays as text. Did you mean ‘{$ours}’?
foreign-else-if = ‘{$tag}’ is another tool’s tag and stays as text. Put a condition behind ‘else’.
prompt-tag = ‘{$tag}’ is a prompt’s tag and stays as text here. Did you mean ‘{$ours}’?
unknown-foreign-tag = ‘{$tag}’ looks like another tool’s tag and stays as text.
nest-condition = Put a condition of its own behind ‘else’
malformed-tag = {$effect ->
    [runs-on] ‘{$written}’ runs on to the next ‘]’. Did you mean ‘{$meant}’?
   *[stays] ‘{$written}’ is not a whole tag and stays as text. Did you mean ‘{$meant}’?
 }
unclosed-tag = {$effect ->
    [runs-on] ‘{$written}’ runs on to the next ‘]’. Close it where its name ends.
   *[stays] ‘{$written}’ is not a whole tag and stays as text. Close it where its name ends.
 }
tripled-braces = The value of ‘{$name}’ will be between braces here. Two braces insert it alone.
keep-braces = Keep the braces, with spaces
mark-as-text = Mark it as text

value-type = The value of ‘{$name}’ is of type {$kind}. Give text, or None for no value.
