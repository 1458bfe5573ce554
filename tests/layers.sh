#!/bin/sh
# What each layer of gcnmem.h costs, as the manual's table has it: lines of the header that are compiled, processor time
# of gcc -O2 beside stb_image's (the median of rounds in turn), bytes of code and constants. From the top of the tree:
#
#   sh tests/layers.sh              the table
#   sh tests/layers.sh lines bytes  without times: those columns alone
set -u
cd "$(dirname "$0")/.." || exit 1
CC=${CC:-gcc}
rounds=${ROUNDS:-3}
want=${*:-lines compile bytes}
out=tests/build/layers
mkdir -p $out

flags_of() { # BUILD
    case $1 in
    "depth 1") echo -DGCNMEM_DEPTH=1 ;;
    "depth 2") echo -DGCNMEM_DEPTH=2 ;;
    "depth 3") echo -DGCNMEM_DEPTH=3 ;;
    "depth 3, no values") echo -DGCNMEM_DEPTH=3 -DGCNMEM_NO_VALUES ;;
    "depth 3, reports") echo -DGCNMEM_DEPTH=3 -DGCNMEM_REPORTS ;;
    esac
}

# Lines that the preprocessor leaves in for a depth, with or without reports.
lines_of() { # DEPTH REPORTS
    awk -v depth="$1" -v reports="$2" '
        BEGIN { on[0] = 1 }
        /^#if/ { asks[++nested] = /^#ifdef GCNMEM_REPORTS/
                 off = (/^#if GCNMEM_DEPTH >= / && depth < $4) || (asks[nested] && !reports)
                 on[nested] = on[nested - 1] && !off }
        /^#else/ && asks[nested] { on[nested] = on[nested - 1] && !reports }
        on[nested] { count++ }
        /^#endif/ { nested-- }
        END { print count }' gcnmem.h
}

# Processor seconds of one compilation, in milliseconds.
milliseconds() { # FLAG... FILE
    { LC_ALL=C bash -c 'TIMEFORMAT=%U; time "$@"' x "$CC" -O2 -I. "$@" -c -o $out/timed.o; } 2>&1 |
        awk '{ printf "%d\n", $1 * 1000 }'
}

bytes_of() { # BUILD
    "$CC" -std=c99 -O2 -I. $(flags_of "$1") -c $out/layer.c -o $out/layer.o && size -A $out/layer.o |
        awk '/^\.(text|rodata|data\.rel\.ro)/ { bytes += $2 } END { print bytes }'
}

median() {
    sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

printf '#define GCNMEM_IMPLEMENTATION\n#include "gcnmem.h"\n' >$out/layer.c
printf '#define STB_IMAGE_IMPLEMENTATION\n#include <stb/stb_image.h>\n' >$out/stb_image.c

case $want in
*compile*)
    rm -f $out/*.ms
    for round in $(seq "$rounds"); do
        milliseconds $out/stb_image.c >>$out/stb_image.ms
        for build in "depth 1" "depth 2" "depth 3, no values" "depth 3" "depth 3, reports"; do
            milliseconds $(flags_of "$build") $out/layer.c >>"$out/$build.ms"
        done
    done
    ;;
esac
for build in "depth 1" "depth 2" "depth 3, no values" "depth 3" "depth 3, reports"; do
    depth=$(echo "$build" | sed 's/depth \(.\).*/\1/') reports=$(echo "$build" | grep -c reports)
    row=$build
    for column in $want; do
        case $column in
        lines) row="$row|$(lines_of "$depth" "$reports")" ;;
        compile) row="$row|$(echo "$(median <"$out/$build.ms") $(median <$out/stb_image.ms)" |
            awk '{ printf "%.1f\n", $1 / $2 }')" ;;
        bytes) row="$row|$(bytes_of "$build")" ;;
        esac
    done
    echo "$row"
done
