#!/bin/sh
# Install a wheel in the ways that people do, and try its commands and its window in each.
#
#   sh packaging/try_wheel.sh dist/foreword-VERSION-py3-none-any.whl
#
# Everything, homes too, goes into a folder that is removed at the end. What the wheel needs comes from pip's index of
# packages, each time anew: some hundred megabytes.
set -eu

case $0 in
*/*) project=${0%/*}/.. ;;
*) project=.. ;;
esac
project=$(CDPATH='' cd -- "$project" && pwd -P)
# shellcheck source=packaging/setup.sh
. "$project/packaging/setup.sh"

wheel=$(command -p readlink -f -- "${1:?names the wheel}")
version=${wheel##*/foreword-}
version=${version%%-*}
packages="$packages xvfb xauth"
need_packages
need_state_folder
choose_python
need_python

place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
unset FOREWORD_LIBRARY PYTHONHOME PYTHONPATH XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME PIPX_HOME PIPX_BIN_DIR
# What is downloaded serves all of them.
export PIP_CACHE_DIR="$place/cache" PIP_DISABLE_PIP_VERSION_CHECK=1

expect() {
    what=$1
    shift
    "$@" >"$place/said" 2>&1 || fail "$way: $what: exit status $?: $(cat "$place/said")"
    cat "$place/said" >>"$log"
}

says() {
    grep -qF -- "$1" "$place/said" || fail "$way: $what: without ‘$1’: $(cat "$place/said")"
}

home_of_its_own() {
    way=$1
    say "== $way"
    HOME="$place/$2"
    XDG_RUNTIME_DIR=$HOME/run
    export HOME XDG_RUNTIME_DIR
    mkdir -p "$HOME"
    mkdir -m 700 "$XDG_RUNTIME_DIR"
    cd "$HOME"
}

# try_program FOREWORD PYTHON: its commands, and its window on a display of its own, which PYTHON looks at.
try_program() {
    expect version "$1" --version
    says "foreword $version"
    expect list "$1" list
    says test-scenario-generation
    expect render "$1" render test-scenario-generation --case checkout
    says "Write 3 scenarios."
    mkdir "$HOME/mine"
    printf -- '---\nname: mine\nversion: 1.0.0\n---\nA text.\n' >"$HOME/mine/mine.md"
    expect check "$1" check "$HOME/mine"
    expect screenshot env QT_QPA_PLATFORM=offscreen "$1" screenshot "$HOME/pictures" window-light
    [ -s "$HOME/pictures/window-light.png" ] || fail "$way: there is no picture of the window."
    expect window "$2" -E -P "$project/.ci/see_window.py" "$1"
    grep 'window was seen' "$place/said"
}

: >"$log"
"$python" -I -m venv "$place/tools"
"$place/tools/bin/python" -I -m pip install --quiet --no-input "pipx>=1.4,<2"
pipx=$place/tools/bin/pipx

home_of_its_own "pipx, in a home with spaces and umlauts" "Größe und Übung"
expect pipx "$pipx" install --python "$python" "$wheel"
try_program "$HOME/.local/bin/foreword" "$("$pipx" environment --value PIPX_LOCAL_VENVS)/foreword/bin/python"

home_of_its_own "pipx, with the extras run and serve" extras
expect pipx "$pipx" install --python "$python" "foreword[run,serve] @ file://$wheel"
try_program "$HOME/.local/bin/foreword" "$("$pipx" environment --value PIPX_LOCAL_VENVS)/foreword/bin/python"
expect serve timeout --preserve-status 20 "$HOME/.local/bin/foreword" serve --port 0
says http://127.0.0.1:

home_of_its_own "pip install --user" user
expect pip "$place/tools/bin/python" -I -m pip --python "$(command -v "$python")" install --user --break-system-packages --no-warn-script-location "$wheel"
try_program "$HOME/.local/bin/foreword" "$python"

home_of_its_own "a Python of another name, with no python3 beside it" other
"$python" -I -m venv "$HOME/tools"
name=python$("$python" -I -c 'import sys; print("{}.{}".format(*sys.version_info))')
ln -sf "$("$python" -I -c 'import os, sys; print(os.path.realpath(sys.executable))')" "$HOME/tools/bin/$name"
rm "$HOME/tools/bin/python" "$HOME/tools/bin/python3"
expect pip "$HOME/tools/bin/$name" -I -m pip install "$wheel"
try_program "$HOME/tools/bin/foreword" "$HOME/tools/bin/$name"

say "It works in all of these ways."
