# What cannot be written is an error: status 1 and one line on stderr, whatever the program. Sourced by tests/run.sh.

# A full disk, and a standard output that is closed.
says_so() { # COMMAND, for sh
    sh -c "$1" >/dev/full 2>"$out/full.txt"
    full=$?
    sh -c "$1" >&- 2>"$out/closed.txt"
    closed=$?
    cat "$out/full.txt" "$out/closed.txt"
    [ $full -eq 1 ] && [ $closed -eq 1 ] && [ "$(wc -l <"$out/full.txt")" -eq 1 ] &&
        grep -q 'standard output cannot be written$' "$out/full.txt" &&
        grep -q 'standard output cannot be written$' "$out/closed.txt" && return
    echo "expected status 1 and one line that says so; came status $full on a full disk, $closed when closed: $1"
    return 1
}

replay_is_printed() {
    printf '0x%x READ 0\n' 0 64 128 >"$out/expected.txt"
    tools/build/gcnmem_bench --accesses 'replay: caches cyclic' --times 3 | diff "$out/expected.txt" -
}

# It gets as many accesses as it was told of, and takes some instructions for each.
peer_is_counted() {
    tools/build/gcnmem_bench --budget --only cyclic --peer '[ "$(wc -l)" -eq "$TIMES" ]' >"$out/peer.txt" &&
        grep -qE '^[|] replay: caches cyclic [|] [0-9]+ [|] [0-9]+ [|] [1-9][0-9]* [|]$' "$out/peer.txt"
    counted=$?
    tools/build/gcnmem_bench --budget --only cyclic --peer false >/dev/null 2>"$out/peer.txt"
    [ $counted -eq 0 ] && grep -q 'gcnmem_bench: --peer failed: false' "$out/peer.txt"
}

# A disk that is full behind so many bytes, 40 numbers of them (with --long 2000), on the way to all: what is written is
# the beginning, and that it is not all is said. A file that the command writes is named whole_or_part.
says_how_far() { # COMMAND, for sh
    rm -f "$out/whole_or_part"
    sh -c "$1" >"$out/whole.txt" 2>&1 || { cat "$out/whole.txt" && return 1; }
    [ ! -f "$out/whole_or_part" ] || cp "$out/whole_or_part" "$out/whole.txt"
    bytes=$(wc -c <"$out/whole.txt")
    in_long && step=$((bytes / 2000 + 1)) || step=$((bytes / 40 + 1))
    room=0
    while [ $room -lt "$bytes" ]; do
        rm -f "$out/whole_or_part"
        said=$({ sh -c "trap '' XFSZ; exec prlimit --fsize=$room sh -c \"\$0\"" "$1" >"$out/part.txt"; } 2>&1)
        status=$?
        [ ! -f "$out/whole_or_part" ] || cp "$out/whole_or_part" "$out/part.txt"
        case $status:$said in
        1:*' cannot be written') cmp -n $room "$out/part.txt" "$out/whole.txt" ;;
        *) false ;;
        esac && [ "$(wc -c <"$out/part.txt")" -eq $room ] || {
            echo "expected status 1, one line that says so, the first $room bytes; came status $status, '$said': $1"
            return 1
        }
        room=$((room + step))
    done
}

# A run that is ended midway has written nothing; one that is paused and goes on writes what others do.
ends_midway() {
    rm -f "$out/page.html"
    timeout -s INT 0.3 $line run --gpu vega64 $long_run --groups 100000 --html "$out/page.html" >"$out/part.txt" 2>&1
    status=$?
    [ $status -eq 124 ] && [ ! -s "$out/part.txt" ] && [ ! -e "$out/page.html" ] && return
    echo "expected no line and no page; came status $status, $(wc -c <"$out/part.txt") bytes, $(ls "$out/page.html")"
    return 1
}

pauses_midway() {
    $line run --gpu vega64 $long_run --groups 1000 >"$out/whole.txt" 2>&1 || return 1
    $line run --gpu vega64 $long_run --groups 1000 >"$out/part.txt" 2>&1 &
    for signal in STOP CONT STOP CONT STOP CONT; do
        sleep 0.1 && kill -$signal $! || return 1
    done
    wait $! && cmp "$out/part.txt" "$out/whole.txt"
}

fails_on_full() {
    ! "$1" >/dev/full
}

