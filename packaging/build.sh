#!/bin/sh
# Build what people install, from the last commit, into dist/.
#
#   sh packaging/build.sh deb      a Debian package: foreword_VERSION_ARCHITECTURE.deb
#   sh packaging/build.sh wheel    a wheel and an sdist
#
# FOREWORD_PICTURES is the web address of the folder resources/pictures, for the metadata that software centres read.
# The same commit gives the same bytes, wherever it is built, while the same versions of the libraries are to be had.
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

usage() {
    sed -n 's/^#   //p' "$0" >&2
    exit 2
}
[ $# -eq 1 ] || usage

# An environment with the program and PyInstaller alone: all of it goes into the package.
make_build_environment() {
    build_python=$scratch/environment/bin/python
    choose_python
    need_python
    "$python" -I -m venv "$scratch/environment"
    # `tokens` is left out: its tables would make the package half as large again.
    (cd "$sources" && "$build_python" -I -m pip install --quiet --no-cache-dir --disable-pip-version-check \
        --no-input ".[serve,run]" "pyinstaller>=6.16,<7") >"$log" 2>&1 || {
        grep -i error "$log" | tail -n 3 >&2
        fail "The libraries could not be installed. All of what pip said is in $log."
    }
    about=$("$build_python" -I -c 'import editor_app; print(editor_app.__version__, editor_app.__path__[0])')
    version=${about%% *}
    tell_build deb "${about#* }"
}

build_deb() {
    packages="$packages binutils dpkg-dev libpython3-dev" # Qt's libraries too: the package depends on what is found here
    need_packages
    need_state_folder
    export_sources
    export PYTHONHASHSEED=0 LC_ALL=C.UTF-8 TZ=UTC
    unset PYTHONHOME PYTHONPATH
    make_build_environment
    say "Making the bundle."
    "$build_python" -P -m PyInstaller --noconfirm --log-level WARN --distpath "$scratch/dist" \
        --workpath "$scratch/work" "$sources/packaging/bundle/foreword.spec" >"$log" 2>&1 ||
        fail "PyInstaller failed: $(tail -n 1 "$log"). All of what it said is in $log."
    tree=$scratch/tree
    fill_tree
    mkdir -p "$project/dist"
    deb=$project/dist/foreword_${version}_$(dpkg --print-architecture).deb
    dpkg-deb --root-owner-group -Zxz --build "$tree" "$deb" >/dev/null
    say "Built $deb, $(($(stat -c %s "$deb") / 1000)) kB."
}

# The tree of the package: the bundle, what desktops and shells look for, and what Debian wants to know.
fill_tree() {
    share=$tree/usr/share
    documents=$share/doc/foreword
    mkdir -p "$tree/DEBIAN" "$tree/usr/bin" "$tree/usr/lib" "$documents" "$share/man/man1" "$share/lintian/overrides" \
        "$share/applications" "$share/mime/packages" "$share/metainfo" "$share/icons" \
        "$share/bash-completion/completions" "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d"
    mv "$scratch/dist/foreword" "$tree/usr/lib/foreword"
    ln -s ../lib/foreword/foreword "$tree/usr/bin/foreword"

    "$build_python" -E -s "$sources/packaging/bundle/licences.py" "$tree/usr/lib/foreword/licences"
    cat "$sources/packaging/debian/copyright" "$tree/usr/lib/foreword/licences/PARTS.txt" >"$documents/copyright"
    debian_changelog | gzip -9n >"$documents/changelog.gz"
    cp "$sources/packaging/debian/lintian-overrides" "$share/lintian/overrides/foreword"

    QT_QPA_PLATFORM=offscreen "$build_python" -E -s "$sources/packaging/desktop/make_icons.py" "$scratch/icons"
    cp -R "$scratch/icons/hicolor" "$share/icons/hicolor"
    cp "$sources/packaging/desktop/foreword.desktop" "$share/applications/"
    cp "$sources/packaging/desktop/foreword.xml" "$share/mime/packages/"
    # Software centres take pictures from the web alone: who publishes the package names where they are.
    sed -e "" ${FOREWORD_PICTURES:+-e "/<launchable/r $sources/packaging/desktop/screenshots.xml"} \
        "$sources/packaging/desktop/foreword.metainfo.xml" |
        sed "s|@PICTURES@|${FOREWORD_PICTURES:-}|" >"$share/metainfo/foreword.metainfo.xml"
    "$build_python" -E -s "$sources/packaging/command_docs.py" "$scratch/documents"
    gzip -9n <"$scratch/documents/foreword.1" >"$share/man/man1/foreword.1.gz"
    cp "$scratch/documents/foreword.bash" "$share/bash-completion/completions/foreword"
    cp "$scratch/documents/_foreword" "$share/zsh/vendor-completions/_foreword"
    cp "$scratch/documents/foreword.fish" "$share/fish/vendor_completions.d/foreword.fish"

    find "$tree" -type f ! -name foreword -exec chmod 644 {} +
    find "$tree" -name '*.so*' -type f -exec strip --strip-unneeded {} +
    libraries=$(needed_packages)
    [ -n "$libraries" ] || fail "The packages of the libraries were not found. What dpkg-shlibdeps said is in $log."
    # `du` would count folders, whose size is that of the file system.
    size=$(find "$tree/usr" -type f -printf '%s\n' | awk '{ bytes += $1 } END { print int(bytes / 1024) }')
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$(dpkg --print-architecture)/" \
        -e "s/@LIBRARIES@/$libraries/" -e "s/@SIZE@/$size/" "$sources/packaging/debian/control" >"$tree/DEBIAN/control"
    (cd "$tree" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum) >"$tree/DEBIAN/md5sums"
    find "$tree" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

# The packages whose libraries those of the bundle are linked with.
needed_packages() (
    mkdir -p "$scratch/debian"
    printf 'Source: foreword\n\nPackage: foreword\nArchitecture: any\n' >"$scratch/debian/control"
    cd "$scratch"
    find "$tree/usr/lib/foreword" -type f \( -name '*.so*' -o -name foreword \) -exec \
        dpkg-shlibdeps -O --ignore-missing-info -l"$tree/usr/lib/foreword/_internal" \
        -l"$tree/usr/lib/foreword/_internal/PySide6/Qt/lib" -l"$tree/usr/lib/foreword/_internal/PySide6" \
        -l"$tree/usr/lib/foreword/_internal/shiboken6" {} + 2>"$log" | sed -n 's/^shlibs:Depends=//p'
)

debian_changelog() {
    printf 'foreword (%s) stable; urgency=medium\n\n  * What is new is listed in the menu Help.\n\n -- %s  %s\n' "$version" \
        "$(sed -n 's/^Maintainer: //p' "$sources/packaging/debian/control")" "$(date -R -d "@$SOURCE_DATE_EPOCH")"
}

case $1 in
deb) build_deb ;;
wheel) sh "$project/packaging/build_wheel.sh" ;;
*) usage ;;
esac
