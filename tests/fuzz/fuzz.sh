# Fuzzing: each fuzz_NAME.c runs over corpus/NAME/*.txt, then over mutations of them for its share of FUZZ_SECONDS. With
# --long and clang it is libFuzzer, else the main in fuzz.h and the implementation of the sanitized unit tests. All are
# linked with one copy of it, whose private functions they may call. Then walk_pairs.c. Sourced by tests/run.sh.

here=tests/fuzz
flags="-std=c99 -g -O1 -Wall -Wextra -Werror -I. -I$here"
copy=tests/build/private
implementation=tests/build/objects_sanitize/implementation.o

has_libfuzzer() {
    echo '#include <stddef.h>
          int LLVMFuzzerTestOneInput(const unsigned char* d, size_t n) { return d == 0 && n > 9; }' >"$out/probe.c"
    "$CLANG" -fsanitize=fuzzer "$out/probe.c" -o "$out/probe" 2>/dev/null
}

compile_fuzzer() { # FLAG...
    if [ $libfuzzer = yes ]; then
        "$CLANG" -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all "$@"
    else
        "$CC" -fsanitize=address,undefined -fno-sanitize-recover=all "$@"
    fi
}

build_implementation() {
    if [ $libfuzzer = yes ]; then
        make -s -C tests private && compile_fuzzer -I$copy $flags -c tests/implementation.c -o "$implementation"
    else
        make -s -C tests implementation config=sanitize CC="$CC"
    fi
}

build_fuzzer() { # NAME
    main=
    [ $libfuzzer = yes ] || main=-DFUZZ_MAIN
    compile_fuzzer $flags $main $here/fuzz_$1.c "$implementation" -o "$out/$1"
}

run_corpus() { # NAME: each file by itself
    if [ $libfuzzer = yes ]; then
        "$out/$1" $here/corpus/$1/*.txt
    else
        "$out/$1" 0 $here/corpus/$1/*.txt
    fi
}

run_fuzzer() { # NAME
    mkdir -p "$out/corpus_$1"
    if [ $libfuzzer = yes ]; then
        "$out/$1" -seed=1 -max_len=1200 -timeout=10 -max_total_time=$seconds -verbosity=0 -close_fd_mask=1 \
            -artifact_prefix="$out/$1-" "$out/corpus_$1" $here/corpus/$1
    else
        (cd "$out" && timeout 600 "./$1" $seconds ../../../$here/corpus/$1/*.txt)
    fi
}

# Without libFuzzer, which has a main of its own. EVERY: one of so many machines of which two fields are changed.
walk_pairs() {
    libfuzzer=no
    build_implementation &&
        compile_fuzzer $flags $here/walk_pairs.c tests/build/objects_sanitize/implementation.o -o "$out/walk_pairs" ||
        return 1
    timeout 1200 "$out/walk_pairs" "$1" 2>"$out/walk_pairs.txt" || { tail -3 "$out/walk_pairs.txt" && return 1; }
}

libfuzzer=no
! in_long || ! has_libfuzzer || { libfuzzer=yes && implementation=$out/implementation.o; }
targets=$(ls $here/fuzz_*.c | sed 's,.*/fuzz_,,; s,\.c$,,')
in_long && seconds=60 || seconds=10
seconds=$((${FUZZ_SECONDS:-$seconds} / $(echo "$targets" | wc -l)))

check "build implementation" build_implementation
for target in $targets; do
    check "build $target" build_fuzzer $target
    check "corpus $target" run_corpus $target
    check "fuzz $target" run_fuzzer $target
done
in_long && every=211 || every=4001
check "walk pairs" walk_pairs $every
note "libFuzzer: $libfuzzer, $seconds s a target"