# The same bytes from a pipe, a file without its last newline, behind a byte order mark, and with long comments.
reads_the_same() { # WAY-OF-WRITING-THE-TRACE
    sh -c "$1" | $line replay --gpu hawaii - --json >"$out/other.json" && cmp "$out/trace.json" "$out/other.json"
}

addresses_read_the_same() { # WAY-OF-WRITING-THE-FILE
    ask="$line cost --gpu hawaii --op load_b32 --json --addresses"
    $ask @tests/golden/addresses.trace >"$out/addresses.json" && sh -c "$1" | $ask @- >"$out/other.json" &&
        cmp "$out/addresses.json" "$out/other.json"
}

# Every cell of the CSV is the JSON member of that name, those of objects under joined names. A comma
# in a text has a blank behind it, those between cells have none.
csv_is_json() { # VERB FLAGS...
    $line "$@" --csv >"$out/cells.csv" && $line "$@" --json >"$out/cells.json" || return 1
    sed 's/, /; /g; s/"//g' "$out/cells.csv" |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) name[i] = $i; next }
            { for (i = 1; i <= NF; ++i) print name[i] " " $i }' | sort >"$out/of_csv.txt"
    jq -r '[paths(scalars) as $p | {name: ($p | map(tostring) | join("_") | gsub(" "; "_") | ascii_downcase),
        value: getpath($p)}] | .[] | select(.name | test("^estimates|^change|^limited_by") | not) |
        "\(.name) \(.value)"' "$out/cells.json" | sed 's/, /; /g' | sort >"$out/of_json.txt"
    [ -s "$out/of_json.txt" ] && numbers "$out/of_json.txt" >"$out/a.txt" && numbers "$out/of_csv.txt" >"$out/b.txt" &&
        comm -23 "$out/a.txt" "$out/b.txt" >"$out/missing.txt" && cat "$out/missing.txt" && [ ! -s "$out/missing.txt" ]
}

numbers() { # FILE: jq and the report write 4.000 in their own ways
    awk '$2 ~ /^[0-9.]+$/ && NF == 2 { printf "%s %.3f\n", $1, $2; next } { print }' "$1" | sort
}

# Every row of a table has the cells of its head; a comma in a text stands in quotes.
rows_fit_head() { # COMMAND, for sh
    sh -c "$1" >"$out/rows.csv" && [ "$(wc -l <"$out/rows.csv")" -gt 1 ] &&
        sed 's/"[^"]*"/text/g' "$out/rows.csv" |
            awk -F, 'NR == 1 { cells = NF } NF != cells { print "expected " cells ": " $0; bad = 1 } END { exit bad }'
}

# Each object of a sweep is the one that the command line prints for its flags.
sweep_is_line() { # VERB --gpu A,B FLAGS...
    verb=$1 gpus=$3
    shift 3
    $sweep "$verb" --gpu "$gpus" "$@" --json | jq -c '.variants[]' >"$out/swept.json"
    for gpu in $(echo "$gpus" | tr , ' '); do
        case $* in
        *--vgprs\ *,*)
            for vgprs in 24 48; do
                $line "$verb" --gpu "$gpu" $(echo "$*" | sed "s/--vgprs [0-9,]*/--vgprs $vgprs/") --json |
                    jq -c "{vgprs: $vgprs} + ."
            done
            ;;
        *) $line "$verb" --gpu "$gpu" "$@" --json | jq -c . ;;
        esac
    done | diff - "$out/swept.json" && [ -s "$out/swept.json" ]
}

# ... also of instructions and of expressions, which hold commas.
sweep_of_instructions() {
    set -- ds_read_b32 ds_read_b64
    $sweep cost --gpu fiji --op "$1,$2" --addr 'lane*8;tile(64,8,8)' --json | jq -c '.variants[]' >"$out/swept.json"
    for op in "$@"; do
        for addr in 'lane*8' 'tile(64,8,8)'; do
            $line cost --gpu fiji --op "$op" --addr "$addr" --json | jq -c --arg addr "$addr" '{addr: $addr} + .'
        done
    done | diff - "$out/swept.json" && [ -s "$out/swept.json" ]
}

