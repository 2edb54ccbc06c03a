"""The commands of system messages: what their actions, links and panels do."""
