# Golden outputs: each line "name: command" of cases.txt is run, and tests/golden/NAME.txt holds what it must print. The
# same cases, with --long all of them, are run by command lines built in other ways, which must print the same bytes.
# Sourced by tests/run.sh; `make -C tests golden` writes the files anew.

here=tests/golden
. tests/golden/transcripts.sh

equals_golden() { # NAME PROGRAM
    transcript "$@" >"$out/$1.txt" || return 1
    diff "$here/$1.txt" "$out/$1.txt" >"$out/diff.txt" 2>&1 && return
    sed 12q "$out/diff.txt"
    echo "expected (<): $here/$1.txt; came (>). To run it: ${2}$(command_of "$1" | sed "s,^$command_line,,")"
    return 1
}

# Good input says nothing on stderr, but for a table of all GPUs, *_all, which may name those without a row. Bad input:
# status 1, one line on stderr; wrong usage: status 2. Nothing on stdout, but for a trace that breaks off and a table
# that lacks rows, whose cases are named incomplete_*: what was read is reported.
speaks_properly() { # NAME, which has run
    lines=$(wc -l <"$out/stderr")
    case $status in
    0)
        [ -s "$out/stdout" ] && case $1 in *_all) [ "$lines" -le 1 ] ;; *) [ "$lines" -eq 0 ] ;; esac
        ;;
    1)
        case $1 in incomplete_*) [ -s "$out/stdout" ] ;; *) [ ! -s "$out/stdout" ] ;; esac && [ "$lines" -eq 1 ]
        ;;
    2) [ ! -s "$out/stdout" ] && [ "$lines" -ge 1 ] ;;
    *) false ;;
    esac && return
    echo "expected status 0 and only stdout, 1 and one line on stderr, or 2 and only stderr; came status $status and"
    head -3 "$out/stdout" "$out/stderr"
    return 1
}

is_json() { # NAME, which has run; what failed or is no JSON is not looked at
    case $status:$(command_of "$1") in
    0:*--json*) jq -e 'type == "object"' "$out/stdout" ;;
    esac
}

# Text, errors and status of one run, and that they are what any output must be.
is_right() { # NAME
    equals_golden "$1" $command_line && speaks_properly "$1" && is_json "$1"
}

# With the implementation that the sanitized unit tests have, in place of its own.
link_sanitized() { # FILE.c -o PROGRAM
    make -s -C tests implementation config=sanitize &&
        mkdir -p "$out/tools" && cp tools/*.h "$out/tools" && cp "$1" "$out/line.c" && shift &&
        sed '/^#define GCNMEM_STATIC$/d; /^#define GCNMEM_IMPLEMENTATION$/d' tools/flags.h >"$out/tools/flags.h" &&
        "$CC" -std=c99 -g -O1 $sanitized -I. "$out/line.c" tests/build/objects_sanitize/implementation.o "$@"
}

# Every tenth case, for each build another tenth; with --long every case.
cases_of_build() {
    builds=$((builds + 1))
    in_long && printf '%s\n' $line_names || printf '%s\n' $line_names | sort | awk -v at=$builds 'NR % 10 == at % 10'
}

compare_build() { # NAME COMMAND...: builds, then compares cases
    what=$1
    shift
    build "$@" >"$out/build.txt" 2>&1 || { check "build $what" build "$@" && return; }
    cases_of_build >"$out/cases.txt"
    for name in $(cat "$out/cases.txt"); do
        check "$name, $what" equals_golden "$name" "${runner:-}$out/gcnmem${suffix:-}"
    done
}

# Programs whose output goes through a text stream end their lines as Windows does.
same_on_windows() { # DIRECTORY/PROGRAM FLAG...
    directory=${1%/*} program=${1##*/}
    shift
    x86_64-w64-mingw32-gcc -std=c99 -O2 -static -I. "$directory/$program.c" -o "$out/program.exe" || return 1
    "$directory/build/$program" "$@" >"$out/here.txt" </dev/null || return 1
    wine "$out/program.exe" "$@" </dev/null >"$out/windows.txt" &&
        case $directory in examples) tr -d '\r' <"$out/windows.txt" ;; *) cat "$out/windows.txt" ;; esac |
        cmp "$out/here.txt" -
}

compare_windows() {
    start_wine
    runner="wine " suffix=.exe
    compare_build "Windows" x86_64-w64-mingw32-gcc -std=c99 -O2 -static -I.
    for program in occupancy strided_reads struct_of_arrays latency_hiding quick_start quick_replay quick_run; do
        check "$program, Windows" same_on_windows examples/$program
    done
    check "tables, Windows" same_on_windows tools/gcnmem_tables --gpu hawaii --table lds --format json
    check "validation, Windows" same_on_windows tools/gcnmem_validate --json tests/data/lds_conflicts.csv
    wineserver -k
}