# A number is decimal or 0x, and K, M and G behind it multiply; what is anything else, or beyond 64 bits, is refused.
reads_numbers() {
    ask="$line cost --gpu hawaii --op load_b32 --addr lane*1048576 --json --size"
    $ask 33554433 >"$out/number.json" && for number in 0x2000001 0X2000001; do
        $ask $number | diff "$out/number.json" - || return 1
    done
    $ask 33554432 >"$out/number.json" && for number in 32768K 32768k 32M 0x20m; do
        $ask $number | diff "$out/number.json" - || return 1
    done
    for number in '' x 1, ,1 1,2 '1 2' 1k2 18446744073709551616 0x 16777216T 17179869184G -1 +1; do
        $ask "$number" >"$out/printed.txt" 2>"$out/message.txt"
        [ $? -eq 1 ] && grep -q "^gcnmem: --size '$number' must be a whole number" "$out/message.txt" ||
            { echo "'$number' is read as a number" && return 1; }
    done
}

# Status 2, and one line that names the program that takes lists.
names_sweep() { # FLAG LIST
    $line occupancy --gpu hawaii --group 64 "$@" >"$out/printed.txt" 2>"$out/message.txt"
    status=$?
    cat "$out/message.txt"
    [ $status -eq 2 ] && [ ! -s "$out/printed.txt" ] && [ "$(wc -l <"$out/message.txt")" -eq 1 ] &&
        grep -q "^gcnmem: $1 '$2' is a list: gcnmem_sweep" "$out/message.txt"
}

sweep_without_lists() {
    $line cost --gpu hawaii --op load_b32 >"$out/line.txt" &&
        $sweep cost --gpu hawaii --op load_b32 >"$out/swept.txt" &&
        cmp "$out/line.txt" "$out/swept.txt"
}

# When nobody reads what a tool prints, its processes end as well; the file's name finds them.
leaves_nobody_behind() { # COMMAND...
    "$@" 2>"$out/message.txt" | true
    sleep 1
    ! grep -al "$out/marked" /proc/[0-9]*/cmdline
}

# What a machine does not count is null in JSON, an empty cell in CSV.
lacks_counters() {
    ask="$line cost --gpu a100 --op load_b32"
    $ask --json | tee "$out/lacks.json" | jq -e 'has("l1_accesses") and .l1_accesses == null and
        has("coalescing_percent") and .coalescing_percent == null and .l1_lines == 1' ||
        { cat "$out/lacks.json" && return 1; }
    $ask --csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        { print; exit $column["l1_accesses"] != "" || $column["coalescing_percent"] != "" || $column["l1_lines"] != 1 }'
}

# --top cuts every form of a report, CSV in the order of heat.
top_cuts_csv() {
    run="$line run --gpu hawaii examples/stream.s --cus 1 --groups 4"
    $run --top 3 --csv >"$out/top.csv" && $run --csv >"$out/all.csv" || return 1
    { head -1 "$out/all.csv" && sed 's/"[^"]*"/text/' "$out/all.csv" | paste -d'|' - "$out/all.csv" | tail -n +2 |
        sort -t, -k5,5nr | head -3 | sed 's/^[^|]*|//'; } | diff - "$out/top.csv"
    $run --top 300 >"$out/top.txt" && [ "$(grep -c '^ *[0-9][0-9]* *[0-9]' "$out/top.txt")" -ge 10 ]
}

# The sum that is shown without --csv is that of the rows.
rows_add_up() {
    ask="$line cost --gpu hawaii --op load_b32 --addresses @tests/golden/addresses.trace"
    $ask --csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        { clocks += $column["clocks"]; lines += $column["l1_lines"]; lanes += $column["lanes"] }
        END { print NR - 1, clocks, lines, lanes }' >"$out/rows.txt"
    $ask --json | jq -r '"\(.accesses) \(.clocks) \(.l1_lines) \(.lanes)"' >"$out/sum.txt"
    diff "$out/rows.txt" "$out/sum.txt" && [ "$(cut -d' ' -f1 "$out/sum.txt")" -eq 3 ]
}

stops_without_report() { # TRACE-AS-PRINTF
    printf "$1" | $line replay --gpu hawaii - >"$out/report.txt" 2>"$out/message.txt"
    status=$?
    cat "$out/report.txt" "$out/message.txt"
    [ $status -eq 1 ] && [ ! -s "$out/report.txt" ] && [ "$(wc -l <"$out/message.txt")" -eq 1 ]
}

