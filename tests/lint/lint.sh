# Lints: what a compiler does not check. Each prints what is wrong and nothing when all is well; each is then shown a
# broken copy, of which it must say more. Sourced by tests/run.sh.

here=tests/lint

tracked() { # every file that is or would be committed
    { git ls-files --cached --others --exclude-standard 2>/dev/null ||
        find . \( -name build -o -name .git \) -prune -o -type f -print | sed 's,^\./,,'; } |
        while read -r file; do [ ! -f "$file" ] || echo "$file"; done
}

sources() {
    tracked | grep -E '(\.(c|cpp|h|sh|awk)|Makefile|^\.ci/run)$'
}

code() { # FILE: without comments and strings
    awk -v strings=no -f $here/strip.awk "$1"
}

implementation() { # FILE: its comments, from the implementation on
    awk -v keep=comments -f $here/strip.awk "$1" |
        tail -n +"$(grep -n '^#ifdef GCNMEM_IMPLEMENTATION$' "$1" | cut -d: -f1)"
}

# ---- lints of gcnmem.h: each takes the file ----

rooms() {
    code "$1" >"$out/code.txt"
    awk -f $here/rooms.awk "$1" "$out/code.txt"
}

contents() {
    awk -f $here/contents.awk "$1"
}

lengths() { # 90th percentile 40, longest 80: the median is a consequence
    awk -v most=80 -f $here/lengths.awk "$1" |
        awk '!/^median/ { print } /^median/ && $4 > 40 { print "expected p90 40 at most: " $0 }'
}

words() {
    code "$1" | grep -nwE 'float|double|malloc|calloc|realloc|free|alloca|goto'
    grep -nE 'TODO|FIXME|XXX' "$1"
}

rules_cited() { # every rule of >>rules, R1 to the last, in a comment of the implementation
    awk -v want=list -f $here/rules.awk "$1" >"$out/rules.txt"
    awk '$1 != NR { print "expected rule R" NR ", came R" $1 } END { if (NR == 0) print "no rules" }' "$out/rules.txt"
    implementation "$1" | awk -v want=cited -f $here/rules.awk >"$out/cited.txt"
    awk 'FNR == NR { cited[$1] = 1; next } !cited[$1] { print "R" $1 " is cited by no comment" }' \
        "$out/cited.txt" "$out/rules.txt"
}

# Options are the GCNMEM_ macros that the header asks about; GCNMEM_DEF only follows from the others.
options() {
    sed -n '/^   COMPILE-TIME OPTIONS/,/^$/s/^       \(GCNMEM_[A-Z_]*\).*/\1/p' "$1" | sort -u >"$out/listed.txt"
    code "$1" | grep -E '^ *#(if|elif)' | grep -oE 'GCNMEM_[A-Z_]+' | grep -vE '_INCLUDED$|^GCNMEM_DEF$' | sort -u |
        diff "$out/listed.txt" - | sed -n 's/^</listed but not used:/p; s/^>/used but not listed:/p'
}

licence() { # the header's licence is the text of LICENSE
    [ -f LICENSE ] || echo "LICENSE is missing"
    sed -n '/^   >>licence/,/^   ---/p' "$1" | sed '1d; $d' | tr -s ' \n' '  ' | sed 's/^ //; s/ $//' >"$out/text.txt"
    tr -s ' \n' '  ' <LICENSE 2>/dev/null | grep -qF "$(cat "$out/text.txt")" ||
        echo "LICENSE does not hold the text of >>licence"
}

revision() { # the manual names the model revision: where it is pinned, and last under CHANGES
    sed -n 's/^#define GCNMEM_MODEL_REVISION \([0-9]*\).*/pinned \1\nchanged \1/p' "$1" >"$out/revision.txt"
    sed -n 's/^ *#if GCNMEM_MODEL_REVISION != \([0-9]*\)$/pinned \1/p
            /^   CHANGES/{n; s/.*models* [0-9 to]*\<\([0-9][0-9]*\)\*.*/changed \1/p}' "$1" |
        diff "$out/revision.txt" - | sed -n 's/^</not in the manual: /p; s/^>/only in the manual: /p'
}

# ---- lints of the tree: each takes files ----

ascii() {
    grep -n '[^ -~	]' "$@" /dev/null
}

width() {
    grep -nE '^.{121,}' "$@" /dev/null | cut -c1-100
}

machine_paths() {
    grep -nE '(^|[^A-Za-z0-9_.])/(wor[k]|roo[t]|tmp/bas[h])(/|$)' "$@" /dev/null
}

tests_of_rules() { # each rule stands in the name of a test: R7_same_dword_is_free, test_R7, R3_R4_quads, ...
    awk -v want=list -f $here/rules.awk gcnmem.h >"$out/rules.txt"
    cat "$@" | grep -oE '[A-Za-z0-9_]+_[A-Za-z0-9_]*' | tr '_' '\n' |
        sed -n 's/^R\([0-9][0-9]*\)$/\1/p' >"$out/named.txt"
    awk -v named="$out/named.txt" 'BEGIN { while ((getline rule < named) > 0) is_named[rule] = 1 }
                                   !is_named[$1] { print "R" $1 " is in the name of no test" }' "$out/rules.txt"
}

