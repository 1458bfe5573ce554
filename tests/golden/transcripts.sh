# The cases of cases.txt and their transcripts, for the areas golden and same. What is built and printed goes to $out.

command_line=examples/build/gcnmem

cases() { # names of the cases
    sed -n 's/^\([a-z0-9_]*\): .*/\1/p' tests/golden/cases.txt
}

cases_of_line() { # those of the command line itself
    sed -n "s,^\([a-z0-9_]*\): $command_line .*,\1,p" tests/golden/cases.txt
}

command_of() { # NAME
    sed -n "s/^$1: //p" tests/golden/cases.txt
}

# The case as a transcript: command, output, errors, exit status. Files that it writes to tests/build/golden go to $out.
transcript() { # NAME PROGRAM
    command=$(command_of "$1")
    case $command in
    $command_line*) run="$2${command#$command_line}" ;;
    examples/build/* | tools/build/*) run=$command ;;
    *) echo "cases.txt: '$1' does not start with examples/build/ or tools/build/" && return 1 ;;
    esac
    timeout 600 sh -c "$(printf %s "$run" | sed "s, tests/build/golden/, $out/,g")" \
        >"$out/stdout" 2>"$out/stderr" </dev/null
    status=$?
    printf '$ %s\n' "$command"
    cat "$out/stdout"
    tr -d '\r' <"$out/stderr" | sed "s,'$out/,'tests/build/golden/,; s/^/stderr: /"
    echo "exit status $status"
}

build() { # COMMAND...: the command line in another way
    rm -f "$out/gcnmem${suffix:-}"
    "$@" examples/gcnmem.c -o "$out/gcnmem${suffix:-}"
}

# One server for all: starting it and letting it go for each program takes a second. `wineserver -k` ends it.
start_wine() {
    export WINEDEBUG=-all WINEPREFIX="$PWD/$out/wine"
    timeout 600 wine wineboot -i >"$out/wine.log" 2>&1 </dev/null
    wineserver -p >>"$out/wine.log" 2>&1
}