# With "-" the timeline goes to standard output and nothing else does; the same bytes as in a file.
timeline_to_output() {
    rm -f ./-
    run="$line run --gpu hawaii examples/stream.s --cus 1 --groups 1 --trip *=2"
    set -f
    $run --timeline "$out/file.trace" >"$out/report.txt" && $run --timeline - >"$out/output.trace"
    status=$?
    set +f
    [ $status -eq 0 ] && cmp "$out/file.trace" "$out/output.trace" && [ -s "$out/report.txt" ] && [ ! -e ./- ]
}

twice() { # FLAG COMMAND...: status 2, and the flag in the one line
    flag=$1
    shift
    "$@" >"$out/printed.txt" 2>"$out/message.txt"
    status=$?
    cat "$out/message.txt"
    [ $status -eq 2 ] && [ ! -s "$out/printed.txt" ] && grep -qxF -- "gcnmem: $flag is given twice" "$out/message.txt"
}

help_fits() { # VERB, or nothing
    $line help ${1:-} >"$out/help.txt" && [ "$(wc -l <"$out/help.txt")" -gt 5 ] &&
        awk 'length > 80 { print "too wide: " $0; bad = 1 } END { exit bad }' "$out/help.txt"
}

# A description is read back as it was printed, whatever was set.
reads_its_machine() { # FLAG...
    $line gpus "$@" >"$out/machine.txt" && $line gpus --machine "$out/machine.txt" >"$out/again.txt" &&
        diff "$out/machine.txt" "$out/again.txt"
}

# The tables of a machine that is described are those of the machine, set or read.
tables_the_same() {
    $line gpus --gpu fiji --set l1_tag_banks=8 >"$out/machine.txt" &&
        tools/build/gcnmem_tables --machine "$out/machine.txt" --table vector >"$out/read.txt" &&
        tools/build/gcnmem_tables --gpu fiji --set l1_tag_banks=8 --table vector >"$out/set.txt" &&
        tools/build/gcnmem_tables --gpu fiji --table vector >"$out/plain.txt" && diff "$out/read.txt" "$out/set.txt" &&
        ! cmp "$out/plain.txt" "$out/set.txt"
}

# A preset that is described is the preset; what is changed changes its rows alone.
validates_the_same() {
    tool="tools/build/gcnmem_validate tests/data/lds_conflicts.csv tests/data/perftest_gcn_clk.csv"
    $line gpus --gpu 'r9 390x' >"$out/machine.txt" && $tool >"$out/plain.txt" &&
        $tool --machine "$out/machine.txt" | diff "$out/plain.txt" - &&
        $tool --machine "$out/machine.txt" --set l1_data_banks=8 >"$out/set.txt" &&
        ! cmp "$out/plain.txt" "$out/set.txt" &&
        diff "$out/plain.txt" "$out/set.txt" | grep '^[<>] R9 390X' >"$out/changed.txt"
}

refuses_other_machine() {
    $line gpus --gpu fiji >"$out/machine.txt"
    ! tools/build/gcnmem_validate --machine "$out/machine.txt" tests/data/lds_conflicts.csv >"$out/printed.txt" \
        2>"$out/message.txt" && [ "$(wc -l <"$out/message.txt")" -eq 1 ] &&
        grep -q 'R9 Fury X, which no row was measured on' "$out/message.txt"
}

tool_twice() { # TOOL FLAG...
    tools/build/"$@" >"$out/printed.txt" 2>"$out/message.txt"
    [ $? -eq 2 ] && grep -q 'is given twice' "$out/message.txt"
}

tables_refuse() { # PATTERN FLAG...
    pattern=$1
    shift
    tools/build/gcnmem_tables "$@" >"$out/printed.txt" 2>"$out/message.txt"
    status=$?
    cat "$out/message.txt"
    [ $status -eq 1 ] && [ ! -s "$out/printed.txt" ] && [ "$(wc -l <"$out/message.txt")" -eq 1 ] &&
        grep -q "$pattern" "$out/message.txt"
}

# Processor time, so that whatever else runs does not count.
starts_at_once() {
    tools/build/gcnmem_bench --start --json >"$out/start.json" && cat "$out/start.json" &&
        jq -e '.any_program_ms > 0 and .start_ms >= 0 and .start_ms < 5' "$out/start.json" >"$out/start.txt"
}

