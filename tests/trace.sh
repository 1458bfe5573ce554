# Addresses that `gcnmem run` computes, against the same kernels run on the host. An area of tests/run.sh, where without
# --long every fourth kernel is run for one of the targets in turn, and
#
#   sh tests/trace.sh DIRECTORY [NAME [TARGET]]
#
# does the same for a directory of OpenCL kernels NAME.cl. A kernel's launches stand in it, as lines "// launch: WORDS"
# (see tests/trace/glue.awk), or in DIRECTORY/launches.txt, or in the file that LAUNCHES names, as lines "NAME WORDS".
# A line "// not for: TARGETS" names those whose instructions do not do what it needs.
# Listings are DIRECTORY/asm/TARGET/NAME.s or DIRECTORY/../asm/TARGET/NAME.s; without any, clang makes them for TARGETS;
# gfx1030-64 is gfx1030 in waves of 64.
#
# Each launch is run with its pointers given as integers ("addresses"), and with the contents of its buffers
# ("contents"). tests/trace/host.c says what is compared. Variables: GCNMEM, CLANG, NEW_CLANG (clang-19: makes listings
# of targets that CLANG may not know, if it is there), LISTING_CLANG (makes all), CC, TARGETS, WAYS, LAUNCHES.

GCNMEM=${GCNMEM:-examples/build/gcnmem}
WAYS=${WAYS:-addresses contents}
NEW_CLANG=${NEW_CLANG:-clang-19}
old_targets="gfx600 gfx700 gfx803 gfx900 gfx90a gfx1030 gfx1030-64"
new_targets="gfx942 gfx1010 gfx1100 gfx1201"
command -v "$NEW_CLANG" >/dev/null || { lacking=$new_targets && new_targets=; }
TARGETS=${TRACE_TARGET:-${TARGETS:-$old_targets${new_targets:+ $new_targets}}}
LISTING_FLAGS=${LISTING_FLAGS:--O2}
cl_flags="-x cl -cl-std=CL2.0 -Xclang -finclude-default-header -Xclang -fdeclare-opencl-builtins"
host_flags="-include tests/trace/host.h -cl-kernel-arg-info -fsanitize=thread -ffp-contract=off"
host_flags="$host_flags -fno-vectorize -fno-slp-vectorize -fno-stack-protector"

gpu_of() { # TARGET: a GPU that runs its code
    case $1 in
    gfx600) echo tahiti ;;
    gfx60*) echo pitcairn ;;
    gfx704) echo bonaire ;;
    gfx70*) echo hawaii ;;
    gfx802) echo tonga ;;
    gfx8*) echo fiji ;;
    gfx902) echo raven ;;
    gfx906) echo vega20 ;;
    gfx908) echo mi100 ;;
    gfx90a) echo mi210 ;;
    gfx94*) echo mi300x ;;
    gfx950) echo mi355x ;;
    gfx9*) echo vega10 ;;
    gfx1012) echo rx 5500 xt ;;
    gfx101*) echo rx 5700 xt ;;
    gfx1031) echo rx 6700 xt ;;
    gfx1032) echo rx 6600 xt ;;
    gfx1033) echo steam deck ;;
    gfx1034) echo rx 6500 xt ;;
    gfx1035) echo radeon 680m ;;
    gfx10*) echo rx 6900 xt ;;
    gfx1101) echo rx 7800 xt ;;
    gfx1102) echo rx 7600 ;;
    gfx1103) echo radeon 780m ;;
    gfx1150) echo radeon 890m ;;
    gfx115*) echo radeon 8060s ;;
    gfx11*) echo rx 7900 xtx ;;
    gfx1200) echo rx 9060 xt ;;
    gfx12*) echo rx 9070 xt ;;
    esac
}

compiler_of() { # TARGET
    case " $new_targets " in *" $1 "*) echo "$NEW_CLANG" ;; *) echo "$CLANG" ;; esac
}

clang_makes_listings() {
    echo '__kernel void k(__global int* p) { *p = 1; }' |
        "$CLANG" -x cl -target amdgcn-amd-amdhsa -mcpu=gfx900 -nogpulib -S - -o "$out/clang.s"
}

