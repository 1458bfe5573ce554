# The unit and oracle tests, plain and under the sanitizers, with --long also under clang's for conversions and memory;
# those that take longer than two seconds with --long, or when asked for by name. Sourced by tests/run.sh.

build_tests() { # CONFIG
    case $1 in
    conversions | memory) set -- "$1" CC="$NEW_CLANG" WARN= ;;
    *) set -- "$1" CC="$CC" ;;
    esac
    make -s -C tests binary config="$@" >"$out/build.log" 2>&1 && return
    counted 0 1
    echo "FAILED unit: $1 does not build"
    sed 's/^/    /; 60q' "$out/build.log"
    echo "    repeat: make -C tests binary config=$1"
    return 1
}

run_tests() { # CONFIG: prints what the program prints; its last line is "N passed, N failed"
    binary=tests/build/tests
    [ "$1" = release ] || binary=${binary}_$1
    short=
    { in_long && [ "$1" != memory ]; } || [ -n "$only" ] || short=--short
    timeout 3600 $binary $short $only >"$out/$1.txt" 2>&1 </dev/null
    status=$?
    counts=$(sed -n '$s/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed$/\1 \2/p' "$out/$1.txt")
    case $status:$counts in
    0:*\ 0 | 1:*\ [1-9]*) ;;
    *) counts="0 1" ;; # a crash, a sanitizer's finding, or a status that contradicts the counts
    esac
    case $counts in
    *\ 0) ;;
    *)
        echo "FAILED unit: $1 (exit status $status)"
        tail -40 "$out/$1.txt" | cut -c1-220 | sed 's/^/    /'
        echo "    repeat: $binary"
        ;;
    esac
    counted $counts
    note "$1"
}

every_listing_is_named() { # files.txt is what the tests go by
    (cd tests/data/listings && find . -type f ! -name files.txt | sed 's,^\./,,' | sort | diff files.txt -) ||
        { echo "expected (<): files.txt; came (>): the files of tests/data/listings" && return 1; }
}

NEW_CLANG=${NEW_CLANG:-clang-19}
! in_long || ! command -v "$NEW_CLANG" >/dev/null || CONFIGS=${CONFIGS:-release sanitize conversions memory}
check "every listing is in files.txt" every_listing_is_named
if ls tests/main.c tests/unit/*.c >/dev/null 2>&1; then
    for config in ${CONFIGS:-release sanitize}; do
        build_tests "$config" && run_tests "$config"
    done
else
    note "no tests/main.c or tests/unit/*.c yet"
fi
