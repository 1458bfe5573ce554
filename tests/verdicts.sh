# Limiters that `gcnmem run` names, against experiments: what is named is what gains most when there is twice of it, or
# within 3 % of that. With default arguments, over the listings of R9 Fury X and Vega 64, on which the rule (R57) was
# found, in 95 % of the runs that have a verdict; with --gains in all. Sourced by tests/run.sh. The table is
# tests/build/verdicts/table.txt; --long adds HD 7970 and R9 290X: on the latter the term for DRAM's channels was found;
# and of three generations the kernels of tests/trace, small ones with many causes in balance, of which 85 % must hold.
#
# Previews (R85) of 2 million work-items, against the whole: tests/build/verdicts/previews.txt; --long makes all.

line=examples/build/gcnmem

# GPU DIRECTORY: a line for each of its listings that has a verdict: what is named, what that gains, what gains most.
verdicts_of() {
    for listing in "$2"/*.s; do
        $line run --gpu "$1" "$listing" --json >"$out/run.json" || return 1
        named=$(jq -r '.limited_by // empty' "$out/run.json")
        [ -n "$named" ] || continue
        $line run --gpu "$1" "$listing" --gains --json >"$out/gains.json" || return 1
        jq -r --arg named "$named" --arg run "$1, $(basename "$listing" .s)" '
            ["registers", "LDS size", "wave slots"] as $waves |
            {"VALU": ["VALU"], "SALU": ["scalar ALU and branches"],
             "instructions": (["VALU", "scalar ALU and branches", "issue and launch"] + $waves),
             "issue": ["issue and launch", "VALU", "scalar ALU and branches"], "launch": ["issue and launch"],
             "instruction fetch": ["issue and launch"], "dependency": ["VALU"],
             "LDS": ["LDS bandwidth"], "LDS latency": (["LDS latency"] + $waves), "barrier": $waves,
             "L1": ["L1 rate"], "GL1": ["L2 rate", "L1 size"], "L2": ["L2 rate", "L1 size"],
             "L3": ["L2 rate", "L2 size"], "DRAM": ["DRAM bandwidth", "L2 size"],
             "atomics on one address": ["L2 rate"], "memory channels": ["channel spread"],
             "memory pipe full": ["queues"],
             "scalar memory latency": (["scalar memory", "memory latency"] + $waves),
             "vector memory latency": (["memory latency", "TLB"] + $waves)} as $relaxed |
            [.gains[] | select(.line == null)] as $gains |
            [$gains[] | select(.what as $what | $relaxed[$named] | index($what)) | .times_as_fast, 1] as $named_gains |
            [$run, $named, ($named_gains | max // 1), $gains[0].what, $gains[0].times_as_fast, .limited_by,
             (.limited_by as $by | $gains[0].times_as_fast < 1.02 or
              ($relaxed[$by] // [] | index($gains[0].what) != null))] | @tsv' "$out/gains.json" || return 1
    done
}

# PER-CENT: of how many the named limiter must hold; then GPU DIRECTORY, of one or more.
limiters_hold() {
    least=$1 && shift
    name=$(basename "$2")
    : >"$out/$name.tsv"
    while [ $# -gt 0 ]; do
        verdicts_of "$1" "$2" >>"$out/$name.tsv" || return 1
        shift 2
    done
    awk -F'\t' -v least="$least" '
        { right = $3 >= $5 * 0.97; held += right; proven += $7 == "true"
          printf "%-34s %-22s %6.3f  %-24s %6.3f%s\n", $1, $2, $3, $4, $5, right ? "" : "  no" }
        END { printf "%d of %d held, %d with --gains; expected %d %% and all\n", held, NR, proven, least
              exit NR == 0 || held * 100 < NR * least || proven != NR }' "$out/$name.tsv" >"$out/$name.txt"
    status=$?
    grep -e ' no$' -e ' held' "$out/$name.txt"
    return $status
}

# GPU DIRECTORY LISTING: how a preview of 2 million work-items went, its clocks and the whole's when it was used.
preview_of() {
    listing=tests/data/listings/asm/$2/$3
    lanes=$($line run --gpu "$1" "$listing" --json | jq .group_lanes) || return 1
    set -- "$@" --gpu "$1" --groups $((2073600 / lanes)) --json
    shift 3
    $line run "$listing" "$@" --preview >"$out/preview.json" || return 1
    if [ "$(jq .preview.used "$out/preview.json")" = true ]; then
        $line run "$listing" "$@" >"$out/run.json" || return 1
    else
        cp "$out/preview.json" "$out/run.json"
    fi
    jq -r --slurpfile whole "$out/run.json" '
        [.preview.used, .preview.spread_percent, .clocks, $whole[0].clocks] | @tsv' "$out/preview.json"
}

# GPU DIRECTORY LISTINGS, as many of them as one likes: of previews that were used no one is off by more than 10 %, and
# half of all by no more than 3 %.
previews_hold() {
    name=$1
    shift
    : >"$out/$name.tsv"
    while [ $# -gt 0 ]; do
        for file in $3; do
            row=$(preview_of "$1" "$2" "$file") || return 1
            printf '%s, %s\t%s\n' "$1" "$(basename "$file" .s)" "$row" >>"$out/$name.tsv"
        done
        shift 3
    done
    awk -F'\t' '
        { off = ($4 - $5) * 100 / $5; size = off < 0 ? -off : off
          bad += size > 10; median += size > 3; used += $2 == "true"
          printf "%-34s %-6s %8.3f %10d %10d %7.2f%s\n", $1, $2, $3, $4, $5, off, (size > 10 ? "  no" : "") }
        END { printf "%d of %d used, %d off by more than 3 %%, %d by more than 10 %%; expected some, half, none\n",
                     used, NR, median, bad
              exit used == 0 || used == NR || bad != 0 || median * 2 > NR }' "$out/$name.tsv" >"$out/$name.txt"
    status=$?
    grep -e ' no$' -e ' used,' "$out/$name.txt"
    return $status
}

# Listings of tests/trace for TARGET...; clang says which kernels a target cannot have.
compile_kernels() {
    for target in "$@"; do
        mkdir -p "$out/kernels_$target" && for source in tests/trace/*.cl; do
            "${NEW_CLANG:-clang-19}" -S -x cl -cl-std=CL2.0 -Xclang -finclude-default-header \
                -Xclang -fdeclare-opencl-builtins -O2 -target amdgcn-amd-amdhsa -mcpu="$target" -nogpulib "$source" \
                -o "$out/kernels_$target/$(basename "$source" .cl).s" 2>>"$out/clang.log"
        done
        ls "$out/kernels_$target"/*.s >"$out/kernels.txt" && [ "$(wc -l <"$out/kernels.txt")" -gt 40 ] || return 1
    done
}

kernels_hold() {
    compile_kernels gfx803 gfx90a gfx1030 && limiters_hold 85 'R9 Fury X' "$out/kernels_gfx803" \
        MI210 "$out/kernels_gfx90a" 'RX 6900 XT' "$out/kernels_gfx1030"
}

asm=tests/data/listings/asm
check "R9 Fury X and Vega 64" limiters_hold 95 'R9 Fury X' $asm/gfx803 'Vega 64' $asm/gfx900
check_long "HD 7970 and R9 290X" limiters_hold 95 'HD 7970' $asm/gfx600 'R9 290X' $asm/gfx700
check_long "kernels of trace" kernels_hold
quick="bvh_traverse.s copy.s lds_bank_stride.s stencil3x3.s cs_raw_buffer.s"
all=$(cd tests/data/listings/asm/gfx803 && echo *.s)
check "previews" previews_hold previews 'R9 Fury X' gfx803 "$quick" 'Vega 64' gfx900 "$quick"
check_long "all previews" previews_hold all_previews 'R9 Fury X' gfx803 "$all" 'Vega 64' gfx900 "$all"
cat "$out"/gfx*.txt "$out"/kernels_*.txt 2>/dev/null >"$out/table.txt"
note "$(sed -n 's/ held.*//p' "$out/table.txt" | tr '\n' ';')"
