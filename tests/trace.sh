# Addresses that `gcnmem run` computes, against the same kernels run on the host. An area of tests/run.sh, and
#
#   sh tests/trace.sh DIRECTORY [NAME [TARGET]]
#
# does the same for a directory of OpenCL kernels NAME.cl. A kernel's launches stand in it, as lines "// launch: WORDS"
# (see tests/trace/glue.awk), or in DIRECTORY/launches.txt, or in the file that LAUNCHES names, as lines "NAME WORDS".
# Listings are DIRECTORY/asm/TARGET/NAME.s or DIRECTORY/../asm/TARGET/NAME.s; without any, clang makes them for TARGETS.
#
# Each launch is run with its pointers given as integers ("addresses"), and with the contents of its buffers
# ("contents"). tests/trace/host.c says what is compared. Variables: GCNMEM, CLANG, CC, TARGETS, LAUNCHES.

GCNMEM=${GCNMEM:-examples/build/gcnmem}
TARGETS=${TARGETS:-gfx600 gfx700 gfx803 gfx900 gfx90a}
cl_flags="-x cl -cl-std=CL2.0 -Xclang -finclude-default-header -Xclang -fdeclare-opencl-builtins"
host_flags="-include tests/trace/host.h -cl-kernel-arg-info -fsanitize=thread -ffp-contract=off"
host_flags="$host_flags -fno-vectorize -fno-slp-vectorize -fno-stack-protector"

gpu_of() { # TARGET: a GPU that runs its code
    case $1 in
    gfx600) echo tahiti ;;
    gfx700 | gfx701) echo hawaii ;;
    gfx803) echo fiji ;;
    gfx900) echo vega10 ;;
    gfx906) echo vega20 ;;
    gfx908) echo mi100 ;;
    gfx90a) echo mi210 ;;
    esac
}

clang_makes_listings() {
    echo '__kernel void k(__global int* p) { *p = 1; }' |
        "$CLANG" -x cl -target amdgcn-amd-amdhsa -mcpu=gfx900 -nogpulib -S - -o "$out/clang.s"
}

compile_listing() { # SOURCE TARGET LISTING
    [ "$3" -nt "$1" ] || "$CLANG" $cl_flags -O2 -target amdgcn-amd-amdhsa -mcpu="$2" -nogpulib -S "$1" -o "$3"
}

launches_of() { # SOURCE: its launches, a line each; one empty line when it has none
    name=$(basename "$1" .cl)
    { sed -n 's,^// launch: *,,p' "$1"
      sed -n "s/^$name  *//p" "${LAUNCHES:-${1%/*}/launches.txt}"
    } 2>"$out/launches.log" | awk '{ print } END { if (!NR) print "" }'
}

# LDS arrays become visible outside, so that a barrier is seen to change them, and nm says where they are.
compile_host() { # SOURCE LAUNCH PROGRAM
    source=$1 launch=$2 program=$3
    "$CLANG" $cl_flags $host_flags -O2 -Xclang -disable-llvm-passes -emit-llvm -S "$source" -o "$program.ll" &&
        awk -v launch="$launch" -v call="$program.call.cl" -v tables="$program.tables.c" \
            -v source="$(cd "${source%/*}" && pwd)/${source##*/}" -f tests/trace/glue.awk "$program.ll" &&
        "$CLANG" $cl_flags $host_flags -O2 -Xclang -disable-llvm-passes -emit-llvm -S "$program.call.cl" \
            -o "$program.call.ll" &&
        sed 's/^\(@[^ ]*\) = internal global/\1 = global/' "$program.call.ll" >"$program.open.ll" &&
        "$CLANG" -x ir -O2 -fsanitize=thread -mllvm -tsan-instrument-read-before-write -fno-vectorize \
            -fno-slp-vectorize -Wno-unused-command-line-argument -c "$program.open.ll" -o "$program.kernel.o" &&
        nm -S "$program.kernel.o" | awk -f tests/trace/lds.awk >"$program.lds.c" &&
        "$CC" -std=c99 -O2 -Itests/trace "$program.tables.c" "$program.lds.c" tests/trace/host.c \
            "$program.kernel.o" -lm -o "$program"
}