top_level() { # NAME...: exactly these, and dot-files
    printf '%s\n' "$@" | sed 's,/.*,,' | grep -v '^\.' | sort -u >"$out/top.txt"
    printf '%s\n' LICENSE README.md examples gcnmem.h tests tools | diff - "$out/top.txt" |
        sed -n 's/^</missing at the top:/p; s/^>/does not belong at the top:/p'
}

# ---- running them ----

clean() { # LINT ARGUMENT...
    found=$("$@")
    [ -z "$found" ] || { printf '%s\n' "$found" && return 1; }
}

findings() {
    "$@" | wc -l
}

live() { # LINT SED: says more about a copy of gcnmem.h that SED has broken
    sed "$2" gcnmem.h >"$out/broken.h"
    ! cmp -s gcnmem.h "$out/broken.h" || { echo "sed '$2' does not change gcnmem.h" && return 1; }
    [ "$(findings "$1" "$out/broken.h")" -gt "$(findings "$1" gcnmem.h)" ] ||
        { echo "sed '$2' breaks gcnmem.h, but $1 does not say so" && return 1; }
}

live_file() { # LINT PRINTF-TEXT: says something about a file of this text
    printf "$2" >"$out/broken.txt"
    says_something "$1" "$out/broken.txt" || { cat "$out/broken.txt" && return 1; }
}

says_something() { # LINT ARGUMENT...
    [ "$(findings "$@")" -gt 0 ] || { echo "expected a finding of $1, came none" && return 1; }
}

# A sed command that puts a line at the end of the implementation.
at_end() {
    printf '/^#endif .* GCNMEM_IMPLEMENTATION_INCLUDED/i\\\n%s\n' "$1"
}

for lint in rooms contents lengths words rules_cited options licence revision; do
    check "$lint" clean $lint gcnmem.h
done
check "rooms is live: stray function" live rooms "$(at_end 'GCNMEMI_PRIVATE int gcnmemi_bits_stray(void) {')"
check "rooms is live: stray macro" live rooms "$(at_end '#define GCNMEMI_BITS_STRAY 1')"
check "rooms is live: stray table" live rooms "$(at_end 'static const int gcnmemi_bits_stray[] = {1};')"
check "rooms is live: unknown room used" live rooms 's/^   Knows: bits, .*/   Knows: nothing/'
check "rooms is live: knows a room below" live rooms 's/^   Knows: bits, text/   Knows: report, bits, text/'
check "rooms is live: declared early" live rooms "$(at_end 'GCNMEMI_PRIVATE int gcnmemi_report_early(void);')"
check "contents is live: banner renamed" live contents 's/^   >>expr /   >>exprs /'
check "contents is live: missing in CONTENTS" live contents 's/^\( *declarations .*\) cost/\1/'
long_function=$(echo 'int f(void) {\' && yes '    x;\' | head -90 && echo '}')
check "lengths is live" live lengths "$(at_end "$long_function")"
check "words is live: goto" live words "$(at_end 'goto end;')"
check "words is live: double" live words "$(at_end 'double x;')"
check "words is live: TODO" live words "$(at_end "/* TO""DO */")"
check "rules_cited is live: rule not cited" live rules_cited 's/^    "R1   .*/    "R0   x",\
&/'
check "rules_cited is live: citation removed" live rules_cited 's,R19:,,; s,R19,,; s,R17 to R23,,; s,R17 to R19,,'
check "options is live: not listed" live options "$(at_end '#ifdef GCNMEM_SECRET')"
check "options is live: not used" live options 's/^       GCNMEM_STATIC .*/       GCNMEM_NEVER x/'
check "licence is live" live licence 's/AS IS/AS WAS/'
check "revision is live: pin" live revision '1,20s/\(MODEL_REVISION !=\) [0-9]*/\1 7/'
check "revision is live: changes" live revision '/^   CHANGES/{n; s/ [0-9]*\*/ 7*/;}'

check "ascii" clean ascii $(sources)
check "width" clean width $(sources)
check "machine paths" clean machine_paths $(tracked)
check "top level" clean top_level $(tracked)
check "tests of rules" clean tests_of_rules $(tracked | grep -E '^tests/(unit|oracle)/.*[.]c$') /dev/null
check "ascii is live" live_file ascii 'caf\303\251\n'
check "width is live" live_file width "%0121d\n"
check "machine paths is live" live_file machine_paths "see /wor""k/main\n"
check "top level is live" says_something top_level gcnmem.h tests/run.sh stray.txt
check "tests of rules is live" live_file tests_of_rules 'TEST(r1)\n'

note "functions: $(awk -f $here/lengths.awk gcnmem.h)"
