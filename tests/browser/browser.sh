# Timelines that `gcnmem run --timeline` wrote: checked here, and opened by speedscope in a headless Chromium. Broken
# ones must fail, so that the checks are known to be live. tests/setup.sh installs what this needs. Sourced by
# tests/run.sh.

here=tests/browser
modules=$PWD/tests/build/browser/node_modules
command_line=examples/build/gcnmem

record() { # NAME FLAG...: writes NAME.json, and what the run says of itself
    name=$1
    shift
    timeout 60 $command_line run "$@" --json --timeline "$out/$name.json" >"$out/$name.run.json"
}

says_nothing() { # FILE: findings of a check, which came to its end
    [ -f "$1" ] && [ ! -s "$1" ] || { head -20 "$1" && return 1; }
}

says() { # PATTERN FILE
    grep -q "$1" "$2" || { echo "expected a finding like '$1', came:" && head -20 "$2" && return 1; }
}

validate() { # NAME
    jq -r --slurpfile run "$out/$1.run.json" -f $here/valid.jq "$out/$1.json" >"$out/$1.invalid" 2>&1
}

# From a good trace: a slice that ends inside the next one, a tid that is no number, a file cut short, another run's.
break_trace() { # NAME
    jq -c '(.traceEvents | map(.ph == "X" and .cat == "issue") | index(true)) as $i
           | .traceEvents[$i].dur += 1' "$out/$1.json" >"$out/overlap.json" &&
        jq -c '.traceEvents |= map(.tid |= "slot \(.)")' "$out/$1.json" >"$out/string_tid.json" &&
        head -c $(($(wc -c <"$out/$1.json") / 2)) "$out/$1.json" >"$out/truncated.json" &&
        cp "$out/$1.json" "$out/other.json" || return 1
    for name in overlap string_tid truncated other; do
        cp "$out/$1.run.json" "$out/$name.run.json"
    done
    jq '.stall_clocks.issue += 1' "$out/$1.run.json" >"$out/other.run.json"
}

# Everything is prepared whatever check was asked for; what went wrong is said by the first one.
prepare() {
    record stream --gpu 'r9 290x' examples/stream.s --cus 2 --trip '*=8'
    record slots --gpu fiji examples/stream.s --cus 1 --groups 90 --trip '*=2' --set wave_launch_clocks=4
    record barriers --gpu 'vega 64' $listings/asm/gfx900/transpose_lds.s --cus 1 --group 256
    record pixels --gpu fiji $listings/driver/fiji/poisson_loop.txt --stage fragment --cus 1 --groups 60 --taken '*=0.5'
    break_trace stream
    for name in $good $bad; do
        validate $name
    done
    [ -d "$modules" ] || echo "no $modules: run sh tests/setup.sh"
    NODE_PATH=$modules timeout 100 node $here/open.js "$out" $good $bad
}

listings=tests/data/listings
good="stream slots barriers pixels"
bad="overlap string_tid truncated other"
rm -f "$out"/*.wrong "$out"/*.invalid
make -s -C examples >"$out/make.log" 2>&1
prepare >"$out/prepare.log" 2>&1 </dev/null

check "traces, Chromium and speedscope are there" says_nothing "$out/prepare.log"
for name in $good; do
    check "$name is valid" says_nothing "$out/$name.invalid"
    check "$name opens" says_nothing "$out/$name.wrong"
done
check "valid is live: overlap" says 'reaches out' "$out/overlap.invalid"
check "valid is live: string_tid" says 'pid, tid or name' "$out/string_tid.invalid"
check "valid is live: truncated" says 'parse error' "$out/truncated.invalid"
check "valid is live: other" says 'clocks of issue: expected' "$out/other.invalid"
check "opens is live: overlap" says 'console: .*Tried to end' "$out/overlap.wrong"
check "opens is live: string_tid" says 'console: Failed to load format' "$out/string_tid.wrong"
check "opens is live: truncated" says 'dialog: Unrecognized format' "$out/truncated.wrong"
check "opens is live: other" says 'clocks of issue: expected' "$out/other.wrong"
