#!/bin/sh
# Run the README's test command in a fresh clone of the last commit, in surroundings other than one's own.
#
#   sh packaging/surroundings.sh            all of them, one after the other; an hour or so
#   sh packaging/surroundings.sh NAME…      some of them
#   sh packaging/surroundings.sh [NAME…] -- ARGUMENTS…    `pytest ARGUMENTS…` in them, instead of all tests
#   sh packaging/surroundings.sh --list     their names, and what they are
#
# Each has a line in the summary at the end: passed, failed, or not run and why. One that failed makes the exit
# status 1. All that they print is kept in logs/.
#
# What is made for them lies in .foreword/surroundings, or in the folder FOREWORD_SURROUNDINGS names. The Debian
# in it is made once; all else is made anew each time. Surroundings that do not touch each other are one.
set -eu

project=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
place=${FOREWORD_SURROUNDINGS:-$project/.foreword/surroundings}

all="later locale-c turkish tokens no-terminal user debian-12 debian-13"

describe() {
    case $1 in
    later) echo "with the clock 400 days ahead, 14 hours ahead of UTC, and files that only their owner may read" ;;
    locale-c) echo "with LC_ALL=C, three and a half hours behind UTC, and SIGINT ignored, as background jobs have it" ;;
    turkish) echo "with LC_ALL=tr_TR.UTF-8, where the small I has no dot, in a folder with spaces and umlauts in its path" ;;
    tokens) echo "with the extra that counts tokens, and the Python that PATH finds first" ;;
    no-terminal) echo "as root, where no terminal device can be made" ;;
    user) echo "as an unprivileged user" ;;
    debian-12) echo "on a bare Debian 12 with its Python, both commands of the README" ;;
    debian-13) echo "on a bare Debian 13 with its Python, both commands of the README" ;;
    *) return 1 ;;
    esac
}

say() {
    printf '%s\n' "$*"
}

# --- the surroundings; each prints what the test command prints, or says why it cannot run ---

in_later() {
    need faketime faketime
    need cc gcc
    # Certificates would have run out by then, so the environment is made before.
    # How long something takes is left alone: waiting with a limit would never end. Then faketime refuses to
    # sleep until a time of the monotonic clock, as Python does, so that goes to the system past it.
    past_faketime=$(mktemp)
    trap 'rm -f -- "$past_faketime"' EXIT
    say "$sleep_of_the_system" | cc -shared -fPIC -x c -o "$past_faketime" -
    umask 077
    fresh_clone "$place/later"
    cd "$place/later"
    sh packaging/test.sh --version
    env TZ=Pacific/Kiritimati LD_PRELOAD="$past_faketime" \
        faketime --exclude-monotonic -f +400d sh packaging/test.sh "$@"
}

sleep_of_the_system='
#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *left) {
    return syscall(SYS_clock_nanosleep, clock, flags, until, left) == 0 ? 0 : errno;
}'

in_locale_c() {
    trap '' INT
    in_clone "$place/locale-c" env -u LANG -u LANGUAGE LC_ALL=C TZ=America/St_Johns sh packaging/test.sh "$@"
}

in_turkish() {
    if ! locale -a | grep -qix 'tr_TR\.utf-\{0,1\}8'; then
        need localedef libc-bin
        [ -f /usr/share/i18n/locales/tr_TR ] || cannot "the Turkish locale is missing, and so is Debian's package locales to make it from"
        mkdir -p "$place/locales"
        localedef -i tr_TR -f UTF-8 "$place/locales/tr_TR.UTF-8"
        export LOCPATH="$place/locales"
    fi
    in_clone "$place/Größere Übung/ein Ordner" env LC_ALL=tr_TR.UTF-8 sh packaging/test.sh "$@"
}

in_user() {
    if ! is_root; then
        in_clone "$place/user" sh packaging/test.sh "$@"
        return
    fi
    need setpriv util-linux
    nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
    $nobody test -x "$place" || cannot "unprivileged users cannot reach $place; name another folder in FOREWORD_SURROUNDINGS"
    fresh_clone "$place/user"
    chown -R 65534:65534 "$place/user"
    # What PATH has from root's own folders is not for others.
    cd "$place/user"
    $nobody env PATH=/usr/local/bin:/usr/bin:/bin HOME=/nonexistent sh packaging/test.sh "$@"
}

in_no_terminal() {
    is_root || cannot "only root can hide the terminals"
    need_mount_namespaces
    # shellcheck disable=SC2016  # it is expanded by the shell it is given to
    in_clone "$place/no-terminal" unshare --mount --propagation private sh -c 'mount --bind /dev/null /dev/ptmx && exec sh packaging/test.sh "$@"' sh "$@"
}

in_tokens() {
    fresh_clone "$place/tokens"
    cd "$place/tokens"
    PYTHON=python3 sh packaging/test.sh --version
    .venv/bin/python --version
    .venv/bin/python -I -m pip install --quiet '.[tokens]'
    sh packaging/test.sh "$@"
}

