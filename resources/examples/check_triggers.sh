#!/bin/sh
# Ask `foreword serve` which triggers fire before an agent's next step; prints what is to be added, as JSON.
#
#   FOREWORD_URL=http://127.0.0.1:8137 FOREWORD_TOKEN_FILE=FILE sh check_triggers.sh BODY.json
#
# BODY.json is {"session": …, "provider": …, "triggers": …}; all but the session may be left out. It needs curl.
set -eu

# The token goes through standard input, as others see a command's arguments.
printf 'header = "Authorization: Bearer %s"\n' "$(cat "$FOREWORD_TOKEN_FILE")" |
    curl --config - --silent --show-error --fail-with-body --noproxy '*' --max-time 30 \
        --header 'Content-Type: application/json' --data-binary "@$1" "$FOREWORD_URL/triggers/check"
