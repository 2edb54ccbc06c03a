"""An agent whose system messages between steps come from Foreword: here two steps of one, without a model.

    python check_triggers.py [TRIGGERS_FILE]

Before each step it prints a line of JSON: which triggers fire.
"""

import json
import sys

from editor_app import check_triggers

triggers = sys.argv[1] if len(sys.argv) > 1 else None
session = {"contextLimit": 1000, "messages": [], "flags": {}}
usages = iter((850, 950, 960))

session["messages"].append(
    {"id": "u", "role": "user", "content": [{"type": "text", "content": "Read a.py"}], "steps": []}
)
for step in range(3):
    checked = check_triggers(session, triggers, provider="anthropic")
    print(json.dumps({"step": step, "fired": [one.trigger for one in checked.messages]}))
    session = checked.session
    # Here the request is sent: the entries so far, and then `checked.entries`. The answer becomes a step.
    assistant = next((one for one in session["messages"] if one["role"] == "assistant"), None)
    if assistant is None:
        assistant = {"id": "a", "role": "assistant", "content": [], "steps": []}
        session["messages"].append(assistant)
    call = {"type": "tool", "toolId": f"call_{step}", "name": "read_file", "args": {}, "result": "a = 1"}
    assistant["steps"].append(
        {"parts": [call], "usage": {"total": next(usages)}, "finishReason": "tool-calls"}
    )
