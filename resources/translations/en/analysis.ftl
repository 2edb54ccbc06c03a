type-is-unknown = ‘{$kind}’ is not a variable type, so the tag stays as text.
name-is-not-set = ‘{$name}’ is not set, so its tag stays as text.
cases-not-sent = The text of these cases is not sent to a model.
