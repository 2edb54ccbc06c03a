#!/bin/sh
# Set Foreword up inside its own folder and open the window on the sample library.
#
#   sh packaging/run.sh                 the window; without a display, the sample in the terminal and pictures
#   sh packaging/run.sh ARGUMENTS…      the same set-up, then `foreword ARGUMENTS…`
set -eu

case $0 in
*/*) project=${0%/*}/.. ;;
*) project=.. ;;
esac
project=$(CDPATH='' cd -- "$project" && pwd -P)
# shellcheck source=packaging/setup.sh
. "$project/packaging/setup.sh"

foreword=$environment/bin/foreword
sample_prompt=test-scenario-generation
sample_case=checkout

set_up run ""
keep_inside "$state"

if [ $# -gt 0 ]; then
    exec "$foreword" "$@"
fi

# With no library named, and none in the folder it is started in, Foreword opens its sample.
unset FOREWORD_LIBRARY
cd "$state"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    "$foreword" list >/dev/null  # commands make the sample; the window would ask for a library first
    say "Opening the window on a copy of the sample library; it and all settings stay in $state."
    exec "$foreword"
fi

QT_QPA_PLATFORM=offscreen
export QT_QPA_PLATFORM
say "There is no display here (DISPLAY and WAYLAND_DISPLAY are not set), so no window can open."
say "What the model gets from the sample prompt ‘$sample_prompt’, case ‘$sample_case’:"
say ""
"$foreword" render "$sample_prompt" --case "$sample_case"
say ""
say ""
"$foreword" screenshot "$project/pictures" window-light template-light blocks-light >/dev/null
say "Pictures of the window with a prompt, a template and a system message are in $project/pictures."
