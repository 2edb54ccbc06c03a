"""Reading system messages: blocks and problems of a text; after an edit, only the edited blocks are read."""
