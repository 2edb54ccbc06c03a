"""The system prompts of conversations: constructed once, read back, and rebuilt at a compaction.

    template as saved, values of now - build_prompt -> Construction - store.builds.add -> conversations.db
    conversations.db - get -> the same text

`ConversationService` (`service.py`) is the door. It resolves outside of any transaction and stores in one:
the last commit wins, with `once` the first. `building.py` resolves and renders.

`cwd` is kept as it was given. Where a caller has a rule for folders (`place_of`), it is asked once, and
variables look only in the folder that it returned (`BuildArguments.place`).

Conversations are kept by the path of their library, links resolved. Those of a library that is gone stay, and
are adopted or deleted by that path (`moved_libraries.py`). Only a folder with prompts, a template or system
messages is given any; from one without these they can be adopted too.

`changes.py` says why a conversation would get another text now. It renders the template of now with the
values of then: up to that text the template made the difference, from there on the values.

Each error is a class of `results.py`, whose `code` the command line and the API give.
"""
