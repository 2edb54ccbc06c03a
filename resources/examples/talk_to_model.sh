#!/bin/sh
# A script whose system prompts come from `foreword serve`, and that goes on when it is not there.
#
#   FOREWORD_URL=http://127.0.0.1:8137 FOREWORD_TOKEN_FILE=FILE sh talk_to_model.sh ID DIR TURN
#
# It prints exactly what it would send as system prompt for TURN (first, later or compaction). ID is of
# letters, digits, - and _ here; others are percent-encoded. It needs curl, and python3 to read the JSON.
set -eu
id=$1 folder=$2 turn=$3

ask() { # METHOD PATH [BODY]; the token goes through standard input, as others see a command's arguments
    printf 'header = "Authorization: Bearer %s"\n' "$(cat "$FOREWORD_TOKEN_FILE")" |
        curl --config - --silent --show-error --fail --noproxy '*' --max-time 30 --request "$1" \
            --header 'Content-Type: application/json' ${3:+--data-binary "$3"} \
            "$FOREWORD_URL/conversations/$id$2"
}

field() { # NAME: print that text of the JSON on standard input, nothing added
    python3 -c 'import json, sys; sys.stdout.buffer.write(json.load(sys.stdin.buffer)[sys.argv[1]].encode())' "$1"
}

cwd=$(python3 -c 'import json, sys; print(json.dumps(sys.argv[1]))' "$folder")
case $turn in
first) answer=$(ask POST /construct "{\"cwd\": $cwd, \"once\": true}") && name=systemPrompt ;;
later) answer=$(ask GET "") && name=systemPrompt ;;
compaction) answer=$(ask POST /compact "{\"cwd\": $cwd}") && name=sent ;;
*) echo "TURN is first, later or compaction" >&2 && exit 2 ;;
esac || {
    # Foreword is not there, or cannot: no system prompt, and the script's own words for a compaction.
    [ "$turn" != compaction ] || printf 'Sum up the conversation so far.'
    exit 0
}
printf '%s' "$answer" | field "$name"
