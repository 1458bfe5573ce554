# Mutants: gcnmem.h with one operator, number or name changed, which the unit tests must notice. Sourced by
# tests/run.sh.
#
#   make -C tests mutants count=60 seed=1     prints those that no unit test notices, and "N of M killed (P %)"
#
# A mutant is compiled by tcc, where there is one, for the tests that end soon, and by $CC for the others; a test that
# fails, crashes or does not end kills it. One whose code is the same as before is no mutant, nor is one that
# equivalent.txt explains.

here=tests/mutants
count=${count:-60} seed=${seed:-1} least=${least:-90}
quick_ms=100 # of a test, that it is tried first
command -v "$TCC" >/dev/null 2>&1 && quick_cc=$TCC || quick_cc="$CC -O2"

# The tests that end soon, then the others, each list beginning with the quickest.
list_tests() {
    [ "$out/slow.txt" -nt tests/build/tests ] && return
    tests/build/tests --short --times >"$out/times.txt" || { tail -5 "$out/times.txt" && return 1; }
    sort -n "$out/times.txt" | awk -v quick="$out/quick.txt" -v most=$quick_ms -v slow="$out/slow.txt" '
        $2 == "ms" { print $3 >($1 < most ? quick : slow) }'
}

compile_mutant() { # COMPILER DIRECTORY: implementation.o
    $1 -std=c99 -w -I"$2" -I. -Itests -c tests/implementation.c -o "$2/implementation.o" >"$2/build.log" 2>&1
}

# DIRECTORY LIST SECONDS: whether the tests of the list pass.
passes() {
    "$CC" $objects "$1/implementation.o" -lm -o "$1/tests" 2>"$1/build.log" || return 1
    (cd tests && ulimit -c 0 && timeout "$3" "../$1/tests" --short --first --only="../$2") >"$1/tests.log" 2>&1
}

# DIRECTORY LINE CHANGED: one word.
judge() {
    awk -v line=$(($2 + 1)) -v text="$(printf %s "$3" | sed 's/\\/&&/g')" '
        NR == line { $0 = text } { print }' tests/build/private/gcnmem.h >"$1/gcnmem.h"
    compile_mutant "$quick_cc" "$1" || { echo invalid && return; }
    passes "$1" "$out/quick.txt" 60 || { echo killed && return; }
    compile_mutant "$CC -O2" "$1" || { echo invalid && return; }
    ! cmp -s "$1/implementation.o" "$out/original/implementation.o" || { echo same && return; }
    passes "$1" "$out/slow.txt" 600 && echo survived || echo killed
}

# NUMBER: every second mutant, from the NUMBERth on.
judge_half() {
    mkdir -p "$out/half$1"
    awk -v half="$1" 'NR % 2 == half' "$out/drawn.txt" | while IFS='	' read -r line original changed; do
        printf '%s\t%s\t%s\t%s\n' "$(judge "$out/half$1" "$line" "$changed" </dev/null)" "$line" "$original" "$changed"
    done >"$out/half$1.txt"
}

draw() {
    awk -f tests/lint/strip.awk gcnmem.h >"$out/code.txt"
    awk -v count="$count" -v seed="$seed" -f $here/mutants.awk $here/equivalent.txt gcnmem.h "$out/code.txt" \
        >"$out/drawn.txt"
}

# Lists the survivors; fails when too few were killed.
mutants() {
    rm -f "$out/survivors.txt"
    draw && make -s -C tests binary && list_tests || return 1
    objects=$(ls tests/build/objects_release/*.o tests/build/objects_release/*/*.o | grep -v /implementation.o)
    mkdir -p "$out/original" && cp tests/build/private/gcnmem.h "$out/original" || return 1
    compile_mutant "$CC -O2" "$out/original" || return 1
    judge_half 0 &
    judge_half 1
    wait
    sort -n -k2 "$out/half0.txt" "$out/half1.txt" | awk -F'\t' -v least="$least" '
        { gsub(/  +/, "", $3); gsub(/  +/, "", $4); ++of[$1] }
        $1 == "survived" { print "gcnmem.h:" $2 ": " $3 "  =>  " $4 }
        END { all = of["killed"] + of["survived"]
              printf "%d of %d killed (%d %%)\n", of["killed"], all, all ? of["killed"] * 100 / all : 0
              exit of["killed"] * 100 < all * least }' >"$out/survivors.txt"
}

check "$least % of $count killed, seed $seed" mutants
cat "$out/survivors.txt" 2>/dev/null