run_gcnmem() { # PROGRAM LISTING TARGET WAY: writes the trace
    "$1" --args "$4" "$out" >"$1.args" || return
    set -- "$1" "$2" "$3" "$4" --group "$("$1" --group)" --groups "$("$1" --groups)"
    while IFS= read -r word; do
        set -- "$@" --arg "$word"
    done <"$1.args"
    program=$1 listing=$2 gpu=$(gpu_of "$3") way=$4
    shift 4
    printf '%s' "$GCNMEM run --gpu $gpu $listing --trace $program.$way.trace" >"$program.$way.command"
    for word; do
        printf " '%s'" "$word" >>"$program.$way.command"
    done
    "$GCNMEM" run --gpu "$gpu" "$listing" --trace "$program.$way.trace" "$@" >"$program.$way.report" 2>&1
}

compare() { # PROGRAM LISTING TARGET WAY: prints differences; the counts go to PROGRAM.counts
    label="$(basename "$2" .s) $3 $4"
    run_gcnmem "$@" || { cat "$1.$4.report" && false; }
    status=$?
    if [ $status -eq 0 ]; then
        "$1" "$1.$4.trace" "$label" >"$1.compared"
        status=$?
        sed '$d' "$1.compared"
        [ $status -eq 3 ] || echo "$label $(tail -1 "$1.compared")" >>"$out/counts.txt"
    fi
    [ $status -eq 0 ] || { echo "run: $(cat "$1.$4.command")" && echo "then: $1 $1.$4.trace '$label'"; }
    return $status
}

# The listing of a kernel for a target; nothing when there is none.
listing_of() { # SOURCE TARGET
    for asm in "${1%/*}/asm" "${1%/*}/../asm"; do
        [ ! -f "$asm/$2/$name.s" ] || { echo "$asm/$2/$name.s" && return; }
    done
    [ -n "$has_listings" ] || echo "$out/$2/$name.s"
}

trace_launch() { # SOURCE LAUNCH PROGRAM
    program=$3
    rm -f "$program"
    compile_host "$1" "$2" "$program" >"$program.log" 2>&1 || {
        check "$name builds for the host" cat_and_fail "$program.log"
        return
    }
    for target in $TARGETS; do
        listing=$(listing_of "$1" "$target")
        [ -n "$listing" ] || continue
        [ -n "$has_listings" ] || compile_listing "$1" "$target" "$listing" >"$program.log" 2>&1 ||
            { check "$name builds for $target" cat_and_fail "$program.log" && continue; }
        for way in addresses contents; do
            check "${program##*/} $target $way" compare "$program" "$listing" "$target" $way
        done
    done
}

cat_and_fail() {
    cat "$1"
    false
}

trace_kernels() { # DIRECTORY
    has_listings=$(ls -d "$1"/asm/gfx* "$1"/../asm/gfx* 2>/dev/null)
    [ -z "$has_listings" ] || TARGETS=$(printf '%s\n' $has_listings | sed 's,.*/,,' | sort -u)
    for target in $TARGETS; do
        mkdir -p "$out/$target"
    done
    for source in "$1"/*.cl; do
        name=$(basename "$source" .cl)
        case "$name." in *"${only%% *}"*) ;; *) continue ;; esac
        launches_of "$source" >"$out/launches.txt"
        number=0
        while IFS= read -r launch <&3; do
            number=$((number + 1))
            trace_launch "$source" "$launch" "$out/$name.$number"
        done 3<"$out/launches.txt"
    done
}

# Of each target and way: the share of memory instructions whose every address is computed.
note_counts() {
    for way in addresses contents; do
        note "computed with $way: $(awk -v way=$way '
            $3 == way { computed[$2] += $4; all[$2] += $5; wrong += $9 + $10 }
            END { for (t in all) printf "%s %d of %d (%.1f %%), ", t, computed[t], all[t], computed[t] * 100 / all[t]
                  print wrong + 0 " wrong" }' "$out/counts.txt")"
    done
}

case $0 in
*trace.sh)
    [ $# -gt 0 ] || { sed -n '2,/^$/s/^# \{0,1\}//p' "$0" && exit 2; }
    cd "$1" && directory=$PWD && cd "$OLDPWD" && cd "$(dirname "$0")/.." || exit 2
    [ $# -lt 3 ] || listings_of=$3
    TRACE_DIRECTORY=$directory TRACE_TARGET=${3:-} exec sh tests/run.sh trace ${2:+"$2."}
    ;;
esac

: >"$out/counts.txt"
if clang_makes_listings >"$out/clang.log" 2>&1; then
    make -s -C examples build/gcnmem >"$out/make.log" 2>&1
    trace_kernels "${TRACE_DIRECTORY:-tests/trace}"
    note_counts
else
    note "skipped: $CLANG makes no code for amdgcn"
fi