# --top keeps the report of a long listing short.
long_listing() { # LINES
    awk -v lines="$1" 'BEGIN {
        split("buffer_load_dword v1, v0, s[0:3], 0 offen|s_waitcnt vmcnt(0)|v_mov_b32_e32 v4, v5|s_add_u32 s8, s8, 1",
              code, "|")
        for (i = 0; i < lines; ++i) {
        if (i % 100 == 0) print "label_" i ":"
        print " " code[i % 4 + 1] }
        print " s_endpgm" }'
}

# Every line of a long listing is read and run, in a time and memory that grow with it, and --top keeps
# the report short.
bears() { # MEGABYTES SECONDS
    lines=$(($1 * 40000))
    long_listing $lines >"$out/long.s"
    (ulimit -v $(($1 * 50000)) && timeout "$2" $line run --gpu hawaii "$out/long.s" --cus 1 --groups 1 --top 5) \
        >"$out/printed.txt" 2>"$out/message.txt"
    status=$?
    rm "$out/long.s"
    cat "$out/message.txt" "$out/printed.txt"
    [ $status -eq 0 ] && [ ! -s "$out/message.txt" ] && [ "$(wc -l <"$out/printed.txt")" -lt 100 ] &&
        grep -q "lanes asked for $((lines / 4 * 256))," "$out/printed.txt" &&
        [ "$(sed '1,/^index/d' "$out/printed.txt" | grep -c '^ *[0-9]')" -eq 5 ]
}

top_is_short() {
    long_listing 20000 | $line run --gpu hawaii - --cus 1 --groups 1 --top 5 >"$out/printed.txt" &&
        [ "$(wc -l <"$out/printed.txt")" -lt 100 ] && grep -q "s_waitcnt vmcnt" "$out/printed.txt"
}

costs_the_same() {
    $line gpus --gpu fiji --set l1_tag_banks=8 >"$out/machine.txt" &&
        $line cost --machine "$out/machine.txt" --op buffer_load_dword --addr 'lane*256' >"$out/one.txt" &&
        $line cost --gpu fiji --set l1_tag_banks=8 --op buffer_load_dword --addr 'lane*256' | diff - "$out/one.txt"
}

# The first line of a report has the flags that make it again, those of a machine with twice of something too.
relaxes_again() {
    for resource in VALU 'scalar ALU and branches' 'L2 rate' 'LDS latency' 'channel spread' 'DRAM bandwidth'; do
        for gpu in fiji rx6900xt; do
            $line run --gpu $gpu examples/sum.s --cus 1 --groups 1 --relax "$resource" --set valu_quarter_clocks=24 \
                --set l1_request_clocks=6 >"$out/first.txt" || return 1
            flags=$(sed -n '1,/^[^ ].*:/p' "$out/first.txt" | sed '$d' | tr -s '\n ' '  ' | sed 's/^.* model [0-9]* //')
            sh -c "$line run $flags examples/sum.s --groups 1" | diff "$out/first.txt" - || return 1
        done
    done
}

# FILE COMMAND: what a terminal shows that nobody types at.
on_terminal() {
    : | script -qc "$2" "$1" >"$out/printed.txt"
}

# On a terminal the answer is coloured, elsewhere and with NO_COLOR it is not.
colours() {
    run="$line run --gpu hawaii examples/stream.s --cus 1 --groups 1"
    on_terminal "$out/terminal.txt" "NO_COLOR= $run"
    on_terminal "$out/plain.txt" "NO_COLOR=1 $run"
    set -f
    $run >"$out/file.txt"
    set +f
    escape=$(printf '\033')
    grep -q "$escape\[1m  limited by" "$out/terminal.txt" || { echo "a terminal gets no colour" && return 1; }
    ! grep -q "$escape" "$out/plain.txt" "$out/file.txt"
}

# Nothing is wider than 80 columns, whatever is asked, but for the line on stderr of a table that lacks rows.
fits() { # COLUMNS COMMAND, for sh
    sh -c "$2" >"$out/wide.txt" 2>"$out/message.txt" && [ -s "$out/wide.txt" ] &&
        awk -v most="$1" 'length > most { print "expected " most " columns: " $0; bad = 1 } END { exit bad }' \
            "$out/wide.txt"
}

