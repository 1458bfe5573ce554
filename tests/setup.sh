#!/bin/sh
# Says which Debian packages the tests need and are missing. As root, installs them; else prints the line that does.
# With --long also what `make -C tests long` needs.
# Then fetches the pinned viewer and driver of tests/browser into tests/build, with nothing outside the tree.
set -u
tests=$(cd "$(dirname "$0")" && pwd) || exit 1

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
    need chromium has chromium
    need nodejs has node
    need npm has npm
    need libstb-dev test -f /usr/include/stb/stb_sprintf.h
    need gcc-powerpc-linux-gnu has powerpc-linux-gnu-gcc
    need libc6-dev-powerpc-cross test -f /usr/powerpc-linux-gnu/include/stdio.h
    need qemu-user-static has qemu-ppc-static
    need gcc-mingw-w64-x86-64-win32 has x86_64-w64-mingw32-gcc
    need libimgui-dev test -f /usr/include/imgui/imgui.h
    need libglfw3-dev test -f /usr/include/GLFW/glfw3.h
    need xvfb has Xvfb
    if [ "$long" = --long ]; then
        need wine64 has wine
        need wine has wine
        need clang-19 has clang-19
        need locales test -f /usr/share/i18n/locales/de_DE
        need lld has wasm-ld
        need wasi-libc test -f /usr/lib/wasm32-wasi/libc.a
        need gcc-i686-linux-gnu has i686-linux-gnu-gcc
        need gcc-aarch64-linux-gnu has aarch64-linux-gnu-gcc
        need gcc-arm-linux-gnueabihf has arm-linux-gnueabihf-gcc
        need gcc-riscv64-linux-gnu has riscv64-linux-gnu-gcc
        need gcc-s390x-linux-gnu has s390x-linux-gnu-gcc
        need gcc-powerpc64le-linux-gnu has powerpc64le-linux-gnu-gcc
        for pair in i386:i686-linux-gnu arm64:aarch64-linux-gnu armhf:arm-linux-gnueabihf riscv64:riscv64-linux-gnu \
            s390x:s390x-linux-gnu ppc64el:powerpc64le-linux-gnu; do
            need "libc6-dev-${pair%:*}-cross" test -f "/usr/${pair#*:}/include/stdio.h"
        done
        need cppcheck has cppcheck
        need clang-tidy has clang-tidy
        need frama-c-base has frama-c
        need llvm has llvm-profdata
    fi
    if has clang >/dev/null; then
        version=$(clang -dumpversion | cut -d. -f1)
        need "libclang-rt-$version-dev" clang_fuzzes
        [ "$long" != --long ] ||
            need "libclang-rt-$version-dev-wasm32" ls "/usr/lib/llvm-$version"/lib/clang/*/lib/wasi/*wasm32.a
    fi
}

install() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update && apt-get install -y $missing
}

install_packages() {
    # A second round: what clang lacks can only be asked once there is a clang.
    for round in 1 2; do
        find_missing
        [ -n "$missing" ] || return 0
        echo "setup.sh: missing:$missing"
        if [ "$(id -u)" -ne 0 ]; then
            echo "setup.sh: run: sudo apt-get install -y$missing"
            return 1
        fi
        install </dev/null || { sleep 5 && install </dev/null; } || return 1
    done
    find_missing
    [ -z "$missing" ] || { echo "setup.sh: still missing:$missing" && return 1; }
}

fetch_modules() { # as the lock file says; npm writes node_modules/.package-lock.json when it is done
    cp "$tests/browser/package.json" "$tests/browser/package-lock.json" . &&
        npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier --cache "$PWD/cache" >npm.log 2>&1 </dev/null
}

# Without them only the tests in the browser fail, and say so.
install_modules() {
    mkdir -p "$tests/build/browser" && cd "$tests/build/browser" || return
    cmp -s "$tests/browser/package-lock.json" package-lock.json && [ -f node_modules/.package-lock.json ] && return
    fetch_modules || { sleep 5 && fetch_modules; } || { echo "setup.sh: npm ci failed:" && tail -5 npm.log; }
}

long=${1:-}
install_packages || exit 1
install_modules
