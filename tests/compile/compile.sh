# The compile matrix: compilers, standards, levels and options; warnings are errors. Without --long each file and option
# goes through one or a few of the compilers. Sourced by tests/run.sh.

warn="-Werror -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wcast-align -Wundef
      -Wdouble-promotion -Wformat=2 -Wswitch-enum"
warn_c="$warn -Wstrict-prototypes -Wmissing-prototypes"
here=tests/compile
stb=/usr/include/stb
object=$out/object.o
reference=$out/program_gcc.txt

as_c() { # COMPILER STANDARD FLAG...
    compiler=$1 standard=$2
    shift 2
    $compiler -std="$standard" $warn_c -I. "$@"
}

as_cpp() { # COMPILER STANDARD FLAG...
    compiler=$1 standard=$2
    shift 2
    $compiler -x c++ -std="$standard" $warn -I. "$@"
}

# A check of a matrix: without --long only with the first compiler, and what is in `sample`.
check_one() { # NAME COMMAND...
    case $1 in
    *" $CC c99") check "$@" ;;
    *) case $sample in *"|$1|"*) check "$@" ;; *) check_long "$@" ;; esac ;;
    esac
}

compile_everywhere() { # FILE LEVEL...: every compiler and standard
    file=$1
    shift
    for level in "$@"; do
        for std in c99 c11 c17; do
            check_one "$file $CC $std $level" as_c "$CC" $std $level -c $here/$file -o "$object"
            check_one "$file $CLANG $std $level" as_c "$CLANG" $std $level -c $here/$file -o "$object"
        done
        for std in c++11 c++17 c++20; do
            check_one "$file $CXX $std $level" as_cpp "$CXX" $std $level -c $here/$file -o "$object"
            check_one "$file $CLANGXX $std $level" as_cpp "$CLANGXX" $std $level -c $here/$file -o "$object"
        done
    done
}

compile_ends() { # FILE: the oldest and newest standard
    check "$1 $CC c99" as_c "$CC" c99 -c $here/$1 -o "$object"
    check_long "$1 $CLANG c17" as_c "$CLANG" c17 -c $here/$1 -o "$object"
    check_long "$1 $CXX c++11" as_cpp "$CXX" c++11 -c $here/$1 -o "$object"
    check_one "$1 $CLANGXX c++20" as_cpp "$CLANGXX" c++20 -c $here/$1 -o "$object"
    check "$1 $TCC" "$TCC" -Wall -Werror -I. -c $here/$1 -o "$object"
}

same_output() { # NAME COMMAND...: builds tests/compile/program.c; it must print what gcc's plain build prints
    program=$out/program_$1
    shift
    "$@" $here/program.c -o "$program" && timeout 600 "$program" $every >"$program.txt" &&
        cmp "$reference" "$program.txt"
}

runs() { # COMMAND...: builds a program that must exit with status 0
    "$@" -o "$out/runs" && timeout 600 "$out/runs" >"$out/runs.txt"
}

# Two options that contradict each other stop the compiler with the header's own sentence.
contradicts() { # SENTENCE FLAG...
    sentence=$1
    shift
    if as_c "$CC" c99 "$@" -c $here/layer.c -o "$object" 2>"$out/contradicts.txt"; then
        echo "expected an #error, but it compiled" && return 1
    fi
    grep -F "#error \"gcnmem.h: $sentence" "$out/contradicts.txt" || { cat "$out/contradicts.txt" && return 1; }
}

# No libc, only what a compiler brings itself: the header for a system whose headers are not here.
for_target() { # TARGET as_c|as_cpp STANDARD
    "$2" "$CLANG --target=$1" "$3" -ffreestanding -nostdlibinc '-DGCNMEM_ASSERT(c)=((void)(c))' -fsyntax-only \
        $here/plain.c
}

# All that the implementation asks of a system are the functions that compilers call themselves.
needs_no_system() { # LEVEL
    as_c "$CC" c99 "$1" -ffreestanding '-DGCNMEM_ASSERT(c)=((void)(c))' -c $here/plain.c -o "$out/free.o" &&
        nm -u "$out/free.o" | grep -vwE 'mem(cpy|set|move|cmp)' >"$out/free.txt"
    cat "$out/free.txt" && [ ! -s "$out/free.txt" ]
}

casts_are_silent() { # FILE FLAG...: in a C++ file that warns of casts
    file=$1
    shift
    "$@" -x c++ -std=c++11 -Werror -Wold-style-cast -I. -fsyntax-only $here/"$file"
}

