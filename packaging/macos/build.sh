#!/bin/sh
# Build Foreword for macOS from the last commit: dist/Foreword-VERSION-PROCESSOR.dmg, a disk image with Foreword.app.
#
#   sh packaging/macos/build.sh
#
# It needs Apple's command line tools (xcode-select --install) and Python 3.11 or newer; PYTHON=… names one. The app runs
# on processors like that of this machine. What signs it is said in sign.sh.
set -eu

case $0 in
*/*) project=${0%/*}/../.. ;;
*) project=../.. ;;
esac
project=$(CDPATH='' cd -- "$project" && pwd -P)
# shellcheck source=packaging/setup.sh
. "$project/packaging/setup.sh"
# shellcheck source=packaging/sources.sh
. "$project/packaging/sources.sh"

[ $# -eq 0 ] || fail "This takes no arguments: sh packaging/macos/build.sh"
[ "$(uname -s)" = Darwin ] || fail "Apps for macOS are built on macOS; this is $(uname -s)."
need_state_folder
choose_python
need_python

: >"$log"

# logged WHAT COMMAND…
logged() {
    what=$1
    shift
    say "$what."
    "$@" >>"$log" 2>&1 || fail "It did not work: $(tail -n 1 "$log"). All of what was said is in $log."
}

export_sources
export PYTHONHASHSEED=0 PIP_DISABLE_PIP_VERSION_CHECK=1 PYINSTALLER_STRICT_BUNDLE_CODESIGN_ERROR=1
unset PYTHONHOME PYTHONPATH

build_python=$scratch/environment/bin/python
logged "Making an environment" "$python" -I -m venv "$scratch/environment"
logged "Installing Foreword and what it needs" "$build_python" -I -m pip install --no-cache-dir --no-input \
    "${sources}[serve,run]" "pyinstaller>=6.16,<7"
about=$("$build_python" -I -c 'import editor_app; print(editor_app.__version__, editor_app.__path__[0])')
version=${about%% *}
tell_build macos "${about#* }"

packaging=$sources/packaging
icons=$sources/build/icons
app=$scratch/dist/Foreword.app
logged "Drawing the icons" env QT_QPA_PLATFORM=offscreen "$build_python" -I "$packaging/desktop/make_icons.py" "$icons"
logged "Writing Info.plist" "$build_python" -I "$packaging/macos/info.py"
logged "Making the app" "$build_python" -P -m PyInstaller --noconfirm --log-level WARN --distpath "$scratch/dist" \
    --workpath "$scratch/work" "$packaging/bundle/foreword.spec"
logged "Adding the licences" "$build_python" -I "$packaging/bundle/licences.py" "$app/Contents/Resources/licences"
sh "$packaging/macos/sign.sh" "$app"

# Only now, as the licences are those of all that is installed.
logged "Installing dmgbuild" "$build_python" -I -m pip install --no-cache-dir --no-input "dmgbuild>=1.6,<2"
mkdir -p "$project/dist"
image=$project/dist/Foreword-$version-$(uname -m).dmg
logged "Making the disk image" "$build_python" -I -m dmgbuild --detach-retries 20 --settings "$packaging/macos/dmg_settings.py" \
    -D app="$app" -D icon="$icons/foreword.icns" Foreword "$image"
logged "Looking whether it is whole" hdiutil verify "$image"
sh "$packaging/macos/sign.sh" "$image"
say "Built $image."
