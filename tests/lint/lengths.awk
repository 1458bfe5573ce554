# Lengths of the functions of a C file laid out like gcnmem.h: a definition starts at column 1 and ends with "}" there.
# Prints "median M p90 P max X of N functions"; with -v most=80 also each function that is longer.

/^[A-Za-z]/ && !/^(typedef|struct|enum|union|static const|extern)/ {
    start = FNR
    name = $0
}

/^[A-Za-z ].*\) \{$/ && start {
    is_function = 1
}

/^}/ {
    if (is_function) {
        length_of[++count] = FNR - start + 1
        sub(/\(.*/, "", name)
        sub(/.*[ *]/, "", name)
        if (most && length_of[count] > most) {
            print start ": " name " has " length_of[count] " lines, " most " at most"
        }
    }
    is_function = 0
    start = 0
}

END {
    for (i = 2; i <= count; ++i) { # insertion sort: awk has no other
        value = length_of[i]
        for (j = i - 1; j > 0 && length_of[j] > value; --j) {
            length_of[j + 1] = length_of[j]
        }
        length_of[j + 1] = value
    }
    print "median " length_of[int((count + 1) / 2)] " p90 " length_of[int((count * 9 + 9) / 10)] " max " \
        length_of[count] " of " count " functions"
}
