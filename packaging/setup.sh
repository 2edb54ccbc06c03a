# shellcheck shell=sh
# What run.sh and test.sh share; sourced with $project set to the project's folder.
#
# Everything is written inside that folder: the environment to .venv, all else to .foreword.
# The only thing outside it is the system packages, and those are named before anything happens.

environment=${project:?is set by run.sh and test.sh}/.venv
state=$project/.foreword
env_python=$environment/bin/python
python=${PYTHON:-}
log=$state/setup.log

packages="git python3-venv
libglib2.0-0 libgl1 libegl1 libxkbcommon0 libfontconfig1 libdbus-1-3 libgssapi-krb5-2
libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0 libxcb-xkb1 libxcb-shape0
libxkbcommon-x11-0 libwayland-client0 libwayland-cursor0 libwayland-egl1
fonts-inter fonts-jetbrains-mono"
test_packages="strace xvfb"

say() {
    printf '%s\n' "$*"
}

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# No program is taken from the current folder, which PATH names where an entry is empty or relative, and no
# module: Python is started with -I throughout.
search_absolute_folders() {
    rest=$PATH:
    PATH=
    while [ -n "$rest" ]; do
        entry=${rest%%:*}
        rest=${rest#*:}
        case $entry in
        /*) PATH=${PATH:+$PATH:}$entry ;;
        esac
    done
    export PATH
}
search_absolute_folders

# set_up run|test EXTRAS: packages, then the environment with the project in it; quick when nothing changed.
set_up() {
    # These would make the environment's Python load somebody else's modules.
    unset PYTHONHOME PYTHONPATH
    if [ "$1" = test ]; then
        packages="$packages $test_packages"
    fi
    need_packages
    need_state_folder
    if is_ready "$1"; then
        return
    fi
    choose_python
    need_python
    if command -v flock >/dev/null 2>&1; then
        # Two first runs at once would undo each other.
        (
            flock 9
            is_ready "$1" || make_environment "$@"
        ) 9>"$state/lock"
    else
        make_environment "$@"
    fi
}

# --- system packages ---

need_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1; then
        say "This is not a Debian system. Foreword needs what Debian 12 calls:"
        say "$packages" | sed 's/^/  /'
        return
    fi
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    say "Foreword needs these Debian packages:"
    say "$packages" | sed 's/^/  /'
    if [ "$(id -u)" -ne 0 ]; then
        say "Some are missing. Install them with this line, then run this again:"
        say ""
        say "  sudo apt-get install $missing"
        say ""
        say "(If apt-get does not find one of them: sudo apt-get update)"
        exit 1
    fi
    need_state_folder
    say "Missing here, installing with apt-get: $missing"
    # $missing is a list of names: splitting it is what is wanted.
    # shellcheck disable=SC2086
    if ! { apt_get update && apt_get install --yes --no-install-recommends $missing; } >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        fail "apt-get could not install them. Check the connection and the package sources, then run this again; all of what it said is in $log."
    fi
}

apt_get() {
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

# The missing packages, in one line. Newer releases call some of them …t64.
missing_packages() {
    names=$(say "$packages" | tr ' ' '\n')
    # shellcheck disable=SC2016,SC2046,SC2086  # dpkg-query fills in ${…}; the names are separate words
    present=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $names $(say "$names" | sed 's/$/t64/') 2>/dev/null |
        sed -n 's/^installed //p' | tr '\n' ' ')
    line=
    for name in $names; do
        case " $present" in
        *" $name "* | *" ${name}t64 "*) continue ;;
        esac
        # A Python from elsewhere brings what Debian keeps in python3-venv.
        if [ "$name" = python3-venv ] && choose_python && "$python" -I -c 'import ensurepip, venv' 2>/dev/null; then
            continue
        fi
        line="$line $name"
    done
    say "${line# }"
}

# --- the project's own folders ---

need_state_folder() {
    if ! mkdir -p "$state" 2>/dev/null || [ ! -w "$state" ]; then
        fail "$state cannot be written to. Run this as the user the project's folder belongs to, or clone it to a folder of your own."
    fi
}

# Settings, data and caches of the programs started from here go into the project's folder.
keep_inside() {
    XDG_CONFIG_HOME=$1/config
    XDG_DATA_HOME=$1/data
    XDG_STATE_HOME=$1/state
    XDG_CACHE_HOME=$1/cache
    export XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME
    mkdir -p "$XDG_CONFIG_HOME" "$XDG_DATA_HOME" "$XDG_STATE_HOME" "$XDG_CACHE_HOME"
}

# --- the environment ---

# Debian's own Python, if it is new enough and whole: one that was compiled by hand is often a third slower.
choose_python() {
    [ -z "$python" ] || return 0
    python=python3
    if /usr/bin/python3 -I -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=/usr/bin/python3
    fi
}

need_python() {
    if ! command -v "$python" >/dev/null 2>&1; then
        fail "There is no $python here. Install Python 3.11 or newer (on Debian: python3), then run this again."
    fi
    "$python" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "Foreword needs Python 3.11 or newer; this is $("$python" --version 2>&1). If a newer one is installed under another name, say so: PYTHON=python3.11 sh packaging/run.sh"
}

# What the environment was made from: it is made again when any of it changes.
fingerprint() {
    about=$("$env_python" -I -c 'import sys; print(sys.version, sys.prefix)' 2>/dev/null) || return 1
    { say "$project" "$about" && cat "$project/pyproject.toml"; } | sha256sum | cut -d ' ' -f 1
}

is_ready() {
    [ -f "$environment/.ready-$1" ] && [ -x "$environment/bin/foreword" ] && [ ! -e "$environment/.unfinished" ] &&
        [ "$(cat "$environment/.ready-$1")" = "$(fingerprint)" ]
}

# Whether the environment can be built upon: whole, made for this folder, and with pip.
is_usable() {
    [ ! -L "$environment" ] && [ -x "$env_python" ] && [ ! -e "$environment/.unfinished" ] &&
        [ "$(cat "$environment/.place" 2>/dev/null || say "$project")" = "$project" ] &&
        "$env_python" -I -c 'import sys, pip; sys.exit(sys.version_info < (3, 11) or sys.prefix == sys.base_prefix)' 2>/dev/null
}

make_environment() {
    if ! is_usable; then
        say "Making a private Python environment in .venv."
        rm -rf -- "$environment"
        mkdir "$environment"
        : >"$environment/.unfinished"
        say "$project" >"$environment/.place"
        if ! "$python" -I -m venv "$environment" >"$log" 2>&1; then
            tail -n 5 "$log" >&2
            fail "The environment could not be made. What was said is in $log; run this again once that is settled."
        fi
    fi
    : >"$environment/.unfinished"
    rm -f -- "$environment"/.ready-*
    say "Installing Foreword and what it needs into it; the first time this takes a minute or two."
    if ! install_project "$2" >"$log" 2>&1; then
        grep -i error "$log" | tail -n 3 >&2
        fail "Installing did not work. Check the connection, and pip's settings if you use a mirror, then run this again; all of what pip said is in $log."
    fi
    # Whatever it was made for, it opens the window too.
    for what in run "$1"; do
        fingerprint >"$environment/.ready-$what"
    done
    rm -f -- "$environment/.unfinished"
}

# pip keeps no cache, and its temporary files are the project's too.
install_project() (
    cd "$project" || exit 1
    TMPDIR=$state/pip
    export TMPDIR
    rm -rf -- "$TMPDIR"
    mkdir "$TMPDIR"
    status=0
    PIP_USER=0 "$env_python" -I -m pip install --no-cache-dir --disable-pip-version-check --no-input --editable ".$1" || status=$?
    rm -rf -- "$TMPDIR"
    exit "$status"
)
