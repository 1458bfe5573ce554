# What the implementation asks of the linker, offers to it, and leaves behind in the preprocessor.
# Sourced by tests/run.sh.

object=
plain=tests/compile/plain.c

# A build that asserts asks for what assert() needs, so misuse is not checked here.
# -fno-pic: position-independent code would move constant tables of pointers to .data.rel.ro.
implement() { # COMPILER LEVEL: once
    object=$out/plain${1##*/}$2.o
    [ -f "$object" ] || "$1" -std=c99 "$2" -DNDEBUG -fno-pic -I. -c $plain -o "$object"
}

needs_only_memory_functions() { # COMPILER LEVEL
    implement "$@" && nm -u "$object" >"$out/undefined.txt" || return 1
    ! awk '{ print $2 }' "$out/undefined.txt" | grep -vxE 'memcpy|memmove|memset|memcmp'
}

# No global state: nothing in .data or .bss, no symbol nm calls initialised, zeroed or common.
has_no_writable_data() { # COMPILER LEVEL
    implement "$@" || return 1
    ! nm "$object" | grep -E ' [BbCDdGgSs] ' &&
        size -A "$object" | awk '/^\.(data|bss|tdata|tbss)/ && $2 != 0 { print "writable section: " $0; bad = 1 }
                                 END { exit bad }'
}

declared_functions() {
    sed '/^#ifdef GCNMEM_IMPLEMENTATION$/,$d' gcnmem.h | grep -E '^GCNMEM_API ' |
        sed 's/(.*//; s/.*[ *]//' | sort
}

exports_what_is_declared() {
    implement "$CC" -O2 || return 1
    declared_functions >"$out/declared.txt"
    nm --defined-only -g "$object" | awk '{ print $3 }' | sort >"$out/exported.txt"
    [ -s "$out/declared.txt" ] && diff "$out/declared.txt" "$out/exported.txt" ||
        { echo "expected (<): declared with GCNMEM_API; came (>): exported" && return 1; }
}

# What a user has to learn is little, and somebody shows it: an example, a tool or a README.
few_and_shown() {
    declared_functions | uniq >"$out/public.txt"
    count=$(wc -l <"$out/public.txt")
    [ "$count" -le 70 ] || { echo "expected 70 functions at most, came $count" && return 1; }
    cat examples/*.c examples/*.cpp examples/README.md tools/*.[ch] README.md | grep -oE 'gcnmem_[a-z0-9_]+' |
        sort -u | comm -23 "$out/public.txt" - >"$out/unshown.txt"
    [ ! -s "$out/unshown.txt" ] || { echo "used by no example, tool or README:" && cat "$out/unshown.txt" && return 1; }
}

static_exports_nothing() {
    "$CC" -std=c99 -O2 -DGCNMEM_STATIC -I. -c $plain -o "$out/static.o" &&
        ! nm --defined-only -g "$out/static.o" | grep .
}

macros() { # COMPILER...: names defined after standard input
    "$@" -I. -dM -E - | awk '{ sub(/\(.*/, "", $2); print $2 }' | sort -u
}

# Apart from what the standard headers define, only GCNMEM_ names are left; GCNMEMI_ ones are undefined again.
leaves_only_its_macros() { # COMPILER...
    baseline='#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdarg.h>'
    printf '%s\n' "$baseline" | macros "$@" >"$out/before.txt"
    printf '%s\n#define GCNMEM_IMPLEMENTATION\n#include "gcnmem.h"\n' "$baseline" | macros "$@" >"$out/after.txt"
    grep -q '^GCNMEM_VERSION$' "$out/after.txt" && ! comm -13 "$out/before.txt" "$out/after.txt" | grep -v '^GCNMEM_'
}

uses_no_reserved_names() { # COMPILER...
    "$@" -Wreserved-identifier -Wreserved-macro-identifier -Werror -I. -fsyntax-only $plain
}

rm -f "$out"/plain*.o
for level in -O0 -O1 -O2 -O3; do
    for compiler in "$CC" "$CLANG"; do
        case $level:$compiler in
        "-O2:$CC" | "-O0:$CLANG") each=check ;;
        *) each=check_long ;;
        esac
        $each "undefined symbols, $compiler $level" needs_only_memory_functions "$compiler" $level
        $each "no writable data, $compiler $level" has_no_writable_data "$compiler" $level
    done
done
check "exports equal declarations" exports_what_is_declared
check "few functions, each shown" few_and_shown
check "static exports nothing" static_exports_nothing
for layer in DEPTH=1 DEPTH=2 DEPTH=3 NO_VALUES REPORTS; do
    check "macros left behind, $layer, c99" leaves_only_its_macros "$CC" -std=c99 -DGCNMEM_$layer
    check "macros left behind, $layer, c++11" leaves_only_its_macros "$CXX" -x c++ -std=c++11 -DGCNMEM_$layer
done
check "reserved names, $CLANG" uses_no_reserved_names "$CLANG" -std=c99
check "reserved names, $CLANGXX" uses_no_reserved_names "$CLANGXX" -x c++ -std=c++20
