# Mutants: gcnmem.h with one operator, number or name changed, which the unit tests must notice. Sourced by
# tests/run.sh.
#
#   make -C tests mutants count=60 seed=1     prints those that no unit test notices, and "N of M killed (P %)"
#
# A mutant meets the tests that reach the changed function: compiled by tcc, where there is one, random tests cut short;
# then, when they all pass, by $CC, with all of each test. A test that fails, crashes or does not end kills it. One
# whose code is the same as before is no mutant; one that equivalent.txt explains is counted as such. Variables: jobs
# (2) at a time, least (95), the share that must be killed.

here=tests/mutants
count=${count:-60} seed=${seed:-1} least=${least:-95} jobs=${jobs:-2}
command -v "$TCC" >/dev/null 2>&1 && quick_cc=$TCC || quick_cc="$CC -O1"

compile_mutant() { # COMPILER DIRECTORY: implementation.o
    $1 -std=c99 -w -I"$2" -I. -Itests -c tests/implementation.c -o "$2/implementation.o" >"$2/build.log" 2>&1
}

# DIRECTORY: tests, of main.o there or of the others'.
link_tests() {
    [ -f "$1/main.o" ] || cp tests/build/objects_release/main.o "$1"
    "$CC" $objects "$1/main.o" "$1/implementation.o" -lm -o "$1/tests" 2>"$1/build.log"
}

# What each test takes and reaches, the quickest first.
list_reached() {
    [ "$out/reached.txt" -nt tests/build/tests ] && return
    mkdir -p "$out/reach"
    awk -f $here/reached.awk tests/build/private/gcnmem.h >"$out/reach/gcnmem.h"
    compile_mutant "$CC -O1" "$out/reach" &&
        $CC -std=c99 -DTEST_REACHES="$(wc -l <"$out/reach/gcnmem.h")" -I. -Itests -c tests/main.c \
            -o "$out/reach/main.o" && link_tests "$out/reach" || return 1
    (cd tests && "../$out/reach/tests" --short --times) >"$out/reach/tests.log" ||
        { tail -5 "$out/reach/tests.log" && return 1; }
    awk '$2 == "ms" { took = $1 }
        $1 == "reached" { $1 = took; print }' "$out/reach/tests.log" | sort -n >"$out/reached.txt"
}

# DIRECTORY SECONDS OPTION: whether the tests of its list pass.
passes() {
    (cd tests && ulimit -c 0 && ulimit -t "$2" && "../$1/tests" "$3" --first --only="../$1/list.txt") \
        >"$1/tests.log" 2>&1
}

# DIRECTORY LINE CHANGED: one word.
judge() {
    line=$(($2 + 1)) # the copy begins with a line of its own
    awk -v line=$line -v text="$(printf %s "$3" | sed 's/\\/&&/g')" '
        NR == line { $0 = text } { print }' tests/build/private/gcnmem.h >"$1/gcnmem.h"
    awk -v line=$line -f $here/tests.awk "$out/original/gcnmem.h" "$out/reached.txt" >"$1/list.txt"
    compile_mutant "$quick_cc" "$1" && link_tests "$1" || { echo invalid && return; }
    passes "$1" 120 --brief || { echo killed && return; }
    compile_mutant "$CC -O2" "$1" && link_tests "$1" || { echo invalid && return; }
    ! cmp -s "$1/implementation.o" "$out/original/implementation.o" || { echo same && return; }
    passes "$1" 900 --short && echo survived || echo killed
}

# NUMBER: of each `jobs` mutants one.
judge_part() {
    mkdir -p "$out/part$1"
    awk -v part="$1" -v parts="$jobs" 'NR % parts == part' "$out/drawn.txt" |
        while IFS='	' read -r line original changed why; do
            verdict=${why:-$(judge "$out/part$1" "$line" "$changed" </dev/null)}
            printf '%s\t%s\t%s\t%s\n' "$verdict" "$line" "$original" "$changed"
        done >"$out/part$1.txt"
}

draw() {
    awk -f tests/lint/strip.awk gcnmem.h >"$out/code.txt"
    awk -v count="$count" -v seed="$seed" -f $here/mutants.awk $here/equivalent.txt gcnmem.h "$out/code.txt" \
        >"$out/drawn.txt"
}

# Lists the survivors; fails when too few were killed.
mutants() {
    rm -f "$out/survivors.txt" "$out"/part*.txt
    draw && make -s -C tests binary || return 1
    objects=$(find tests/build/objects_release -name '*.o' ! -name main.o ! -name implementation.o)
    mkdir -p "$out/original" && cp tests/build/private/gcnmem.h "$out/original" && list_reached || return 1
    compile_mutant "$CC -O2" "$out/original" || return 1
    part=0
    while [ $((part += 1)) -lt "$jobs" ]; do judge_part $part & done
    judge_part 0
    wait
    sort -n -k2 "$out"/part*.txt | awk -F'\t' -v least="$least" '
        { gsub(/  +/, "", $3); gsub(/  +/, "", $4); ++of[$1] }
        $1 == "survived" { print "gcnmem.h:" $2 ": " $3 "  =>  " $4 }
        END { all = of["killed"] + of["survived"]
              printf "%d of %d killed (%d %%); %d change nothing, %d do not compile\n", of["killed"], all,
                  all ? of["killed"] * 100 / all : 0, of["same"] + of["equivalent"], of["invalid"]
              exit of["killed"] * 100 < all * least }' >"$out/survivors.txt"
}

check "$least % of $count killed, seed $seed" mutants
cat "$out/survivors.txt" 2>/dev/null