# On a terminal of 40 columns lines break between words, under themselves, and bars are left out: nothing else is lost.
narrow() {
    run="$line run --gpu hawaii examples/stream.s --cus 1 --groups 1"
    on_terminal "$out/terminal.txt" "COLUMNS=40 NO_COLOR=1 $run"
    tr -d '\r' <"$out/terminal.txt" | sed '/^Script /d' >"$out/narrow.txt"
    awk 'length > 40 { print "expected 40 columns: " $0; bad = 1 } END { exit bad || NR < 60 }' "$out/narrow.txt" &&
        sh -c "$run" | sed 's/\[[#.]*\] *//' | tr -s ' \n' '  ' >"$out/wide.txt" &&
        sed 's/\[[#.]*\] *//' "$out/narrow.txt" | tr -s ' \n' '  ' | sed 's/^ *//' | cmp - "$out/wide.txt"
}

installs() {
    prefix=$PWD/$out/prefix
    rm -rf "$prefix" && make -s -C examples install PREFIX="$prefix" >"$out/install.txt" &&
        "$prefix/bin/gcnmem" gpus >"$out/gpus.txt" && "$prefix/bin/gcnmem_sweep" --help >"$out/help.txt" &&
        "$prefix/bin/gcnmem_trace" tests/golden/accel_sim.trace >"$out/trace.txt" &&
        cmp gcnmem.h "$prefix/include/gcnmem.h" &&
        grep -qx "Cflags: -I\${prefix}/include" "$prefix/share/pkgconfig/gcnmem.pc" &&
        grep -qx "prefix=$prefix" "$prefix/share/pkgconfig/gcnmem.pc" &&
        grep -q '^\.SH OCCUPANCY$' "$prefix/share/man/man1/gcnmem.1" &&
        grep -q 'vgprs' "$prefix/share/man/man1/gcnmem.1"
}

completes() { # WORDS-BEFORE WORD EXPECTED
    bash -c 'source examples/gcnmem.bash; COMP_WORDS=(gcnmem $1 "$2"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _gcnmem examples/build/gcnmem; printf "%s\n" "${COMPREPLY[@]}"' completes "$1" "$2" >"$out/completed.txt"
    grep -qxF -- "$3" "$out/completed.txt" || { echo "expected $3, came:" && cat "$out/completed.txt" && return 1; }
}

line=examples/build/gcnmem
sweep=tools/build/gcnmem_sweep
{ make -s -C examples all && make -s -C tools all; } >"$out/make.log" 2>&1 ||
    { counted 0 1 && echo "FAILED output: make -C examples all, make -C tools all" && cat "$out/make.log"; }

check "help" says_so "$line help"
check "--help of a verb" says_so "$line cost --help"
check "gpus" says_so "$line gpus"
check "gpus --json" says_so "$line gpus --gpu hawaii --json"
check "cost" says_so "$line cost --gpu hawaii --op buffer_load_dword"
check "cost --csv of a trace" says_so \
    "$line cost --gpu hawaii --addresses @tests/golden/addresses.trace --op load_b32 --csv"
check "ops" says_so "$line ops"
check "a relaxed machine again" relaxes_again
check "occupancy --csv" says_so "$line occupancy --gpu hawaii --vgprs 24 --sgprs 16 --lds 0 --group 64 --csv"
check "replay --csv" says_so "$line replay --gpu hawaii examples/trace.txt --csv"
check "occupancy" says_so "$line occupancy --gpu hawaii --vgprs 24 --sgprs 16 --group 64"
check "replay" says_so "$line replay --gpu hawaii examples/trace.txt"
check "run" says_so "$line run --gpu hawaii examples/stream.s --cus 1"
check "run --csv" says_so "$line run --gpu hawaii examples/stream.s --cus 1 --csv"
check "run --timeline -" says_so "$line run --gpu hawaii examples/stream.s --cus 1 --groups 1 --timeline -"
check "cost, as far as there is room" says_how_far "$line cost --gpu hawaii --op buffer_load_dword"
check "cost --json, as far as there is room" says_how_far "$line cost --gpu hawaii --op buffer_load_dword --json"
check "replay --csv, as far as there is room" says_how_far "$line replay --gpu hawaii examples/trace.txt --csv"
check "run, as far as there is room" says_how_far "$line run --gpu hawaii examples/stream.s --cus 1 --groups 2"
check "run --html, as far as there is room" says_how_far \
    "$line run --gpu hawaii examples/stream.s --cus 1 --groups 2 --html $out/whole_or_part"
check "run --timeline, as far as there is room" says_how_far \
    "$line run --gpu hawaii examples/stream.s --cus 1 --groups 2 --timeline $out/whole_or_part"
