# Rule numbers. With -v want=list: those of room >>rules, one a line. With -v want=cited: those that the text cites,
# where "R6 to R14" cites all between. The text is gcnmem.h for `list`, comments for `cited`.

want == "list" && /^   >>/ {
    in_rules = $1 == ">>rules"
}

want == "list" && in_rules && /^    "R[0-9]+ / {
    print substr($1, 3) + 0
}

want == "cited" {
    rest = $0
    last = 0
    while (match(rest, /(^|[^A-Za-z0-9_])R[0-9]+/)) {
        between = substr(rest, 1, RSTART)
        number = substr(rest, RSTART, RLENGTH)
        sub(/.*R/, "", number)
        if (last && between ~ /^ to .?$/) {
            for (i = last + 1; i < number + 0; ++i) {
                print i
            }
        }
        print number + 0
        last = number + 0
        rest = substr(rest, RSTART + RLENGTH)
    }
}
