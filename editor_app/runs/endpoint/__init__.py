"""Models at OpenAI-compatible endpoints: asked, streamed, cancelled, with tools that only read."""