compile_listing() { # SOURCE TARGET LISTING
    [ ! "$3" -nt "$1" ] || return 0
    set -- "$@" $cl_flags $LISTING_FLAGS -target amdgcn-amd-amdhsa -mcpu="${2%-64}" -nogpulib \
        $(case $2 in *-64) echo -mwavefrontsize64 ;; esac) "$1" -o
    listing=$3
    compiler=${LISTING_CLANG:-$(compiler_of "$2")}
    shift 3
    if [ -z "${OBJDUMP:-}" ]; then
        "$compiler" -S "$@" "$listing"
    else
        "$compiler" -c "$@" "$listing.o" && $OBJDUMP "$listing.o" >"$listing"
    fi
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
        "$CC" -std=c99 -Itests/trace "$program.tables.c" "$program.lds.c" "$out/host.o" "$program.kernel.o" -lm \
            -o "$program"
}

# Writes what to run, to compare the trace of one run with the host, as a script that can be run again.
write_script() { # PROGRAM LISTING TARGET WAY FILES
    flags="--gpu '$(gpu_of "$3")' $("$1" --stage) --group $("$1" --group) --groups $("$1" --groups)"
    flags="$flags$("$1" --args "$4" "$out" | sed "s/.*/ --arg '&'/" | tr -d '\n')"
    cat <<END
ulimit -f 200000 # a wave that never leaves its loop writes without end
run() {
    timeout 600 $GCNMEM run $2 $flags --trace $5.trace "\$@"
}
run --json >$5.report 2>&1 || { echo "status \$?" && cat $5.report && exit 1; }
guessed=\$(grep '"warnings": .*\(loops\|branches\)\|always jumps' $5.report >$5.guessed && echo guessed)
$(grep -q 'wavefront_size32 1' "$2" && echo WAVE_LANES=32) $1 $5.trace "$(basename "$2" .s) $3 $4" \$guessed
END
}

# Prints differences; the last line, with the counts, goes to counts.txt.
compare() { # PROGRAM LISTING TARGET WAY
    files=$out/$3/${1##*/}.$4
    write_script "$1" "$2" "$3" "$4" "$files" >"$files.sh"
    sh "$files.sh" >"$files.compared"
    status=$?
    apart=$(sed -n 's/^  "addresses": {\(.*\)},$/\1/p' "$files.report" | tr -cd '0-9 ')
    sed -n '$s/^[0-9 ]*$/&/p' "$files.compared" | sed "s/.*/${1##*/} $3 $4 & $apart/" >>"$out/counts.txt"
    [ $status -eq 0 ] || { grep -v '^[0-9 ]*$' "$files.compared" && echo "repeat alone: sh $files.sh"; }
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
        lacks=$(sed -n 's,^// not for: *,,p' "$1")
        case " $lacks " in *" $target "*) continue ;; esac
        [ -n "$listing" ] || continue
        [ -n "$has_listings" ] || compile_listing "$1" "$target" "$listing" >"$program.log" 2>&1 ||
            { check "$name builds for $target" cat_and_fail "$program.log" && continue; }
        for way in $WAYS; do
            check "${program##*/} $target $way" compare "$program" "$listing" "$target" $way
        done
    done
}

cat_and_fail() {
    cat "$1"
    false
}

# Whether the kernel, a number, is in the sample; leaves its target in TARGETS.
is_sampled() {
    ! in_long && [ -z "${TRACE_DIRECTORY:-}$only" ] || return 0
    TARGETS=$(echo $all_targets | awk -v at=$((kernel / 4)) '{ print $(at % NF + 1) }')
    [ $((kernel % 4)) -eq 0 ]
}

