"""Parts of forms: fields that announce what was typed, and remarks about a value."""
