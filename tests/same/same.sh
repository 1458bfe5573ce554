# The same bytes from every compiler, level, processor and system: the command line is built in many ways, each runs the
# same golden cases, and a table has a line for each: how many cases, the hash of their transcripts, and whether it is
# the first one's. Sourced by tests/run.sh.
#
#   make -C tests same               every=5 takes every fifth case
#
# What the machine lacks is left out, and said. Variables: jobs (2) builds at a time, every (1).

here=tests/same
. tests/golden/transcripts.sh
jobs=${jobs:-2} every=${every:-1}

# node crashes at the end of a program that its threads still compile, hence its flag.
# A line each: name; the commands and files that it needs; what runs the program; the compiler's command.
builds() {
    fast="-O3 -ffast-math -march=native"
    stb="-DGCNMEM_USE_STB_SPRINTF"
    vsnprintf="-DGCNMEM_VSNPRINTF=vsnprintf"
    cross="-std=c99 -O2 -static -I."
    comma="$CC localedef $locales/de_DE;env LC_ALL=de_DE.UTF-8 LOCPATH=$top/locale ;$CC -include $here/locale.h"
    wasm="$CLANG wasm-ld node /usr/lib/wasm32-wasi/libc.a;node --no-warnings --single-threaded $here/wasi.js ;$CLANG"
    for level in -O0 -O2 "$fast"; do
        echo "$CC $level;$CC;;$CC -std=c99 $level -I."
        echo "$CLANG $level;$CLANG;;$CLANG -std=c99 $level -I."
    done
    cat <<END
$CC -O2, stb_sprintf;$CC /usr/include/stb/stb_sprintf.h;;$CC -std=c99 -O2 $stb -I.
$CC -O2, vsnprintf;$CC;;$CC -std=c99 -O2 -include stdio.h $vsnprintf -I.
$CXX -O2, C++11;$CXX;;$CXX -x c++ -std=c++11 -O2 -I.
$CLANGXX -O2, C++20, stb_sprintf;$CLANGXX /usr/include/stb/stb_sprintf.h;;$CLANGXX -x c++ -std=c++20 -O2 $stb -I.
$TCC;$TCC;;$TCC -I.
$CC -O2, comma locale;$comma -std=c99 -O2 -I.
$CC -O2, comma locale, vsnprintf;$comma -std=c99 -O2 -include stdio.h $vsnprintf -I.
i686, x87;i686-linux-gnu-gcc qemu-i386-static;$i686;i686-linux-gnu-gcc -mno-sse -mfpmath=387 $cross
aarch64;aarch64-linux-gnu-gcc qemu-aarch64-static;qemu-aarch64-static ;aarch64-linux-gnu-gcc $cross
armhf;arm-linux-gnueabihf-gcc qemu-arm-static;qemu-arm-static ;arm-linux-gnueabihf-gcc $cross
riscv64;riscv64-linux-gnu-gcc qemu-riscv64-static;qemu-riscv64-static ;riscv64-linux-gnu-gcc $cross
s390x, big-endian;s390x-linux-gnu-gcc qemu-s390x-static;qemu-s390x-static ;s390x-linux-gnu-gcc $cross
ppc64le;powerpc64le-linux-gnu-gcc qemu-ppc64le-static;qemu-ppc64le-static ;powerpc64le-linux-gnu-gcc $cross
powerpc, 32 bits, big-endian;powerpc-linux-gnu-gcc qemu-ppc-static;qemu-ppc-static ;powerpc-linux-gnu-gcc $cross
Windows;x86_64-w64-mingw32-gcc wine;wine ;x86_64-w64-mingw32-gcc $cross
wasm32, WASI;$wasm --target=wasm32-wasi --sysroot=/usr -Wl,-z,stack-size=8388608 -std=c99 -O2 -I.
END
}