write_goldens() {
    for file in $here/*.txt; do
        name=$(basename "$file" .txt)
        [ "$name" = cases ] || [ -n "$(command_of "$name")" ] || { echo "removes $file" && rm "$file"; }
    done
    for name in $names; do
        transcript "$name" $command_line >"$out/new.txt"
        if [ $status -gt 2 ]; then
            counted 0 1
            echo "FAILED golden: exit status $status, not written: $(command_of "$name")"
        elif ! cmp -s "$out/new.txt" "$here/$name.txt"; then
            echo "writes $here/$name.txt"
            cp "$out/new.txt" "$here/$name.txt"
        fi
    done
}

one_file_a_case() {
    { cases | sort | uniq -d | sed 's/^/named twice: /'
      ls $here/*.txt | sed 's,.*/,,; s/\.txt$//' | grep -vx cases | sort >"$out/files.txt"
      cases | sort | diff - "$out/files.txt" | sed -n 's/^</no file for:/p; s/^>/no case for:/p'; } >"$out/odd.txt"
    cat "$out/odd.txt" && [ ! -s "$out/odd.txt" ]
}

# What each memory instruction of the driver stages rests on: "STAGE:LINE MNEMONIC STATUS LANES REASON", and what in
# them is not computed though addresses or branches depend on it.
rests_on() { # PROGRAM
    while read -r file group stage; do
        for gpu in fiji vega10; do
            listing=tests/data/listings/driver/$gpu/$file.txt
            $1 run $listing ${stage:+--stage "$stage"} --gpu $gpu --group "$group" --groups 4 --cus 1 \
                --image '*=512x512:rgba8' --json | awk -v stage="$gpu/$file${stage:+/$stage}" '
                FNR == NR { sub(/^[ \t]*/, ""); mnemonic[FNR] = $1; next }
                /"index".*"unit_clocks"/ {
                    match($0, /"line": [0-9]+/); line = substr($0, RSTART + 8, RLENGTH - 8)
                    match($0, /"status": .*/); $0 = substr($0, RSTART)
                    split($0, word, "\""); print stage ":" line, mnemonic[line], word[4], word[12], word[8]
                }
                /not computed: their/ { match($0, /unknown: [^"]*/); print stage ": " substr($0, RSTART, RLENGTH) }
                ' $listing -
        done
    done <<END
hist 256,1,1
transpose 16,16,1
raymarch 8,8,1
early_out 64,1,1
poisson_loop 64,1,1 Vertex Shader
poisson_loop 64,1,1 Fragment Shader
poisson_dof 64,1,1 Vertex Shader
poisson_dof 64,1,1 Fragment Shader
END
}

equals_table() {
    rests_on $command_line >"$out/rests_on.table"
    diff $here/rests_on.table "$out/rests_on.table" >"$out/diff.txt" 2>&1 && ! grep ': unknown:' $here/rests_on.table &&
        return
    sed 12q "$out/diff.txt"
    echo "expected (<): $here/rests_on.table, without results that are not computed; came (>)"
    return 1
}

builds=0
names=$(cases)
line_names=$(cases_of_line)
sanitized="-fsanitize=address,undefined -fno-sanitize-recover=all"
{ make -s -C examples all && make -s -C tools all; } >"$out/make.log" 2>&1 ||
    { counted 0 1 && echo "FAILED golden: make -C examples all, make -C tools all" && cat "$out/make.log"; }

if [ "${write_golden:-no}" = yes ]; then
    write_goldens
    rests_on $command_line >$here/rests_on.table
else
    check "one file a case" one_file_a_case
    check "what driver stages rest on" equals_table
    for name in $names; do
        check "$name" is_right "$name"
    done
    if in_long; then
        compare_build "sanitizers" "$CC" -std=c99 -g -O1 $sanitized -I.
    else
        compare_build "sanitizers" link_sanitized
    fi
    compare_build "$CLANG -O3 -ffast-math" "$CLANG" -std=c11 -O3 -ffast-math -I.
    compare_build "$CXX -O2, vsnprintf" "$CXX" -x c++ -std=c++11 -O2 -I. -include cstdio -DGCNMEM_VSNPRINTF=vsnprintf
    compare_build "$TCC" "$TCC" -I.
    runner="qemu-ppc-static "
    compare_build "PowerPC: 32 bits, big-endian" powerpc-linux-gnu-gcc -std=c99 -O2 -static -I.
    runner=
    ! in_long || compare_windows
fi
