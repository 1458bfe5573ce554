# What README.md, examples/README.md and the header's manual show must be what happens. Sourced by tests/run.sh.
#
#   ```c       a block with main is compiled with $CC; the ```text or unnamed block that follows next is its output
#   ```sh      a line that starts with examples/build/ or tools/build/ is run when a ```text or unnamed block follows
#              next; together the lines must print that block. A last line of "..." in it means: more follows.

blocks=$out/blocks

# Writes each fenced block to blocks/NNN.LANGUAGE.
split_blocks() { # FILE
    rm -rf "$blocks" && mkdir -p "$blocks" && awk -v dir="$blocks" '
        /^```/ && !inside {
            inside = 1
            language = substr($0, 4) == "" ? "text" : substr($0, 4)
            file = sprintf("%s/%03d.%s", dir, ++count, language)
            printf "" > file
            next
        }
        /^```/ {
            inside = 0
            close(file)
            next
        }
        inside {
            print > file
        }' "$1"
}

following_text() { # BLOCK: the output block right behind it, or nothing
    number=${1##*/}
    printf '%s/%03d.text' "$blocks" $(($(echo "${number%%.*}" | sed 's/^0*//') + 1))
}

same_text() { # EXPECTED CAME
    if [ "$(tail -1 "$1")" = "..." ]; then
        lines=$(($(wc -l <"$1") - 1))
        head -$lines "$1" >"$out/expected.txt"
        head -$lines "$2" >"$out/came.txt"
    else
        cp "$1" "$out/expected.txt" && cp "$2" "$out/came.txt"
    fi
    diff "$out/expected.txt" "$out/came.txt" || { echo "expected (<): $file; came (>)" && return 1; }
}

program_prints() { # BLOCK
    "$CC" -std=c99 -Wall -Wextra -Werror -I. -x c "$1" -o "$out/program" || return 1
    timeout 600 "$out/program" >"$out/printed.txt" || return 1
    [ ! -f "$(following_text "$1")" ] || same_text "$(following_text "$1")" "$out/printed.txt"
}

commands_print() { # BLOCK
    sed 's/^\$ //' "$1" | grep -E '^(examples|tools)/build/' >"$out/commands.sh"
    timeout 600 sh "$out/commands.sh" >"$out/printed.txt" 2>&1
    same_text "$(following_text "$1")" "$out/printed.txt"
}

# Each QUICK START of the manual, without its indentation, is examples/FILE.c from its first #define on.
quick_start_is_example() { # DEPTH FILE
    awk -v head="   QUICK START, $1:" 'index($0, head) == 1 { inside = 1; next }
         inside && /^   [A-Z]/ { exit }
         inside { sub(/^       /, ""); print }' gcnmem.h | sed -e '/./,$!d' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' \
        >"$out/quick_start.txt"
    sed -n '/^#define GCNMEM_IMPLEMENTATION/,$p' "examples/$2.c" | diff "$out/quick_start.txt" - ||
        { echo "expected (<): QUICK START of gcnmem.h; came (>): examples/$2.c" && return 1; }
}

# Sets whose rows are runs of whole GPUs: only --long has them validated.
slow_sets="babelstream clpeak dramsim3 gpu_stream gpubenches_cache gpubenches_l2 h200_kernels h200_levels
           mgpusim_microbench physx_opencl_benchmark unit_bandwidth"

validated() { # files
    for file in tests/data/*.csv; do
        set_name=$(basename "$file" .csv)
        in_long || ! echo $slow_sets | grep -qw "$set_name" || continue
        echo "$file"
    done
}

# "rows within mean" of each set: of the tool's summary, of the header's table by the set's name, of README.md's table.
summaries() {
    for file in $(validated); do
        tools/build/gcnmem_validate --summary "$file" | tail -1
    done | sed -n 's/^\(.*\): \([0-9]*\) rows, \([0-9]*\) within, .* mean \([0-9.]*\) %, .*/\1|\2|\3|\4/p' |
        awk -F'|' '{ printf "%s|%d|%d|%.1f\n", $1, $2, $3, $4 }'
}

accuracy_of_header() {
    awk -F'   *' '/^   ACCURACY/ { inside = 1; next }
                  inside && /^   [A-Z]/ { exit }
                  inside && $3 ~ /^[0-9]+$/ { sub(/ %$/, "", $6); print $2 "|" $3 "|" $4 "|" $6 }' gcnmem.h
}

accuracy_of_readme() {
    cells='^\| .* \| ([0-9]+) \| ([0-9]+) \| [^|]* \| ([0-9.]+) % \|[^|]*\|$'
    sed -nE "/^## Accuracy/,/^## O/s/$cells/\1|\2|\3/p" README.md
}

accuracy_is_measured() {
    summaries | sort >"$out/measured.txt"
    cut -d'|' -f1 "$out/measured.txt" >"$out/names.txt"
    accuracy_of_header | sort >"$out/accuracy.txt"
    { in_long && cat "$out/accuracy.txt" ||
        awk -F'|' 'FNR == NR { measured[$0] = 1; next } $1 in measured' "$out/names.txt" "$out/accuracy.txt"; } |
        diff - "$out/measured.txt" && [ "$(validated | wc -l)" -eq "$(wc -l <"$out/names.txt")" ] ||
        { echo "expected (<): ACCURACY of gcnmem.h; came (>): tools/build/gcnmem_validate --summary" && return 1; }
    [ "$(wc -l <"$out/accuracy.txt")" -eq "$(ls tests/data/*.csv | wc -l)" ] ||
        { echo "expected a row of ACCURACY for each file of tests/data/*.csv" && return 1; }
    accuracy_of_header | cut -d'|' -f2- >"$out/header.txt"
    accuracy_of_readme | diff - "$out/header.txt" ||
        { echo "expected (<): Accuracy of README.md; came (>): ACCURACY of gcnmem.h" && return 1; }
}

# `gpus` names the measured sets of ACCURACY, all but those of simulators and compilers, each of a GPU at least.
compared_are_of_accuracy() {
    examples/build/gcnmem gpus --json | jq -r '.gpus[].compared_with[]' | sort -u >"$out/compared.txt"
    accuracy_of_header | cut -d'|' -f1 | grep -v '^occupancy,\|^DRAM traces' | sort | diff "$out/compared.txt" - ||
        { echo "expected (>): sets of ACCURACY; came (<): compared_with of gpus --json" && return 1; }
}

# A column of each build in LAYERS is what is measured, within 5 %: it is told in round numbers.
layers_are_measured() { # lines|bytes
    sed -n '/^   LAYERS/,/^$/s/^ *\(depth [^ ]*\( reports\| no values\)*\)  *\([0-9]*\) .* \([0-9]*\)$/\1|\3|\4/p' \
        gcnmem.h | awk -F'|' -v column="$1" '{ print $1 "|" (column == "lines" ? $2 : $3) }' >"$out/told.txt"
    sh tests/layers.sh "$1" >"$out/layers.txt" && [ "$(wc -l <"$out/told.txt")" -eq 5 ] &&
        paste -d'|' "$out/told.txt" "$out/layers.txt" | awk -F'|' -v column="$1" '
            $1 != $3 || $2 > $4 * 1.05 || $2 < $4 * 0.95 {
                print "expected " $3 ": " $4 " " column "; came " $1 ": " $2; bad = 1 }
            END { exit bad }'
}

# Megabytes of replays and runs are what a program is told.
memory_is_measured() {
    "$CC" -std=c99 -Wall -Wextra -Werror -I. tests/memory.c -o "$out/program" && "$out/program" >"$out/printed.txt" &&
        sed -n '/tests\/memory\.c)$/,/^$/p' gcnmem.h | sed '1d;$d' | diff - "$out/printed.txt"
}

# Host instructions, within 3 %: another version of the compiler takes some more or less.
speed_is_measured() {
    sed -nE '/^## Speed/,/^## O/s/^[|] ([a-z]*: .*) [|] ([0-9]+) [|]$/\1|\2/p' examples/README.md >"$out/told.txt"
    for what in cost: replay: run:; do
        tools/build/gcnmem_bench --budget --only $what
    done | sed -nE 's/^[|] ([a-z]*: .*) [|] ([0-9]+) [|] [0-9]+ [|]$/\1|\2/p' >"$out/taken.txt"
    [ "$(wc -l <"$out/told.txt")" -eq "$(wc -l <"$out/taken.txt")" ] &&
        paste -d'|' "$out/told.txt" "$out/taken.txt" | awk -F'|' '
            $1 != $3 || $2 > $4 * 1.03 || $2 < $4 * 0.97 { print "expected " $3 ": " $4 "; came " $1 ": " $2; bad = 1 }
            END { exit bad }'
}

make -s -C examples >"$out/make.log" 2>&1
[ ! -f tools/Makefile ] || make -s -C tools >>"$out/make.log" 2>&1

for file in README.md examples/README.md; do
    check "$file exists" test -f $file
    [ -f $file ] || continue
    split_blocks $file
    for block in "$blocks"/*.c; do
        if [ -f "$block" ] && grep -q 'int main' "$block"; then
            check "$file: program ${block##*/}" program_prints "$block"
        fi
    done
    for block in "$blocks"/*.sh; do
        if [ -f "$block" ] && [ -f "$(following_text "$block")" ] &&
            sed 's/^\$ //' "$block" | grep -qE '^(examples|tools)/build/'; then
            check "$file: commands ${block##*/}" commands_print "$block"
        fi
    done
done
check "README.md is short" test "$(wc -l <README.md)" -le 250
check "QUICK START is examples/quick_start.c" quick_start_is_example cost quick_start
check "QUICK START is examples/quick_replay.c" quick_start_is_example replay quick_replay
check "QUICK START is examples/quick_run.c" quick_start_is_example run quick_run
check "ACCURACY is what the validation prints" accuracy_is_measured
check "GPUs are compared with what ACCURACY lists" compared_are_of_accuracy
check "LAYERS are what tests/layers.sh measures, lines" layers_are_measured lines
check_long "LAYERS are what tests/layers.sh measures, bytes" layers_are_measured bytes
check "Megabytes are what tests/memory.c prints" memory_is_measured
check_long "Speed is what gcnmem_bench counts" speed_is_measured
