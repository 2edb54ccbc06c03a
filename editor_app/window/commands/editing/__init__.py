"""Commands that help with writing the text of a file: completion, renaming."""