trace_kernels() { # DIRECTORY
    has_listings=$(ls -d "$1"/asm/gfx* "$1"/../asm/gfx* 2>/dev/null)
    [ -z "$has_listings" ] || TARGETS=${TRACE_TARGET:-$(printf '%s\n' $has_listings | sed 's,.*/,,' | sort -u)}
    for target in $TARGETS; do
        mkdir -p "$out/$target"
    done
    kernel=0 all_targets=$TARGETS
    for source in "$1"/*.cl; do
        name=$(basename "$source" .cl)
        case "$name." in *"${only%% *}"*) ;; *) continue ;; esac
        kernel=$((kernel + 1))
        is_sampled || continue
        launches_of "$source" >"$out/launches.txt"
        number=0
        while IFS= read -r launch <&3; do
            number=$((number + 1))
            trace_launch "$source" "$launch" "$out/$name.$number"
        done 3<"$out/launches.txt"
    done
}

# The trace of strided.cl's first launch, made by hand: three groups that copy a float a work-item.
hand_made() {
    awk 'BEGIN {
        for (group = 0; group < 3; ++group) {
            place = "cu=0 group=" group ",0,0 wave=0 insn="
            print "s_load_dwordx4 " place "0 status=computed 0x7f0000000000"
            for (k = 0; k < 2; ++k) {
                printf "%s %s%d status=computed ", k ? "global_store_dword" : "global_load_dword", place, k + 9
                for (lane = 0; lane < 64; ++lane) {
                    printf "%s%.0f", lane ? "," : "", (k + 1) * 2 ^ 34 + 4294963200 + 4 * (group * 64 + lane)
                }
                print ""
            }
        }
    }'
}

# The comparison of that trace, changed by SED, ends with STATUS.
compares() { # STATUS SED
    hand_made | sed "$2" >"$out/hand_made.trace"
    "$out/strided.1" "$out/hand_made.trace" "hand-made" >"$out/hand_made.compared"
    status=$?
    [ $status -eq "$1" ] || { echo "expected status $1, came $status" && cat "$out/hand_made.compared" && false; }
}

check_comparison() {
    [ -x "$out/strided.1" ] || return 0
    check "a trace made by hand" compares 0 ''
    check "an access may come twice" compares 0 '2{p;s/insn=9/insn=8/}'
    check "another byte" compares 1 '2s/,[0-9]*$/,21474832640/'
    check "too wide" compares 1 '3s/dword/dwordx2/'
    check "a write for a read" compares 1 '2s/load/store/'
    check "a lane left out" compares 1 '3s/,[0-9]*$/,-/'
    check "a line left out" compares 1 3d
    check "another group" compares 1 '2s/group=0/group=1/'
    check "a group too many" compares 1 '2s/group=0/group=3/'
    check "lanes of no work-item" compares 1 '2s/wave=0/wave=1/'
    check "far from every buffer" compares 1 '2s/,[0-9]*$/,99/'
    check "not called computed" compares 0 '2{s/,[0-9]*$/,99/;s/computed/assumed/;}'
    check "too few lanes" compares 1 '2s/,[0-9]*$//'
    check "no trace" compares 1 d
}

# Of each target and way: the share of memory instructions whose every access is computed, and, apart from which lanes
# are on, whose every address is (R63).
note_counts() {
    for way in $WAYS; do
        note "computed with $way: $(awk -v way=$way '
            $3 == way { computed[$2] += $4; all[$2] += $5; wrong += $8 + $9; apart[$2] += $11 + $12 }
            END { for (t in all) printf "%s %d of %d (%.1f %%, lanes apart %.1f %%), ", t, computed[t], all[t],
                                        computed[t] * 100 / all[t], apart[t] * 100 / all[t]
                  print wrong + 0 " wrong" }' "$out/counts.txt")"
    done
}

case $0 in
*trace.sh)
    [ $# -gt 0 ] || { sed -n '2,/^$/s/^# \{0,1\}//p' "$0" && exit 2; }
    directory=$(cd "$1" && pwd) && cd "$(dirname "$0")/.." || exit 2
    TRACE_DIRECTORY=$directory TRACE_TARGET=${3:-} exec sh tests/run.sh trace ${2:+"$2."}
    ;;
esac

if [ -n "${TRACE_DIRECTORY:-}" ]; then
    out=$out/$(basename "$TRACE_DIRECTORY")$(echo "$LISTING_FLAGS${OBJDUMP:+dump}" | tr -cd '[:alnum:]')
    repeat_line() { # "NAME.1 TARGET WAY"
        echo "    repeat: sh tests/trace.sh $TRACE_DIRECTORY $(echo "$1" | sed 's/[.][0-9]* / /; s/ [a-z]*$//')"
    }
fi
mkdir -p "$out"
: >"$out/counts.txt"
if clang_makes_listings >"$out/clang.log" 2>&1; then
    make -s -C examples build/gcnmem >"$out/make.log" 2>&1
    "$CC" -std=c99 -O2 -Wall -Wextra -Wpedantic -Wshadow -c tests/trace/host.c -o "$out/host.o"
    trace_kernels "${TRACE_DIRECTORY:-tests/trace}"
    if [ -z "${TRACE_DIRECTORY:-}" ]; then
        check_comparison
    elif [ ! -s "$out/counts.txt" ]; then
        counted 0 1
        echo "FAILED trace: nothing to compare: no kernel $only in $TRACE_DIRECTORY, or no listing of it"
    fi
    note_counts
    [ -z "${lacking:-}" ] || note "skipped without $NEW_CLANG: $lacking"
else
    note "skipped: $CLANG makes no code for amdgcn"
fi
