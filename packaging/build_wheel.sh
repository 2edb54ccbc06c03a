#!/bin/sh
# Make the wheel and the source distribution of the last commit. Whoever makes them, wherever and whenever, gets the
# same bytes, with the same setuptools.
#
#   sh packaging/build_wheel.sh [FOLDER]     into FOLDER, or else dist
set -eu

case $0 in
*/*) project=${0%/*}/.. ;;
*) project=.. ;;
esac
project=$(CDPATH='' cd -- "$project" && pwd -P)
# shellcheck source=packaging/setup.sh
. "$project/packaging/setup.sh"
# shellcheck source=packaging/sources.sh
. "$project/packaging/sources.sh"

dist=${1:-$project/dist}
packages="git python3-venv"
need_packages
need_state_folder
choose_python
need_python
export_sources
# With SOURCE_DATE_EPOCH setuptools warns that it compiles nothing, which it would not do anyway.
unset PYTHONDONTWRITEBYTECODE
mkdir "$scratch/made" "$scratch/unpacked"
tell_build wheel "$sources/editor_app"

"$python" -I -m venv "$scratch/tools" >"$log" 2>&1 || fail "The environment to build in could not be made: $(tail -n 1 "$log")"
tools=$scratch/tools/bin/python
"$tools" -I -m pip install --quiet --no-cache-dir --disable-pip-version-check --no-input "build>=1.2,<2" "twine>=6,<8" >"$log" 2>&1 ||
    fail "The programs to build with could not be installed. Check the connection; all of what pip said is in $log."

# The wheel is made from the source distribution.
if ! "$tools" -I -m build --outdir "$scratch/made" "$sources" >"$log" 2>&1 || grep -i 'warning:' "$log" >&2; then
    fail "Building failed, or warned of something: $(tail -n 1 "$log"). All of what was said is in $log."
fi

# setuptools writes the owner and the time of now into the archive.
for made in "$scratch"/made/*.tar.gz; do
    tar -xz -C "$scratch/unpacked" -f "$made"
    tar -c -C "$scratch/unpacked" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --format=posix --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime \
        "$(basename "$made" .tar.gz)" | gzip -9n >"$scratch/repacked"
    mv "$scratch/repacked" "$made"
done

"$tools" -I -m twine check --strict "$scratch"/made/* >"$log" || fail "$(cat "$log")"
mkdir -p "$dist"
cp "$scratch"/made/* "$dist"
for made in "$scratch"/made/*; do
    say "Built $dist/${made##*/}, $(($(wc -c <"$made") / 1000)) kB."
done
