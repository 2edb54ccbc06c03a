#!/bin/sh
# Make the wheel and the source distribution of the last commit. Whoever makes them, wherever and whenever, gets the
# same bytes, with the same setuptools.
#
#   sh packaging/build_wheel.sh [FOLDER]     into FOLDER, or else dist
#
# The Python that PYTHON names, or else python3, needs the packages build and twine.
set -eu

project=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
dist=${1:-$project/dist}
python=${PYTHON:-python3}

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

"$python" -I -c 'import build, twine' || fail "Install them with: $python -m pip install build twine. Or name a Python that has them: PYTHON=… sh packaging/build_wheel.sh"
[ -e "$project/.git" ] || fail "$project is no clone of the repository, so its last commit is not known. python -m build makes a wheel there too."
[ -z "$(git -C "$project" status --porcelain)" ] || echo "What is not committed is not built."

# Modes are a part of what is packed, and times are that of the commit.
umask 022
SOURCE_DATE_EPOCH=$(git -C "$project" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# With it setuptools warns that it compiles nothing, which it would not do anyway.
unset PYTHONDONTWRITEBYTECODE

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
mkdir "$work/sources" "$work/made" "$work/unpacked"
git -C "$project" -c tar.umask=022 archive HEAD | tar -x -C "$work/sources"
mkdir "$work/sources/editor_app/shipped"
TZ=UTC0 git -C "$project" log -1 --date=format-local:%Y-%m-%d \
    --format='{"kind": "wheel", "commit": "%H", "date": "%cd"}' >"$work/sources/editor_app/shipped/build.json"

# The wheel is made from the source distribution.
if ! "$python" -I -m build --outdir "$work/made" "$work/sources" >"$work/log" 2>&1 || grep -i 'warning:' "$work/log"; then
    tail -n 20 "$work/log" >&2
    fail "Building did not work, or not without warnings."
fi

# setuptools writes the owner and the time of now into the archive.
for made in "$work"/made/*.tar.gz; do
    tar -xz -C "$work/unpacked" -f "$made"
    tar -c -C "$work/unpacked" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --format=posix --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime \
        "$(basename "$made" .tar.gz)" | gzip -n -9 >"$work/repacked"
    mv "$work/repacked" "$made"
done

"$python" -I -m twine check --strict "$work"/made/*
mkdir -p "$dist"
cp "$work"/made/* "$dist"
(cd "$work/made" && sha256sum -- *)
