# Fuzzing: each fuzz_NAME.c runs over corpus/NAME/*.txt, then over mutations of them for its share of FUZZ_SECONDS. With
# clang it is libFuzzer, else the main in fuzz.h. Sourced by tests/run.sh.

here=tests/fuzz
flags="-std=c99 -g -O1 -Wall -Wextra -Werror -I. -I$here"

has_libfuzzer() {
    echo '#include <stddef.h>
          int LLVMFuzzerTestOneInput(const unsigned char* d, size_t n) { return d == 0 && n > 9; }' >"$out/probe.c"
    "$CLANG" -fsanitize=fuzzer "$out/probe.c" -o "$out/probe" 2>/dev/null
}

build_fuzzer() { # NAME
    if [ $libfuzzer = yes ]; then
        "$CLANG" $flags -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all $here/fuzz_$1.c -o "$out/$1"
    else
        "$CC" $flags -fsanitize=address,undefined -fno-sanitize-recover=all -DFUZZ_MAIN $here/fuzz_$1.c -o "$out/$1"
    fi
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
        (cd "$out" && "./$1" $seconds ../../../$here/corpus/$1/*.txt)
    fi
}

libfuzzer=no
! has_libfuzzer || libfuzzer=yes
targets=$(ls $here/fuzz_*.c | sed 's,.*/fuzz_,,; s,\.c$,,')
seconds=$((${FUZZ_SECONDS:-60} / $(echo "$targets" | wc -l)))

for target in $targets; do
    check "build $target" build_fuzzer $target
    check "corpus $target" run_corpus $target
    check "fuzz $target" run_fuzzer $target
done
note "libFuzzer: $libfuzzer, $seconds s a target"
