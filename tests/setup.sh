#!/bin/sh
# Says which Debian packages the tests need and are missing. As root, installs them; else prints the line that does.
set -u

need() { # PACKAGE COMMAND...: the package is missing when the command fails
    package=$1
    shift
    "$@" >/dev/null 2>&1 </dev/null || missing="$missing $package"
}

has() {
    command -v "$1"
}

# clang's sanitizers and fuzzer are a package of their own, named after its version, and only recommended by clang.
clang_fuzzes() {
    file=$(mktemp -d)/t.c
    echo '#include <stddef.h>
          int LLVMFuzzerTestOneInput(const unsigned char* d, size_t n) { return d == 0 && n > 9; }' >"$file"
    clang -fsanitize=fuzzer,address,undefined "$file" -o "$file.out"
    status=$?
    rm -r "${file%/*}"
    return $status
}

compiles() { # COMPILER LANGUAGE: headers and libraries are there, not only the compiler
    file=$(mktemp)
    echo 'int main(void) { return 0; }' | "$1" -x "$2" - -include stdio.h -o "$file"
    status=$?
    rm -f "$file"
    return $status
}

find_missing() {
    missing=
    need make has make
    need gcc has gcc
    need g++ compiles g++ c++
    need libc6-dev compiles gcc c
    need binutils has nm
    need clang has clang++
    need tcc has tcc
    need jq has jq
    need libstb-dev test -f /usr/include/stb/stb_sprintf.h
    need gcc-powerpc-linux-gnu has powerpc-linux-gnu-gcc
    need libc6-dev-powerpc-cross test -f /usr/powerpc-linux-gnu/include/stdio.h
    need qemu-user-static has qemu-ppc-static
    if has clang >/dev/null; then
        need "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev" clang_fuzzes
    fi
}

install() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update && apt-get install -y $missing
}

# A second round: what clang lacks can only be asked once there is a clang.
for round in 1 2; do
    find_missing
    [ -n "$missing" ] || exit 0
    echo "setup.sh: missing:$missing"
    if [ "$(id -u)" -ne 0 ]; then
        echo "setup.sh: run: sudo apt-get install -y$missing"
        exit 1
    fi
    install </dev/null || { sleep 5 && install </dev/null; } || exit 1
done
find_missing
[ -z "$missing" ] || { echo "setup.sh: still missing:$missing" && exit 1; }