two_copies() { # as_c|as_cpp COMPILER STANDARD
    "$@" -c $here/static_a.c -o "$out/static_a.o" && "$@" -c $here/static_b.c -o "$out/static_b.o" &&
        "$2" "$out/static_a.o" "$out/static_b.o" -o "$out/static" && "$out/static"
}

# Only what is declared with GCNMEM_API leaves a library whose other symbols are hidden.
api_exports() {
    as_c "$CC" c99 '-DGCNMEM_API=__attribute__((visibility("default")))' -fvisibility=hidden -fPIC -shared \
        $here/plain.c -o "$out/api.so" && nm -D --defined-only "$out/api.so" | grep ' T gcnmem_cost_wave$'
}

# The same command is not run twice in a row.
part() { # COMMAND...
    [ "$*" = "$(cat "$out/part.command")" ] && return
    rm -f "$out/part.command" && "$@" -c $here/layer.c -o "$out/part.o" && echo "$*" >"$out/part.command"
}

# A part of the implementation is left out: one of its functions has no symbol any more, and nothing else asks for it.
drops() { # PRESENT ABSENT COMMAND...
    present=$1 absent=$2
    shift 2
    part "$@" && nm "$out/part.o" >"$out/part.txt" || return 1
    grep -qw "T $present" "$out/part.txt" && ! grep -w "$absent" "$out/part.txt" &&
        ! grep -i ' U gcnmem' "$out/part.txt" ||
        { echo "expected $present, but not $absent" && return 1; }
}

# Without computed addresses a run that is given all it needs is the same, one that is not says what it lacks.
gives_values() { # COMMAND...
    "$@" examples/gcnmem.c -o "$out/values" && "$@" -DGCNMEM_NO_VALUES examples/gcnmem.c -o "$out/no_values" || return 1
    for program in values no_values; do
        "$out/$program" run --gpu 'r9 290x' examples/stream.s --cus 2 --trip '*=8' --json \
            --mem '*=lane*4+iter*4096+group*256' >"$out/$program.json" || return 1
    done
    cmp "$out/values.json" "$out/no_values.json" &&
        "$out/values" run --gpu 'r9 290x' examples/stream.s --cus 2 | grep 'limited by  DRAM' &&
        "$out/no_values" run --gpu 'r9 290x' examples/stream.s --cus 2 | tr -s ' \n' '  ' |
        grep 'NO VERDICT.*--mem.*not computed in this build'
}

# gcc compiles for size, as cold, whatever always calls a cold function; what a function keeps for rare cases is its
# own, NAME.cold.
keeps_hot() {
    "$CC" -O2 -w -DGCNMEM_IMPLEMENTATION -x c -c gcnmem.h -o "$object" &&
        objdump -t "$object" >"$out/symbols.txt" && grep -q ' gcnmem_run_advance$' "$out/symbols.txt" &&
        ! grep 'text\.unlikely' "$out/symbols.txt" | grep -v '\.cold$' |
            grep -E ' (gcnmem_(cost|replay)_wave|gcnmem_run_(advance|step)|gcnmemi_(run_go|issue_|memory_).*)(\.|$)'
}

