# shellcheck shell=sh
# What the builds share; sourced after setup.sh.

# export_sources: $sources gets the files of the last commit, whatever else lies in the folder, and SOURCE_DATE_EPOCH
# is its time. They lie in $scratch, which is removed at the end.
export_sources() {
    git -C "$project" rev-parse --git-dir >/dev/null 2>&1 || fail "$project is no clone of the repository, so its last commit is not known. There, python3 -m build makes a wheel."
    [ -z "$(git -C "$project" status --porcelain)" ] || say "What is not committed is not built."
    umask 022 # modes are a part of what is packed
    scratch=$(mktemp -d)
    trap 'rm -rf -- "$scratch"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    sources=$scratch/sources
    mkdir "$sources"
    git -C "$project" -c tar.umask=022 archive HEAD | tar -x -C "$sources"
    SOURCE_DATE_EPOCH=$(git -C "$project" log -1 --format=%ct)
    export SOURCE_DATE_EPOCH
}

# tell_build KIND PACKAGE: the program in the folder PACKAGE can say what it was built as, and of which commit.
tell_build() {
    mkdir -p "$2/shipped"
    TZ=UTC0 git -C "$project" log -1 --date=format-local:%Y-%m-%d \
        --format="{\"kind\": \"$1\", \"commit\": \"%H\", \"date\": \"%cd\"}" >"$2/shipped/build.json"
}
