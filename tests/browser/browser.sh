# Timelines that `gcnmem run --timeline` wrote, opened by speedscope in a headless Chromium, and pages that `gcnmem run
# --html` wrote, opened as they are. Broken ones must fail, so that the checks are known to be live. tests/setup.sh
# installs what this needs. Sourced by tests/run.sh.

here=tests/browser
modules=$PWD/tests/build/browser/node_modules
command_line=examples/build/gcnmem

record() { # NAME FLAG...: writes NAME.json, and what the run says of itself
    name=$1
    shift
    timeout 600 $command_line run "$@" --json --timeline "$out/$name.json" >"$out/$name.run.json"
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
    NODE_PATH=$modules timeout 600 node $here/open.js "$out" $good $bad
}

# ---- pages ----

page() { # NAME FLAG...: NAME.html, and the same run as JSON and as CSV
    name=$1
    shift
    $command_line run "$@" --json --html "$out/$name.html" >"$out/$name.run.json" &&
        $command_line run "$@" --csv >"$out/$name.csv"
}

# 2000 lines, with a label and comments that would be HTML if they were not escaped.
long_listing() {
    echo 'label<img/src=x/onerror=console.log(1)>:'
    for i in $(seq 500); do
        echo "buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 offen offset:$((i % 64 * 16)) ; </script><b>width & 'quotes\""
        printf 's_waitcnt vmcnt(0)\nv_mac_f32 v1, v4, v5\nds_write_b32 v0, v1\n'
    done
    echo 's_endpgm'
}

break_page() { # NAME
    sed 's,</body>,,; $a <script>console.log("said")</script>' "$out/$1.html" >"$out/says.html" &&
        sed 's,<h1>,<h1 style="width:2000px">,' "$out/$1.html" >"$out/wide.html" &&
        sed 's,--dim:#57606a,--dim:#97a0aa,' "$out/$1.html" >"$out/pale.html" &&
        sed 's,<dd data-key=clocks>,&1,' "$out/$1.html" >"$out/number.html" &&
        sed 's,<link rel=icon,<img src="http://127.0.0.1/x">&,; /Content-Sec/d' "$out/$1.html" >"$out/fetch.html" ||
        return 1
    for name in says wide pale number fetch; do
        cp "$out/$1.run.json" "$out/$name.run.json" && cp "$out/$1.csv" "$out/$name.csv"
    done
}

prepare_pages() {
    long_listing >"$out/long.s"
    page page --gpu 'r9 290x' examples/stream.s --cus 2 --trip '*=8'
    page page_defaults --gpu fiji $listings/driver/fiji/poisson_loop.txt --stage fragment --cus 1 --groups 60 \
        --taken '*=0.5'
    page page_conflicts --gpu 'vega 64' $listings/asm/gfx900/transpose_lds.s --cus 1 --group 256 --set lds_bank_count=16
    page page_long --gpu hawaii "$out/long.s" --cus 1 --mem 'buffer_load_dwordx4=lane*64'
    tools/build/gcnmem_tables --format html >"$out/charts.html"
    tools/build/gcnmem_tables --format json >"$out/charts.tables.json"
    for form in html json; do
        tools/build/gcnmem_validate --$form tests/data/perftest_gcn_clk.csv tests/data/lds_conflicts.csv \
            tests/data/occupancy_llvm.csv tests/data/cl_mem.csv >"$out/validation.$form"
    done
    mv "$out/validation.json" "$out/validation.validation.json"
    sed 's,<td>16.000,<td>17.000,' "$out/validation.html" >"$out/row.html" &&
        cp "$out/validation.validation.json" "$out/row.validation.json"
    sed 's,<td>97.0,<td>99.0,' "$out/charts.html" >"$out/cell.html" &&
        cp "$out/charts.tables.json" "$out/cell.tables.json"
    break_page page
    NODE_PATH=$modules timeout 600 node $here/pages.js "$out" $good_pages $bad_pages
}

# The page that README.md shows: sh tests/run.sh browser examples/page.png; make -C tests picture takes it anew.
picture_is_page() { # PAGE.html
    NODE_PATH=$modules timeout 600 node $here/picture.js check "$1" examples/page.png >"$out/picture.wrong" 2>&1 &&
        says_nothing "$out/picture.wrong"
}

picture_is_not_page() {
    ! picture_is_page "$1" >"$out/picture.log" && says 'only the page says: Limited by' "$out/picture.log"
}

smaller_than() { # BYTES FILE
    [ "$(wc -c <"$2")" -lt "$1" ] || { echo "expected less than $1 bytes, came $(wc -c <"$2")" && return 1; }
}

good_pages="page page_defaults page_conflicts page_long charts validation"
bad_pages="says wide pale number fetch cell row"

listings=tests/data/listings
good="stream slots barriers pixels"
bad="overlap string_tid truncated other"
rm -f "$out"/*.wrong "$out"/*.invalid
make -s -C examples build/gcnmem >"$out/make.log" 2>&1
make -s -C tools build/gcnmem_tables build/gcnmem_validate >>"$out/make.log" 2>&1
prepare >"$out/prepare.log" 2>&1 </dev/null
prepare_pages >"$out/prepare_pages.log" 2>&1 </dev/null

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

check "pages and Chromium are there" says_nothing "$out/prepare_pages.log"
for name in $good_pages; do
    check "$name opens" says_nothing "$out/$name.wrong"
done
check "page of 2000 lines stays under 2 MB" smaller_than 2000000 "$out/page_long.html"
$command_line run --gpu 'r9 290x' examples/stream.s --html "$out/picture.html" >"$out/picture.log" 2>&1
check "examples/page.png is what the page shows" picture_is_page "$out/picture.html"
check "pages are live: examples/page.png" picture_is_not_page "$out/page_conflicts.html"
check "examples/page.png stays under 150 KB" smaller_than 150000 examples/page.png
check "pages are live: says" says 'console: said' "$out/says.wrong"
check "pages are live: wide" says 'overflows 1280 pixels' "$out/wide.wrong"
check "pages are live: pale" says 'contrast 2' "$out/pale.wrong"
check "pages are live: number" says '^clocks: the JSON says' "$out/number.wrong"
check "pages are live: cell" says '^table dram, row 0, column 0: the JSON says' "$out/cell.wrong"
check "pages are live: row" says '^perftest, row [0-9]*: the JSON says' "$out/row.wrong"
check "pages are live: fetch" says 'asks for http' "$out/fetch.wrong"
