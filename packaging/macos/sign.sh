#!/bin/sh
# Sign the app or the disk image that build.sh has made, and have Apple notarise it.
#
#   sh packaging/macos/sign.sh Foreword.app
#   sh packaging/macos/sign.sh Foreword.dmg
#
# Two variables of the environment say how:
#   FOREWORD_SIGNING_IDENTITY   the name of a certificate "Developer ID Application" in the keychain
#   FOREWORD_NOTARY_PROFILE     what `xcrun notarytool store-credentials` has stored in the keychain under this name
# Without the first an app is signed ad hoc, and a disk image not at all; without the second nothing is notarised.
set -eu

say() {
    printf '%s\n' "$*"
}

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

[ $# -eq 1 ] || fail "Say what is to be signed: sh packaging/macos/sign.sh Foreword.app"
target=${1%/}
identity=${FOREWORD_SIGNING_IDENTITY:-}
profile=${FOREWORD_NOTARY_PROFILE:-}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
[ -e "$target" ] || fail "There is no $target to be signed."
[ -n "$identity" ] || [ -z "$profile" ] ||
    fail "Apple notarises only what is signed with a certificate: FOREWORD_NOTARY_PROFILE is set, FOREWORD_SIGNING_IDENTITY is not."

# PyInstaller lays an app out so that --deep finds all code in it. Python's ctypes, which keyring uses, makes functions
# in memory that C calls: the entitlement allows that. In its file a comment would be taken for an error.
case $target in
*.app)
    if [ -n "$identity" ]; then
        codesign --force --deep --options runtime --timestamp --entitlements "$here/entitlements.plist" \
            --sign "$identity" "$target"
    else
        codesign --force --deep --sign - "$target"
        say "$target is signed ad hoc, as FOREWORD_SIGNING_IDENTITY names no certificate. Where it was downloaded, macOS opens it only once that is allowed in System Settings, Privacy & Security."
    fi
    ;;
*.dmg)
    if [ -z "$identity" ]; then
        say "$target is not signed, as FOREWORD_SIGNING_IDENTITY names no certificate."
        exit 0
    fi
    codesign --force --timestamp --sign "$identity" "$target"
    ;;
*) fail "$target is neither an app (.app) nor a disk image (.dmg)." ;;
esac
codesign --verify --deep --strict "$target"

[ -n "$identity" ] || exit 0
if [ -z "$profile" ]; then
    say "$target is signed by $identity, and not notarised, as FOREWORD_NOTARY_PROFILE is not set."
    exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
sent=$target
case $target in
*.app)
    sent=$scratch/Foreword.zip
    ditto -c -k --keepParent "$target" "$sent"
    ;;
esac
xcrun notarytool submit "$sent" --keychain-profile "$profile" --wait
xcrun stapler staple "$target"  # fails for what Apple has refused
say "$target is signed by $identity, and notarised."
