"""A program whose system prompts come from `foreword serve`, and that goes on when it is not there.

    FOREWORD_URL=http://127.0.0.1:8137 FOREWORD_TOKEN_FILE=FILE python talk_to_model.py ID DIR TURN…

It prints, a line of JSON for each TURN (first, later or compaction), what it would send as system prompt, and
on standard error what is blank in it. What Foreword refuses ends it: that is to be mended, not gone round.
"""

import json
import os
import sys
from pathlib import Path
from urllib.parse import quote

import httpx

OWN_INSTRUCTIONS = "Sum up the conversation so far."
NO_CONNECTION = (httpx.NetworkError, httpx.TimeoutException, httpx.RemoteProtocolError)


def system_prompt(api: httpx.Client, conversation: str, folder: str, turn: str) -> str | None:
    """Return the system prompt of a turn; None sends none."""
    path = f"/conversations/{quote(conversation, safe='')}"
    try:
        if turn == "first":
            answer = api.post(f"{path}/construct", json={"cwd": folder, "once": True})
        elif turn == "compaction":
            answer = api.post(f"{path}/compact", json={"cwd": folder})
        else:
            answer = api.get(path)
        if answer.is_client_error:
            sys.exit(f"Foreword refuses ({answer.status_code}): {answer.json()['error']['message']}")
        answer.raise_for_status()
    except (*NO_CONNECTION, httpx.HTTPStatusError) as error:  # Foreword is not there, or cannot
        print(f"without Foreword: {error}", file=sys.stderr)
        return OWN_INSTRUCTIONS if turn == "compaction" else None
    told = answer.json()
    for one in told["blank"]:
        print(f"blank: {one['tag']}: {one['message']}", file=sys.stderr)
    return told["sent" if turn == "compaction" else "systemPrompt"] or None


if __name__ == "__main__":
    conversation, folder, *turns = sys.argv[1:]
    token = Path(os.environ["FOREWORD_TOKEN_FILE"])
    headers = {"Authorization": f"Bearer {token.read_text().strip() if token.exists() else ''}"}
    url = os.environ["FOREWORD_URL"]
    # Without trust_env no proxy gets the token, whatever HTTP_PROXY says.
    with httpx.Client(base_url=url, headers=headers, timeout=30, trust_env=False) as api:
        for turn in turns:
            print(json.dumps({"turn": turn, "system": system_prompt(api, conversation, folder, turn)}))