in_debian_12() {
    in_debian 12 bookworm "$@"
}

in_debian_13() {
    in_debian 13 trixie "$@"
}

need_mount_namespaces() {
    need unshare util-linux
    unshare --mount true 2>/dev/null || cannot "this machine allows no mount namespaces"
}

# in_debian NUMBER NAME [ARGUMENTS…]: a bare system, in which the project’s own commands install what they need.
in_debian() {
    is_root || cannot "only root can make another Debian and go into it"
    need debootstrap debootstrap
    need_mount_namespaces
    debian=$place/debian-$1
    [ -e "$debian/.whole" ] || make_debian "$2"
    shift 2
    fresh_clone "$debian/srv/foreword"
    # The mounts are in a namespace of their own and go with the run.
    unshare --mount --propagation private sh -c "$into_debian" sh "$debian" "$@"
}

make_debian() {
    mirror=$(apt-get indextargets --format '$(SITE)|$(LABEL)' | sed -n 's/|Debian$//p' | head -n 1)
    [ -n "$mirror" ] || cannot "apt has no Debian among its sources"
    say "Making Debian’s $1 in $debian."
    rm -rf -- "$debian"
    debootstrap --variant=minbase --include=ca-certificates,git,python3,python3-venv "$1" "$debian" "$mirror"
    : >"$debian/.whole"
}

# Network, certificates and pip's settings are those of this machine.
# shellcheck disable=SC2016  # it is expanded by the shell it is given to
into_debian='
set -eu
debian=$1
shift
mount -t proc proc "$debian/proc"
mount --rbind /dev "$debian/dev"
mount -t tmpfs -o mode=1777 tmpfs "$debian/tmp"
mount --bind /etc/ssl/certs "$debian/etc/ssl/certs"
for file in /etc/resolv.conf /etc/pip.conf; do
    [ -e "$file" ] || continue
    [ -e "$debian$file" ] || : >"$debian$file"
    mount --bind "$(readlink -f "$file")" "$debian$file"
done
for name in $(env | sed -n "s/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p"); do
    case $name in
    PIP_* | SSL_CERT_* | *_proxy | *_PROXY) ;;
    *) unset "$name" ;;
    esac
done
export HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin
run="cd /srv/foreword && python3 --version && sh packaging/run.sh && exec sh packaging/test.sh \"\$@\""
exec chroot "$debian" sh -c "$run" sh "$@"
'

# --- what they share ---

is_root() {
    [ "$(id -u)" -eq 0 ]
}

# cannot REASON: leave the surrounding as one that was not run.
cannot() {
    say "$1" >"$place/reason"
    exit 3
}

need() {
    command -v "$1" >/dev/null 2>&1 || cannot "$1 is missing (Debian's package $2)"
}

# fresh_clone FOLDER: the project's last commit, and nothing that is not in it.
fresh_clone() {
    rm -rf -- "$1"
    mkdir -p "$(dirname "$1")"
    git clone --quiet --no-checkout "$project" "$1"
    git -C "$1" checkout --quiet --detach "$commit"
}

# in_clone FOLDER COMMAND…
in_clone() {
    fresh_clone "$1"
    cd "$1"
    shift
    "$@"
}

# --- one after the other ---

if [ "${1:-}" = --list ]; then
    for name in $all; do
        printf '%-14s%s\n' "$name" "$(describe "$name")"
    done
    exit 0
fi
names=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    if ! describe "$1" >/dev/null; then
        say "There are no surroundings ‘$1’. There are: $all." >&2
        exit 2
    fi
    names="$names $1"
    shift
done
[ $# -eq 0 ] || shift  # the arguments are pytest's from here on

commit=$(git -C "$project" rev-parse HEAD)
mkdir -p "$place/logs"
[ -z "$(git -C "$project" status --porcelain)" ] || say "What is not committed is not in the clones."
summary=
status=0
for name in ${names:-$all}; do
    log=$place/logs/$name.log
    say "== $name: $(describe "$name")"
    started=$(date +%s)
    rm -f -- "$place/reason"
    set +e  # after `||` the errors inside would be passed over
    (
        set -e
        "in_$(say "$name" | tr - _)" "$@"
    ) >"$log" 2>&1 </dev/null
    result=$?
    set -e
    took="$(($(date +%s) - started)) s"
    if [ "$result" -eq 3 ] && [ -e "$place/reason" ]; then
        outcome="not run: $(cat "$place/reason")"
    elif [ "$result" -eq 0 ]; then
        outcome="passed in $took"
    else
        outcome="failed in $took, exit status $result: $log"
        status=1
        grep -E '^(FAILED|ERROR) ' "$log" | cut -c 1-200 | head -n 30 || :
    fi
    case $outcome in not*) ;; *) tail -n 2 "$log" ;; esac
    say "$outcome"
    summary="$summary$(printf '%-14s' "$name")$outcome
"
done
say ""
say "== $commit"
printf '%s' "$summary"
exit "$status"
