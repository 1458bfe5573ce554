# Limiters that `gcnmem run` names, against experiments: what is named is what gains most when there is twice of it, or
# within 3 % of that. With default arguments, over the listings of R9 Fury X and Vega 64, on which the rule (R57) was
# found, in 95 % of the runs that have a verdict; with --gains in all. Sourced by tests/run.sh. The table is
# tests/build/verdicts/table.txt; --long adds HD 7970 and R9 290X: on the latter the term for DRAM's channels was found.

line=examples/build/gcnmem

# GPU DIRECTORY: a line for each of its listings that has a verdict: what is named, what that gains, what gains most.
verdicts_of() {
    for listing in tests/data/listings/asm/"$2"/*.s; do
        $line run --gpu "$1" "$listing" --json >"$out/run.json" || return 1
        named=$(jq -r '.limited_by // empty' "$out/run.json")
        [ -n "$named" ] || continue
        $line run --gpu "$1" "$listing" --gains --json >"$out/gains.json" || return 1
        jq -r --arg named "$named" --arg run "$1, $(basename "$listing" .s)" '
            ["registers", "LDS size", "wave slots"] as $waves |
            {"VALU": ["VALU"], "SALU": ["scalar ALU and branches"],
             "instructions": (["VALU", "scalar ALU and branches", "issue and launch"] + $waves),
             "issue": ["issue and launch", "VALU", "scalar ALU and branches"], "launch": ["issue and launch"],
             "LDS": ["LDS bandwidth"], "LDS latency": (["LDS latency"] + $waves), "barrier": $waves,
             "L1": ["L1 rate"], "L2": ["L2 rate", "L1 size"], "DRAM": ["DRAM bandwidth", "L2 size"],
             "memory channels": ["channel spread"], "memory pipe full": ["queues"],
             "scalar memory latency": (["scalar memory"] + $waves),
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
    name=$2
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

check "R9 Fury X and Vega 64" limiters_hold 95 'R9 Fury X' gfx803 'Vega 64' gfx900
check_long "HD 7970 and R9 290X" limiters_hold 95 'HD 7970' gfx600 'R9 290X' gfx700
cat "$out"/gfx*.txt >"$out/table.txt"
note "$(sed -n 's/ held.*//p' "$out/table.txt" | tr '\n' ';')"
