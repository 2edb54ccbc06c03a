#!/bin/sh
# A script whose system prompts come from `foreword serve`, and that goes on when it is not there.
#
#   FOREWORD_URL=http://127.0.0.1:8137 FOREWORD_TOKEN_FILE=FILE sh talk_to_model.sh ID DIR TURN
#
# It prints exactly what it would send as system prompt for TURN (first, later or compaction), and on standard
# error what is blank in it. What Foreword refuses ends it: that is to be mended, not gone round. ID is of
# letters, digits, - and _ here; others are percent-encoded. It needs curl, and python3 to read the JSON.
set -eu
id=$1 folder=$2 turn=$3

ask() { # METHOD PATH [BODY]; the token goes through standard input, as others see a command's arguments
    printf 'header = "Authorization: Bearer %s"\n' "$(cat "$FOREWORD_TOKEN_FILE")" |
        curl --config - --silent --show-error --write-out '\n%{http_code}' --noproxy '*' --max-time 30 \
            --request "$1" --header 'Content-Type: application/json' ${3:+--data-binary "$3"} \
            "$FOREWORD_URL/conversations/$id$2"
}

read_answer() { # STATEMENT: run it with the JSON that was answered
    printf '%s' "${answer%?[0-9][0-9][0-9]}" | python3 -c "import json, sys
told = json.load(sys.stdin.buffer)
$1"
}

cwd=$(python3 -c 'import json, sys; print(json.dumps(sys.argv[1]))' "$folder")
failure=0
case $turn in
first) name=systemPrompt && answer=$(ask POST /construct "{\"cwd\": $cwd, \"once\": true}") || failure=$? ;;
later) name=systemPrompt && answer=$(ask GET "") || failure=$? ;;
compaction) name=sent && answer=$(ask POST /compact "{\"cwd\": $cwd}") || failure=$? ;;
*) echo "TURN is first, later or compaction" >&2 && exit 2 ;;
esac
case $failure,$answer in
0,*2??) ;;
0,*4??) read_answer 'sys.exit("Foreword refuses: " + told["error"]["message"])' ;;
0,*5?? | 7,* | 28,* | 52,* | 56,*)
    # Foreword is not there, or cannot: no system prompt, and the script's own words for a compaction.
    echo "without Foreword" >&2
    [ "$turn" != compaction ] || printf 'Sum up the conversation so far.'
    exit 0
    ;;
*) exit 1 ;;
esac
read_answer 'for one in told["blank"]: print("blank:", one["tag"], one["message"], file=sys.stderr)'
read_answer "sys.stdout.buffer.write(told['$name'].encode())"
