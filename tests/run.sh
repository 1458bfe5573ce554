#!/bin/sh
# Runs checks and counts them.
#
#   sh tests/run.sh                every area; the last line is "N passed, N failed"
#   sh tests/run.sh AREA           one area: analyze browser compile coverage fuzz golden lint mutants output panel
#                                  proved readme same symbols trace unit verdicts
#   sh tests/run.sh AREA NAME      its checks whose name contains NAME
#   sh tests/run.sh --long ...     the same with all that an area has, and mutants, same, analyze, proved and coverage,
#                                  which takes hours; needs setup.sh --long
#   sh tests/run.sh --golden       writes tests/golden/*.txt anew
#
# Without --long an area leaves out what takes long and what is like another check: a compiler more, a level more, most
# cases of a build of another kind.
#
# An area is a script, tests/AREA/AREA.sh or tests/AREA.sh. It runs from the top of the tree and calls
#
#   check NAME COMMAND...          a check passes when the command (or shell function) exits with status 0
#   check_long NAME COMMAND...     one that only --long makes; in_long says whether this is it
#   counted PASSED FAILED          adds checks that a program counted itself
#   note TEXT                      words for the area's summary line
#
# Only failures are printed. Everything built goes to tests/build. Variables: JOBS (2) areas at a time, CC, CXX, CLANG,
# CLANGXX, TCC, FUZZ_SECONDS (10, with --long 60), CONFIGS ("release sanitize").
set -u
cd "$(dirname "$0")/.." || exit 1

CC=${CC:-gcc} CXX=${CXX:-g++} CLANG=${CLANG:-clang} CLANGXX=${CLANGXX:-clang++} TCC=${TCC:-tcc}
LONG=${LONG:-}
AREAS="compile fuzz trace unit verdicts golden output symbols browser panel lint readme"
build=tests/build
tally=$build/tally
LC_ALL=C
export CC CXX CLANG CLANGXX TCC LC_ALL LONG

# A word as the shell would have to read it.
quoted() {
    case $1 in
    '' | *[!A-Za-z0-9_./=:,+-]*) printf " '%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")" ;;
    *) printf ' %s' "$1" ;;
    esac
}

# How to see a failed check again: the command itself, or this script when the command is one of its functions.
repeat_line() {
    case $(command -v "$2") in
    /*) shift && printf '    repeat:' && for word; do quoted "$word"; done ;;
    *) printf '    repeat: sh tests/run.sh %s%s' "${LONG:+--long }" "$area" && quoted "$1" ;;
    esac
    printf '\n'
}

check() {
    case $1 in *"$only"*) ;; *) return 0 ;; esac
    if (shift && "$@") >"$out/check.log" 2>&1 </dev/null; then
        passed=$((passed + 1))
        return 0
    fi
    failed=$((failed + 1))
    printf 'FAILED %s: %s\n' "$area" "$1"
    cut -c1-200 "$out/check.log" | sed 's/^/    /; 20q'
    repeat_line "$@"
}

in_long() {
    [ -n "$LONG" ]
}

check_long() {
    ! in_long || check "$@"
}

counted() {
    passed=$((passed + $1))
    failed=$((failed + $2))
}

note() {
    notes="$notes  $*"
}

run_area() {
    area=$1
    only=${2:-}
    out=$build/$area
    passed=0 failed=0 notes=
    script=tests/$area/$area.sh
    [ -f "$script" ] || script=tests/$area.sh
    [ -f "$script" ] || { echo "run.sh: no area '$area': $AREAS" >&2 && exit 2; }
    mkdir -p "$out" "$tally"
    start=$(date +%s)
    . "$script"
    times >"$out/times.txt" # second line: user and system time of what this shell has run
    printf '%-8s %5d passed %4d failed %4d s, processor %s%s\n' "$area" $passed $failed $(($(date +%s) - start)) \
        "$(sed -n '2s/\.[0-9]*s/s/gp' "$out/times.txt")" "$notes"
    [ -n "$only" ] || echo "$passed $failed" >"$tally/$area"
    [ $failed -eq 0 ]
}

# What several areas use, so that they find it done; they report what fails. The small programs are compiled quickly;
# gcnmem and gcnmem_validate, which run often, as they are by default.
build_programs() {
    { make -s -C examples build/gcnmem && make -s -C tools build/gcnmem_validate; } &
    make -s -C tests implementation config=sanitize
    wait $!
    for directory in examples tools; do make -s -j "${JOBS:-2}" -C $directory CFLAGS="${CFLAGS:--O0}"; done
}

# Areas run side by side, so each one's output is kept back until it is complete.
run_quietly() {
    mkdir -p $build/log
    (run_area "$1") >"$build/log/$1" 2>&1
    cat "$build/log/$1"
}

# An area that died before its tally counts as one failure.
sum_areas() {
    for area in $AREAS; do
        cat "$tally/$area" 2>/dev/null || echo "0 1"
    done | awk '{ passed += $1; failed += $2 } END { print passed " passed, " failed " failed"; exit failed != 0 }'
}

[ "${1:-}" != --long ] || { LONG=yes && AREAS="$AREAS mutants same analyze proved coverage" && shift; }
case ${1:-} in
'')
    rm -rf $tally
    build_programs >/dev/null 2>&1
    printf '%s\n' $AREAS | xargs -n 1 -P "${JOBS:-2}" sh tests/run.sh --quietly
    sum_areas
    ;;
--quietly) run_quietly "$2" ;;
--golden) write_golden=yes run_area golden ;;
*) run_area "$@" ;;
esac