check "run --trace, as far as there is room" says_how_far \
    "$line run --gpu hawaii examples/stream.s --cus 1 --groups 2 --trace -"
long_run=tests/data/listings/asm/gfx900/private_spill.s
check "run, ended midway" ends_midway
check "run, paused midway" pauses_midway
check "explain" says_so "$line explain R20"
check "explain all" says_so "$line explain all"
for program in latency_hiding shader_info strided_reads struct_of_arrays unrolling; do
    check "$program" says_so examples/build/$program
done
for program in matrix_multiply occupancy; do
    check_long "$program" says_so examples/build/$program
done
check "gcnmem_tables" says_so "tools/build/gcnmem_tables --gpu tahiti --table lds"
check "gcnmem_trace" says_so "tools/build/gcnmem_trace tests/golden/accel_sim.trace"
check "gcnmem_validate" says_so "tools/build/gcnmem_validate --summary tests/data/lds_conflicts.csv"
check "gcnmem_bench" says_so "tools/build/gcnmem_bench --rounds 1 --only cost"
check "accesses of a replay, for a peer" replay_is_printed
check_long "another simulator is counted on them" peer_is_counted

$line replay --gpu hawaii examples/trace.txt --json >"$out/trace.json"
check "trace from a pipe" reads_the_same "cat examples/trace.txt"
check "trace without its last newline" reads_the_same 'printf %s "$(cat examples/trace.txt)"'
check "addresses from a pipe" addresses_read_the_same "cat tests/golden/addresses.trace"
check "addresses with CR LF" addresses_read_the_same "sed 's/\$/\r/' tests/golden/addresses.trace"
check "CSV and JSON agree" csv_is_json cost --gpu hawaii --op ds_read_b32 --addr 'lane*8'
check "CSV and JSON of a replay agree" csv_is_json replay --gpu hawaii tests/golden/waves.trace
check "CSV and JSON of an occupancy agree" csv_is_json occupancy --gpu hawaii --vgprs 84 --sgprs 40 --lds 0 --group 64
check "rows of a trace add up" rows_add_up
for asked in "cost --gpu 'fiji,hd 5870' --op load_b32" "cost --gpu all --op buffer_atomic_smax" \
    "cost --gpu all --op s_load_dword" "cost --gpu all --op load_b32" \
    "replay --gpu all examples/trace.txt" "occupancy --gpu all --vgprs 24 --sgprs 16 --group 64" \
    "run --gpu hawaii,fiji examples/stream.s --cus 1"; do
    check "rows fit their head: $asked" rows_fit_head "$sweep $asked --csv"
done
check "rows fit their head: run" rows_fit_head "$line run --gpu hawaii examples/stream.s --cus 1 --csv"
for asked in "cost --gpu fiji,v100 --op load_b32" "occupancy --gpu fiji,mi210 --vgprs 24,48 --sgprs 16 --group 64" \
    "replay --gpu fiji,v100 examples/trace.txt"; do
    check "a sweep holds what gcnmem prints: $asked" sweep_is_line $asked
done
check "a sweep of instructions holds what gcnmem prints" sweep_of_instructions
check "rows fit their head: instructions" rows_fit_head \
    "$sweep cost --gpu fiji --op ds_read_b32,ds_read_b64 --addr 'lane*8;chase(64,7)' --csv"
check "numbers" reads_numbers
check "a list is for gcnmem_sweep" names_sweep --vgprs 24,48
check "gcnmem_sweep" says_so "$sweep occupancy --gpu hawaii,fiji --vgprs 24 --sgprs 16 --group 64"
check "gcnmem_sweep --help" says_so "$sweep --help"
check "gcnmem_sweep without lists" sweep_without_lists
cp examples/stream.s "$out/marked.s"
check "a sweep that nobody reads ends" leaves_nobody_behind \
    $sweep run --gpu all "$out/marked.s" --groups 100000
for gpu in 'gtx 280' h200 'rx 6900 xt'; do
    check "rows fit their head: tables, $gpu" rows_fit_head "tools/build/gcnmem_tables --gpu '$gpu' --format csv"