# Texts of layers that are off, which all of it has: of the model's rules, reports, pages, fields and listings.
keeps_strings_out() {
    as_c "$CC" c99 -O0 -c $here/plain.c -o "$out/whole.o" && strings "$out/whole.o" >"$out/whole.txt" || return 1
    for depth in 1 2 3; do
        as_c "$CC" c99 -O0 -DGCNMEM_DEPTH=$depth -c $here/layer.c -o "$out/layer.o" &&
            strings "$out/layer.o" >"$out/layer_$depth.txt" || return 1
    done
    for row in "3 Scheduling: first ready" "3 row_hits" "3 <table" "3 compute units enabled" "2 amdhsa" "1 amdhsa"; do
        depth=${row%% *} word=${row#* }
        grep -qF "$word" "$out/whole.txt" && ! grep -F "$word" "$out/layer_$depth.txt" ||
            { echo "expected '$word' in all of it, but not in depth $depth" && return 1; }
    done
}

# A host has macros of all words in gcnmem.h that look like this, but for those that C's headers make macros.
write_words() { # DIRECTORY PATTERN
    mkdir -p "$1" && : >"$1/words.h" &&
        as_c "$CC" c99 -I"$1" -E -dM $here/words.c | awk '{ sub(/\(.*/, "", $2); print $2 }' | sort >"$1/macros.txt" &&
        grep -owE "$2" gcnmem.h | grep -vxiE 'gcnmem.*|defined' | sort -u | comm -23 - "$1/macros.txt" |
        sed 's/.*/#define & 0x7777/' >"$1/words.h" && [ "$(wc -l <"$1/words.h")" -gt 300 ]
}

# Small words are names of variables as well, so they are only looked for where one was expanded before it was pasted.
pastes_words() { # DEPTH
    as_c "$CC" c99 -I"$out/words_small" -E -P -DNDEBUG -DGCNMEM_REPORTS -DGCNMEM_DEPTH="$1" $here/words.c \
        >"$out/words.i" && ! grep -oE '[A-Za-z_"][A-Za-z0-9_]*0x7777' "$out/words.i"
}

file_alone() { # COMMAND...: as a user would type it
    "$@" -o "$out/alone"
}

# What a row means does not depend on the order of the rows. With the fields, the operations, the kinds of branches and
# those of access upside down, every number of every card is the same, and every listing runs alike.
upside_down() { # FILE; of an enum the first stays, which is zero
    awk '
        function turn(between) { for (; rows > 0; row[rows--] = "") print row[rows] (rows > 1 ? between : "") }
        /^#define (GCNMEM_DESC_FIELDS|GCNMEMI_VALUES_(OPERATIONS|SPECIAL))\(/ { print; inside = 1; next }
        inside && /^    (X|GCNMEM_MEMORY_FIELDS)\(/ { ++rows }
        inside { last = !/\\$/; sub(/ *\\$/, ""); row[rows] = (row[rows] != "" ? row[rows] " \\\n" : "") $0 }
        inside && last { turn(" \\"); inside = 0; next }
        /^typedef enum gcnmem_(branch|action) \{/ { print; getline; print; names = 1; next }
        names && /^\}/ { turn(""); names = 0 }
        names { match($0, /GCNMEM_[A-Z0-9_]+/); row[++rows] = substr($0, RSTART, RLENGTH) "," }
        !inside && !names' "$1"
}

fields_of_cards() { # PROGRAM: "card number, field: value", sorted
    "$1" gpus --json | sed 's/"estimates".*//' | awk -F ', ' '{ for (i = 1; i <= NF; i++) print NR, $i }' | sort
}

runs_of_listings() { # PROGRAM
    while read -r file; do
        "$1" run "tests/data/listings/$file" --gpu 'vega 64' --cus 1 --groups 2 --max-clocks 20000 --json </dev/null
    done <tests/data/listings/files.txt 2>&1 | sed 's/"estimates".*//'
}

reordered() {
    mkdir -p "$out/reordered" && upside_down gcnmem.h >"$out/reordered/gcnmem.h"
    [ "$(diff gcnmem.h "$out/reordered/gcnmem.h" | grep -c '^>')" -gt 250 ] &&
        "$CC" -I. -w examples/gcnmem.c -o "$out/ordered" &&
        "$CC" -I"$out/reordered" -I. -w examples/gcnmem.c -o "$out/reordered/gcnmem" || return 1
    for what in fields_of_cards runs_of_listings; do
        $what "$out/ordered" >"$out/ordered.txt" && $what "$out/reordered/gcnmem" >"$out/reordered.txt"
        [ "$(wc -l <"$out/ordered.txt")" -gt 4000 ] && cmp "$out/ordered.txt" "$out/reordered.txt" || return 1
    done
}

sample="|plain.c $CC c99 -O2|plain.c $CLANG c17 -O0|plain.c $CXX c++11 -O0|plain.c $CLANGXX c++20 -O0|"
sample="$sample|decl_only.c $CLANGXX c++20|windows.c $CLANGXX c++20|depth 1 as_cpp $CLANGXX c++20|"
sample="$sample|GCNMEM_STATIC as_cpp $CXX c++11|plain.c for x86_64-pc-windows-msvc, C++|"
sample="$sample|words.c, depth 1 as_cpp $CLANGXX c++20|words.c, depth 2 as_cpp $CLANGXX c++20|"
sample="$sample|words.c, depth 3 as_cpp $CLANGXX c++20|"
: >"$out/part.command"
note "$($CC -dumpfullversion) $($CLANG -dumpversion) $($TCC -v | cut -d' ' -f1-3)"

# The reference that the outputs of all other builds are compared with.
in_long && level=-O2 every=9 || level=-O0 every=31
as_c "$CC" c99 $level -w $here/program.c -o "$out/program_gcc" && timeout 600 "$out/program_gcc" $every >"$reference"
check_long "same output: $CC -O2" same_output gcc_O2 as_c "$CC" c99 -O2

compile_everywhere plain.c -O0 -O2
check "plain.c $TCC" "$TCC" -Wall -Werror -I. -c $here/plain.c -o "$object"
for file in decl_only.c static_decl.c twice.c impl_late.c windows.c misuse.c; do
    compile_ends $file
done

for target in x86_64-pc-windows-msvc i686-pc-windows-msvc arm64-apple-macos aarch64-linux-android x86_64-scei-ps4; do
    check "plain.c for $target" for_target $target as_c c99
    check_one "plain.c for $target, C++" for_target $target as_cpp c++11
done
check "plain.c freestanding" needs_no_system -O0
check_long "plain.c freestanding -O2" needs_no_system -O2
check_long "plain.c without asserts, $CC" as_c "$CC" c99 -O2 -DNDEBUG -c $here/plain.c -o "$object"
check "plain.c without asserts, $CLANGXX" as_cpp "$CLANGXX" c++11 -DNDEBUG -c $here/plain.c -o "$object"
for file in plain.c decl_only.c; do
    check "$file, casts in $CXX" casts_are_silent $file "$CXX" -Wuseless-cast
    check "$file, casts in $CLANGXX" casts_are_silent $file "$CLANGXX"
done

check "words in capitals" write_words "$out/words" "[A-Z][A-Z0-9_]*"
for compiler in "as_c $CC c99" "as_c $CLANG c11" "as_cpp $CXX c++11" "as_cpp $CLANGXX c++20"; do
    for depth in 1 2 3; do
        check_one "words.c, depth $depth $compiler" $compiler -I"$out/words" -DGCNMEM_REPORTS -DGCNMEM_DEPTH=$depth \
            -fsyntax-only $here/words.c
    done
done
check "words, small as well" write_words "$out/words_small" "[A-Za-z][A-Za-z0-9_]*"
for depth in 1 2 3; do
    check "words.c, pasted, depth $depth" pastes_words $depth
done
check "tables in another order" reordered
check "static in two files, $CC" two_copies as_c "$CC" c99
check_long "static in two files, $CC -O1" two_copies as_c "$CC" c99 -O1
check_long "static in two files, $CLANGXX" two_copies as_cpp "$CLANGXX" c++11 -O1

# Same bytes from every compiler and level.
for level in -O0 -O1 -O3 -Os; do
    check_long "same output: $CC $level" same_output gcc$level as_c "$CC" c99 $level
done
check_long "same output: $CC -O3 -ffast-math" same_output gcc_fast as_c "$CC" c99 -O3 -ffast-math
check_long "same output: $CLANG -O3 -ffast-math" same_output clang_fast as_c "$CLANG" c99 -O3 -ffast-math
check_long "same output: $CXX -O2" same_output gxx as_cpp "$CXX" c++11 -O2
check_long "same output: $CLANGXX -O1" same_output clangxx as_cpp "$CLANGXX" c++20 -O1
check "same output: $TCC" same_output tcc "$TCC" -I.

# Options.
for compiler in "as_c $CC c99" "as_c $CLANG c11" "as_cpp $CXX c++11" "as_cpp $CLANGXX c++20"; do
    check_one "no reports $compiler" runs $compiler -DPROGRAM_HAS_NO_REPORTS $here/program.c
    check_one "GCNMEM_ASSERT $compiler" same_output assert $compiler -DGCNMEM_ASSERT=assert
    check_one "GCNMEM_VSNPRINTF $compiler" same_output vsnprintf $compiler -DGCNMEM_VSNPRINTF=vsnprintf
    check_one "GCNMEM_USE_STB_SPRINTF $compiler" same_output stb $compiler -DGCNMEM_USE_STB_SPRINTF -isystem $stb
    check_one "GCNMEM_STB_SPRINTF_FILENAME $compiler" same_output stb_name $compiler -DGCNMEM_USE_STB_SPRINTF \
        "-DGCNMEM_STB_SPRINTF_FILENAME=<stb/stb_sprintf.h>"
    check_one "GCNMEM_STATIC $compiler" same_output static $compiler -DGCNMEM_STATIC
done
for compiler in "as_c $CC c99" "as_c $CLANG c11" "as_cpp $CXX c++11" "as_cpp $CLANGXX c++20"; do
    check_one "depth 1 $compiler" drops gcnmem_cost_advice gcnmem_replay_line $compiler -DGCNMEM_DEPTH=1
    check_one "depth 1, no expressions $compiler" drops gcnmem_cost_wave gcnmem_expr_compile $compiler -DGCNMEM_DEPTH=1
    check_one "depth 1, no reports $compiler" drops gcnmem_cost_wave gcnmem_report_cost $compiler -DGCNMEM_DEPTH=1
    check_one "depth 1, reports $compiler" drops gcnmem_report_cost gcnmem_report_replay $compiler -DGCNMEM_DEPTH=1 \
        -DGCNMEM_REPORTS
    check_one "depth 2 $compiler" drops gcnmem_replay_line gcnmem_listing_parse $compiler -DGCNMEM_DEPTH=2
    check_one "depth 2, reports $compiler" drops gcnmem_report_replay gcnmem_report_run $compiler -DGCNMEM_DEPTH=2 \
        -DGCNMEM_REPORTS
    check_one "depth 3, no reports $compiler" drops gcnmem_run_advice gcnmem_report_run $compiler -DGCNMEM_DEPTH=3
    for depth in 1 2; do
        check_one "depth $depth same output $compiler" same_output depth$depth $compiler -DGCNMEM_DEPTH=$depth
    done
    for layer in 1 2 3 "1 -DGCNMEM_REPORTS" "2 -DGCNMEM_REPORTS" "3 -DGCNMEM_NO_VALUES"; do
        check_one "GCNMEM_STATIC, depth $layer $compiler" $compiler -DGCNMEM_STATIC -DGCNMEM_DEPTH=$layer \
            -c $here/layer.c -o "$object"
    done
done
check "GCNMEM_API" api_exports
check "misuse is noticed and returns" runs as_c "$CC" c99 $here/misuse.c
both="define GCNMEM_USE_STB_SPRINTF or GCNMEM_VSNPRINTF, not both"
none="this formatter is for reports alone"
depth="write GCNMEM_DEPTH 1 for cost and occupancy"
check "contradiction: two formatters" contradicts "$both" -DGCNMEM_REPORTS -DGCNMEM_USE_STB_SPRINTF \
    -DGCNMEM_VSNPRINTF=vsnprintf
check "contradiction: stb, no reports" contradicts "$none" -DGCNMEM_USE_STB_SPRINTF
check "contradiction: vsnprintf, no reports" contradicts "$none" -DGCNMEM_VSNPRINTF=vsnprintf
for value in 0 4; do
    check "contradiction: depth $value" contradicts "$depth" -DGCNMEM_DEPTH=$value
done
for value in 1 2; do
    check "contradiction: no values, depth $value" contradicts "GCNMEM_NO_VALUES leaves computed addresses out" \
        -DGCNMEM_NO_VALUES -DGCNMEM_DEPTH=$value
done
check "GCNMEM_NO_VALUES runs" gives_values "$CC" -std=c99 -w -I.
check "no strings of layers that are off" keeps_strings_out
check_long "what waves ask for is not cold" keeps_hot

# The command line, each example and each tool is one file that compiles alone, without a warning.
for file in examples/*.c tools/*.c; do
    [ -f "$file" ] || continue
    check "$file, warnings" as_c "$CLANG" c99 -fsyntax-only "$file"
    check_long "$file alone" file_alone cc -Werror -I. "$file"
    check_long "$file c99" file_alone as_c "$CLANG" c99 "$file"
    ! grep -q GCNMEM_USE_STB_SPRINTF "$file" ||
        check_long "$file stb_sprintf" file_alone as_c "$CC" c99 -DGCNMEM_USE_STB_SPRINTF "$file"
    check "$file $TCC" file_alone "$TCC" -I. "$file"
done
for file in examples/*.c; do
    check "$file, warnings in C++" as_cpp "$CXX" c++11 -fsyntax-only "$file"
    check_long "$file c++11" file_alone as_cpp "$CXX" c++11 "$file"
    check_long "$file $CLANGXX c++20" file_alone as_cpp "$CLANGXX" c++20 "$file"
done

# A size_t of 32 bits; golden runs what this compiler makes.
check "plain.c powerpc-linux-gnu-gcc, warnings" as_c powerpc-linux-gnu-gcc c99 -fsyntax-only $here/plain.c
check_long "plain.c powerpc-linux-gnu-gcc" as_c powerpc-linux-gnu-gcc c99 -O2 -c $here/plain.c -o "$object"

# Programs for Windows; `make -C tests long` runs them.
mingw=x86_64-w64-mingw32-gcc
check "plain.c $mingw" as_c $mingw c99 -c $here/plain.c -o "$object"
for file in examples/*.c tools/*.c; do
    check_long "$file $mingw" file_alone as_c $mingw c99 "$file"
done

# The panel and its window, where Dear ImGui is.
for file in examples/*.cpp; do
    [ -f /usr/include/imgui/imgui.h ] || continue
    check "$file c++11" as_cpp "$CXX" c++11 -isystem /usr/include/imgui -c "$file" -o "$object"
    check_long "$file $CLANGXX c++20" as_cpp "$CLANGXX" c++20 -isystem /usr/include/imgui -c "$file" -o "$object"
done
