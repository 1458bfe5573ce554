# Static analysis of the implementation with reports and of the command line, by four tools. What they find is mended,
# or known.txt says why it is none. Sourced by tests/run.sh.
#
#   make -C tests analyze                     fails on a finding that known.txt does not have, and on one of known.txt
#                                             that no longer comes up
#   sh tests/run.sh analyze clang-tidy        one tool: clang gcc cppcheck clang-tidy
#
# known.txt is what clang 14, gcc 12, cppcheck 2.10 and clang-tidy 14 find; other versions may find something else.

here=tests/analyze
analyzers="clang gcc cppcheck clang-tidy"

# The command line alone: what implements the header is analyzed by itself.
command_line="-DGCNMEM_IMPLEMENTATION_INCLUDED examples/gcnmem.c"

# clang leaves out what stands in headers unless it is told.
run_clang() { # FLAG... FILE
    "$CLANG" --analyze -Xclang -analyzer-opt-analyze-headers -Xclang -analyzer-output=text -std=c99 -I. "$@"
}

run_gcc() { # FLAG... FILE
    "$CC" -fanalyzer -fdiagnostics-path-format=none -std=c99 -I. -c "$@" -o "$out/gcc.o"
}

# Without a -D cppcheck tries every combination of options. Not asked: style.
# arrayIndexThenCheck: takes any comparison of an index, such as `k > i`, for the check of its range.
run_cppcheck() { # FLAG... FILE
    cppcheck --quiet --enable=warning,performance,portability --suppress=missingIncludeSystem \
        --suppress=arrayIndexThenCheck --template='{file}:{line}:{column}: {severity}: {message} [{id}]' --std=c99 \
        -DGCNMEM_REPORTS -I. "$@"
}

# bugprone-easily-swappable-parameters: numbers and texts side by side are what functions of a model take.
# bugprone-narrowing-conversions: in C `c ? a : b` of two chars is an int; nothing else is found.
# bugprone-implicit-widening-of-multiplication-result: products of fields, which have ranges, and of lanes.
# cert-err33-c: output is checked once, by close_output() and end_output(); texts that are cut short are meant to be.
# bugprone-reserved-identifier, cert-dcl37-c, cert-dcl51-cpp: one name of theirs, _POSIX_C_SOURCE, is there to be
# defined.
tidy_checks='-*,bugprone-*,cert-*,portability-*'
tidy_checks=$tidy_checks,-bugprone-easily-swappable-parameters,-bugprone-narrowing-conversions
tidy_checks=$tidy_checks,-bugprone-implicit-widening-of-multiplication-result,-cert-err33-c
tidy_checks=$tidy_checks,-bugprone-reserved-identifier,-cert-dcl37-c,-cert-dcl51-cpp

# Behind "--" come the compiler's flags; the file is the last word.
run_clang_tidy() { # FLAG... FILE
    for file; do :; done
    clang-tidy --quiet --header-filter='.*' --checks="$tidy_checks" "$file" -- -std=c99 -I. \
        $(printf '%s\n' "$@" | grep '^-')
}

# At depth 3 gcc takes more than 7 GB: it follows fewer ways through a function there than at depth 2.
few="--param=analyzer-max-enodes-per-program-point=2 --param=analyzer-bb-explosion-factor=1"

run_all() { # TOOL
    case $1 in
    clang) run_clang tests/implementation.c && run_clang $command_line ;;
    gcc) run_gcc -DGCNMEM_DEPTH=2 tests/implementation.c && run_gcc $few tests/implementation.c &&
        run_gcc $command_line ;;
    cppcheck) run_cppcheck tests/implementation.c && run_cppcheck $command_line ;;
    clang-tidy) run_clang_tidy tests/implementation.c && run_clang_tidy $command_line ;;
    esac
}

findings_of() { # LOG TOOL: each once
    sed "s,^$PWD/,,; s,^\./,," "$1" | awk -v tool="$2" -f $here/findings.awk | sort -u
}

analyze() { # TOOL
    run_all "$1" >"$out/$1.log" 2>&1 || { echo "$1 fails:" && tail -20 "$out/$1.log" && return 1; }
    findings_of "$out/$1.log" "$1" >"$out/$1.txt"
    awk -v tool="$1" -v tools="$analyzers" -f $here/known.awk $here/known.txt "$out/$1.txt"
}

# A header with a fault of a kind that each tool looks for.
plant() {
    mkdir -p "$out/planted" && echo '#include "planted.h"' >"$out/planted/planted.c"
    cat >"$out/planted/planted.h" <<'END'
#include <stdlib.h>
int planted_fault(const char* text);
int planted_fault(const char* text) {
    int* null = NULL;
    return *null + atoi(text);
}
END
}

is_live() { # TOOL
    plant
    "run_$(echo "$1" | tr - _)" "$out/planted/planted.c" >"$out/planted/$1.log" 2>&1
    findings_of "$out/planted/$1.log" "$1" | grep -q '	planted_fault	' ||
        { echo "expected a finding in planted_fault()" && cat "$out/planted/$1.log" && return 1; }
}

is_compared() { # a finding more and one less are both told
    printf 'clang f: "text": why\n' >"$out/known.txt"
    printf 'clang\tg\tsome text\n' >"$out/came.txt"
    awk -v tool=clang -v tools=clang -f $here/known.awk "$out/known.txt" "$out/came.txt" >"$out/told.txt"
    [ "$(grep -cE '^(new: clang g: |no longer found: clang f: )' "$out/told.txt")" -eq 2 ] ||
        { echo "expected both findings" && cat "$out/told.txt" && return 1; }
}

check "known.txt is compared" is_compared
for tool in $analyzers; do
    begun=$(date +%s)
    check "$tool is live" is_live "$tool"
    check "$tool" analyze "$tool"
    note "$tool $(($(date +%s) - begun)) s"
done
note "$(grep -vcE '^(#|$)' $here/known.txt) findings explained"
