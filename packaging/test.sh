#!/bin/sh
# Set Foreword up inside its own folder and run its tests, with no screen.
#
#   sh packaging/test.sh                all tests and checks
#   sh packaging/test.sh --coverage     the same, and what of the program they run; takes half as long again
#   sh packaging/test.sh ARGUMENTS…     the same set-up, then `pytest ARGUMENTS…`
set -eu

case $0 in
*/*) project=${0%/*}/.. ;;
*) project=.. ;;
esac
project=$(CDPATH='' cd -- "$project" && pwd -P)
# shellcheck source=packaging/setup.sh
. "$project/packaging/setup.sh"

engine="editor_app/text/*,editor_app/template/*,editor_app/structured/*,editor_app/variables/*,editor_app/library/*,\
editor_app/prompts/*,editor_app/system_messages/*,editor_app/analysis/*,editor_app/wire/*,editor_app/wire.py"
engine_floor=95

set_up test "[test]"

# The tests' own files lie outside the project, which is a git repository some of them would find; they go at the end.
# Names are short because a socket's path may have only 107 bytes.
# In memory, if there is room and programs may run there: what is written is synced thousands of times.
scratch=
forget_scratch() {
    # Tests leave folders there that may not be written to.
    [ -z "$scratch" ] || { chmod -R u+rwX "$scratch" && rm -rf -- "$scratch"; }
    scratch=
}
trap forget_scratch EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
room=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
free=$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo 2>/dev/null || :)
if [ "${room:-0}" -gt 4000000 ] && [ "${free:-0}" -gt 4000000 ]; then
    scratch=$(mktemp -d /dev/shm/t.XXXXXX 2>/dev/null || :)
    if [ -n "$scratch" ] && ! { cp /bin/true "$scratch/true" && "$scratch/true"; } 2>/dev/null; then
        forget_scratch
    fi
fi
[ -n "$scratch" ] || scratch=$(mktemp -d)
mkdir -m 700 "$scratch/tmp" "$scratch/run"
keep_inside "$scratch/home"
HOME=$scratch/home
TMPDIR=$scratch/tmp
XDG_RUNTIME_DIR=$scratch/run
QT_QPA_PLATFORM=offscreen
export HOME TMPDIR XDG_RUNTIME_DIR QT_QPA_PLATFORM
unset DISPLAY WAYLAND_DISPLAY FOREWORD_LIBRARY PYTEST_ADDOPTS
# Hundreds of processes are started, and each would compile the program anew.
unset PYTHONDONTWRITEBYTECODE
cd "$project"

# Not `exec`: the scratch folder goes when pytest has ended.
run_pytest() {
    status=0
    "$env_python" -m pytest --basetemp="$scratch/t" "$@" || status=$?
}

case ${1---all} in
--all)
    run_pytest -n 3 --dist worksteal  # some tests wait for time to pass, so one more than the processors
    exit "$status"
    ;;
--coverage)
    run_pytest -n 3 --dist worksteal --cov --cov-report=
    ;;
*)
    run_pytest "$@"
    exit "$status"
    ;;
esac

# Where tests could not even be collected, coverage says nothing.
[ "$status" -le 1 ] || exit "$status"

coverage_of() {
    "$env_python" -m coverage report --format=total --precision=1 "$@"
}
all=$(coverage_of)
rooms=$(coverage_of --include="$engine")
say "Coverage: $all % of editor_app, $rooms % of the rooms below the window (at least $engine_floor % is asked for)."
if ! "$env_python" -c 'import sys; sys.exit(float(sys.argv[1]) < float(sys.argv[2]))' "$rooms" "$engine_floor"; then
    "$env_python" -m coverage report --include="$engine" --show-missing
    [ "$status" -ne 0 ] || status=1
fi
exit "$status"
