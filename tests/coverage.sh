# Coverage: conditions of gcnmem.h that the tests see only one way. Sourced by tests/run.sh.
#
#   make -C tests coverage        prints "N of M branches taken (P %)" and how many are not, room by room
#
# Unit tests, golden cases, the fuzz targets' corpus and the kernels of trace run in a copy of the tree whose programs
# count, without assertions, by clang's instrumentation. What is never taken stands in tests/build/coverage/missed.txt:
# line, room, "never true" or "never false", condition. A line of the header with a comment "uncovered: REASON" at its
# end does not count: its condition is of other machines, or guards what nothing reaches. Variables: least (98), the
# share that must be taken.

least=${least:-98}
tree=$PWD/$out/tree
counts="-DNDEBUG -g -O1 -fprofile-instr-generate -fcoverage-mapping"
profdata=$(command -v llvm-profdata-19 llvm-profdata | head -1)
cov=${profdata%/*}/llvm-cov${profdata#*llvm-profdata}
compiler=clang${profdata#*llvm-profdata}

copy_tree() {
    rm -rf "$tree" && mkdir -p "$tree" && git ls-files | tar -cf - -T - | tar -xf - -C "$tree"
}

build_counting() {
    for directory in examples tools; do
        make -s -C "$tree/$directory" all CC="$compiler" CFLAGS="$counts" || return 1
    done
    make -s -C "$tree/tests" binary CC="$compiler" flags_release="$counts" WARN= || return 1
    for target in $(cd "$tree/tests/fuzz" && ls fuzz_*.c); do
        (cd "$tree" && $compiler -std=c99 -DFUZZ_MAIN $counts -I. -Itests/fuzz "tests/fuzz/$target" \
            tests/build/objects_release/implementation.o -o "tests/build/${target%.c}") || return 1
    done
}

run_counting() {
    export LLVM_PROFILE_FILE="$PWD/$out/%m.profraw"
    rm -f "$out"/*.profraw
    (cd "$tree/tests" && build/tests --short >"$tree/unit.txt" 2>&1) || { tail -5 "$tree/unit.txt" && return 1; }
    (cd "$tree" && sed -n 's/^[a-z0-9_]*: //p' tests/golden/cases.txt |
        while read -r command; do timeout 600 sh -c "$command" >/dev/null 2>&1 </dev/null; done
    for target in tests/build/fuzz_*; do
        "$target" 0 "tests/fuzz/corpus/${target##*fuzz_}"/* >/dev/null 2>&1
    done
    sh tests/run.sh trace >/dev/null 2>&1)
    unset LLVM_PROFILE_FILE
}

# The copy for the unit tests has one line more, at its top.
list_conditions() { # line, column, times true, times false
    objects=$(printf ' -object %s' "$tree"/examples/build/* "$tree"/tools/build/*)
    "$profdata" merge -sparse "$out"/*.profraw -o "$out/all.profdata" &&
        "$cov" export "$tree/tests/build/tests" $objects -instr-profile="$out/all.profdata" 2>/dev/null |
        jq -r '.data[].files[] | select(.filename | endswith("gcnmem.h"))
            | (if .filename | endswith("private/gcnmem.h") then 1 else 0 end) as $above
            | .branches[] | "\(.[0] - $above) \(.[1]) \(.[3]) \(.[4]) \(.[5])"' |
        awk '{ at = $1 " " $2 " " $3; t[at] += $4; f[at] += $5 }
            END { for (at in t) print at, t[at], f[at] }' | sort -n
}

coverage() {
    list_conditions >"$out/conditions.txt" || return 1
    awk -v least="$least" -v missed="$out/missed.txt" '
        NR == FNR { text[FNR] = $0; if (/^   >>/) room = substr($1, 3); room_of[FNR] = room; next }
        text[$1] ~ /\/\* uncovered: [^*]+ \*\/$/ { next }
        { all += 2; taken += ($4 != 0) + ($5 != 0) }
        $4 == 0 || $5 == 0 {
            lacks[room_of[$1]] += ($4 == 0) + ($5 == 0)
            what = $4 != 0 ? "never false" : $5 != 0 ? "never true" : "never asked"
            print $1 "\t" room_of[$1] "\t" what "\t" substr(text[$1], $2, $3 > $2 ? $3 - $2 : 80) >missed
        }
        END {
            printf "%d of %d branches taken (%.2f %%)\n", taken, all, taken * 100 / all
            for (room in lacks) printf "%s %d\n", room, lacks[room] | "sort -k2nr | paste -sd, | sed \"s/,/, /g\""
            exit taken * 100 < least * all
        }' gcnmem.h "$out/conditions.txt" >"$out/summary.txt"
}

has_llvm() {
    [ -n "$profdata" ] || { echo "llvm-profdata is missing: Debian package llvm" && return 1; }
}

check "llvm" has_llvm
if has_llvm >/dev/null; then
    check "copy" copy_tree
    check "build" build_counting
    check "run" run_counting
    check "$least % of the branches" coverage
    cat "$out/summary.txt" 2>/dev/null
fi
