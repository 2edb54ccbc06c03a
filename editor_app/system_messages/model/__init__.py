"""The values a system message is made of: blocks, scopes, conditions, contents."""