# Not those of a second and more; --gains, which needs processes, and files of /dev, which WASI lacks.
selected() {
    cases_of_line | grep -vxE 'run_stream(_json|_csv)?|run_preview_json' | while read -r name; do
        case $(command_of "$name") in *--gains* | */dev/*) ;; *) echo "$name" ;; esac
    done | awk -v every="$every" 'NR % every == 0'
}

lacks() { # COMMAND|FILE...: the first that is not there
    for need; do
        command -v "$need" >/dev/null 2>&1 || [ -f "$need" ] || { echo "$need" && return; }
    done
    return 1
}

# Whether the kernel runs programs of i686 itself, which is quicker.
runs_i686() {
    echo 'int main(void) { return 0; }' >"$top/nothing.c"
    i686-linux-gnu-gcc -static "$top/nothing.c" -o "$top/nothing" && "$top/nothing"
} >/dev/null 2>&1

# Builds one and runs its cases; nothing is printed. In DIRECTORY: lacks.txt, or build.txt and NAME.txt for each case.
run_build() { # DIRECTORY NEEDS RUNNER COMMAND
    out=$1 needs=$2 runner=$3 command_of_build=$4
    suffix=
    mkdir -p "$out"
    ! lacks $needs >"$out/lacks.txt" || return
    case $runner in wine*) suffix=.exe && start_wine ;; esac
    if build $command_of_build >"$out/build.txt" 2>&1; then
        for name in $(cat "$top/cases.txt"); do
            transcript "$name" "$runner$out/gcnmem$suffix" >"$out/$name.txt"
        done
    fi
    [ -z "$suffix" ] || wineserver -k
}

# NUMBER: of each `jobs` builds one. The first is needed for all.
run_part() {
    awk -v part="$1" -v jobs="$jobs" -v only="$only" '
        (NR - 1) % jobs == part && (NR == 1 || index($0, only)) { print NR ";" $0 }' "$top/builds.txt" |
        while IFS=';' read -r number name needs runner command; do
            run_build "$top/$number" "$needs" "$runner" "$command" </dev/null
        done
}

# The hash of all transcripts in order, or why there is none.
hash_of() { # NUMBER
    if [ -s "$top/$1/lacks.txt" ]; then
        echo "left out: no $(cat "$top/$1/lacks.txt")"
    elif [ ! -f "$top/$1/$(sed 1q "$top/cases.txt").txt" ]; then
        echo "not built"
    else
        (cd "$top/$1" && cat $(sed 's/$/.txt/' ../cases.txt) | sha256sum | cut -c1-64)
    fi
}

# The first build prints the golden files, each other what the first does.
is_like_first() { # NUMBER
    of=$top/1
    [ "$1" -ne 1 ] || of=tests/golden
    for name in $(cat "$top/cases.txt"); do
        [ -f "$top/$1/$name.txt" ] || { tail -n 12 "$top/$1/build.txt" && echo "not built" && return 1; }
        cmp -s "$of/$name.txt" "$top/$1/$name.txt" && continue
        echo "$name, expected (<) and this build (>): $(command_of "$name")"
        diff "$of/$name.txt" "$top/$1/$name.txt" | sed 8q
        return 1
    done
}

write_row() { # NAME CASES HASH EQUALS
    printf '%-36s %5s  %-64s  %s\n' "$@" >>"$top/table.txt"
}

check_builds() {
    first=$(hash_of 1)
    number=0
    while IFS=';' read -r name needs runner command <&3; do
        number=$((number + 1))
        [ -d "$top/$number" ] || continue
        hash=$(hash_of $number)
        case $hash in
        left*) write_row "$name" 0 "$hash" - && left_out=$((left_out + 1)) && continue ;;
        "$first") write_row "$name" "$count" "$hash" yes ;;
        *) write_row "$name" "$count" "$hash" NO ;;
        esac
        check "$name" is_like_first $number
    done 3<"$top/builds.txt"
}

threads() { # what two threads report is what the command line prints
    : >"$top/threads.txt"
    $CC -std=c99 -O1 -g -fsanitize=thread -I. $here/threads.c -o "$top/threads" -lpthread &&
        "$top/threads" tests/golden/waves.trace examples/stream.s >"$top/threads.txt" || return 1
    line=$top/1/gcnmem
    { $line cost --gpu 'r9 290x' --op buffer_load_dword --addr 'lane*256' --json &&
        $line replay --gpu 'r9 290x' tests/golden/waves.trace --json &&
        $line run --gpu 'r9 290x' examples/stream.s --cus 2 --trip '*=4' --json; } | diff - "$top/threads.txt" |
        sed 8q >"$top/threads.diff"
    cat "$top/threads.diff" && [ ! -s "$top/threads.diff" ]
}

check_threads() {
    name="two threads, ThreadSanitizer"
    case $name in *"$only"*) ;; *) return 0 ;; esac
    failed_before=$failed
    check "$name" threads
    [ $failed -eq $failed_before ] && equals=yes || equals=NO
    write_row "$name" 3 "$(sha256sum <"$top/threads.txt" | cut -c1-64)" "$equals, to the command line's three"
}

top=$out locales=/usr/share/i18n/locales left_out=0
rm -rf "$top"/[0-9]* "$top"/*.txt
make -s -C examples build/gcnmem >"$top/make.txt" 2>&1 # which a case takes for a listing
mkdir -p "$top/locale"
! command -v localedef >/dev/null || localedef -i de_DE -f UTF-8 "$top/locale/de_DE.UTF-8" >"$top/locale.txt" 2>&1
runs_i686 && i686= || i686="qemu-i386-static "
builds >"$top/builds.txt"
selected >"$top/cases.txt"
count=$(wc -l <"$top/cases.txt")
part=0
while [ $((part += 1)) -lt "$jobs" ]; do run_part $part & done
run_part 0
wait
write_row build cases "sha256 of the transcripts" "equals the first"
check_builds
check_threads
out=$top
cat "$top/table.txt"
note "$count cases of each build, $left_out left out"
