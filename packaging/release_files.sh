#!/bin/sh
# Write what belongs to a release beside its packages: SHA256SUMS, and the list of parts of all that is installed.
#
#   sh packaging/release_files.sh DIST [ENVIRONMENT]
#
# DIST has the packages. ENVIRONMENT is a virtual environment with Foreword and what it was installed with: its parts go
# to DIST/foreword-VERSION.cdx.json, in CycloneDX, for which cyclonedx-py must be among the programs. The same files and
# the same environment give the same bytes.
set -eu

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

[ $# -eq 1 ] || [ $# -eq 2 ] || fail "Say where the packages are: sh packaging/release_files.sh DIST [ENVIRONMENT]"
project=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
dist=$(CDPATH='' cd -- "$1" && pwd -P)

if [ $# -eq 2 ]; then
    environment=$(CDPATH='' cd -- "$2" && pwd -P)
    command -v cyclonedx-py >/dev/null || fail "cyclonedx-py is missing. Install it with: pipx install 'cyclonedx-bom>=7,<8'"
    version=$("$environment/bin/python" -I -c 'import editor_app; print(editor_app.__version__)') ||
        fail "$environment has no Foreword installed."
    scratch=$(mktemp -d)
    trap 'rm -rf -- "$scratch"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    # There the version is a module's, which cyclonedx-py does not read.
    sed "s/^dynamic = .*/version = \"$version\"/" "$project/pyproject.toml" >"$scratch/pyproject.toml"
    cyclonedx-py environment --pyproject "$scratch/pyproject.toml" --output-reproducible --validate --of JSON \
        --output-file "$dist/foreword-$version.cdx.json" "$environment"
fi

cd "$dist"
LC_ALL=C
export LC_ALL
rm -f SHA256SUMS
sums=
for file in *; do
    [ ! -f "$file" ] || sums="$sums$(sha256sum -- "$file")
"
done
[ -n "$sums" ] || fail "There are no files in $dist."
printf '%s' "$sums" >SHA256SUMS
sha256sum --check --strict SHA256SUMS