done
check_long "rows fit their head: tables" rows_fit_head "tools/build/gcnmem_tables --gpu all --format csv"
check "counters that a machine lacks" lacks_counters
check "--top cuts CSV" top_cuts_csv
check "trace with CR LF" reads_the_same "sed 's/\$/\r/' examples/trace.txt"
check "trace behind a byte order mark" reads_the_same "printf '\\357\\273\\277'; cat examples/trace.txt"
check "trace with a long comment" reads_the_same "printf '#%0100000d\\n' 1; cat examples/trace.txt"
check "bad first line" stops_without_report 'R zero\n'
check "bad line behind comments" stops_without_report '# a trace\n\nR\n'
check "NUL in a trace" stops_without_report '\000R 0\n'
check "--timeline - is standard output" timeline_to_output
check "--gpu twice" twice --gpu $line gpus --gpu hawaii --gpu hawaii
check "--json twice" twice --json $line gpus --json --json
check "--vgprs twice" twice --vgprs $line run --gpu hawaii examples/stream.s --vgprs 9 --vgprs 9
check "--gpu of tables twice" tool_twice gcnmem_tables --gpu a --gpu b
check "--machine in validate" validates_the_same
check "--machine that no row has" refuses_other_machine
check "--set of a field twice" twice '--set l1_ways' $line gpus --gpu hawaii --set l1_ways=4 --set l1_ways=8
for keyed in 'trip=L=3 L=4' 'mem=1=lane 1=lane*4' 'arg=3=64 3=128' 'reg=s4=1 s4=2' 'const=0=1 0=2' 'image=0=8x8 0=9x9' \
    'taken=L=0 L=1'; do
    flag=--${keyed%%=*} first=${keyed#*=}
    check "$flag of a key twice" twice "$flag ${first%%=*}" $line run --gpu hawaii examples/stream.s \
        $flag "${first% *}" $flag "${first#* }"
done
for verb in "" gpus cost occupancy replay run explain; do
    check "help $verb fits 80 columns" help_fits $verb
done
check "--machine of a card" reads_its_machine --gpu 'r9 390x'
check "--machine of a changed card" reads_its_machine --gpu vega10 --set l1_ways=8 --set dram_mbps_per_pin=2000
mapping=row-column-bank-group-channel-chunk
check "--machine of another mapping" reads_its_machine --gpu mi100 --set dram_mapping=$mapping
check "--machine costs what --gpu does" costs_the_same
check "tables of a machine that is read" tables_the_same
check "starts within 5 ms" starts_at_once
check "run in 40 columns" narrow
run="$line run --gpu hawaii examples/stream.s --cus 1 --groups 4"
for command in "$line gpus" "$line gpus --gpu hawaii" "$line ops" "$line explain R20" \
    "$line cost --gpu hawaii --op buffer_load_dword --addr lane*256" "$sweep cost --gpu all --op buffer_load_dword" \
    "$line cost --gpu hawaii --op buffer_load_dword --addr '(1<<63)+lane%2*64' --requests" \
    "$sweep occupancy --gpu all --vgprs 24 --sgprs 16 --group 64" "$sweep replay --gpu all examples/trace.txt" \
    "$line replay --gpu hawaii tests/golden/waves.trace" "$run" "$sweep ${run#* } --vgprs 24,32" "$run examples/sum.s" \
    "tools/build/gcnmem_tables --help" "$sweep --help" "tools/build/gcnmem_validate --help" \
    "tools/build/gcnmem_bench --help" \
    "tools/build/gcnmem_validate tests/data/perftest_gcn_clk.csv"; do
    check "80 columns: $command" fits 80 "$command"
done
for program in quick_start quick_replay quick_run; do
    check "$program on a full disk" fails_on_full examples/build/$program
done
check "listing of 10 MB" bears 10 60
check_long "listing of 100 MB" bears 100 300
check "listing of 20,000 lines with --top" top_is_short
check "tables refuse a field that is none" tables_refuse 'l1_wyas.* nearest: l1_ways' --set l1_wyas=8
check "tables refuse a machine that is none" tables_refuse 'trace.txt:2: must begin' --machine examples/trace.txt
check "tables refuse fields that contradict" tables_refuse 'l1_tag_banks' --set l1_tag_banks=3
if command -v script >/dev/null; then
    check "colour on a terminal only" colours
fi
check "make install" installs
check "bash completes a verb" completes '' occ occupancy
check "bash completes a flag" completes run --ht --html
check "bash completes a card" completes 'cost --gpu' vega 'vega\ 64'
check "bash completes a field" completes 'cost --set' l1_wa l1_ways=
